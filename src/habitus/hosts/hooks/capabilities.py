"""What each host can really do: one table for the encoders, `habitus doctor` and the docs. Seen by running the programs, or read in them.

Frameworks: [LangChain](langchain.md), [OpenAI Agents SDK](openai-agents.md), [Pydantic AI](pydantic-ai.md),
[Claude Agent SDK](claude-agent-sdk.md), [plain functions](functions.md), [LiteLLM](litellm.md). Anything else: the [proxy](proxy.md),
[MCP](mcp.md), or [OpenTelemetry](otlp.md), which only listens.

Where a host cannot do what a rule asks for, the rule degrades as the table says, and never silently: `ask` becomes a denial with its
reason, and what cannot be said before a call is said after it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class Host(NamedTuple):
    name: str
    title: str
    module: str
    seen: str
    """The version of the program that this was seen or read in."""
    is_seen: bool
    """True: our tests run the real program. False: by its documents and source alone."""
    transport: str
    asks: bool
    """`ask` puts the call before a person. False: it would run, so it is denied."""
    says_before: bool
    """A warning reaches the model before the call runs. False: with its result."""
    says_after: bool = True
    says_at_start: bool = True
    says_at_prompt: bool = True
    words: Literal["as it speaks", "at the end of a turn", "never"] = "at the end of a turn"
    """When we hear what the agent says. Rules about that are silent before it."""
    stops: bool = True
    """It can be held back from ending its turn, once, to check its work."""
    ids: bool = True
    """Each call has a name of its own. False: told apart by their arguments."""
    failing: str = "the call runs"
    """What happens when a hook of ours fails or takes too long, unless it was installed with `--on-failure block`."""
    blocks_on_failure: str = ""
    """How `--on-failure block` is done; empty: it cannot be done."""
    trust: str = ""
    """What a person has to do in the host before it runs our hooks."""
    nudges: str = "with a tool's result"
    """Where the skill loop's reminders to the model are shown; empty: nowhere."""
    postscript: str = ""
    """Where its question to the user is shown; empty: nowhere, because the host shows a person none of our words."""


_ALL = (
    Host(
        name="claude-code", title="Claude Code", module="claude_code", seen="2.1.325", is_seen=True, transport="http, command",
        asks=True, says_before=True, words="as it speaks", postscript="as a message to the user",
        blocks_on_failure="`onFailure: block` (2.1.295 and later)",
    ),
    Host(
        name="codex", title="Codex", module="codex", seen="0.166.0", is_seen=True, transport="command", asks=False, says_before=True,
        postscript="as a message to the user, which `codex exec` does not print",
        blocks_on_failure="exit code 2, unless the hook itself is killed", trust="open Codex once and trust the hooks under /hooks",
    ),
    Host(
        name="gemini", title="Gemini CLI", module="gemini", seen="0.61.0", is_seen=True, transport="command", asks=False, says_before=False,
        ids=False, postscript="as a message to the user", blocks_on_failure="exit code 2, unless the hook itself is killed",
        trust="hooks of a project: accept them when Gemini CLI shows them",
    ),
    Host(
        name="cursor", title="Cursor", module="cursor", seen="1.0.32", is_seen=False, transport="command", asks=True, says_before=True,
        blocks_on_failure="`failClosed`",
    ),
    Host(
        name="copilot", title="GitHub Copilot CLI", module="copilot", seen="1.0.102", is_seen=True, transport="command", asks=True,
        says_before=True, words="never", ids=False, blocks_on_failure="exit code 2; a hook that takes too long lets the call run",
        trust="hooks of a repository: trust its folder",
    ),
    Host(
        name="opencode", title="OpenCode", module="opencode", seen="1.18.33", is_seen=True, transport="a plugin, which starts a command",
        asks=False, says_before=False, words="never", stops=False, blocks_on_failure="the plugin throws",
    ),
)  # fmt: skip

FRAMEWORKS = (
    ("LangChain", "in the system message of the next request", "under the final answer"),
    ("OpenAI Agents SDK", "in the instructions of the next request", "no"),
    ("Pydantic AI", "in the instructions of the next request", "under an output that is text"),
    ("Claude Agent SDK", "with a tool's result", "as a system message of the stream"),
    ("plain functions, LiteLLM, proxy, MCP gateway", "no", "no"),
)
"""Where the skill loop's words go in frameworks: the same two places."""

HOSTS: dict[str, Host] = {host.name: host for host in _ALL}


PAGE = """\
# The agents it works with

Written from the code by `docs/generate.py`: the same table decides what our hooks answer.

`habitus install HOST` puts hooks into the host's own settings file (`--dry-run` shows the diff), `habitus uninstall HOST` leaves the file
as it was, and `habitus doctor` proves for each installed host that a call is blocked and a reminder arrives.

{table}

Where a host cannot do what a rule asks for, the rule degrades as the table says, and the host's page says how: what it cannot ask about is
denied and waits in `habitus approvals`, and what it cannot say before a call it says with the result.

The skill loop, for an agent that may keep skills (`habitus agents set HOST skill_evolve true`; off, it says nothing and costs nothing).
Reminders come when 70 % and 90 % of a budget are used: the framework's, or what you set with `habitus agents set HOST max_turns N`; at a
hook every tool call counts as one. The question comes under an answer that took `skill_nudge_interval` calls. Skills themselves are kept
with `skill_manage` of [our MCP server](mcp.md), after the user has said "save as skill".

{loop}

The process behind it is the warm daemon: one per `HABITUS_HOME`, started by the first hook, on a socket that only its owner can open
(`habitus daemon status`). While `habitus serve` runs, it answers instead. Settings are those of `HABITUS_HOME`, or `HABITUS_CONFIG`; a
`habitus.yaml` in the folder that an agent works in is not read by hooks, because it may be anybody's.
"""


def page() -> str:
    """The text of docs/hosts/README.md."""
    loop = [("host", "reminders to the model", "question to the user")]
    loop += [("---", "---", "---"), *((host.title, host.nudges or "no", host.postscript or "no") for host in _ALL), *FRAMEWORKS]
    return PAGE.format(table=table(), loop="\n".join(f"| {' | '.join(row)} |" for row in loop))


def table(pages: str = "") -> str:
    """What each host can be made to do, as Markdown: also for the README. `pages`: the way to the hosts' pages."""
    heads = (
        "host", "block a call", "ask a person", "warn before a call", "remind after it", "guidance", "hold back the end of a turn",
        "hears the agent", "skill loop", "when a hook fails", "before it works", "checked with",
    )  # fmt: skip
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(_cells(host, pages)) + " |" for host in _ALL])


def _cells(host: Host, pages: str) -> tuple[str, ...]:
    places = [name for name, can in (("session start", host.says_at_start), ("prompt", host.says_at_prompt)) if can]
    failing = host.failing + (f"; on request it is blocked: {host.blocks_on_failure}" if host.blocks_on_failure else "")
    return (
        f"[{host.title}]({pages}{host.name}.md)", "yes", "yes" if host.asks else "denied instead",
        "yes" if host.says_before else "after it", "yes" if host.says_after else "no", ", ".join(places) or "no",
        "once" if host.stops else "no", host.words, _loop(host), failing,
        host.trust or "nothing", f"{host.seen}, " + ("the real program" if host.is_seen else "its documents"),
    )  # fmt: skip


def _loop(host: Host) -> str:
    return " and ".join(name for name, where in (("reminds the model", host.nudges), ("asks the user", host.postscript)) if where) or "no"
