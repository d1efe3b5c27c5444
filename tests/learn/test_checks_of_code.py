"""Rules about code, as people say them: the checks that they become, and the texts that must and must not draw them."""

from typing import Any

import pytest

from habitus.enforce.check import Call
from habitus.enforce.conditions import Compiler, Faults
from habitus.learn import checks
from habitus.parse import actions
from habitus.parse.tracking import DEFAULT
from habitus.types import Session
from nouns import rule

CASES: dict[str, str] = {
    # A line is a file and what is written into it. `!` must draw the check, `.` must not.
    "Never use console.log.": "! a.ts console.log(1)\n. a.ts logger.info(1)\n. README.md call console.log\n. a.ts console.logger()",
    "No console.log statements, please.": "! a.js console.log(x)\n. a.js log(x)",
    "Do not add console.log calls.": "! a.js console.log(x)\n. a.js console.error(x)",
    "Don't leave console.log in the code.": "! a.js console.log(x)\n. a.js console.error(x)",
    "Do not write console.log or debugger.": "! a.js console.log(x)\n! a.js debugger;\n. a.js // the debugger is great",
    "Never use the `any` type.": "! a.ts let x: any;\n! a.tsx y as any)\n! a.ts z: any\n. a.ts // Note: any user\n. a.py any(x)",
    "Don't use `any` in TypeScript.": "! a.ts f(x: any)\n. a.ts f(x: unknown)",
    "Use `unknown` instead of `any`.": "! a.ts Record<string, any>\n. a.ts Record<string, unknown>",
    "Do not use `Any`.": "! a.py x: dict[str, Any]\n. a.ts x: any;\n. a.py # Any file",
    "Use const, not var.": "! a.js var x = 1;\n! a.ts for (var i of y)\n. a.js const x = 1;\n. a.go var x int\n. a.js // an env var to set",
    "Never use `!important`.": "! a.css color: red !important;\n. a.css color: red;",
    "Do not use @ts-ignore.": "! a.ts // @ts-ignore\n. a.ts // @ts-expect-error",
    "Never write `# type: ignore`.": "! a.py x = y  # type: ignore\n. a.py x = y  # noqa",
    "Stop using print().": "! a.py print(1)\n. a.py rich.print(1)\n. a.py pprint(1)\n. a.js print(1)\n. a.py def print(x):",
    "Use logging instead of print.": "! a.py print(1)\n. a.py logging.info(1)",
    "Don't use print statements.": "! a.py print(1)\n. a.py log(1)",
    "Never use <img>.": "! a.tsx <img src='x'/>\n. a.tsx <Image src='x'/>\n. a.ts Array<img>",
    "Use <Link> instead of <a> tags.": "! a.tsx <a href='/'>x</a>\n. a.tsx <Link href='/'>x</Link>\n. a.tsx <article>",
    "Never use default exports.": "! a.ts export default x\n. a.ts export const x = 1",
    "Avoid wildcard imports.": "! a.py from x import *\n. a.py from x import y",
    "No TODO comments.": "! a.py # TODO: later\n. a.py # later",
    "Never use `eval`.": "! a.js eval(x)\n. a.py model.eval()",
    "Never use os.system.": "! a.py os.system('ls')\n. a.py os.path.join(a)",
    "Never use time.sleep() in tests.": "! tests/test_a.py time.sleep(1)\n. src/a.py time.sleep(1)",
    "Never use datetime.utcnow(), use datetime.now(UTC).": "! a.py datetime.utcnow()\n. a.py datetime.now(UTC)",
    "Use f-strings instead of .format().": "! a.py 'x'.format(y)\n. a.py f'x{y}'",
    "Use === instead of ==.": "! a.js if (a == b)\n. a.js if (a === b)\n. a.py if a == b:",
    "Never use dangerouslySetInnerHTML.": "! a.tsx <p dangerouslySetInnerHTML={x}/>\n. a.tsx <p>{x}</p>",
    "Never use `torch.load(path)`.": "! a.py torch.load(f)\n. a.py torch.save(f)",
    "Never use `SELECT *`.": "! a.sql SELECT * FROM t\n. a.sql SELECT a FROM t",
    "I told you: no inline styles.": "! a.tsx <p style={{a: 1}}>\n. a.tsx <p className='a'>",
    "No uses console.log.": "! a.js console.log(1)\n. a.js log(1)",
    "No uses `any` en TypeScript.": "! a.ts x: any;\n. a.ts x: string;",
    "Usa logging en vez de print.": "! a.py print(1)\n. a.py logging.info(1)",
    "Utilise logging au lieu de print.": "! a.py print(1)\n. a.py logging.info(1)",
    "不要用 console.log。": "! a.js console.log(1)\n. a.js log(1)",
}


def said(text: str) -> dict[str, Any] | None:
    return checks.compiled(rule(text))


@pytest.mark.parametrize("text", CASES)
def test_what_is_written_draws_the_rule_or_does_not(text: str) -> None:
    check = said(text)
    assert check is not None
    faults = Faults()
    holds = Compiler(DEFAULT, faults).condition(check["condition"], ())
    assert faults.found == []

    for line in CASES[text].splitlines():
        mark, file, new = line.split(" ", 2)
        call = Call(tool="Write", action="write", target=f"/w/{file}", args={"content": f"a\n{new}\nb\n"}, workspace="/w")
        assert holds(Session(key="s"), call) is (mark == "!"), line
    assert set(check["trigger"]) == {"edit", "write", "bash"}


@pytest.mark.parametrize(
    "text",
    [
        "Never use useEffect for data fetching.",
        "Never use console.log in production.",
        "Never use next.js.",
        "Never use config.yaml.",
        "Never use camelCase.",
        "Use snake_case, not camelCase.",
        "Never use macOS.",
        "Never use gpt-4.1.",
        "Never use `main`.",
        "Never use `&&`.",
        "Never use `./deploy.sh`.",
        "Never use `*.py`.",
        "Never use `feature/foo`.",
        "Never use `NODE_ENV=production`.",
        "Never use `#general`.",
        "Do not use http://example.com.",
        "Never use let.",
        "Never use fetch.",
        "Never sleep.",
        "Don't print.",
        "Never alert me.",
        "Never require approval.",
        "Never write comments.",
        "Never write tests.",
        "Do not put secrets in code.",
        "Use console.log.bind instead of console.log.",
        "Never use magic numbers.",
    ],
)
def test_what_is_no_code_has_no_check_of_what_is_written(text: str) -> None:
    assert "writes" not in str(said(text))


@pytest.mark.parametrize("text", ["Never use `git push --force`.", "Never use `npm`.", "Never run console.log."])
def test_a_command_stays_one(text: str) -> None:
    assert "writes" not in str(said(text))


def test_every_way_of_the_shell_counts_too() -> None:
    check = said("Never use console.log.")
    assert check is not None
    holds = Compiler(DEFAULT, Faults()).condition(check["condition"], ())
    lines = ["cat > a.js <<'EOF'\nconsole.log(1)\nEOF", "echo 'console.log(1)' >> a.js", "git commit -m 'no console.log'", "rg console.log"]

    drawn = [
        holds(Session(key="s"), Call(tool="Bash", action=actions.name("Bash"), args={"command": one}, workspace="/w")) for one in lines
    ]

    assert drawn == [True, True, False, False]


@pytest.mark.parametrize(
    ("held", "content", "wanted"),
    [
        ("", "console.log(1)", True),
        ("console.log(1)", "console.log(1)\nmore", False),
        ("console.log(1)", "console.log(1)\nconsole.log(2)", True),
        (None, "console.log(1)", False),
    ],
)
def test_what_stood_there_before_is_not_written_again(held: str | None, content: str, wanted: bool) -> None:
    check = said("Never use console.log.")
    assert check is not None
    holds = Compiler(DEFAULT, Faults()).condition(check["condition"], ())
    call = Call(tool="Write", action="write", target="/w/a.js", args={"content": content}, workspace="/w", held=lambda path: held)

    assert holds(Session(key="s"), call) is wanted


def test_an_edit_that_keeps_or_removes_it_adds_nothing() -> None:
    check = said("Never use console.log.")
    assert check is not None
    holds = Compiler(DEFAULT, Faults()).condition(check["condition"], ())

    def drawn(old: str, new: str) -> bool:
        args = {"old_string": old, "new_string": new}
        return holds(Session(key="s"), Call(tool="Edit", action="edit", target="/w/a.js", args=args, workspace="/w"))

    assert drawn("x", "console.log(1)")
    assert not drawn("console.log(1)", "console.log(2)")
    assert not drawn("console.log(1)", "x")
