"""A pooler that gives each transaction whichever connection is free: what is set for a session would be anybody's."""

import socket
import threading

import psycopg
import pytest

from habitus.errors import Away, StoreError
from habitus.store.postgres import Postgres
from habitus.store.sql import SqlStore
from habitus.types import Change
from nouns import START, rule

ID = "00000000-0000-4000-8000-000000000000"


def test_a_change_is_announced_as_ours_for_its_transaction_and_no_longer(postgres: str) -> None:
    store = SqlStore(Postgres(postgres, connections=1))
    with psycopg.connect(postgres, autocommit=True) as hand:
        hand.execute("CREATE TABLE announced (what text)")
        hand.execute(
            "CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN INSERT INTO announced VALUES (current_setting('habitus.ours', true)); RETURN NULL; END $$"
        )
        hand.execute("CREATE TRIGGER noted AFTER UPDATE ON meta FOR EACH STATEMENT EXECUTE FUNCTION noted()")
        for text in ("Use pnpm.", "Use yarn."):
            store.apply([Change(verb="said", table="behavioral_rules", item=ID, after=rule(text, id=ID), actor="me")], START)
        hand.execute("TRUNCATE announced")
        store.database.change("meta_set", {"key": "counted", "value": 0})
        found = hand.execute("SELECT coalesce(what, '') FROM announced").fetchall()
    verbs = [one.verb for one in store.entries()]
    store.close()

    assert found == [("",)]
    assert verbs == ["said", "said"]


def message(kind: bytes, body: bytes = b"") -> bytes:
    return kind + (len(body) + 4).to_bytes(4, "big") + body


READY = message(b"Z", b"I")
REFUSED = message(b"E", b"SFATAL\0VFATAL\0C08P01\0Mtransaction blocks not allowed in statement pooling mode\0\0")


def talk(caller: socket.socket) -> None:
    """As a PgBouncer that pools statements: it lets everybody in, and hangs up at the first BEGIN."""
    with caller:
        caller.recv(10_000)
        caller.sendall(message(b"R", bytes(4)) + READY)
        while asked := caller.recv(10_000):
            if b"BEGIN" in asked:
                caller.sendall(REFUSED)
                return
            caller.sendall(message(b"C", b"SET\0") + READY)


def test_a_pooler_without_transactions_is_a_persons_to_put_right_and_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            while True:
                try:
                    caller, _ = door.accept()
                except OSError:
                    return
                threading.Thread(target=talk, args=[caller], daemon=True).start()

        server = threading.Thread(target=answer)
        server.start()
        with pytest.raises(StoreError, match="set its `pool_mode` to `transaction`") as found:
            Postgres(f"postgresql://habitus@127.0.0.1:{door.getsockname()[1]}/x?sslmode=disable&gssencmode=disable")
        door.shutdown(socket.SHUT_RDWR)
        server.join()

    assert not isinstance(found.value, Away)
