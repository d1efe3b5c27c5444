"""How people correct an agent, in tests."""

from habitus.layer import Layer
from nouns import call, result, user


def corrected(layer: Layer, said: str = "no, use pnpm instead of npm", *, session: str = "s1", workspace: str = "/w") -> None:
    layer.observe(user("add lodash", session=session, key="u1", workspace=workspace))
    layer.observe(call("Bash", session=session, command="npm install lodash"))
    layer.observe(result(session=session))
    layer.observe(user(said, session=session, key="u2"))


def verbs(layer: Layer, table: str = "") -> list[str]:
    """What was done, oldest first."""
    return [entry.verb for entry in reversed(layer.store.entries(changes=True, limit=1000)) if entry.table == table or not table]
