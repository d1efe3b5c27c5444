"""Keys and answers on every store."""

from datetime import UTC, datetime, timedelta

from habitus.types import Store

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def test_a_key_is_found_by_its_hash_until_it_is_revoked(store: Store) -> None:
    doors = store.doors()
    doors.key_add("k1", "ci", "operator", "h1", NOW)

    assert (doors.key_by_hash("h1") or {})["role"] == "operator"
    assert doors.key_by_hash("h2") is None
    assert doors.key_revoke("k1", NOW) is True
    assert doors.key_revoke("k1", NOW) is False
    assert doors.key_by_hash("h1") is None
    assert [(row["name"], row["revoked_at"] is not None) for row in store.doors().keys()]  # noqa: SIM118 == [("ci", True)]


def test_nobody_reads_a_hash_back(store: Store) -> None:
    store.doors().key_add("k1", "ci", "viewer", "secret-hash", NOW)

    assert "secret-hash" not in str(store.doors().keys()) + str(store.doors().key_by_hash("secret-hash"))


def test_of_two_that_send_the_same_write_one_does_it_and_the_other_is_told_the_answer(store: Store) -> None:
    doors = store.doors()

    assert doors.answer_claim("once", "ci", "r1", NOW) is True
    assert doors.answer_claim("once", "ci", "r1", NOW) is False
    assert (doors.answer("once", "ci") or {})["status"] == 0
    doors.answer_keep("once", "ci", "r1", 201, "{}", NOW)
    assert {name: (doors.answer("once", "ci") or {})[name] for name in ("request", "status", "body")} == {
        "request": "r1",
        "status": 201,
        "body": "{}",
    }
    assert doors.answer("once", "somebody else") is None


def test_a_write_that_failed_may_be_tried_again_and_old_answers_go(store: Store) -> None:
    doors = store.doors()
    doors.answer_claim("failed", "ci", "r1", NOW)
    doors.answer_drop("failed", "ci")
    assert doors.answer_claim("failed", "ci", "r2", NOW) is True

    assert doors.answers_prune(NOW + timedelta(seconds=1)) == 1
    assert doors.answer("failed", "ci") is None


def test_a_write_whose_server_died_is_taken_over_once_and_not_before_its_time(store: Store) -> None:
    doors, later = store.doors(), NOW + timedelta(minutes=5)
    doors.answer_claim("k", "ci", "r1", NOW)

    assert doors.answer_take("k", "ci", "r1", NOW, later) is False
    assert doors.answer_take("k", "ci", "r2", later, later) is False
    assert doors.answer_take("k", "ci", "r1", later, later) is True
    assert doors.answer_take("k", "ci", "r1", later, later) is False
    doors.answer_keep("k", "ci", "r1", 201, "{}", NOW)
    assert doors.answer_take("k", "ci", "r1", later, later) is False
