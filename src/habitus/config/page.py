"""docs/settings.md, from the settings themselves."""

from __future__ import annotations

import json
from itertools import groupby
from typing import get_type_hints

from habitus.config.keys import Key, Place, keys
from habitus.config.settings import Settings

HEAD = """\
# Settings

<!-- Generated from src/habitus/config/settings.py; change it there. -->

Everything works without a settings file. One is looked for in this order: `--config`, `HABITUS_CONFIG`, `./habitus.yaml`,
`$HABITUS_HOME/habitus.yaml` (`HABITUS_HOME` is `~/.habitus` unless set). Every setting can also be given in the environment, which wins
over the file. In the file, `maxRules` is the same as `max_rules`. Text may name an environment variable: `"{{env.NAME}}"`, in quotes.

```yaml
store:
  synchronous: full
guidance:
  max_rules: 20
```
"""


def document() -> str:
    return "\n".join([HEAD, *(_section(place, list(members)) for place, members in groupby(keys(), key=lambda key: key.place[:-1]))])


def _section(place: Place, members: list[Key]) -> str:
    section: type = Settings
    for name in place:
        section = get_type_hints(section)[name]
    rows = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in _cells(key))} |" for key in members]
    head = ["| key | environment | default | must be | what it does, and why |", "|---|---|---|---|---|"]
    return "\n".join([f"## {'.'.join(place)}", "", section.__doc__ or "", "", *head, *rows, ""])


def _cells(key: Key) -> list[str]:
    default = json.dumps(key.default).removesuffix(".0")
    return [f"`{'.'.join(key.place)}`", f"`{key.variable}`", f"`{default}`", key.wanted, f"{key.about['what']} {key.about['why']}"]
