"""An app file → `App`, or one `ConfigError` with all that is wrong with it: file, line, key, and what it must be.

The reader is the one of habitus.yaml; here is what only apps have. The text is a stranger's until it is parsed.
"""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from habitus.agent.app import agents, capabilities, laid, templates
from habitus.agent.app.brains import expanded
from habitus.agent.app.nouns import App
from habitus.agent.app.shape import ABSENT, DESCRIPTIVE, MACHINE, AppFile
from habitus.agent.tools import options as tool_options
from habitus.agent.tools.tool import MODULES
from habitus.config import Settings
from habitus.config.read import MOST_BYTES, checked, complain, in_file, mapping_of, nearest, text_of, validated
from habitus.config.yaml_text import snake
from habitus.errors import ConfigError
from habitus.layer.agents import checked as fit_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.app.nouns import AgentSpec
    from habitus.config.keys import Place
    from habitus.config.read import Problem, Tree

QUOTED = re.compile(r"`([^`]+)` (.+)", re.DOTALL)
OURS = frozenset(Settings.__dataclass_fields__)


def read(path: str | os.PathLike[str], environ: Mapping[str, str] = os.environ) -> App:
    return parsed(text_of(Path(path)), os.fspath(path), environ)


def parsed(text: str, name: str, environ: Mapping[str, str] = os.environ) -> App:
    """`name`: the file's, for errors and for what is seen from its folder; it need not exist."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise ConfigError(f"{name} is larger than {MOST_BYTES // 1024} KB; an app file is not, so it was not read")
    return Reading(text, name, environ).app()


class Reading:
    """One file, and what was found wrong with it so far."""

    def __init__(self, text: str, name: str, environ: Mapping[str, str]) -> None:
        self.text, self.name, self.environ = text, name, environ
        self.problems: list[Problem] = []
        self.moved: capabilities.Moved = {}

    def app(self) -> App:
        tree = self._tree()
        self._refuse_machines(tree)
        modules = self._modules(tree)
        crew, entry = agents.read(agents.Around(tree, modules, self.name, self.environ, self.problems, self.said))
        self._check_folder(tree)
        self._check_name(tree)
        complain(in_file(self.name, self.text, [(capabilities.in_the_file(at, self.moved), flaw) for at, flaw in self.problems]))
        return self._made(tree, modules, crew, entry)

    def said(self, place: Place, problem: str) -> str:
        return in_file(self.name, self.text, [(place, problem)])[0]

    def _tree(self) -> Tree:
        from habitus.assemble import faults_of

        given = self._relevant(mapping_of(self.name, self.text))
        given, self.moved = capabilities.at_the_top(given, self.problems)
        given = templates.filled(given, self.environ, self.problems)
        tree, found = checked(given, None, faults_of, AppFile)
        self.problems += found
        return tree

    def _relevant(self, given: Tree) -> Tree:
        """Without the keys of other programs; those that promise something are problems."""
        for place in {*DESCRIPTIVE, *ABSENT}:
            block = given.get(place[0]) if place else given
            if not isinstance(block, dict):
                continue
            foreign = [name for name in block if snake(str(name)) in ABSENT.get(place, ())]
            self.problems += [((*place, name), "is nothing that Habitus does: take it out") for name in foreign]
            read_over = (*foreign, *(name for name in block if snake(str(name)) in DESCRIPTIVE.get(place, ())))
            left = {name: value for name, value in block.items() if name not in read_over}
            given = given | {place[0]: left} if place else left
        return given

    def _refuse_machines(self, tree: Tree) -> None:
        self.problems += [((name,), "is the machine's and not an app's: put it into habitus.yaml") for name in MACHINE if name in tree]

    def _modules(self, tree: Tree) -> dict[str, dict[str, Any]]:
        given = _block(tree, "tools").get("modules")
        found = {}
        for name, options in given.items() if isinstance(given, dict) else ():
            here = ("tools", "modules", name)
            if name not in MODULES:
                self.problems.append((here, f"is not a module; did you mean `{nearest(name, MODULES)}`?"))
            elif not isinstance(options, dict | None):
                self.problems.append((here, "must be a mapping with the module's options, or {} for none"))
            else:
                found[name] = options or {}
                self.problems += _flaws(name, options or {})
        return found

    def _check_folder(self, tree: Tree) -> None:
        runtime = _block(tree, "runtime")
        mode, named = runtime.get("workdir_mode", "auto"), runtime.get("workdir")
        modules = _block(tree, "tools").get("modules")
        if isinstance(named, str) and not named.isprintable():
            self.problems.append((("runtime", "workdir"), "must be the path of a folder"))
        if mode == "fixed" and not named:
            self.problems.append((("runtime", "workdir_mode"), "is fixed, and needs the folder as `runtime.workdir`"))
        if mode == "none" and isinstance(modules, dict) and {"filesystem", "shell"} & modules.keys():
            self.problems.append((("runtime", "workdir_mode"), "is none, but the modules filesystem and shell need a folder"))

    def _check_name(self, tree: Tree) -> None:
        given = _block(tree, "app").get("app_id")
        if isinstance(given, str) and given:
            try:
                fit_name(given)
            except ConfigError as error:
                self.problems.append((("app", "app_id"), f"cannot be used: {error}"))

    def _made(self, tree: Tree, modules: dict[str, dict[str, Any]], crew: tuple[AgentSpec, ...], entry: str) -> App:
        file = validated(tree, AppFile)
        own = {name: value for name, value in tree.items() if name in OURS}
        folder, runtime = Path(self.name).parent, file.runtime
        id = file.app.app_id or _named_after(self.name)
        return App(
            id=id,
            name=file.app.name or id,
            version=str(file.app.version),
            description=file.app.description,
            mode="conversation" if runtime.mode == "conversation" else "one_shot",
            workdir_mode=runtime.workdir_mode,
            workdir=folder / expanded(runtime.workdir) if runtime.workdir else None,
            max_turns=runtime.max_turns,
            timeout=runtime.timeout,
            agents=crew,
            entry=entry,
            modules=modules,
            own=laid.without_environ(own, self.environ),
            settings=validated(own, Settings),
            file=Path(self.name),
        )


def _block(tree: Tree, name: str) -> Tree:
    found: Tree = tree.get(name, {})
    return found


def _named_after(file: str) -> str:
    try:
        return fit_name(Path(file).stem)
    except ConfigError:
        return "app"


def _flaws(module: str, options: Mapping[str, Any]) -> list[Problem]:
    """What the module itself has to say of its options."""
    readers = {"shell": tool_options.shell, "web": tool_options.web}
    try:
        readers.get(module, partial(tool_options.none, module))(options)
    except ConfigError as error:
        named = QUOTED.match(str(error))
        return [(tuple(named[1].split(".")), named[2])] if named else [(("tools", "modules", module), str(error))]
    return []
