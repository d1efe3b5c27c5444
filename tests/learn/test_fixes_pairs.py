"""What failed, what then worked, and the fix in words: shell, SQL, files, APIs. Written by hand.

A table, hence its length.
"""

from typing import Any, NamedTuple

import pytest

from habitus.detect import failures
from habitus.learn import fixes
from habitus.parse import actions
from habitus.types import Origin, Recovery, Scope
from nouns import START


class Pair(NamedTuple):
    tool: str
    before: dict[str, Any]
    error: str
    after: dict[str, Any]
    kind: str
    text: str
    between: tuple[str, ...] = ()
    other: str = ""
    """The tool that succeeded, where it is another."""


def sh(before: str, error: str, after: str, kind: str, text: str, *between: str) -> Pair:
    return Pair("Bash", {"command": before}, error, {"command": after}, kind, text, between)


def api(tool: str, before: dict[str, Any], error: str, after: dict[str, Any], kind: str, text: str, *between: str) -> Pair:
    return Pair(tool, before, error, after, kind, text, between)


SHELL = (
    sh("python app.py", "bash: python: command not found", "python3 app.py", "arguments", "Use `python3` instead of `python`."),
    sh("pip install requests", "pip: command not found", "pip3 install requests", "arguments", "Use `pip3` instead of `pip`."),
    sh("npm install", "npm ERR! ERESOLVE could not resolve", "npm install --legacy-peer-deps", "arguments", "Add `--legacy-peer-deps`."),
    sh("git pull", "fatal: Not possible to fast-forward, aborting.", "git pull --rebase", "arguments", "Add `--rebase`."),
    sh("git push", "fatal: The current branch feat has no upstream branch.", "git push -u origin feat", "arguments", "Add `-u …`."),
    sh("grep -P foo a.txt", "grep: invalid option -- P", "grep -E foo a.txt", "arguments", "Use `-E` instead of `-P`."),
    sh("find . -norun -name x", "find: unknown predicate `-norun'", "find . -name x", "arguments", "Leave out `-norun`."),
    sh("sed -i s/a/b/ f", "sed: 1: undefined label", "sed -i '' s/a/b/ f", "arguments", ""),
    sh(
        "apt-get install jq",
        "E: Could not open lock file (13: Permission denied)",
        "sudo apt-get install jq",
        "arguments",
        "Put `sudo` in front.",
    ),
    sh("npm test", "sh: jest: not found", "npm test", "step", "Run `npm install` first.", "npm install"),
    sh(
        "cp a.txt out/a.txt",
        "cp: cannot create regular file 'out/a.txt': No such file or directory",
        "cp a.txt out/a.txt",
        "step",
        "Run `mkdir -p …` first.",
        "mkdir -p out",
    ),
    sh("make test", "make: *** No rule to make target 'test'. Stop.", "cd server && make test", "step", "Run `cd …` first."),
    sh(
        "pytest tests",
        "ModuleNotFoundError: No module named 'yaml'",
        "pytest tests",
        "step",
        "Run `pip install …` first.",
        "pip install pyyaml",
    ),
    sh("./run.sh", "bash: ./run.sh: Permission denied", "./run.sh", "step", "Run `chmod …` first.", "chmod +x run.sh"),
    sh(
        "gh pr list",
        "To get started with GitHub CLI, please run: gh auth login",
        "gh pr list",
        "step",
        "Run `gh auth login` first.",
        "gh auth login",
    ),
    sh(
        "terraform plan",
        "Error: Inconsistent dependency lock file",
        "terraform plan",
        "step",
        "Run `terraform init` first.",
        "terraform init",
    ),
    sh("docker ps", "Cannot connect to the Docker daemon", "docker ps", "step", "Run `systemctl start …` first.", "systemctl start docker"),
    sh(
        "alembic check",
        "FAILED: Target database is not up to date.",
        "alembic check",
        "step",
        "Run `alembic upgrade head` first.",
        "alembic upgrade head",
    ),
    sh("curl https://x.io/a", "curl: (28) Operation timed out", "curl https://x.io/a", "again", "", "mkdir tmp"),
    sh("git push", "error: RPC failed; HTTP 429 Too Many Requests", "git push", "again", ""),
    sh(
        "wget -O /d/t.txt http://x.io/t.txt",
        "wget: command not found",
        "curl -o /d/t.txt http://x.io/t.txt",
        "arguments",
        "Use `curl` instead of `wget`.",
    ),
    sh("node app.js", "bash: node: command not found", "bun app.js", "arguments", "Use `bun` instead of `node`."),
    sh("cat notes", "cat: notes: No such file or directory", "cat notes.md", "arguments", ""),
    sh("cat conf/app.yml", "cat: conf/app.yml: No such file or directory", "cat config/app.yml", "arguments", ""),
    sh("tar xf a.tar.zst", "tar: unrecognized option", "tar --zstd -xf a.tar.zst", "arguments", "Add `--zstd -xf`."),
    sh(
        "node build.js",
        "Error: digital envelope routines::unsupported",
        "NODE_OPTIONS=--openssl-legacy-provider node build.js",
        "arguments",
        "",
    ),
    sh("git checkout feature", "error: Your local changes would be overwritten", "git stash && git checkout feature", "arguments", ""),
    sh("go test ./...", "go: cannot find main module", "go mod init app && go test ./...", "step", "Run `go mod init …` first."),
)

SQL = (
    api(
        "sql",
        {"command": "SELECT name FROM singers"},
        "Table 'c.singers' doesn't exist",
        {"command": "SELECT name FROM singer"},
        "arguments",
        "Run `SHOW TABLES` first.",
        "SHOW TABLES",
    ),
    api(
        "sql",
        {"command": "SELECT age, city FROM people"},
        "Unknown column 'city' in 'field list'",
        {"command": "SELECT age, town FROM people"},
        "arguments",
        "Run `DESCRIBE …` first.",
        "DESCRIBE people",
    ),
    api(
        "db_query",
        {"sql": "SELECT TOP 5 * FROM users"},
        'near "5": syntax error',
        {"sql": "SELECT * FROM users LIMIT 5"},
        "arguments",
        "Try another `sql`.",
    ),
    api(
        "db_query",
        {"sql": "SELECT 1", "database": "prod"},
        "permission denied for database prod",
        {"sql": "SELECT 1", "database": "replica"},
        "arguments",
        "Try another `database`.",
    ),
    api(
        "db_query",
        {"sql": "SELECT * FROM t"},
        "no database selected: pass `database`",
        {"sql": "SELECT * FROM t", "database": "main"},
        "arguments",
        "Pass `database` too.",
    ),
    api(
        "db_query",
        {"sql": "SELECT count(*) FROM t"},
        "canceling statement due to statement timeout",
        {"sql": "SELECT count(*) FROM t"},
        "again",
        "",
    ),
)

FILES = (
    api(
        "Read",
        {"file_path": "src/confg.py"},
        "File does not exist.",
        {"file_path": "src/config.py"},
        "arguments",
        "Try another `file_path`.",
    ),
    api(
        "Read", {"file_path": "config.py"}, "File does not exist.", {"file_path": "src/config.py"}, "arguments", "Try another `file_path`."
    ),
    api(
        "Read",
        {"file_path": "src/app.py"},
        "path must be absolute",
        {"file_path": "/w/src/app.py"},
        "arguments",
        "Pass `file_path` as an absolute path (was `src/app.py`).",
    ),
    api(
        "Read",
        {"file_path": "/w/src"},
        "EISDIR: illegal operation on a directory",
        {"file_path": "/w/src/app.py"},
        "arguments",
        "Try another `file_path`.",
    ),
    api(
        "Read",
        {"file_path": "/w/big.log"},
        "File content exceeds maximum allowed tokens",
        {"file_path": "/w/big.log", "limit": 200},
        "arguments",
        "Pass `limit` too, as a number.",
    ),
    api(
        "Edit",
        {"file_path": "/w/a.py", "old_string": "x=1", "new_string": "x=2"},
        "File has not been read yet. Read it first.",
        {"file_path": "/w/a.py", "old_string": "x=1", "new_string": "x=2"},
        "step",
        "Run `Read …` first.",
        "Read /w/a.py",
    ),
    api(
        "Edit",
        {"file_path": "/w/a.py", "old_string": "x=1", "new_string": "x=2"},
        "Found 3 matches of the string to replace, but replace_all is false.",
        {"file_path": "/w/a.py", "old_string": "x=1", "new_string": "x=2", "replace_all": True},
        "arguments",
        "Pass `replace_all` too, as true or false.",
    ),
    api(
        "Edit",
        {"file_path": "/w/a.py", "old_string": "def total(rows, tax):", "new_string": "def total(rows, vat):"},
        "String to replace not found in file.",
        {"file_path": "/w/a.py", "old_string": "def total(rows, tax=0):", "new_string": "def total(rows, vat=0):"},
        "arguments",
        "Try another `new_string`. Try another `old_string`.",
    ),
    api(
        "write_file",
        {"path": "/w/new/a.txt", "content": "hi"},
        "ENOENT: no such file or directory",
        {"path": "/w/new/a.txt", "content": "hi"},
        "step",
        "Run `create_directory …` first.",
        "create_directory /w/new",
    ),
    Pair(
        "Edit",
        {"file_path": "/w/a.py", "old_string": "a", "new_string": "b"},
        "String to replace not found",
        {"file_path": "/w/a.py", "content": "b\n"},
        "tool",
        "Use `Write` instead of `Edit`.",
        (),
        "Write",
    ),
)

APIS = (
    api(
        "create_event",
        {"title": "Lunch", "date": "tomorrow"},
        "time data 'tomorrow' does not match format '%Y-%m-%d'",
        {"title": "Lunch", "date": "2026-11-17"},
        "arguments",
        "Pass `date` as YYYY-MM-DD (was `tomorrow`).",
    ),
    api(
        "create_event",
        {"title": "Lunch", "start": "2026-11-17T12:00:00"},
        "does not match format '%Y-%m-%d %H:%M'",
        {"title": "Lunch", "start": "2026-11-17 12:00"},
        "arguments",
        "Pass `start` as YYYY-MM-DD HH:MM (was YYYY-MM-DDTHH:MM:SS).",
    ),
    api(
        "send_email",
        {"to": "a@x.org", "subject": "Hi"},
        "to: Input should be a valid list",
        {"to": ["a@x.org"], "subject": "Hi"},
        "arguments",
        "Pass `to` as a list of texts (was an e-mail address).",
    ),
    api(
        "send_email",
        {"to": ["a@x.org"], "cc": "null"},
        "cc: Input should be a valid list",
        {"to": ["a@x.org"]},
        "arguments",
        "Leave out `cc`.",
    ),
    api(
        "send_email",
        {"to": ["a@x.org"], "files": [{"path": "a.pdf"}]},
        "Attachment must have a 'type' field",
        {"to": ["a@x.org"], "files": [{"path": "a.pdf", "type": "file"}]},
        "arguments",
        "Pass `files` as a list of objects with `path`, `type` (was a list of objects with `path`).",
    ),
    api(
        "search",
        {"query": "quarterly numbers", "limit": "10"},
        "limit: Input should be a valid integer",
        {"query": "quarterly numbers", "limit": 10},
        "arguments",
        "Pass `limit` as a number (was a number in quotes).",
    ),
    api(
        "search",
        {"query": "quarterly numbers"},
        "missing 1 required positional argument: 'index'",
        {"query": "quarterly numbers", "index": "docs"},
        "arguments",
        "Pass `index` too.",
    ),
    api(
        "search",
        {"query": "hiking trip with Mark"},
        "No emails found. Try with a different query.",
        {"query": "hiking trip"},
        "arguments",
        "Try another `query`.",
    ),
    api(
        "get_user",
        {"id": 7, "verbose": True},
        "got an unexpected keyword argument 'verbose'",
        {"id": 7},
        "arguments",
        "Leave out `verbose`.",
    ),
    api("get_order", {"order_id": "W123"}, "order not found", {"order_id": "#W123"}, "arguments", "Try another `order_id`."),
    api(
        "pay",
        {"amount": "12,50", "to": "DE02"},
        "amount: unable to parse string as a number",
        {"amount": 12.5, "to": "DE02"},
        "arguments",
        "Pass `amount` as a number (was `12,50`).",
    ),
    api(
        "pay",
        {"amount": 5, "to": "DE02", "meta": '{"a": 1}'},
        "meta: Input should be a valid dictionary",
        {"amount": 5, "to": "DE02", "meta": {"a": 1}},
        "arguments",
        "Pass `meta` as an object with `a` (was JSON in quotes).",
    ),
    api(
        "deploy",
        {"service": "web", "region": "europe"},
        "Unknown region europe. Choose one of eu-west-1, us-east-1.",
        {"service": "web", "region": "eu-west-1"},
        "arguments",
        "Try another `region`.",
    ),
    api("deploy", {"service": "web"}, "401 Unauthorized: token expired", {"service": "web"}, "step", "Run `login` first.", "login"),
    api("deploy", {"service": "web"}, "503 Service Unavailable", {"service": "web"}, "again", ""),
    api("deploy", {"service": "web"}, "Rate limit exceeded, retry after 20 s", {"service": "web"}, "again", "", "list_services"),
    api(
        "fetch_url",
        {"url": "x.io/docs"},
        "Invalid URL: no scheme supplied",
        {"url": "https://x.io/docs"},
        "arguments",
        "Pass `url` as a URL (was `x.io/docs`).",
    ),
    api(
        "invite",
        {"email": "alice.miller", "repo": "acme/web"},
        "value is not a valid email address",
        {"email": "alice.miller@x.org", "repo": "acme/web"},
        "arguments",
        "Pass `email` as an e-mail address (was `alice.miller`).",
    ),
    api(
        "python",
        {"code": "x = np.zeros(3)\nprint(x)"},
        "NameError: name 'np' is not defined",
        {"code": "import numpy as np\nx = np.zeros(3)\nprint(x)"},
        "arguments",
        "Begin `code` with `import numpy as np`.",
    ),
    Pair(
        "find_user_by_email",
        {"email": "mia.li@x.org"},
        "user not found",
        {"name": "mia", "surname": "li", "email": "mia.li@x.org"},
        "tool",
        "Use `find_user_by_name` instead of `find_user_by_email`.",
        (),
        "find_user_by_name",
    ),
    Pair(
        "WebFetch",
        {"url": "https://x.io/page/a"},
        "fetch blocked by robots.txt",
        {"command": "curl -s https://x.io/page/a"},
        "tool",
        "Use `Bash` instead of `WebFetch`.",
        (),
        "Bash",
    ),
)

PAIRS = SHELL + SQL + FILES + APIS


def found(pair: Pair) -> Recovery | None:
    action = actions.name(pair.tool)
    failure = failures.failed(
        call="c1", tool=pair.tool, action=action, target=actions.target(action, pair.before), args=pair.before, error=pair.error, nth=1
    )
    tool = pair.other or pair.tool
    action = actions.name(tool)
    nth = 2 + len(pair.between)
    target = actions.target(action, pair.after)
    return failures.recovery([failure], call="c2", tool=tool, action=action, target=target, args=pair.after, between=pair.between, nth=nth)


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{number}-{pair.tool}" for number, pair in enumerate(PAIRS)])
def test_what_worked_after_a_failure_is_told_in_words(pair: Pair) -> None:
    recovery = found(pair)
    assert recovery is not None
    origin, scope = Origin(speaker="tool"), Scope()
    learning = fixes.recovered(
        recovery, fixes.seen(recovery.failure, None, origin=origin, scope=scope, environment=None, now=START), now=START
    )
    assert (recovery.fix.kind, learning.text) == (pair.kind, pair.text)


UNRELATED = (
    Pair("Read", {"file_path": "/w/src/a.py"}, "File does not exist.", {"file_path": "/w/src/b.py"}, "", ""),
    Pair("Read", {"file_path": "/w/part1.md"}, "File does not exist.", {"file_path": "/w/part2.md"}, "", ""),
    Pair("Read", {"file_path": "/w/a.py"}, "path not found", {"file_path": "/w/lib/util.py"}, "", ""),
    Pair("Bash", {"command": "npm test"}, "1 failing", {"command": "git status"}, "", ""),
    Pair("Bash", {"command": "cat notes.md"}, "No such file or directory", {"command": "ls"}, "", ""),
    Pair("Bash", {"command": "cat notes.md"}, "No such file or directory", {"command": "rm notes.md"}, "", ""),
    Pair(
        "Edit", {"file_path": "/w/a.py", "old_string": "x", "new_string": "y"}, "not read yet", {"file_path": "/w/a.py"}, "", "", (), "Read"
    ),
    Pair(
        "send_email",
        {"to": ["a@x.org"], "subject": "Invoice", "body": "Hello Ann"},
        "mailbox full",
        {"to": ["b@y.org"], "subject": "Party", "body": "Dear Bob"},
        "",
        "",
    ),
    Pair(
        "get_order",
        {"order_id": "#W1"},
        "order not found",
        {"order_id": "#W2"},
        "",
        "",
        ("get_user 1", "get_user 2", "get_user 3", "get_user 4", "get_user 5", "get_user 6"),
    ),
    Pair("deploy", {"service": "web"}, "503 Service Unavailable", {"service": "worker"}, "", ""),
    Pair("create_event", {"title": "Day off", "date": "x"}, "bad", {"title": "Book club", "date": "2026-01-01", "place": "Zoom"}, "", ""),
    Pair("delete_file", {"path": "/w/a.txt"}, "locked", {"path": "/w/a.txt"}, "", "", (), "read_file"),
    Pair("sql", {"command": "SELECT a FROM t JOIN u"}, "Unknown table 'u'", {"command": "SHOW TABLES"}, "", ""),
    Pair("get_weather", {"city": "Oslo"}, "service down for city", {"name": "ann"}, "", "", (), "get_user"),
)


@pytest.mark.parametrize("pair", UNRELATED, ids=[f"{number}-{pair.tool}" for number, pair in enumerate(UNRELATED)])
def test_a_success_with_another_goal_is_no_recovery(pair: Pair) -> None:
    assert found(pair) is None


def test_there_are_enough_pairs_to_speak_of_a_table() -> None:
    assert len(PAIRS) >= 60
