"""Several processes at once, and processes that are killed. `make bench` does the same at length."""

from bench import crash, writers


def test_eight_processes_write_to_one_file_and_nothing_is_lost() -> None:
    found = writers.run(count=25)

    assert (found["lost"], found["told_twice"], found["errors"]) == (0, 0, 0), found


def test_a_killed_process_loses_nothing_it_acknowledged() -> None:
    found = crash.run(kills=4)

    assert found["acknowledged"] > 0
    assert (found["lost"], found["half_written"], found["damaged"]) == (0, 0, 0), found
