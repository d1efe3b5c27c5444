"""What an agent is, may change of itself, and has learned to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from habitus.types.noun import noun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from habitus.types.lessons import Origin


@noun
class Agent:
    """An agent and its switches, as they are in force: an open agent's are off, whatever was stored."""

    id: str
    kind: Literal["predefined", "open"] = "predefined"
    self_evolve: bool = False
    """May refine SOUL.md and CAPABILITIES.md."""
    skill_evolve: bool = False
    """May keep skills, with the user's consent."""
    skill_nudge_interval: int = 15
    """Tool calls in a run before it offers to keep a skill; 0: it never offers."""
    other_config: Mapping[str, Any]
    """All that was stored for it, as it was stored: the home of what evolution tunes."""


class Violation(NamedTuple):
    """Something in a skill or a persona file that must not be there."""

    rule: str
    category: str
    line: int
    """Counted from 1, in the file as it was given."""
    excerpt: str
    reason: str
    """In words that say what it does, and what to do instead."""
    path: str = ""
    """The file, where there are several."""


Visibility: TypeAlias = Literal["private", "internal", "public"]


@noun
class Skill:
    """A folder of instructions that an agent can follow, by the name it is kept under: a row of `skills`."""

    slug: str
    name: str
    description: str
    version: int
    owner: str
    visibility: Visibility = "private"
    status: Literal["active", "archived", "deleted"] = "active"
    is_system: bool = False
    frontmatter: Mapping[str, Any]
    accepted: Mapping[str, str]
    """Rules of the guard that an operator has let pass for this skill, and why."""
    digest: str
    """Of the whole folder: equal digests, equal skills."""
    size: int
    trash: str = ""
    """Where its folder lies since it was deleted."""
    created_at: datetime
    updated_at: datetime
    uses: int = 0
    last_used: datetime | None = None
    helped: int = 0
    """Uses after which the person was content, or nothing failed."""


Role: TypeAlias = Literal["agent", "user", "viewer", "operator", "admin"]


@noun
class Caller:
    """Who asks for a change, and on whose behalf."""

    name: str
    """Of the person, or of the agent that acts by itself."""
    role: Role = "agent"
    agent: str = ""
    session: str = ""

    @property
    def is_trusted(self) -> bool:
        """Answers for what is done here: no consent has to be asked of anybody else."""
        return self.role in ("operator", "admin")


@noun
class Bundle:
    """The folder itself: SKILL.md, and the files beside it by their path."""

    text: str
    files: Mapping[str, bytes]


@noun
class SkillVersion:
    """One state of a skill that was in force. Never changed."""

    slug: str
    version: int
    digest: str
    size: int
    origin: Origin
    why: str
    at: datetime


PersonaFile: TypeAlias = Literal["SOUL.md", "CAPABILITIES.md", "IDENTITY.md", "AGENTS.md"]
"""The first two an agent may refine; the others are its maker's."""


@noun
class PersonaVersion:
    """One state of a file in which an agent says who it is."""

    agent: str
    file: PersonaFile
    version: int
    text: str
    origin: Origin
    why: str
    at: datetime


class Nudge(NamedTuple):
    """A sentence for the model, or for the end of its answer, that its host shows once."""

    key: Literal["70", "90", "postscript"]
    """What has been shown once in a run is not shown again: the host remembers the key."""
    text: str
    is_kept: bool
    """It becomes part of the session. A reminder to the model does not."""
