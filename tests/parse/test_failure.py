"""The pattern of an error message: what varies is masked, what identifies stays."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.parse.failure import family, pattern
from habitus.parse.failure.masking import LONGEST
from habitus.parse.wordset import wordset

GROUPS: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "cases" / "error_groups.json").read_text())


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group["group"])
def test_all_tellings_of_a_failure_have_one_pattern(group: dict[str, Any]) -> None:
    assert len({pattern(message, group["tool"]) for message in group["messages"]}) == 1


def test_no_two_failures_share_a_pattern() -> None:
    owners = defaultdict(set)
    for group in GROUPS:
        for message in group["messages"]:
            owners[pattern(message, group["tool"])].add(group["group"])

    assert [groups for groups in owners.values() if len(groups) > 1] == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("job 6ba7b810-9dad-11d1-80b4-00c04fd430c8 is gone", "job <*> is gone"),
        ("job 6BA7B810-9DAD-11D1-80B4-00C04FD430C8 is gone", "job <*> is gone"),
        ("object at 0x7f3c2a1b4d90 leaked", "object at <*> leaked"),
        ("commit deadbeef not found", "commit <*> not found"),
        ("commit 9f86d081884c7d65 not found", "commit <*> not found"),
        ("got java.lang.Object@1b6d3586 instead", "got <*>@<*> instead"),
        ("node-17 and host3.rack-b.example.com are down", "<*> and <*> are down"),
        ("org-Ab12 used 3 of 5 seats", "<*> used <*> of <*> seats"),
        ("retry 3 took -0.25", "retry <*> took <*>"),
        ("took 30ms, 1.5 seconds, 2 min", "took <*>"),
        ("wrote 10 MB (10485760 bytes) of 12,000", "wrote <*> (<*>) of <*>"),
        ("at 97% of #12", "at <*> of <*>"),
        ("fans ( 3534 **** 3375 )", "fans ( <*> )"),
        ("stack @0x7fed806eb5d", "stack @<*>"),
        ("mail to bob.smith+x@example.org bounced", "mail to <*> bounced"),
        ("from 10.0.0.1 to ::1, fe80::1%eth0 and 2001:db8::ff00:42:8329", "from <*> to <*> and <*>"),
        ("card 00:1A:2B:3C:4D:5E rejected", "card <*> rejected"),
        ("no route to db.internal", "no route to <*>"),
        ("no route to localhost", "no route to <*>"),
        ("gone since (Jan 02, 2024 3:04:05 PM)", "gone since (<*>)"),
        ("key sk-live-abcd****wxyz was refused", "key <*> was refused"),
    ],
)
def test_ids_numbers_and_addresses_vary(message: str, expected: str) -> None:
    assert pattern(message) == expected


@pytest.mark.parametrize(
    "stamp",
    [
        "2024-01-15 10:30:00",
        "2024-01-15T10:30:00.123456Z",
        "2024-01-15 10:30:00,987",
        "2025-11-02T23:59:59+02:00",
        "[2024-05-01 10:22:33.123 UTC]",
        "2024/01/15 10:30:00",
        "May  1 10:22:33",
        "Mon Jan 15 10:30:00 2024",
        "Mon, Jan 15 10:30:00 UTC 2024",
        "15/Jan/2024:10:30:00 +0000",
        "Mon, 15 Jan 2024 10:30:00 GMT",
        "10:30:00.123",
    ],
)
def test_a_time_before_the_message_goes_and_one_inside_is_masked(stamp: str) -> None:
    assert pattern(f"{stamp} worker crashed") == "worker crashed"
    assert pattern(f"stopped at {stamp.strip('[]')} for good").startswith("stopped at <*>")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("cannot read /etc/app/conf.d/main.yaml now", "cannot read <path> now"),
        ("cannot read /tmp", "cannot read <path>"),
        ("cannot read ~/notes.txt, ./a/b or ../c", "cannot read <path> or <path>"),
        (r"cannot read C:\Users\bob\x.txt", "cannot read <path>"),
        (r"cannot read \\share\team\x", "cannot read <path>"),
        ("cannot read 'C:\\Program Files\\a b.txt'!", "cannot read '<path>'!"),
        ('cannot read "/home/al/My Files/a.txt"', 'cannot read "<path>"'),
        ("cannot read src/app/main.py", "cannot read <path>"),
        ("cannot read /data/year=2024/month=05/part.bin, '/data/x=1'", "cannot read <path>, '<path>'"),
        ("conflict in README.md", "conflict in <path>"),
        ("cannot read 'notes'", "cannot read '<path>'"),
        ("cat: notes: No such file or directory", "cat: <path>: No such file or directory"),
        ("open notes: no such file or directory", "open <path>: no such file or directory"),
        ("GET https://example.com:8443/v1/users/7?x=1&y=2 failed", "GET <path> failed"),
        ("push to 'git@example.org:team/app.git' failed", "push to '<path>' failed"),
        ("app/x.py:12:5: bad indent", "<path>:<*>: bad indent"),
        ("main.c:10:5: bad indent", "<path>:<*>: bad indent"),
        ("Makefile:42: build failed", "Makefile:<*>: build failed"),
        ("read/write of application/json via TCP/IP", "read/write of application/json via TCP/IP"),
    ],
)
def test_paths_of_every_kind_are_one(message: str, expected: str) -> None:
    assert pattern(message) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("connect to localhost:80 failed", "connect to <*>:<port> failed"),
        ("connect to server:8080 failed", "connect to server:<port> failed"),
        ("connect to 10.0.0.5:5432 failed", "connect to <*>:<port> failed"),
        ("connect to db.example.com:5432 failed", "connect to <*>:<port> failed"),
        ("dial tcp [::1]:5432: refused", "dial tcp [<*>]:<port>: refused"),
        ("address in use :::3000", "address in use :<port>"),
        ("address in use :8080", "address in use :<port>"),
        ("size:8080 of pool", "size:<*> of pool"),
    ],
)
def test_ports_are_told_from_other_numbers(message: str, expected: str) -> None:
    assert pattern(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "HTTP 404",
        "HTTP/1.1 503 Service Unavailable",
        "status code 418",
        "status=429",
        "status: 502",
        "the exit code was 137",
        "exit status 2",
        "returned 404 Not Found",
        "403 Forbidden: no",
        "[Errno 13] Permission denied",
        "errno: -13",
        "(SQLSTATE 42P01)",
        "make: *** build: Error 127",
        "error TS2345: no",
        "error[E0382]: no",
        '{"error": {"code": 400}}',
        "HRESULT = 0x80004005",
        "(psycopg2.errors.UniqueViolation) refused",
        "a UnicodeDecodeError of utf-8 by urllib3.exceptions.MaxRetryError",
    ],
)
def test_codes_after_their_marker_stay(message: str) -> None:
    assert pattern(message) == message


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("404 pages were read", "<*> pages were read"),
        ("message code 7 is new", "message code <*> is new"),
        ("got 503", "got <*>"),
        ('10.0.0.1 "GET /a HTTP/1.1" status: 404 len: 17 time: 0.2', '<*> "GET <path> HTTP/1.1" status: <*> len: <*> time: <*>'),
    ],
)
def test_a_number_without_a_marker_is_no_code(message: str, expected: str) -> None:
    assert pattern(message) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("KeyError: 'user_id'", "KeyError: 'user_id'"),
        ("no attribute 'get2'", "no attribute 'get2'"),
        ('relation "users_2024" does not exist', 'relation "users_2024" does not exist'),
        ("No module named 'a.b'", "No module named 'a.b'"),
        ("jq: command not found", "jq: command not found"),
        ("invalid literal for int(): 'abc'", "invalid literal for int(): '<*>'"),
        ("could not convert string 'abc' to float", "could not convert string '<*>' to float"),
        ("syntax error near 'FROM users WHERE'", "syntax error near '<*>'"),
        ("(host='localhost', port=80, retry=true, mode=READ_ONLY)", "(host=<*>, port=<*>, retry=true, mode=READ_ONLY)"),
        ("[type=list_type, input_value=['a b', 'c'], input_type=str]", "[type=list_type, input_value=<*>, input_type=<*>]"),
        ("(code='ENOENT', reason='disk is full', host='a b')", "(code='ENOENT', reason='disk is full', host=<*>)"),
        ("reason=denied key=abc", "reason=denied key=<*>"),
        ("values 1, 2, 3 and [4,5,6]", "values <*> and [<*>]"),
        ("of 10.0.0.1 () and []", "of <*> (<*>) and [<*>]"),
        ("store......0", "store......<*>"),
    ],
)
def test_names_stay_and_values_go(message: str, expected: str) -> None:
    assert pattern(message) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Failed password for root from 10.0.0.1", "Failed password for <*> from <*>"),
        ("Failed password for invalid user bob from 10.0.0.1", "Failed password for invalid user <*> from <*>"),
        ('authentication failed for user "app"', 'authentication failed for user "<*>"'),
        ("session opened for user ann by (uid=0)", "session opened for user <*> by (uid=<*>)"),
        ("User alice not found", "User <*> not found"),
        ("ValueError: User alice already exists", "ValueError: User <*> already exists"),
        ("check pass; user unknown", "check pass; user unknown"),
        ("closed by user request", "closed by user request"),
        ("waiting for data from disk", "waiting for data from disk"),
    ],
)
def test_names_of_people_go(message: str, expected: str) -> None:
    assert pattern(message) == expected


def test_a_process_id_after_the_time_goes_with_it() -> None:
    assert pattern("2024-05-01 10:22:33.123 UTC [1823] ERROR: it broke") == pattern("ERROR: it broke")


def test_colours_and_blanks_do_not_matter() -> None:
    assert pattern("\x1b[1;31merror:\x1b[0m   it\tbroke \x1b]8;;x\x07here\r\n") == "error: it broke here"


def test_the_tools_own_name_does_not_vary() -> None:
    assert pattern("tool7 broke 7 times", "tool7") == "tool7 broke <*> times"
    assert pattern("tool7 broke 7 times") == "<*> broke <*> times"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            'Traceback (most recent call last):\n  File "/a/b.py", line 3, in run\n    go(7)\nValueError: bad thing\n',
            "ValueError: bad thing",
        ),
        (
            "KeyError: 'a'\n\nDuring handling of the above exception, another exception occurred:\n\n"
            'Traceback (most recent call last):\n  File "x.py", line 1, in <module>\napp.errors.Refused2Error: not now',
            "app.errors.Refused2Error: not now",
        ),
        (
            "Error: Cannot find module 'left'\nRequire stack:\n- /app/a.js\n    at Module.load (node:internal:12:3)",
            "Error: Cannot find module 'left'",
        ),
        ('ERROR: relation "t" does not exist\nLINE 4: SELECT 1 FROM t\n                      ^', 'ERROR: relation "t" does not exist'),
        ("Cell In[3], line 1\n    a b\n      ^\nSyntaxError: invalid syntax", "SyntaxError: invalid syntax"),
        ("2 errors\nfield 1 is missing\nfield 2 is missing", "<*> errors field <*> is missing"),
        ("one\ntwo\nthree\nerror: it broke\nfive\nsix\nseven", "error: it broke"),
        ("one\ntwo\nthree\nfour\nfive\nsix", "one six"),
        ("! [rejected] main\nerror: failed to push", "! [rejected] main error: failed to push"),
    ],
)
def test_of_many_lines_those_stay_that_tell_what_happened(message: str, expected: str) -> None:
    assert pattern(message) == expected


def test_chinese_needs_no_blanks_around_its_numbers() -> None:
    assert pattern("端口8080被占用") == pattern("端口443被占用") == "端口 <*> 被占用"


@pytest.mark.parametrize("message", ["", " ", "\n", "\x1b", "\0", "\ud800", "<*>", "<path>", "=", "''", "a" * 5000, "1" * 5000, "=" * 5000])
def test_odd_texts_have_a_pattern_that_every_store_can_keep(message: str) -> None:
    found = pattern(message)

    assert found == pattern(found)
    assert "\0" not in found
    found.encode()


def test_a_family_is_wider_than_a_pattern() -> None:
    one, other = "Unknown column 'name' in 'field list'", "Unknown column 'year' in 'field list'"

    assert pattern(one) != pattern(other)
    assert family(one) == family(other) == family(pattern(one)) == "Unknown column '<*>' in '<*>'"


SLOTS = [
    "could not open {} for reading",
    "job {} failed: stale lease",
    "worker: {}: gone",
    "gave up (see {})",
    "stopped at {}, nothing done.",
    "key={} was refused",
    "{} is not there",
    "it was '{}' before",
    "[{}] broken",
]
names = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True)
parts = st.lists(names, min_size=2, max_size=5)
KINDS = {
    "number": st.integers(min_value=0).map(str) | st.floats(0, 1e9).map(lambda each: f"{each:.3f}"),
    "uuid": st.uuids().map(str) | st.uuids().map(lambda each: str(each).upper()),
    "hex": st.integers(0, 2**64).map(hex) | st.binary(min_size=8, max_size=20).map(bytes.hex),
    "posix path": parts.map(lambda each: "/" + "/".join(each)),
    "file": parts.map(lambda each: "/".join(each) + ".json"),
    "windows path": parts.map(lambda each: "C:\\" + "\\".join(each)),
    "url": parts.map(lambda each: "https://" + ".".join(each) + ".org/" + each[0]),
    "address": st.ip_addresses(v=4).map(str),
    "address and port": st.tuples(st.ip_addresses(v=4), st.integers(10, 65535)).map(lambda each: f"{each[0]}:{each[1]}"),
    "time": st.datetimes().map(lambda each: each.isoformat(timespec="milliseconds") + "Z"),
    "duration": st.tuples(st.integers(0, 10**6), st.sampled_from(["ms", "s", "m", "kB", "MiB", "%"])).map(
        lambda each: f"{each[0]}{each[1]}"
    ),
    "mail": st.tuples(names, names).map(lambda each: f"{each[0]}@{each[1]}.com"),
}


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), slot=st.sampled_from(SLOTS))
def test_what_fills_a_slot_does_not_matter(kind: str, data: st.DataObject, slot: str) -> None:
    one, other = data.draw(KINDS[kind]), data.draw(KINDS[kind])

    found = pattern(slot.format(one))

    assert found == pattern(slot.format(other))
    assert "<*>" in found or "<path>" in found or (kind == "time" and slot.startswith(("{}", "[{}")))
    assert one not in found or len(one) < 2


WORDS = sorted(
    wordset(
        "error failed user for from at to in code status HTTP exit port line file table value near 'name' \"id\" a=b x: (see and, Jan "
        "(Feb Mon ms localhost = is 404 Not"
    )
)


@given(st.lists(st.sampled_from(WORDS) | st.one_of(*KINDS.values()) | st.sampled_from(["<*>", "<path>", "<*>:<port>"]), max_size=30))
def test_a_pattern_is_its_own_pattern(words: list[str]) -> None:
    found = pattern(" ".join(words))

    assert pattern(found) == found


@given(st.text(max_size=400) | st.text(st.sampled_from("aA1 \n.,:;=/\\'\"`()[]{}<>*@#-_\x1b中é"), max_size=2000))
def test_any_text_has_a_pattern_of_bounded_length(text: str) -> None:
    assert len(pattern(text)) <= LONGEST


@pytest.mark.parametrize("unit", "a1.:=/'\"`({[<@\\-*#~|中é\x1b\n")
@given(other=st.sampled_from("a1.:=/'\"({[<@\\ \n"))
def test_a_long_message_of_anything_stays_bounded(unit: str, other: str) -> None:
    for count in (90, 400, 30_000):
        assert len(pattern((unit + other) * count)) <= LONGEST
        assert len(pattern(unit * count + other)) <= LONGEST
