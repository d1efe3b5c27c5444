"""What the rules would say of a call that is not made: the gates of `Layer.judge`, and nothing kept, counted, asked or used up.

An approval that a person has given beforehand is not looked for: it would be used up by the call itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from habitus.layer import Layer
    from habitus.types import Decision, ToolCall


def weigh(layer: Layer, call: ToolCall) -> Decision:
    follows, lessons = layer._live, layer._lessons
    call = follows.placed(follows.cleaned(call))
    with follows.lock:
        live = layer.session(call.session)
        layer.caught_up()
        learned = lessons.checks(live, call.tool, call.workspace)
        decision, _ = layer.gates.judge(call.id, live, follows.seen(call, live), call.at.timestamp(), learned)
        return layer.growing.at_the_door(call, live, layer._held_back(live, decision), lessons.version)
