"""Who only reads waits for nobody who writes."""

import threading

from fastapi.testclient import TestClient

from habitus.layer import Layer


def test_lists_and_pages_are_answered_while_somebody_writes(client: TestClient, layer: Layer) -> None:
    is_held, may_go = threading.Event(), threading.Event()
    let_go: list[bool] = []

    def hold() -> None:
        with layer.store.batch():
            is_held.set()
            let_go.append(may_go.wait(20))

    writes = threading.Thread(target=hold)
    writes.start()
    is_held.wait()
    found = [client.get(path).status_code for path in ("/v1/rules", "/v1/ledger", "/v1/sessions")]
    may_go.set()
    writes.join()

    assert found == [200, 200, 200]
    assert let_go == [True]
