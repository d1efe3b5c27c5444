"""Taking secrets out, before anything is stored."""

import json
import re
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.observe import redact
from habitus.observe.redact.walk import DEPTH

KEY = b"the key of one store"
PLACEHOLDER = re.compile(r"\[secret:[a-z0-9_]+:[0-9a-f]{8}\]")


def load() -> list[dict[str, Any]]:
    """`§` splits what a scanner on the way would take for a live key. Held cases are for bench/redaction.py: nothing is tuned to them."""
    lines = (Path(__file__).parent / "redaction_cases.jsonl").read_text(encoding="utf-8").replace("§", "").splitlines()
    return [case for case in map(json.loads, lines) if not case.get("held")]


CASES = load()
SECRET = [case for case in CASES if case["secret"]]
HARMLESS = [case["text"] for case in CASES if not case["secret"]]


def clean(text: str, key: bytes = KEY) -> str:
    return redact.text(text, key=key)


@pytest.mark.parametrize("case", SECRET, ids=lambda case: f"{case['kind']}: {case['text'][:40]}")
def test_a_secret_is_taken_out_under_its_kind_and_nothing_else_is(case: dict[str, Any]) -> None:
    text, secrets = case["text"], [case["secret"], *case.get("also", [])]
    found = redact.findings(text)
    assert not any(secret in clean(text) for secret in secrets)
    assert case["kind"] in {finding.kind for finding in found}
    for finding in found:
        assert any(text.find(secret) < finding.end and finding.start < text.find(secret) + len(secret) for secret in secrets)


@pytest.mark.parametrize("text", HARMLESS, ids=lambda text: text[:40])
def test_harmless_text_comes_back_as_the_same_object(text: str) -> None:
    assert clean(text) is text


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("DB_PASSWORD=hunter2 npm start", "DB_PASSWORD=[secret:env:#] npm start"),
        ('{"apiKey": "f4ke0123456789abcdef", "n": 1}', '{"apiKey": "[secret:key:#]", "n": 1}'),
        ("postgres://app:s3cretfake@db:5432/app", "postgres://app:[secret:url:#]@db:5432/app"),
        ("> Authorization: Basic ZmFrZTpmYWtl\r\n> Accept: */*", "> Authorization: Basic [secret:auth:#]\r\n> Accept: */*"),
        ("curl -u admin:hunter2 http://localhost", "curl -u admin:[secret:password:#] http://localhost"),
        ("Server=db;Pwd=F4ke$tr0ng;Encrypt=True;", "Server=db;Pwd=[secret:password:#];Encrypt=True;"),
        ("Cookie: theme=dark; sid=f4ke1m2n3b4v5; lang=en", "Cookie: theme=dark; sid=[secret:cookie:#]; lang=en"),
        ("PASSWORD='one-tw0' TOKEN='thr33-f0ur'", "PASSWORD='[secret:password:#]' TOKEN='[secret:token:#]'"),
        ("Größe: 3 · contraseña: Ñandú2024!", "Größe: 3 · contraseña: [secret:password:#]"),
        ("DB_PASSWORD='correct horse 7' ./run", "DB_PASSWORD='[secret:env:#]' ./run"),
    ],
)
def test_labels_users_and_hosts_stay(text: str, shape: str) -> None:
    assert re.sub(r":[0-9a-f]{8}\]", ":#]", clean(text)) == shape


def test_the_marks_of_a_private_key_stay_and_the_key_looks_equal_however_it_is_written() -> None:
    begin, end = "-----BEGIN PRIVATE" + " KEY-----", "-----END PRIVATE" + " KEY-----"
    lines = ["f4keMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw", "f4keggSjAgEAAoIBAQC7VJTUt9Us8cKjMzEfYyji"]
    plain = clean("\n".join([begin, *lines, end]))
    escaped = clean("\\n".join([begin, *lines, end]))
    assert plain.startswith(begin)
    assert plain.endswith(end)
    assert PLACEHOLDER.findall(plain) == PLACEHOLDER.findall(escaped)


def test_a_secret_is_taken_out_again_where_it_stands_without_its_label() -> None:
    assert "hunter2x" not in clean("DB_PASSWORD=hunter2x\nmysql: access denied for 'app' with hunter2x")


def test_a_password_that_is_a_plain_word_leaves_the_other_mentions_of_that_word_alone() -> None:
    assert clean("POSTGRES_PASSWORD=postgres docker run postgres:16").endswith(" docker run postgres:16")


# ── values ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name", ["password", "DB_PASSWORD", "dbPassword", "x-api-key", "apiKey", "Client-Secret", "AccessToken", "private_key"]
)
def test_a_name_in_a_structure_says_that_its_text_is_secret(name: str) -> None:
    assert PLACEHOLDER.fullmatch(redact.value({"a": [{name: "swordfish"}]}, key=KEY)["a"][0][name])


@pytest.mark.parametrize(
    "name", ["token_count", "max_tokens", "passwordField", "api_key_header", "next_token", "public_key", "key", "keyboard"]
)
def test_a_name_that_only_speaks_of_secrets_says_nothing(name: str) -> None:
    value = {name: "swordfish"}
    assert redact.value(value, key=KEY) is value


@pytest.mark.parametrize("text", ["", "true", "<your-key>", "${VAR}", "$VAR", "xxx", "***", "process.env.KEY", "your-api-key", "{{ key }}"])
def test_what_stands_in_for_a_secret_stays(text: str) -> None:
    value = {"password": text, "api_key": text}
    assert redact.value(value, key=KEY) is value


def test_the_issuer_of_a_key_is_told_rather_than_its_name() -> None:
    key = "ghp_" + "f4keF4keF4keF4keF4keF4ke0123456789ab"
    assert redact.value({"token": key}, key=KEY) == {"token": clean(key)}


def test_the_scheme_of_an_authorization_and_the_names_of_cookies_stay() -> None:
    clean = redact.value({"Authorization": "Bearer swordfish", "Cookie": "theme=dark; sid=f4ke1m2n3b4v5"}, key=KEY)
    assert re.fullmatch(r"Bearer \[secret:auth:.{8}\]", clean["Authorization"])
    assert re.fullmatch(r"theme=dark; sid=\[secret:cookie:.{8}\]", clean["Cookie"])


@pytest.mark.parametrize("name", ["mnemonic", "seed_phrase", "recoveryPhrase", "--mnemonic"])
def test_the_words_of_a_wallet_are_secret_under_their_name(name: str) -> None:
    assert PLACEHOLDER.fullmatch(redact.value({name: "witch collapse practice feed"}, key=KEY)[name])


def test_names_beside_their_values_and_options_before_theirs_count() -> None:
    clean = redact.value({"env": [{"name": "DB_PASSWORD", "value": "swordfish"}], "argv": ("app", "--token", "sturgeon", "run")}, key=KEY)
    assert clean["env"][0]["value"].startswith("[secret:env:")
    assert clean["argv"][2].startswith("[secret:token:")
    assert clean["argv"][3] == "run"


@pytest.mark.parametrize(
    "value",
    [
        {"argv": ["sshpass", "-p", "F4ke-p4ss", "ssh", "root@h"]},
        {"argv": ("mysqldump", "-uroot", "-pF4ke-p4ss", "shop")},
        {"cmd": ["curl", "-u", "bob:F4ke-p4ss", "https://acme.test"]},
        {"argv": ["net", "user", "bob", "F4ke-p4ss", "/add"]},
        {"command": "mysql", "args": ["-uroot", "-pF4ke-p4ss"]},
    ],
)
def test_a_list_of_arguments_is_read_as_the_command_that_it_is(value: dict[str, Any]) -> None:
    clean = redact.value(value, key=KEY)
    assert "F4ke-p4ss" not in json.dumps(clean)
    words, cleaned = (one["args" if "args" in one else next(iter(one))] for one in (value, clean))
    assert [old for old, new in zip(words, cleaned, strict=True) if old != new] == [old for old in words if "F4ke-p4ss" in old]


@pytest.mark.parametrize("argv", [["mkdir", "-p", "out1/dir2"], ["docker", "run", "-u", "1000:1000"], ["mysql", "-p", "shop1234"]])
def test_a_list_of_arguments_without_a_secret_stays_the_same_object(argv: list[str]) -> None:
    assert redact.value(argv, key=KEY) is argv


def test_a_secret_found_in_one_place_of_a_value_is_taken_out_in_all_places() -> None:
    clean = redact.value({"password": "hunter2x", "log": ["login with hunter2x failed"]}, key=KEY)
    assert "hunter2x" not in json.dumps(clean)


def test_keys_are_cleaned_and_other_mappings_are_read() -> None:
    assert list(redact.value(MappingProxyType({"DB_PASSWORD=hunter2": 1}), key=KEY)) == [clean("DB_PASSWORD=hunter2")]


def test_cycles_and_lattices_end() -> None:
    cycle: list[Any] = ["DB_PASSWORD=hunter2"]
    cycle.append(cycle)
    lattice: list[Any] = ["DB_PASSWORD=hunter2"]
    for _ in range(60):
        lattice = [lattice, lattice]
    assert "hunter2" not in repr(redact.value(cycle, key=KEY))
    assert redact.value(lattice, key=KEY) != lattice[0]


def test_what_is_too_deep_to_look_at_is_not_kept() -> None:
    deep: Any = "DB_PASSWORD=hunter2"
    for _ in range(DEPTH * 20):
        deep = [deep]
    assert "hunter2" not in repr(redact.value(deep, key=KEY))


# ── laws ─────────────────────────────────────────────────────────────────────────────────────────

FRAGMENTS = st.sampled_from(
    [
        *("password", "DB_PASSWORD", "token", "secret", "api_key", "Authorization", "Cookie", "Bearer ", "Basic ", "curl -u ", "mysql -p"),
        *(
            "=",
            ": ",
            " ",
            "\n",
            '"',
            "'",
            "`",
            "\\",
            "\\n",
            "://",
            "@",
            ":",
            ";",
            "&",
            "?",
            "$",
            "{",
            "<",
            ">",
            "[",
            ".",
            "-",
            ", ",
            "é",
            "汉",
        ),
        *(
            "hunter2",
            "a",
            "7",
            "Zx9!fakeQ",
            "ZmFrZTpmYWtl",
            "eyJ",
            "sk-",
            "[secret:",
            "[secret:env:0a1b2c3d]",
            "-----BEGIN PRIVATE" + " KEY-----",
        ),
    ]
)
SOUP = st.one_of(st.text(), st.lists(FRAGMENTS, max_size=30).map("".join))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | SOUP,
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(FRAGMENTS | st.integers(), inner, max_size=4),
    max_leaves=12,
)
SECRETS = st.text("bcdfgkBCDFGK2345679", min_size=12, max_size=40).filter(
    lambda text: len(set(text)) > 6 and re.search(r"\d[A-Za-z]+\d", text) and not re.search(r"(.)\1\1", text)
)
PLACES = st.sampled_from(
    [
        *("DB_PASSWORD={}", "export API_TOKEN='{}'", '{{"clientSecret": "{}"}}', "https://bob:{}@host/x", "Authorization: Bearer {}"),
        *("curl -u bob:{} http://x", "set-cookie: session={}; Path=/", "the password is {}", "x-api-key: {}", "<password>{}</password>"),
    ]
)


@given(SOUP)
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    once = clean(text)
    assert clean(once) is once


@given(JSON)
def test_redacting_a_value_twice_changes_nothing_more(value: Any) -> None:
    once = redact.value(value, key=KEY)
    assert redact.value(once, key=KEY) == once


@given(SOUP)
def test_findings_are_in_order_inside_the_text_and_apart(text: str) -> None:
    edges = [edge for finding in redact.findings(text) for edge in (finding.start, finding.end)]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(text) for edge in edges)


@given(SECRETS, PLACES, PLACES)
def test_the_same_secret_looks_the_same_everywhere_and_another_under_another_key(secret: str, place: str, other: str) -> None:
    def mark(place: str, key: bytes) -> str:
        placeholders = PLACEHOLDER.findall(clean(place.format(secret), key))
        assert len(placeholders) == 1
        return str(placeholders[0][-9:])

    assert mark(place, KEY) == mark(other, KEY) != mark(place, b"the key of another")


@given(SECRETS, PLACES, SOUP, SOUP)
def test_the_secret_is_nowhere_in_the_output(secret: str, place: str, before: str, after: str) -> None:
    assert secret not in clean(f"{before}\n{place.format(secret)}\n{after} {secret}\n")


def shape(value: Any) -> Any:
    match value:
        case dict():
            return {"dict": [(isinstance(key, str), shape(child)) for key, child in value.items()]}
        case list() | tuple():
            return [type(value), *map(shape, value)]
        case _:
            return str if isinstance(value, str) else value


@given(JSON)
def test_a_value_keeps_its_structure(value: Any) -> None:
    assert shape(redact.value(value, key=KEY)) == shape(value)


@pytest.mark.parametrize(("letter", "anchors"), [*redact.ANCHORS, *redact.LOWER_ANCHORS])
def test_an_anchor_is_looked_for_behind_a_letter_of_its_own(letter: str, anchors: tuple[str, ...]) -> None:
    assert all(letter in anchor for anchor in anchors)
