"""A replica without a network: takes one JSON line per event, answers one line when it was taken in.

{"user": text} or {"call": id, "command": text}, each call in a session of its own. The answer is
{"taken": ..., "said": [learned rules that spoke, or would have], "away": bool}
"""

import json
import sys
from datetime import UTC, datetime

from habitus import assemble
from habitus.types import ToolCall, UserMessage


def main() -> None:
    layer = assemble.layer()
    print(json.dumps({"taken": "ready"}), flush=True)
    for line in sys.stdin:
        given, now = json.loads(line), datetime.now(UTC)
        said: list[str] = []
        if "user" in given:
            layer.observe(UserMessage(session="s1", at=now, text=given["user"], key=given["user"], workspace="/w"))
        else:
            call = ToolCall(
                session=given["call"], at=now, id=given["call"], tool="Bash", args={"command": given["command"]}, workspace="/w"
            )
            decision = layer.judge(call)
            said = [one.rule for one in decision.verdicts + decision.shadows if one.rule.startswith("learned:")]
        away = layer.shelter is not None
        print(json.dumps({"taken": given.get("user") or given["call"], "said": said, "away": away}), flush=True)
    layer.close()


main()
