"""Programs by name, with what a rule may say of their command lines. A name that is not here is a program only where the rule says so."""

from __future__ import annotations

import re

from habitus.parse.wordset import wordset

_SUBCOMMANDS: dict[str, str] = {
    "git": "push pull commit add rebase merge reset checkout switch restore stash clean tag branch cherry-pick revert fetch clone log diff"
    " status amend rm mv worktree origin main master head",
    "npm pnpm yarn bun": "install i ci add remove uninstall update upgrade run test start build publish exec dlx audit link dev lint",
    "pip pip3": "install uninstall freeze download",
    "uv": "pip add sync run lock tool install remove venv",
    "poetry pdm pipenv hatch": "add install update run lock remove publish build",
    "cargo": "build test run fmt clippy publish install add update check bench",
    "go": "build test run get mod install fmt vet generate tidy",
    "docker podman": "compose build run exec push pull up down rm rmi ps volume system prune image container stop restart",
    "docker-compose": "up down build run exec restart",
    "kubectl oc": "apply delete exec get rollout scale edit create patch drain",
    "helm": "install upgrade uninstall rollback",
    "terraform tofu": "apply destroy plan init import",
    "make gmake": "test tests build install deploy lint clean all check format",
    "gh": "pr issue release create merge close repo",
    "brew apt apt-get dnf yum pacman apk gem": "install uninstall remove upgrade update",
    "systemctl": "restart stop start enable disable",
    "rails rake": "db:migrate db:reset db:drop",
}
TARGETS = wordset("make gmake")
"""Programs that are told any number of things to do: `make build deploy` deploys."""
_PLAIN = (
    "npx bunx uvx pipx conda mamba virtualenv nvm pyenv rbenv bundle composer mvn gradle gradlew sbt bazel cmake ninja"
    " grep egrep fgrep rg ag ack find fd sed awk gawk cat head tail ls tree cp mv rm rmdir ln chmod chown tee xargs jq yq curl wget"
    " ssh scp rsync nc telnet sudo doas su kill killall pkill"
    " python python2 python3 node deno ruby perl php java ts-node tsx bash zsh fish vim vi nano emacs ed"
    " pytest tox nox unittest jest vitest mocha cypress playwright rspec phpunit"
    " ruff black isort flake8 pylint mypy pyright eslint prettier biome tsc rustfmt gofmt golangci-lint clang-format"
    " webpack vite rollup esbuild turbo nx lerna rush"
    " aws gcloud az heroku fly flyctl vercel netlify wrangler ansible ansible-playbook vagrant minikube"
    " cd yapf nose2 psql mysql sqlite3 mongo mongosh redis-cli alembic prisma"
    " open xdg-open say osascript tmux screen nohup docker-machine wc perl apt-key dd mkfs shutdown reboot svn hg jj"
)
SUBCOMMANDS = {program: wordset(words) for programs, words in _SUBCOMMANDS.items() for program in programs.split()}
_WORDS = wordset("open say screen su ed black tree rush fly turbo fish")
PROGRAMS = (wordset(_PLAIN) | frozenset(SUBCOMMANDS)) - _WORDS
"""Not those that are other words first: `open` and `black` are programs only in backticks."""
QUOTED = PROGRAMS | _WORDS | wordset("less more sort cut test touch patch date time watch top ps df du env export just task")
DEEDS = {
    "rebase": "git rebase",
    "rebasing": "git rebase",
    "amend": "git commit --amend",
    "amend commits": "git commit --amend",
    "amending commits": "git commit --amend",
}
"""Verbs that name a command."""

LANGUAGES = wordset("python python2 python3 node deno ruby perl php java go bash zsh fish")
"""Also the names of languages: "Go instead of Python" is about code, "python3 instead of python" about the command."""
RELATED = {
    "python": wordset("python3 uv poetry pipenv pdm pypy conda"),
    "python2": wordset("python3"),
    "node": wordset("tsx ts-node deno bun"),
    "ruby": wordset("bundle"),
}

_SCRIPTS = "npm pnpm yarn bun"
INSTEAD_OF: dict[str, str] = {
    **{one: " ".join(other for other in _SCRIPTS.split() if other != one) for one in _SCRIPTS.split()},
    "rg": "grep egrep fgrep",
    "ripgrep": "grep egrep fgrep",
    "fd": "find",
    "python3": "python python2",
    "uv": "pip pip3 pipenv virtualenv",
    "podman": "docker",
    "docker compose": "docker-compose",
    "trash": "rm",
}
"""Where a project uses the one, it does not use the others."""

ALSO = {"pip": ("pip", "pip3"), "grep": ("grep", "egrep", "fgrep"), "vim": ("vim", "vi"), "yarn": ("yarn", "yarnpkg")}
"""Other names of the same program."""

INSTALL = {
    **dict.fromkeys(_SCRIPTS.split(), ("install", "i", "add", "ci")),
    **dict.fromkeys(("pip", "pip3", "conda", "mamba", "brew", "apt", "apt-get", "gem"), ("install",)),
    **dict.fromkeys(("poetry", "pdm", "pipenv", "uv", "cargo"), ("add", "install")),
    "go": ("get", "install"),
}
_NEW = ["??*"]
ADDS: tuple[dict[str, object], ...] = (
    {"program": [*_SCRIPTS.split(), "cargo", "poetry", "pdm", "uv", "composer"], "subcommand": ["add"], "args": _NEW},
    {"program": ["npm", "pnpm", "bun", "pipenv"], "subcommand": ["install", "i"], "args": _NEW},
    {"program": ["pip", "pip3", "gem", "brew", "conda", "mamba"], "subcommand": ["install"], "args": _NEW},
    {"program": ["uv"], "subcommand": ["pip install"], "args": _NEW},
    {"program": ["go"], "subcommand": ["get"], "args": _NEW},
    {"program": ["apt", "apt-get", "dnf", "yum", "apk"], "subcommand": ["install", "add"], "args": _NEW},
)  # fmt: skip
"""Commands that bring in something new; `npm install` alone and `pip install -r` only bring what is listed already."""

SPELLINGS: dict[str, str] = {
    "git": "-f|--force -n|--no-verify -a|--all -A|--all -s|--signoff -S|--gpg-sign -m|--message",
    "rm": "-r|-R|--recursive -f|--force",
    "npm": "-g|--global -D|--save-dev -f|--force",
    "pnpm": "-g|--global -D|--save-dev",
    "docker": "-d|--detach -f|--force",
    "docker-compose": "-d|--detach",
    "pytest": "-q|--quiet -v|--verbose -x|--exitfirst -s|--capture=no",
    "sed": "-i|--in-place",
    "curl": "-k|--insecure -s|--silent -L|--location",
    "grep": "-r|-R|--recursive",
    "pip": "-U|--upgrade -r|--requirement -e|--editable",
    "make": "-j|--jobs",
    "rsync": "-n|--dry-run",
}
"""One option, several names."""


SHORT = {"install": ("install", "i"), "test": ("test", "t"), "run": ("run", "run-script")}
"""Subcommands of npm and its like with a shorter name."""


def subcommands(program: str, words: list[str]) -> list[str]:
    """A subcommand with its other names."""
    whole = " ".join(words)
    return [*SHORT.get(whole, (whole,))] if program in ("npm", "pnpm", "bun") else [whole]


def spelled(program: str, option: str) -> str:
    """An option with its other names: `-f|--force` for git."""
    return next((group for group in SPELLINGS.get(program, "").split() if option in group.split("|")), option)


def command_line(tokens: list[str]) -> int:
    """How many of the tokens, the first of which is a program, are its command line: subcommands that it has, options, nothing else."""
    known = SUBCOMMANDS.get(tokens[0].lower(), frozenset())
    many = 1
    while many < len(tokens) and (tokens[many].lower() in known or is_option(tokens[many]) or (many > 1 and IS_FOLDER(tokens[many]))):
        many += 1
    return many


IS_FOLDER = re.compile(r"\.{1,2}|\.{1,2}/.*").fullmatch


OPTION = re.compile(r"--?[A-Za-z][A-Za-z0-9_-]*(?:=[\w./:,@+-]+)?")


def is_option(token: str) -> bool:
    return OPTION.fullmatch(token) is not None


REMOTES = wordset("origin upstream")
BRANCHES = REMOTES | wordset("main master develop dev trunk production prod staging release")

# ── files ──

FILENAMES = wordset(
    "makefile dockerfile readme license changelog jenkinsfile procfile gemfile rakefile vagrantfile justfile .env .gitignore"
)
KNOWN_PATHS: dict[str, tuple[str, ...]] = {
    **{name: (f"{name}/",) for name in sorted(wordset("migrations node_modules vendor dist fixtures generated __snapshots__ legacy"))},
    "migraciones": ("migrations/", "migraciones/"),
    "migrationen": ("migrations/",),
    "migrações": ("migrations/",),
    "snapshots": ("__snapshots__/", "*.snap"),
    "readme": ("README*",),
    "changelog": ("CHANGELOG*",),
    "license": ("LICENSE*",),
    **dict.fromkeys(
        ("lockfile", "lockfiles", "lock"),
        ("package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock*", "poetry.lock", "uv.lock", "Cargo.lock", "Gemfile.lock",
         "composer.lock", "go.sum"),
    ),
}  # fmt: skip
"""Names that need no slash to be understood as files."""

TEST_FILES = ("tests/", "test/", "__tests__/", "spec/", "test_*.py", "*_test.*", "*.test.*", "*.spec.*", "*_spec.rb")
EXTENSIONS = {
    "markdown": "md", "python": "py", "javascript": "js", "typescript": "ts", "yaml": "y*ml", "json": "json", "toml": "toml", "sql": "sql",
    "csv": "csv", "css": "css", "html": "html", "lock": "lock", "md": "md", "py": "py", "ts": "ts", "js": "js",
}  # fmt: skip
