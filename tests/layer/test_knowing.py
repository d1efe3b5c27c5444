"""Conversations become knowledge, by themselves."""

from pathlib import Path

from habitus import assemble
from habitus.config import Settings
from habitus.config.settings import Graph, Knowledge
from habitus.errors import ModelError
from habitus.layer import Layer
from habitus.learn.knowledge.asked import Answer, Drawn
from habitus.models.scripted import ScriptedModel
from habitus.types import AgentText, Event, SessionEnd
from nouns import START, FrozenClock, call, result, user

STATED = "our staging server is heron.internal"


def talked(layer: Layer, *said: str, session: str = "s1", start: int = 0) -> None:
    for n, text in enumerate(said, start):
        layer.observe(user(text, session=session, key=f"u{n}", workspace="/w"))
        layer.observe(AgentText(session=session, at=START, key=f"a{n}", text="Understood."))


def known(layer: Layer) -> list[str]:
    return [one.text for one in layer.store.lessons().knowledge()]


def test_a_conversation_is_looked_through_when_enough_was_said(layer: Layer) -> None:
    talked(layer, STATED, "ok", "go on", "and now?")
    layer.tend()
    assert known(layer) == []

    talked(layer, "fine", start=4)
    assert layer.tend().knowledge == 1

    assert "heron" in known(layer)[0]
    assert layer.tend().knowledge == 0


def test_what_is_left_is_looked_through_when_the_session_ends_or_falls_silent(layer: Layer, clock: FrozenClock) -> None:
    talked(layer, STATED, session="ended")
    layer.observe(SessionEnd(session="ended", at=START, key="end"))
    talked(layer, "we use pnpm in this project", session="silent")
    layer.tend()
    assert len(known(layer)) == 1

    clock.forward(minutes=31)
    layer.tend()

    assert len(known(layer)) == 2


def test_what_is_known_is_told_where_it_matters_and_its_use_is_counted(layer: Layer) -> None:
    talked(layer, STATED)
    layer.observe(SessionEnd(session="s1", at=START, key="end"))
    layer.tend()
    layer.observe(user("deploy to the staging server", session="s2", key="u1", workspace="/w"))

    assert "[KNOWN HERE]" in layer.guide("s2", "deploy to the staging server").text
    assert "heron" not in layer.guide("s2", "write a poem about autumn").text
    layer.tend()
    assert layer.store.lessons().knowledge()[0].times_applied == 1


def test_a_change_is_a_new_version_and_the_old_one_is_kept(layer: Layer) -> None:
    talked(layer, STATED)
    layer.observe(SessionEnd(session="s1", at=START, key="end"))
    layer.tend()
    talked(layer, "our staging server is egret.internal", session="s2")
    layer.observe(SessionEnd(session="s2", at=START, key="end"))
    layer.tend()

    (latest,) = layer.store.lessons().knowledge()
    assert "egret" in latest.text
    assert latest.version == 2
    verbs = [entry.verb for entry in layer.store.entries(changes=True) if entry.table == "knowledge"]
    assert verbs == ["changed", "superseded", "new"]


def test_switched_off_nothing_is_looked_through_or_told(tmp_path: Path, clock: FrozenClock) -> None:
    layer = assemble.layer(Settings(knowledge=Knowledge(enabled=False)), home=tmp_path, clock=clock)
    talked(layer, STATED)
    layer.observe(SessionEnd(session="s1", at=START, key="end"))

    assert layer.tend().knowledge == 0
    assert known(layer) == []
    layer.close()


def test_with_a_model_one_bad_item_costs_only_itself_and_an_outage_only_time(tmp_path: Path, clock: FrozenClock) -> None:
    layer = assemble.layer(Settings(graph=Graph(enabled=True)), home=tmp_path, clock=clock)
    edge = {"subject": "staging", "predicate": "is", "object": "heron.internal"}
    good = Drawn(kind="fact", text="The staging server is heron.internal.", about="staging server", confidence="high", quote=STATED, **edge)
    bad = Drawn(kind="rumour", text="x", confidence=0.9)
    layer.model = ScriptedModel([ModelError("away"), Answer(items=[bad, good]), Answer(items=[])])
    talked(layer, STATED, "ok", "go on", "and now?", "fine")

    assert layer.tend().knowledge == 0
    clock.forward(seconds=120)
    assert layer.tend().knowledge == 1

    assert known(layer) == ["The staging server is heron.internal."]
    assert layer.store.entries(verb="not believed")
    assert layer.store.lessons().triples()
    layer.close()


def test_a_correction_that_was_heard_is_not_handed_on_again(layer: Layer, clock: FrozenClock) -> None:
    for n, session in enumerate(("monday", "tuesday")):
        said: list[Event] = [
            user("add lodash", session=session, key="u1", workspace="/w"),
            call("Bash", id="c1", session=session, command="npm install lodash"),
            result("c1", session=session),
            user("no, always use pnpm instead of npm", session=session, key="u2", workspace="/w"),
        ]
        layer.history.take(said)
        clock.forward(seconds=86_400 * (n + 1))
        layer.tend()

    (only,) = layer.store.lessons().rules()
    assert only.evidence_for == 2


def test_a_correction_that_only_the_conversation_shows_holds_in_its_project(layer: Layer, clock: FrozenClock) -> None:
    layer.observe(user("add the parser", key="u1", workspace="/w"))
    layer.observe(call("Edit", file_path="parse.ts", new_string="const x: any"))
    layer.observe(result())
    layer.observe(user("no any, use unknown in signatures", key="u2", workspace="/w"))
    layer.observe(SessionEnd(session="s1", at=START, key="end"))
    layer.tend()
    clock.forward(minutes=5)
    layer.tend()

    assert [str(rule.scope) for rule in layer.store.lessons().rules()] == ["project:/w"]
