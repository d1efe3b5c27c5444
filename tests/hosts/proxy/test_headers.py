"""Which request this is, however it is spelled."""

import pytest

from habitus.hosts.proxy.headers import route


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (b"/v1/chat/completions", "answer"),
        (b"/v1/chat/completions/", "answer"),
        (b"/v1//chat//completions", "answer"),
        (b"/v1/chat%2Fcompletions", "answer"),
        (b"/v1/Chat/COMPLETIONS", "answer"),
        (b"/v1/chat/./completions", "answer"),
        (b"/v1/models/../chat/completions", "answer"),
        (b"/openai/v1/responses", "answer"),
        (b"/v1/%6Dessages", "answer"),
        (b"/v1/messages/count_tokens", "count"),
    ],
)
def test_a_request_is_known_however_its_path_is_spelled(path: bytes, kind: str) -> None:
    found = route("POST", path)

    assert found
    assert found.kind == kind


@pytest.mark.parametrize("path", [b"/v1/embeddings", b"/v1/chat/completions/abc", b"/v1/messages/batches", b"/", b""])
def test_what_asks_no_model_for_an_answer_is_handed_on(path: bytes) -> None:
    assert route("POST", path) is None


def test_an_answer_that_is_fetched_keeps_the_letters_of_its_name() -> None:
    found = route("GET", b"/v1/responses/resp_aB%2Dc")

    assert found
    assert (found.kind, found.name) == ("fetch", "resp_aB-c")
