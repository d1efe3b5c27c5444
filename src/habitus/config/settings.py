"""Every setting, its default and the reason for it. One field is all it takes to add one: file, environment, errors and docs follow.

Standard library only: a hook process loads this before every tool call of someone's agent.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  pydantic looks the name up when it reads the annotations
from dataclasses import field
from typing import Any, Literal, TypeVar

from habitus.config.section import section

T = TypeVar("T")

DAYS = 36_500
SECONDS = 3_200_000_000
"""A century, as the longest time that anything may be told to last: what lies further back or ahead, dates cannot say."""


def setting(default: T, what: str, *, why: str, ge: float | None = None, le: float | None = None, secret: bool = False) -> T:
    """A field with its reason and its range. A secret is left out of `repr` and of error messages."""
    about: dict[str, Any] = {"what": what, "why": why, "secret": secret}
    # These names are pydantic's: it reads them from a dataclass field's metadata as if they stood in its own `Field`.
    about |= {name: bound for name, bound in (("ge", ge), ("le", le)) if bound is not None}
    about |= {"allow_inf_nan": False} if isinstance(default, float) else {}
    made: Any = field(default=default, metadata=about, repr=not secret)
    if isinstance(default, dict | list):
        made = field(default_factory=default.copy, metadata=about, repr=not secret)
    return made  # type: ignore[no-any-return]


@section
class Store:
    """Where everything is kept."""

    url: str = setting(
        "", "A file path or `postgresql://…`; empty means `habitus.db` in `HABITUS_HOME`.", why="One file needs no server.", secret=True
    )
    synchronous: Literal["normal", "full"] = setting(
        "normal", "How hard SQLite waits for the disk.", why="`normal` survives `kill -9`; `full` survives power loss too, and is slower."
    )
    busy_seconds: float = setting(
        30.0,
        "How long a write waits for another process to finish its own.",
        why="Longer than a write of ours should ever take.",
        ge=0,
        le=3600,
    )
    inline_bytes: int = setting(
        1024, "Larger contents are stored once, by hash.", why="Small ones cost less inside the row than a second lookup.", ge=0
    )
    snapshot_every: int = setting(
        64, "Events between two saved states of a session.", why="A session is picked up by folding at most this many events.", ge=1
    )
    refresh_seconds: float = setting(
        0.5,
        "How old cached lessons may be when the store is across a network.",
        why="Spares a round trip per call, and a change is in force everywhere within a second, also without Redis. 0 always asks.",
        ge=0,
        le=1,
    )


@section
class Redis:
    """The queue of pending corrections, when several machines share it."""

    url: str = setting("", "`redis://…`; empty keeps the queue in the store.", why="One machine needs no Redis.", secret=True)


@section
class Queue:
    """Corrections that wait for the learner."""

    cap: int = setting(50, "How many may wait.", why="The newest matter most; what the cap pushes out is counted and in the ledger.", ge=1)
    tries: int = setting(3, "How often one is tried.", why="Outlives a provider's hiccup; then it goes to the dead letters.", ge=1)
    lease_seconds: float = setting(
        300.0,
        "How long a learner may hold one.",
        why="Ten times what a model's answer may take; after a crash the item comes back.",
        ge=1,
        le=SECONDS,
    )


@section
class Learning:
    """Making lessons out of signals."""

    interval_seconds: float = setting(
        120.0,
        "Seconds between two looks at the queue.",
        why="Soon enough for the same conversation, rare enough to cost nothing.",
        ge=1,
        le=SECONDS,
    )
    min_confidence: float = setting(
        0.5, "A weaker signal is noted and not learned.", why="Below a half it is more likely a misreading than a correction.", ge=0, le=1
    )
    auto_apply_threshold: float = setting(
        0.7,
        "Confidence from which a known fix is offered.",
        why="The seed's: below it a fix is kept and not offered. One that was used and worked passes it.",
        ge=0,
        le=1,
    )
    session_idle_seconds: float = setting(
        1800.0,
        "A session without a word for so long has ended.",
        why="Half an hour: longer than lunch is rare, and it can go on.",
        ge=1,
        le=SECONDS,
    )
    retire_after_days: float = setting(
        180.0,
        "A rule that nobody has needed for so long is retired.",
        why="Half a year: longer than most projects sleep. It is switched off, never deleted.",
        ge=1,
        le=DAYS,
    )
    max_examples: int = setting(
        2000, "The most tasks kept as examples.", why="Years of one person's praise; the least used go first, and can come back.", ge=0
    )


@section
class Guidance:
    """What the model is told before it speaks."""

    token_budget: int = setting(600, "The most tokens it may take.", why="A page: long enough to help, too short to drown the task.", ge=0)
    max_rules: int = setting(40, "The most rules it may hold.", why="The longer the list, the less of it a model follows.", ge=0)
    max_examples: int = setting(3, "The most examples of each kind.", why="Three show a way of working; more repeat it.", ge=0)
    max_skills: int = setting(
        8, "The most skills that are named.", why="Those in use and those that this turn touches; the rest is found by a search.", ge=0
    )


@section
class Knowledge:
    """What is learned from errors and conversations beside rules."""

    enabled: bool = setting(True, "Learn and recall fixes and knowledge.", why="Off stops both; what is known stays.")
    max_context_per_layer: int = setting(3, "Entries of each kind that a prompt gets.", why="The seed's; the rest would crowd it.", ge=0)
    analysis_turn_threshold: int = setting(5, "New turns after which a conversation is looked through.", why="The seed's.", ge=1)
    analysis_token_threshold: int = setting(2000, "New tokens after which it is, sooner.", why="The seed's.", ge=1)
    retrieval_threshold: float = setting(
        0.3, "How near a piece of knowledge must be to a prompt.", why="The seed's; evolution may tune it.", ge=0, le=1
    )


@section
class Agent:
    """What an agent is offered, and what the one of our own (`habitus run`, `habitus chat`) may spend."""

    error_correction_enabled: bool = setting(True, "Offer known fixes.", why="Off keeps learning from errors, and says nothing.")
    daily_token_cap: int = setting(
        10_000_000,
        "Tokens a day that our own agent may spend, in and out, its sub-agents included; 0 means no cap.",
        why="Some three hundred answers of a long conversation: a day's work. One that nobody looks after stops here.",
        ge=0,
    )
    daily_cost_cap: float = setting(
        10.0, "US dollars a day for the same, where the price is known; 0 means no cap.", why="Lunch: a mistake stays bearable.", ge=0
    )


@section
class Graph:
    """What fails, where, and what helps, as a graph."""

    enabled: bool = setting(False, "Draw it.", why="The seed's: most people ask for a fix, not for its neighbours.")
    propagation_rate: float = setting(
        0.3, "The share of a change in confidence that like errors get.", why="The seed's: like is not the same.", ge=0, le=1
    )


@section
class Measure:
    """How the effect of lessons is measured."""

    holdout: float = setting(
        0.1, "The share of sessions that go without a lesson, so that its effect can be seen; 0 measures nothing.",
        why="One in ten: enough to tell within weeks, too few to be missed.", ge=0, le=0.5,
    )  # fmt: skip
    hold_after: int = setting(
        5,
        "Times that a lesson is told before any session goes without it.",
        why="Whoever has just said something wants to see it kept.",
        ge=0,
    )
    mistake_tokens: int = setting(
        800,
        "What a mistake costs, from the bad call to the end of its repair.",
        why="A call, its result, a correction and the call again.",
        ge=0,
    )


@section
class Evolution:
    """What is suggested by a week of figures. Per agent there is more, in its own configuration (`habitus agents set`)."""

    recall_below: float = setting(0.2, "Suggest a lower threshold where fewer searches are used.", why="One in five.", ge=0, le=1)
    recall_least: int = setting(50, "Searches before that is said.", why="With fewer, a few decide.", ge=1)
    failure_above: float = setting(0.2, "Suggest advice on a tool that fails more often.", why="The seed's.", ge=0, le=1)
    failure_least: int = setting(20, "Calls before that is said.", why="With fewer, a bad hour decides.", ge=1)
    cool_down_days: float = setting(14.0, "Days after an answer before the same is suggested again.", why="Two windows.", ge=0, le=DAYS)
    skill_days: float = setting(30.0, "Days without use after which a skill is offered for retirement.", why="A month.", ge=1, le=DAYS)
    keep_days: int = setting(90, "Days that metrics are kept.", why="A quarter, to look back on.", ge=8, le=DAYS)


@section
class Checks:
    """How the check of a learned rule moves: shadow, remind, warn; and block, which only a person can say."""

    least_fired: int = setting(3, "Calls it must have seen in shadow before it may remind.", why="Twice is chance.", ge=1)
    least_sessions: int = setting(2, "Sessions they must come from.", why="One session may have been about just that.", ge=1)
    least_reminded: int = setting(5, "Reminders before it may warn.", why="With fewer, one call more or less decides.", ge=1)
    heeded: float = setting(
        0.6,
        "The share of them that must have helped.",
        why="A rule that agents follow when reminded is right, and worth a warning.",
        ge=0,
        le=1,
    )
    window_seconds: float = setting(
        2_592_000.0,
        "How far back evidence counts.",
        why="A month: what an agent did before that, it may have unlearned.",
        ge=60,
        le=SECONDS,
    )


@section
class Notify:
    """Who is told of a new rule."""

    telegram_token: str = setting(
        "", 'The bot\'s token, best as `"{{env.NAME}}"`; empty: no message.', why="Nothing leaves unasked.", secret=True
    )
    telegram_chat: str = setting("", "The chat to write to; `SCHEDULER_NOTIFY_CHAT_ID` is read too.", why="The seed's name for it.")
    telegram_base_url: str = setting(
        "https://api.telegram.org", "Where Telegram's API is.", why="For a gateway of your own, and for tests."
    )
    webhook_url: str = setting(
        "", "An address that gets a POST for every new rule; empty: none.", why="Nothing leaves unasked.", secret=True
    )
    webhook_secret: str = setting(
        "", "Signs what is posted, so that the receiver can tell it is ours.", why="Anybody can post.", secret=True
    )
    timeout_seconds: float = setting(10.0, "How long one message may take.", why="Nothing waits for it but other messages.", ge=0.1, le=120)
    tries: int = setting(5, "How often a message is tried.", why="Over a quarter of an hour: outlives a restart.", ge=1)
    cap: int = setting(200, "How many may wait.", why="More news than anybody reads; the oldest go to the dead letters.", ge=1)
    newer_than_seconds: float = setting(
        86_400.0,
        "A rule from older words is not announced.",
        why="Reading last year's sessions must not send last year's news.",
        ge=0,
        le=SECONDS,
    )


@section
class Model:
    """The model that writes better rules. None is needed, and none is called unless it is named here."""

    provider: Literal["", "openai", "anthropic"] = setting("", "Whose API; empty: no model is ever called.", why="Nothing leaves unasked.")
    name: str = setting("", "The provider's name for the model.", why="No default: prices and fitness differ and change.")
    base_url: str = setting(
        "", "Another address that speaks the same API; empty means the provider's.", why="For local models and proxies."
    )
    api_key: str = setting(
        "", 'The key, best as `"{{env.NAME}}"`; never shown.', why="A key in a file ends up in a repository.", secret=True
    )
    timeout_seconds: float = setting(
        30.0, "How long one answer may take.", why="Past it the item goes back to the queue.", ge=0.1, le=SECONDS
    )
    daily_token_cap: int = setting(
        200_000,
        "Tokens a day, in and out; 0 means no cap.",
        why="Some two hundred corrections of a thousand tokens; a runaway stops here.",
        ge=0,
    )
    daily_cost_cap: float = setting(1.0, "US dollars a day, where the price is known; 0 means no cap.", why="A mistake stays cheap.", ge=0)
    breaker_failures: int = setting(
        3, "Failures in a row after which we stop asking; 0 means never.", why="More would only add to the provider's trouble.", ge=0
    )
    breaker_seconds: float = setting(
        300.0, "How long we then wait.", why="Outages last minutes; the queue keeps what waits.", ge=0, le=SECONDS
    )


@section
class Server:
    """`habitus serve`."""

    host: str = setting("127.0.0.1", "The address to listen on.", why="Loopback: nobody else can reach it until you say so.")
    port: int = setting(8787, "The port to listen on; 0 takes a free one.", why="Unprivileged and seldom taken.", ge=0, le=65535)
    url: str = setting(
        "",
        "What browsers call this server, such as https://habitus.example: links name it, and its name is allowed.",
        why="Empty: the address it listens on, which is right until a proxy or a container stands in front.",
    )
    allowed_hosts: list[str] = setting(
        [],
        "Other names that others reach this server by.",
        why="A name that was rebound to this address is not ours: only those named here are.",
    )
    allowed_origins: list[str] = setting(
        [],
        "Sites whose pages may ask it, with a key of their own: `https://portal.example`.",
        why="None: another site's page has no business here.",
    )
    trusted_proxies: list[str] = setting(
        [],
        "Addresses and networks of proxies in front of it, whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.",
        why="None: whoever could say themselves where they come from would guess tokens without end.",
    )
    proxy_upstream: str = setting(
        "", "The provider behind `/proxy`, such as https://api.openai.com.", why="Empty: no proxy. `habitus proxy` runs one alone."
    )
    requests_per_second: float = setting(
        200.0,
        "Requests of one caller to pages and API; twice as many at once.",
        why="A dashboard polls once a second; a script should not lean on a person's machine.",
        ge=1,
        le=1_000_000,
    )
    judged_per_second: float = setting(
        5000.0,
        "The same for what agents do at every call: judge, guide, events, hooks, MCP, telemetry.",
        why="More than any agent calls tools, and less than a loop gone wild.",
        ge=1,
        le=1_000_000,
    )
    wrong_tokens_per_second: float = setting(
        1.0,
        "Wrong keys from one address, twenty times as many at once, before no other of them is looked up.",
        why="A person mistypes a few times; whoever guesses needs millions.",
        ge=0.01,
        le=1000,
    )
    request_bytes: int = setting(
        1024 * 1024,
        "The largest request; skills, transcripts, hooks and telemetry may have more.",
        why="A tool call with more arguments than that is not one that anybody could read.",
        ge=1024,
        le=256 * 1024 * 1024,
    )
    session_hours: float = setting(
        12.0, "How long a browser stays logged in.", why="A working day: one left open overnight has to knock again.", ge=0.1, le=24
    )
    link_minutes: float = setting(
        15.0,
        "How long a link to the dashboard opens it, once.",
        why="Long enough to switch to the browser, too short to be found in a history.",
        ge=1,
        le=1440,
    )
    live_clients: int = setting(
        100,
        "Open WebSockets at most; a fourth of them with one key.",
        why="A few windows for everybody in a team; each costs memory.",
        ge=1,
        le=100_000,
    )


@section
class Behavior:
    """Rules checked at every tool call."""

    profile: str = setting(
        "coding",
        "A way of working: dev, coding, research, data, creative, assistant, one of your own, or empty for none.",
        why="Most agents that people run write code. It blocks only what destroys data, and that waits for you.",
    )
    rules: Mapping[str, bool | int] = setting(
        {}, "Rule name → on, off, or its number (of edits, of calls).", why="Empty leaves every rule as its profile has it."
    )
    custom: list[Any] = setting([], "Rules of your own, in the short form.", why="Organisations have rules that no profile can know.")
    rule_definitions: list[Any] = setting(
        [], "Rules of your own, with every condition; one with a built-in's id replaces it.", why="The same."
    )
    state_tracking: Mapping[str, Any] = setting(
        {}, "Sets, counters and flags to track beside the usual ones.", why="Rules about other tools than files need other state."
    )
    classify_turns: bool = setting(False, "Ask a small model before each turn how to go about it.", why="It costs a call a turn.")
    classifier: Mapping[str, Any] = setting(
        {}, "When it is asked, what it may answer, how that is put.", why="Every app has its words.", secret=True
    )
    brain: Mapping[str, Any] = setting({}, "The model for it, where it is not `model`.", why="A small one is enough.", secret=True)
    use_agent_brain: bool = setting(True, "Use `model` where no brain is given.", why="One key is easier to have than two.")
    profiles: str = setting(
        "", "A folder with profiles of your own, one YAML file each.", why="Shared by several agents, kept in one place."
    )


@section
class Security:
    """What a call has to pass."""

    approval_seconds: float = setting(
        3600.0,
        "How long an approval waits for an answer, and how long a given one can be used.",
        why="An hour is a meeting; a yes from yesterday was about another state of things.",
        ge=1,
        le=86400,
    )
    behavior: Behavior = field(default_factory=Behavior)


@section
class Capabilities:
    """Which tools may be called at all."""

    default_policy: Literal["auto", "allow", "ask", "deny"] = setting(
        "auto",
        "For tools that no list names; `auto` allows.",
        why="The rules are what keeps an agent tidy; a policy is for those who need one.",
    )
    allow: list[str] = setting([], "Tools that may be called.", why="For use under a stricter default.")
    ask: list[str] = setting([], "Tools that a person is asked about at every call.", why="An approval holds for one exact call.")
    deny: list[str] = setting([], "Tools that may not be called.", why="No approval lifts this.")


@section
class Settings:
    """All of them."""

    store: Store = field(default_factory=Store)
    redis: Redis = field(default_factory=Redis)
    queue: Queue = field(default_factory=Queue)
    learning: Learning = field(default_factory=Learning)
    guidance: Guidance = field(default_factory=Guidance)
    checks: Checks = field(default_factory=Checks)
    knowledge: Knowledge = field(default_factory=Knowledge)
    agent: Agent = field(default_factory=Agent)
    graph: Graph = field(default_factory=Graph)
    measure: Measure = field(default_factory=Measure)
    evolution: Evolution = field(default_factory=Evolution)
    notify: Notify = field(default_factory=Notify)
    model: Model = field(default_factory=Model)
    server: Server = field(default_factory=Server)
    security: Security = field(default_factory=Security)
    capabilities: Capabilities = field(default_factory=Capabilities)
