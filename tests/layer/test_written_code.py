"""From the correction to the edit: code that a person does not want, at the moment when it is written."""

from pathlib import Path

from habitus.layer import Layer
from habitus.types import ToolCall
from layer.said import corrected
from nouns import START


def edit(tool: str, **args: str) -> ToolCall:
    """Each in a session of its own: a check that has spoken is silent for a while."""
    return ToolCall(session=args["file_path"], at=START, id="c1", tool=tool, args=args, workspace="/w")


def spoken(layer: Layer, call: ToolCall) -> list[str]:
    return [verdict.rule for verdict in layer.judge(call).verdicts if verdict.rule.startswith("learned:")]


def test_a_correction_about_code_is_held_to_when_code_is_written(layer: Layer, tmp_path: Path) -> None:
    corrected(layer, "never use console.log, use the logger")
    (rule,) = layer.store.lessons().rules()
    layer.rulebook.move(rule.id, "warn", who="owner")
    old = tmp_path / "old.js"
    old.write_text("console.log(1)\n")

    assert spoken(layer, edit("Edit", file_path="/w/a.js", old_string="x", new_string="console.log(x)"))
    assert spoken(layer, edit("Write", file_path=str(tmp_path / "new.js"), content="console.log(1)\n"))
    assert not spoken(layer, edit("Write", file_path=str(old), content="console.log(1)\nmore\n"))
    assert not spoken(layer, edit("Edit", file_path="/w/README.md", old_string="x", new_string="say console.log"))
