"""Pages that say what went wrong speak to a person with a browser: no route of the API, no command, and the line that is in the way."""

import ast
import re
from html import unescape
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from starlette.testclient import TestClient

from habitus.layer import Layer
from habitus.server import api
from habitus.server.pages import words
from server.furnished import CHECKED, OTHER, furnish

SPANISH = {"Accept-Language": "es"}
GONE = "99999999-0000-4000-8000-000000000000"
SHOWN = (
    "agents",
    "approvals",
    "evolution",
    "health",
    "ledger",
    "learnings",
    "persona",
    "proposals",
    "queue",
    "rules",
    "sessions",
    "skills",
)
"""Modules of the API whose functions the pages call."""
ONLY_HTTP = ("More than ", "has no file ", "Nothing was counted ")
"""What no page asks for."""
FOREIGN = re.compile(r"/v1/|`habitus |--\w")


@pytest.fixture
def full(layer: Layer) -> Layer:
    furnish(layer)
    return layer


def told(page: str) -> str:
    """What stands in the red box."""
    found = re.search(r'role="alert">(.*?)</div>', page, re.DOTALL)
    assert found
    return unescape(re.sub(r"<[^>]+>", "", found[1]))


def _refusals(module: ModuleType) -> list[str]:
    """Sentences that end a request, with something in every place."""
    found = []
    for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem" and len(node.args) == 2:
            match node.args[1]:
                case ast.JoinedStr(values=parts):
                    found.append("".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in parts))
                case ast.Constant(value=str() as text):
                    found.append(text)
    return found


@pytest.mark.parametrize("lang", sorted(words.LANGUAGES))
@pytest.mark.parametrize("name", SHOWN)
def test_no_page_sends_a_person_to_a_route_or_a_terminal(lang: str, name: str) -> None:
    found = [one for one in _refusals(import_module(f"{api.__name__}.{name}")) if not any(part in one for part in ONLY_HTTP)]

    assert [one for one in found if FOREIGN.search(words.retold(lang, "problem", one))] == []


@pytest.mark.parametrize("lang", sorted(words.LANGUAGES))
def test_what_the_layer_refuses_names_no_command_either(lang: str) -> None:
    said = words.sentences(lang)["problem"]

    assert {text: other for text, other in said.items() if FOREIGN.search(other)} == {}


@pytest.mark.parametrize(
    ("path", "english", "spanish"),
    [
        ("/sessions/zzz", "There is no session 'zzz': the page of sessions lists them.", "No hay ninguna sesión 'zzz'"),
        ("/skills/none-such", "There is no skill 'none-such': the page of skills lists them.", "No hay ninguna habilidad"),
        ("/ledger/999999", "The ledger has no line 999999: its page lists what can be taken back.", "El registro no tiene la línea"),
    ],
)
def test_what_is_not_there_is_said_in_plain_words(full: Layer, quiet: TestClient, path: str, english: str, spanish: str) -> None:
    assert told(quiet.get(path).text) == english
    assert told(quiet.get(path, headers=SPANISH).text).startswith(spanish)


def test_an_agent_that_is_there_already_is_said_so(full: Layer, quiet: TestClient) -> None:
    page = quiet.post("/agents", data={"id": "bot", "kind": "predefined"}).text

    assert told(page) == "The agent 'bot' is there already: look for it in the list."


def test_an_undo_names_the_line_that_is_in_the_way_and_leads_there(full: Layer, quiet: TestClient) -> None:
    first = full.store.entries(item=OTHER, changes=True, limit=1)[0]
    quiet.post(f"/behavioral-rules/{OTHER}", data={"do": "off"})
    last = full.store.entries(item=OTHER, changes=True, limit=1)[0]

    page = quiet.post(f"/ledger/{first.id}/undo").text

    assert told(page) == f"This was changed again after line {first.id}, last in line {last.id} (switched off): take that back first."
    assert f'href="/ledger/{last.id}">Line {last.id}</a>' in page
    assert "(apagada): deshaz esa primero." in told(quiet.post(f"/ledger/{first.id}/undo", headers=SPANISH).text)


def test_a_second_undo_of_the_same_line_does_not_send_anybody_to_bring_it_back(full: Layer, quiet: TestClient) -> None:
    gone = full.rulebook.delete(CHECKED, who="ana")[1]
    quiet.post(f"/ledger/{gone}/undo")
    undone = full.store.entries(item=CHECKED, changes=True, limit=1)[0]

    page = quiet.post(f"/ledger/{gone}/undo").text
    spanish = quiet.post(f"/ledger/{gone}/undo", headers=SPANISH).text

    assert told(page) == f"Line {gone} was taken back already, in line {undone.id}: there is nothing more to do."
    assert f'href="/ledger/{undone.id}">Line {undone.id}</a>' in page
    assert told(spanish) == f"La línea {gone} ya se deshizo, en la línea {undone.id}: no hay nada más que hacer."
    assert full.store.lessons().rule(CHECKED)


def ways(page: str) -> set[str]:
    """Where the language is changed, and where Back leads."""
    return {*re.findall(r'href="/lang/\w+\?back=([^"]*)"', page), *re.findall(r'href="([^"]*)">Back<', page)}


@pytest.mark.parametrize(
    ("path", "form", "to"),
    [
        ("/evolution/answer", {"agent": "bot", "id": "gone", "status": "rejected"}, "/evolution"),
        ("/ledger/999999/undo", {"back": "/sessions"}, "/sessions"),
        (f"/behavioral-rules/{GONE}", {"do": "on", "back": f"/behavioral-rules/{GONE}?list=q"}, "/behavioral-rules"),
    ],
)
def test_every_way_on_from_a_problem_leads_to_a_page(full: Layer, quiet: TestClient, path: str, form: dict[str, str], to: str) -> None:
    page = quiet.post(path, data=form)

    assert (page.status_code, ways(page.text)) == (404, {to})
    assert quiet.get(to).status_code == 200


def test_what_is_not_there_is_said_in_another_language_too(quiet: TestClient) -> None:
    assert ways(quiet.get("/skills/none-such").text) == {"/skills/none-such", "/skills"}


@pytest.mark.parametrize(
    ("text", "spanish"),
    [
        ("a suggestion that is applied cannot become rejected: roll it back to undo it", "«aplicado» no puede pasar a «rechazado»: "),
        ("rule0 was approved by owner: take it back from the ledger.", "rule0 ya tiene respuesta («aprobado», dueño): "),
        ("rule0 was rejected by another: take it back with `habitus undo`", "rule0 ya tiene respuesta («rechazado», otra persona): "),
        ("The approval 7 was denied by ana: if the call is made again, it asks again.", "7 ya tiene respuesta («denegado», ana): "),
        ("'bot' has no SOUL.md of version 77: `GET /v1/persona` lists what there is.", "'bot' no tiene la versión 77 de SOUL.md: "),
        ("'bot' has no SOUL.md: `GET /v1/persona` lists what there is.", "'bot' no tiene SOUL.md: "),
    ],
)  # fmt: skip
def test_what_was_refused_is_said_in_whole_spanish(text: str, spanish: str) -> None:
    assert spanish in words.retold("es", "problem", text)


def test_a_name_in_a_sentence_stands_out(quiet: TestClient) -> None:
    assert "<code>do</code>" in quiet.post("/health/queue", data={"do": "nothing"}).text


@pytest.mark.parametrize(
    ("path", "form", "spanish"),
    [
        ("/health/queue", {"do": ""}, "do: '' no es nada que se pueda hacer aquí."),
        ("/inbox", {"answer": "maybe", "id": "rule0"}, "answer: 'maybe' no es nada que se pueda hacer aquí."),
        ("/errors", {}, "text no puede estar vacío. tool no puede estar vacío."),
        ("/behavioral-rules", {"text": "x", "rule_type": "style"}, "rule_type tiene que ser 'refusal', 'hallucination', 'wrong_skill', "),
        (
            "/behavioral-rules/read_before_edit",
            {"do": "off"},
            "read_before_edit es una regla declarada, y nadie la aprendió: cámbiala con ",
        ),
        (
            "/knowledge",
            {"do": "forget", "kind": "knowledge", "id": ""},
            "No hay ningún conocimiento '': la lista dice los identificadores.",
        ),
        ("/knowledge", {"do": "forget", "kind": "examples", "id": "x" * 3000}, "No hay ningún ejemplo 'xxxx"),
        ("/knowledge", {"do": "forget", "kind": "strategies", "id": "x"}, "No hay ninguna estrategia 'x': "),
        ("/evolution/answer", {"agent": "bot", "id": "x" * 3000, "status": "rejected"}, "No hay ninguna sugerencia 'xxxx"),
        (
            "/agents/set",
            {"agent": "bot", "key": "self_evolve", "value": "-1"},
            "self_evolve del agente 'bot' tiene que ser verdadero o falso",
        ),
        (
            "/agents/set",
            {"agent": "bot", "key": "skill_nudge_interval", "value": "x"},
            "skill_nudge_interval del agente 'bot' tiene que ser un",
        ),
        ("/agents/set", {"agent": "bot", "kind": "x"}, "El tipo del agente 'bot' tiene que ser predefinido o abierto, y es 'x'"),
        ("/ledger/all", {"seen": "1-1"}, "Di qué hay que deshacer: una sesión, o un momento."),
        ("/ledger/all", {"since": "soon"}, "since tiene que ser un momento como 2026-10-01T09:00:00Z."),
    ],
)
def test_a_form_that_nobody_could_send_is_refused_in_the_readers_language(
    full: Layer, quiet: TestClient, path: str, form: dict[str, str], spanish: str
) -> None:
    said = told(quiet.post(path, data=form, headers=SPANISH).text).replace("`", "")

    assert said.startswith(spanish)
    assert not re.search(r"\b(the|must|is|or|and|of|it|with)\b", said.replace("false", ""))
