"""The book behind a pooler that gives each transaction whichever connection is free."""

from typing import Any

from sqlalchemy import Engine, create_engine, event

from habitus.worker.durable import Book, Taking


def test_connections_to_the_book_prepare_no_statement_and_other_peoples_do_as_before(postgres: str) -> None:
    url = postgres.replace("postgresql://", "postgresql+psycopg://")
    opened: list[int | None] = []

    def note(connection: Any, record: Any) -> None:
        opened.append(connection.prepare_threshold)

    event.listen(Engine, "connect", note)
    try:
        Taking(url, "me", lambda job, id: {}).close()
        book = Book(url)
        assert book.latest("learner", 1) == []
        book.close()
        of_the_book = {*opened}
        other = create_engine(url)
        other.connect().close()
        other.dispose()
    finally:
        event.remove(Engine, "connect", note)

    assert of_the_book == {None}
    assert opened[-1] is not None
