"""What a PostgreSQL, or a pooler before it, says instead of letting us in: wait, or ask a person."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from habitus.errors import Away, StoreError
from habitus.store.postgres import Postgres
from habitus.store.sql import SqlStore
from habitus.types import Change
from nouns import START, rule

ID = "00000000-0000-4000-8000-000000000000"


@contextmanager
def refusing(why: str) -> Iterator[str]:
    """A server that says so to everybody; the URL of it."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            while True:
                try:
                    caller, _ = door.accept()
                except OSError:
                    return
                with caller:
                    caller.recv(10_000)
                    said = b"SFATAL\0VFATAL\0C08P01\0M" + why.encode() + b"\0\0"
                    caller.sendall(b"E" + (len(said) + 4).to_bytes(4, "big") + said)

        server = threading.Thread(target=answer)
        server.start()
        try:
            yield f"postgresql://habitus@127.0.0.1:{door.getsockname()[1]}/x?sslmode=disable&gssencmode=disable"
        finally:
            door.shutdown(socket.SHUT_RDWR)
            server.join()


@pytest.mark.parametrize(
    "why",
    [
        "the database system is starting up",
        "sorry, too many clients already",
        "query_wait_timeout",
        "no more connections allowed (max_client_conn)",
        "server login has been failing, try again later (server_login_failed)",
        "server login has been failing, cached error: connect failed (server_login_retry)",
        "pgbouncer cannot connect to server",
    ],
)
def test_who_asks_us_to_come_back_is_away(why: str) -> None:
    with refusing(why) as url:
        database = Postgres(url)
        with pytest.raises(Away, match="does not answer"):
            database.run("counts", {})
        database.close()


def test_who_does_not_know_us_is_a_persons_to_put_right() -> None:
    with refusing('password authentication failed for user "habitus"') as url, pytest.raises(StoreError, match="authentication") as found:
        Postgres(url)

    assert not isinstance(found.value, Away)


def test_options_in_the_url_hold_beside_ours(postgres: str) -> None:
    """A schema of its own, as teams that share a database have it. Ours are set later: a PgBouncer lets no options in."""
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as hand:
        hand.execute("CREATE SCHEMA team")
        store = SqlStore(Postgres(f"{postgres}?options=-csearch_path%3Dteam"))
        for text in ("Use pnpm.", "Use yarn."):
            store.apply([Change(verb="said", table="behavioral_rules", item=ID, after=rule(text, id=ID), actor="me")], START)
        tables = hand.execute("SELECT DISTINCT table_schema FROM information_schema.tables WHERE table_name = 'ledger'").fetchall()

    assert tables == [("team",)]
    assert [one.verb for one in store.entries()] == ["said", "said"]
    store.close()
