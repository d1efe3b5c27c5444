"""Rules as people say them, the checks that they become, and the calls that must and must not draw them."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from habitus.enforce.check import Call
from habitus.enforce.conditions import Compiler, Faults
from habitus.learn import checks
from habitus.observe.session import follow, target
from habitus.parse import actions
from habitus.parse.tracking import DEFAULT
from habitus.types import Session
from nouns import call, result, rule, user

CASES: dict[str, str] = {
    # A line is a shell command, on a branch behind `main$ `, or `@` and a tool with its target. `!` must draw the check, `.` must not.
    # ── never use a program ──
    "Never use npm.": """
        ! npm install
        ! cd x && npm install
        ! sudo npm i
        ! bash -c 'npm i'
        . echo "npm"
        . git commit -m "no npm"
        . cat npm.txt
        . pnpm install
        . npm --version
        . @edit npm
    """,
    "Don't use npm or yarn.": "! npm i\n! yarn add x\n. pnpm add x",
    "Stop using docker-compose.": "! docker-compose up\n. docker compose up",
    "No sudo, please.": "! sudo ls\n! ls && sudo -u bob make\n. ls sudo",
    "We don't use `tox` here.": "! tox -e py311\n. cat tox.ini",
    "Never use `sed` or `awk`.": "! sed -i s/a/b/ f\n! awk '{print}' f\n. rg sed",
    "Nunca uses npm.": "! npm i\n. pnpm i",
    "No uses sudo.": "! sudo apt install x\n. apt install x",
    "Deja de usar yarn.": "! yarn\n. npm i",
    "Evita usar pip.": "! pip install x\n! pip3 install x\n! python -m pip install x\n. uv pip install x",
    "Não use o npm.": "! npm i\n. yarn",
    "N'utilise jamais npm.": "! npm i\n. yarn",
    "Verwende niemals npm.": "! npm i\n. yarn",
    "Non usare npm.": "! npm i\n. yarn",
    "不要用 npm。": "! npm i\n. yarn",
    "用pnpm，不用 npm。": "! npm i\n. pnpm i",
    "Do not push straight to main.": "! git push origin main\n. git push origin fix",
    "Non pushare direttamente su main.": "! git push origin main\n. git push origin fix",
    # ── this one, not that one ──
    "Use pnpm instead of npm.": "! npm i\n! npm run build\n. pnpm i\n. npx jest",
    "Use pnpm, not npm.": "! npm i\n. pnpm i",
    "Don't use npm, use pnpm.": "! npm i\n. pnpm i",
    "Never use npm; use pnpm instead.": "! npm i\n. pnpm i",
    'Use "pnpm" instead of "npm".': "! npm i\n. pnpm i",
    "Use `pnpm` — never `npm`.": "! npm i\n. pnpm i",
    "pip -> uv pip": "! pip install x\n. uv pip install x",
    "Prefer rg over grep.": "! grep -r x .\n! ps | grep x\n. rg x",
    "Use ripgrep instead of grep because it is faster.": "! grep x f\n. rg x",
    "Use pnpm instead of npm, it's faster.": "! npm i\n. pnpm i",
    "Use python3, not python.": "! python a.py\n! python -m pytest\n. python3 a.py\n. python3 -m pytest",
    "Use npm ci instead of npm install.": "! npm install\n! npm i\n. npm ci\n. npm run install-hooks",
    "Use `docker compose` instead of `docker-compose`.": "! docker-compose up\n. docker compose up",
    "Use git switch instead of git checkout.": "! git checkout main\n. git switch main",
    "Use the Grep tool instead of grep/rg.": "! grep -rn x src\n! rg x\n. ps aux | grep x\n. @grep x",
    "Use trash instead of `rm`.": "! rm a\n. trash a",
    "Usa pnpm en vez de npm.": "! npm i\n. pnpm i",
    "Usa pnpm, no npm.": "! npm i\n. pnpm i",
    "Usa `rg` en lugar de `grep`.": "! grep x f\n. rg x f",
    "En este proyecto usamos pnpm, no npm.": "! npm i\n. pnpm i",
    "Use pnpm em vez de npm.": "! npm i\n. pnpm i",
    "Utilise pnpm au lieu de npm.": "! npm i\n. pnpm i",
    "Verwende pnpm statt npm.": "! npm i\n. pnpm i",
    "Usa pnpm invece di npm.": "! npm i\n. pnpm i",
    "使用pnpm，不要用npm": "! npm i\n. pnpm i",
    "用 pnpm 代替 npm": "! npm i\n. pnpm i",
    "Use pnpm instead of npm for installing packages.": "! npm install\n! npm add x\n. npm run build",
    # ── this one, which takes the place of others ──
    "Always use pnpm.": "! npm i\n! yarn\n. pnpm i\n. npx jest",
    "Aquí usamos pnpm.": "! npm i\n. pnpm i",
    "Use uv.": "! pip install x\n. uv add x",
    # ── subcommands and options ──
    "Never git push --force.": """
        ! git push --force
        ! git push -uf origin x
        . git push
        . git push --force-with-lease
        . git log --grep 'push --force'
    """,
    "Never force push.": "! git push -f\n! git push --force-with-lease\n! git push origin +main\n. git push",
    "Never force push. Use --force-with-lease.": "! git push -f\n! git push origin +main\n. git push --force-with-lease",
    "Don't force-push to main.": """
        ! git push -f origin main
        ! main$ git push -f
        . fix$ git push -f
        . main$ git push
        . git push origin main
        . git push -f origin fix
    """,
    "No ejecutes git push --force.": "! git push --force\n. git push",
    "Never use `rm -rf`.": "! rm -rf x\n! rm -fr x\n! rm --recursive --force x\n. rm -r x\n. rm x",
    "Never run npm install -g.": "! npm install -g x\n! npm i --global x\n. npm install x",
    "Never use --no-verify.": "! git commit --no-verify -m x\n! git push --no-verify\n. git commit -m '--no-verify'",
    "Never use the `--force` flag.": "! npm i --force\n. npm i",
    "Don't commit with --no-verify.": "! git commit --no-verify\n! git commit -nm x\n. git commit -m x\n. git push --no-verify",
    "Never use `git add -A`.": "! git add -A\n! git add --all\n. git add a.py",
    "Don't use `git add .`.": "! git add .\n. git add a.py",
    "Do not run terraform destroy.": "! terraform destroy\n. terraform plan",
    "Don't run scripts/deploy.sh.": "! ./scripts/deploy.sh\n! bash scripts/deploy.sh prod\n. cat scripts/deploy.sh",
    "Never run `alembic upgrade head`.": "! alembic upgrade head\n. alembic history",
    "Run pytest with -q.": "! pytest\n! python -m pytest tests\n. pytest -q\n. pytest -xq\n. pytest --quiet",
    "Ejecuta pytest con -q.": "! pytest\n. pytest -q",
    "Always pass --frozen-lockfile to pnpm install.": "! pnpm install\n. pnpm install --frozen-lockfile\n. pnpm run build",
    "Never run pytest without -x.": "! pytest\n. pytest -x",
    "Commit with -s.": "! git commit -m x\n. git commit -sm x\n. git commit --signoff\n. git log",
    # ── git ──
    "Don't push to main.": """
        ! git push origin main
        ! git push origin HEAD:main
        ! main$ git push
        ! main$ git push -u origin
        ! main$ git push origin HEAD
        ! main$ git add . && git commit -m x && git push
        ! fix$ git checkout main && git merge fix && git push
        . git push
        . fix$ git push
        . main$ git push origin fix
        . main$ git push --tags
        . main$ git checkout -b fix && git push -u origin HEAD
        . main$ cd ../other && git push
        . main$ git -C /other push
        . git push origin fix
        . git checkout main
    """,
    "Don't commit to main.": "! main$ git commit -m x\n! main$ git add . && git commit\n. fix$ git commit\n. git commit",
    "Never commit directly on main.": "! main$ git commit\n. main$ git switch -c x; git commit\n! x$ git switch main; git commit",
    "Never commit or push to master.": "! master$ git commit\n! git push x master\n! master$ git push\n. main$ git commit\n. fix$ git push",
    "Never push or commit directly to main.": "! main$ git commit\n! main$ git push\n. fix$ git commit",
    "No hagas commits en main.": "! main$ git commit\n. fix$ git commit",
    "Never push directly to the main branch without asking me.": "! git push origin main\n. git push origin main2",
    "No hagas push a main.": "! git push origin main\n. git push origin fix",
    "Ask me before pushing.": "! git push\n! git -C x push origin y\n. git push --dry-run\n. git pull",
    "Never commit without asking.": "! git commit -m x\n. git status",
    "Pregúntame antes de hacer commit.": "! git commit -m x\n. git diff",
    "Never commit .env.": "! git add .env\n! git add -f config/.env\n. git add .env.example\n. git commit -m .env",
    # ── installing ──
    "Don't install new dependencies without asking.": """
        ! npm install lodash
        ! pip install requests
        ! uv add httpx
        . npm install
        . pip install -r requirements.txt
        . pip install -e .
    """,
    "No instales paquetes sin preguntar.": "! npm i lodash\n. npm ci",
    # ── files ──
    "Don't edit files in generated/.": """
        ! @edit generated/a.py
        ! @write pkg/generated/b.py
        ! echo x > generated/c.py
        ! sed -i s/a/b/ generated/d.py
        ! rm generated/e.py
        ! cd generated && touch f.py
        ! @filesystem.delete_file generated/a.py
        . @read generated/a.py
        . cat generated/a.py
        . @edit src/generated.py
        . ls generated
    """,
    "Never touch src/legacy.": "! @edit src/legacy/a.py\n. @edit src/app.py\n. @read src/legacy/a.py",
    "Do not change package-lock.json.": "! @edit package-lock.json\n! @edit web/package-lock.json\n. @edit package.json\n. npm ci",
    "Leave migrations alone.": "! @edit app/migrations/1.py\n. @edit app/models.py",
    "Don't touch the `infra` folder.": "! @write infra/main.tf\n. @edit src/infra.py",
    "Don't modify *.lock files.": "! @edit Cargo.lock\n. @edit Cargo.toml",
    "Never edit .env because it holds secrets.": "! @edit .env\n. @edit .env.example",
    "Never modify files ending in .sql.": "! @write db/1.sql\n. @edit db/1.py",
    "Don't change the tests.": "! @edit tests/test_a.py\n! @edit src/a.test.ts\n. @edit src/a.ts\n. pytest",
    "vendor/ is read-only.": "! @edit vendor/x.go\n. @edit main.go",
    "Don't delete files in data/.": "! rm data/a.csv\n! mv data/a.csv old/\n. @edit data/a.csv\n. rm other/a.csv",
    "Never read or edit secrets.yaml.": "! @read secrets.yaml\n! cat secrets.yaml\n! @edit secrets.yaml\n. @read a.yaml",
    "Never create markdown files.": "! @write NOTES.md\n. @write notes.txt",
    "No edites archivos en generated/.": "! @edit generated/a.py\n. @edit src/a.py",
    "No toques la carpeta migrations.": "! @edit migrations/a.py\n. @edit src/a.py",
    "No leas .env.": "! @read .env\n! cat .env\n. @read a.py",
    "Não edite arquivos em generated/.": "! @edit generated/a.py\n. @edit src/a.py",
    "Ne modifie pas src/legacy.": "! @edit src/legacy/a.py\n. @edit src/a.py",
    "Ne touche pas à src/legacy.": "! @edit src/legacy/a.py\n. @edit src/a.py",
    "Ändere keine Dateien in generated/.": "! @edit generated/a.py\n. @edit src/a.py",
    "Fass src/legacy nicht an.": "! @edit src/legacy/a.py\n. @edit src/a.py",
    "Non modificare package-lock.json.": "! @edit package-lock.json\n. @edit a.json",
    "不要修改 generated/ 目录下的文件": "! @edit generated/a.py\n. @edit src/a.py",
    # ── tools ──
    "Never call web_search.": "! @web_search x\n! @WebSearch x\n. @web_fetch x",
    "Don't use the Task tool.": "! @Task x\n. @edit a.py",
    "Use python_exec, not shell.": "! python3 a.py\n. @python_exec a.py",
    "Use the Read tool instead of cat.": "! cat a.py\n. cat a.py | wc -l\n. cat > a.py <<'E'\\nx\\nE\n. @read a.py",
    "Use the Edit tool instead of sed.": "! sed -i s/a/b/ a.py\n. ls | sed s/a/b/",
    "Don't use cat to read files.": "! cat a.py\n. ls | cat",
    "Use WebFetch instead of curl.": "! curl -s https://x.example\n. @WebFetch x",
    "Usa la herramienta Read en lugar de cat.": "! cat a.py\n. @read a.py",
    # ── the order of steps ──
    "Run the tests before you commit.": """
        . git commit -m nothing-changed
        . @edit a.py
        ! git commit -m x
        . pytest -q && git commit -m x
        . pytest
        . git commit -m x
        . @edit a.py
        ! git commit -m y
        . git status
    """,
    "Never push without running the tests.": ". @edit a.py\n! git push\n. npm test\n. git push",
    "Before you push, run pytest.": ". @edit a.py\n! git push\n. pytest\n. git push",
    "Ejecuta los tests antes de hacer commit.": ". @edit a.py\n! git commit -m x\n. pytest\n. git commit -m x",
    "Lance les tests avant de committer.": ". @edit a.py\n! git commit -m x",
    "Führe die Tests vor dem Commit aus.": ". @edit a.py\n! git commit -m x",
    "Esegui i test prima di fare commit.": ". @edit a.py\n! git commit -m x",
    "Execute os testes antes de fazer commit.": ". @edit a.py\n! git commit -m x",
    "提交前先运行测试": ". @edit a.py\n! git commit -m x",
    "Run ruff before committing.": """
        ! git commit -m x
        . ruff check .
        . git commit -m y
        . @edit a.py
        ! git commit -m z
        . ruff check && git commit -m z
        . git status""",
    "Always run `make lint` before pushing.": "! git push\n. make lint\n. git push\n. @write b.py\n! git push\n. git pull",
    "Run terraform plan before terraform apply.": """
        ! terraform apply
        . terraform plan
        . terraform apply
        ! terraform apply
        . terraform plan -out p
        . terraform apply p""",
    "Before running `alembic upgrade`, run `alembic check`.": "! alembic upgrade head\n. alembic check\n. alembic upgrade head",
    "Siempre ejecuta ruff antes de hacer commit.": "! git commit -m x\n. ruff check\n. git commit -m x",
    "Read the file before editing it.": "! @edit a.py\n. @read a.py\n. @edit a.py\n. @write b.py\n. @edit b.py",
    "Never edit a file without reading it first.": "! @edit a.py\n. cat a.py\n. @edit a.py",
    "Lee el archivo antes de editarlo.": "! @edit a.py\n. @read a.py\n. @edit a.py",
    "Don't run the tests.": "! pytest\n! npm test\n. ls tests",
    "Run the tests after every change.": ". @edit a.py\n. @edit b.py\n! @edit c.py\n. pytest\n. @edit d.py",
    # ── what is right may look like what is wrong ──
    "Use `uv run pytest` instead of `pytest`.": "! pytest -q\n. uv run pytest -q",
    "Don't use pytest. Use `uv run pytest`.": "! pytest -q\n. uv run pytest -q",
    "Use uv run pytest instead of pytest.": "! pytest -q\n. uv run pytest -q\n. cd x && uv run pytest",
    "Use poetry run pytest, not pytest.": "! pytest -q\n. poetry run pytest -q",
    "Do not use pytest. Use uv run pytest.": "! pytest -q\n. uv run pytest -q",
    "Use python -m pytest instead of pytest.": "! pytest -q\n. python -m pytest",
    "Use poetry run python instead of python.": "! python a.py\n. poetry run python a.py",
    "Use bundle exec rspec instead of rspec.": "! rspec spec\n. bundle exec rspec spec",
    "Use pnpm exec eslint rather than eslint.": "! eslint .\n. pnpm exec eslint .",
    "Use uv run pytest or make test, not pytest.": "! pytest\n. uv run pytest\n. make test",
    "Usa uv run pytest en vez de pytest.": "! pytest\n. uv run pytest",
    "Use sudo docker instead of docker.": "! docker ps\n. sudo docker ps",
    "Do not use --no-verify when committing.": "! git commit --no-verify\n! git commit -n -m x\n. git commit\n. git push --no-verify",
    "Never use --force when pushing.": "! git push --force\n! git push -f\n. git push",
    "Benutz kein npm.": "! npm i\n. pnpm i",
    "No hagas push a main nunca.": "! git push origin main\n. git push origin x",
    "Do not commit unless I tell you to.": "! git commit -m x\n. git add a.py",
    "Do not run git checkout . or git reset --hard without asking.": "! git checkout .\n! git reset --hard\n. git checkout x",
    "Do not run git checkout .": "! git checkout .\n. git checkout main",
    "Do not run `make deploy`.": "! make deploy\n! make build deploy ENV=x\n! make -C web deploy\n. make build\n. make deploy-docs",
    "Never push to `main`.": "! git push origin main\n! git push --all\n! git push --mirror x\n. git push origin x\n. git fetch --all",
    "Nie npm benutzen.": "! npm i\n. pnpm i",
    "Nie wieder Dateien in src/gen/ bearbeiten.": "! @edit src/gen/a.ts\n. @edit src/a.ts\n. @read src/gen/a.ts",
    "Leave the Dockerfile alone.": "! @edit Dockerfile\n. @read Dockerfile\n. @edit a.py",
    "Use `python -m pip`, not `pip`.": "! pip install x\n. python -m pip install x",
    "Use git pull --rebase instead of git pull.": "! git pull\n. git pull --rebase",
    "Never run make deploy.": "! make deploy\n! make -j4 deploy\n. make -n deploy\n. make -Bn deploy\n. make --recon deploy\n. make x",
    "Never run kubectl apply.": "! kubectl apply -f x\n. kubectl apply --dry-run=client\n! kubectl apply --dry-run=none\n. kubectl get",
    # ── two sentences ──
    "Do not use npm. Use pnpm.": "! npm i\n. pnpm i",
    "N'utilise pas npm. Utilise pnpm.": "! npm i\n. pnpm i",
    "Never use npm. Never use yarn.": "! npm i\n! yarn\n. pnpm i",
    "Never use npm. Keep answers short.": "! npm i\n. pnpm i",
    "Use pnpm instead of npm. Never touch src/legacy.": "! npm i\n! @edit src/legacy/a.py\n. pnpm i\n. @edit src/a.py",
}  # fmt: skip


BRANCH = re.compile(r"[\w/-]+\$ ")


class Trace:
    """One session: what the check says of each call, before it and after."""

    def __init__(self, check: dict[str, Any]) -> None:
        faults = Faults()
        self.holds = Compiler(DEFAULT, faults).condition(check["condition"], ("c",))
        assert faults.found == []
        self.check = check
        self.session = Session(key="s1", workspace="/w")

    def fires(self, line: str) -> bool:
        branch, _, line = line.rpartition("$ ") if BRANCH.match(line) else ("", "", line)
        tool, _, about = line[1:].partition(" ") if line.startswith("@") else ("bash", "", line)
        args: dict[str, Any] = {"file_path": about} if line.startswith("@") else {"command": line.replace("\\n", "\n")}
        made = call(tool, workspace="/w", **args)
        action = actions.name(tool)
        seen = Call(tool=tool, action=action, target=target(made, action, "/w"), args=args, workspace="/w", branch=branch)
        is_meant = any(actions.is_named(tool, trigger) for trigger in self.check["trigger"])
        is_before = self.check["when"] == "pre_tool"
        said = is_meant and is_before and self.holds(self.session, seen)
        follow(self.session, made)
        said = said or (is_meant and not is_before and self.holds(self.session, seen))
        follow(self.session, result())
        return said


@pytest.mark.parametrize("text", CASES)
def test_a_rule_is_held_to_the_calls_that_it_means_and_no_others(text: str) -> None:
    check = checks.compiled(rule(text))
    assert check is not None
    trace = Trace(check)
    lines = [line.strip() for line in CASES[text].strip().splitlines()]

    fired = [f"{'!' if trace.fires(line[2:]) else '.'} {line[2:]}" for line in lines]

    assert fired == lines


@pytest.mark.parametrize(
    "text",
    [
        # nothing that a call shows
        "Answer briefly.",
        "Answer in Spanish.",
        "Responde en español.",
        "Write commit messages in English.",
        "Use metric instead of imperial.",
        "Use tabs, not spaces.",
        "Use const instead of let.",
        "Use single quotes instead of double quotes.",
        "Use Go instead of Python.",
        "Never use Python.",
        "Stop using emojis.",
        "Don't add comments.",
        "Don't change the API.",
        "Never delete the database.",
        "Don't push secrets.",
        "Don't call me bro.",
        "Don't open a browser.",
        "Do not say that you cannot run web_search.",
        'Never say "npm".',
        'Never use the word "npm".',
        'Instead of "Open the door", use "Open it".',
        "Files over ssh.",
        # limits that a call does not show
        "Use python_exec not shell for data processing.",
        "If you are in the frontend, use pnpm instead of npm.",
        "Use pnpm in the frontend instead of npm.",
        "Never use npm for publishing.",
        "Never use npm v6.",
        "Don't use npm in docs.",
        "Never run more than one npm install.",
        "Do not run the whole test suite.",
        "Don't run the tests yet.",
        "Don't touch anything outside src/.",
        "Only edit files in src/.",
        "Use pnpm instead of npm. Except in the docs folder.",
        "Don't use npm. In the docs folder it's fine.",
        "Don't use npm, it's ok in the docs folder.",
        "No uses npm. En docs puedes.",
        "Use pnpm with --frozen-lockfile.",
        "Usa pnpm en vez de npm cuando instales algo.",
        "No uses npm salvo en docs.",
        "如果在前端，用 pnpm 代替 npm",
        # what is right cannot be told from what is wrong
        "Use npm test instead of npm.",
        "Don't use npm. Use npm test.",
        # no order, or the other way round
        "You can use npm.",
        "Feel free to use npm.",
        "Don't avoid npm.",
        "Don't stop using npm.",
        "Use npm or yarn.",
        "Why not use npm instead of yarn?",
        # steps of which nothing is known
        "Check the price with web_search before stating it.",
        "Run the linter after changes.",
        "Remove unused imports before committing.",
        # a dot that was lost would widen it
        "Never use git add.",
        # no sentence at all
        "",
        ".",
        "Never.",
        "Use instead of.",
        "``",
        "Never use ``.",
        "Never use `'`.",
        "Use pnpm instead of npm. " * 40,
    ],
)
def test_a_rule_that_is_not_plain_is_told_and_not_checked(text: str) -> None:
    assert checks.compiled(rule(text)) is None


def test_what_is_compiled_can_be_stored_and_read_by_a_person() -> None:
    check = checks.compiled(rule("Use pnpm instead of npm."))

    assert check == {"trigger": ["bash"], "when": "pre_tool", "condition": {"runs": {"program": ["npm"]}}}


def test_asking_first_is_not_doing_with_a_way_out() -> None:
    assert checks.compiled(rule("Ask me before you run `npm install`.")) == checks.compiled(rule("Don't run `npm install`."))


# ── laws ──

PIECES = st.sampled_from(
    ["Never", "use", "run", "don't", "no", "usa", "instead of", "before", "after", "with", "to", "in", "files", "folder", "the", "tool",
     "or", ",", ".", ";", ":", "->", "`npm`", "`git push -f`", "`rm -rf /`", "npm", "pnpm", "git", "push", "commit", "tests", "--force",
     "-q", "-", "--", "src/", "*.md", "**", "[", "]", "{", "}", "(", ")", '"', "'", "`", "\\", "\0", "\n", "é", "不要", "用", "修改",
     "、", "if", "ask", "edit", "delete", "read", "create", "web_search", "~", "~/", "/", "..", "?", "|", "<", ">", "=", "a" * 50]
)  # fmt: skip


def holds(text: str) -> None:
    check = checks.compiled(rule(text))
    if check is None:
        return
    faults = Faults()
    Compiler(DEFAULT, faults).condition(check["condition"], ("c",))
    assert faults.found == []
    assert json.loads(json.dumps(check)) == check
    assert check["trigger"]
    assert check["condition"] or "*" not in check["trigger"]


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=12).map(" ".join) | st.lists(PIECES, max_size=12).map("".join))
def test_whatever_is_compiled_compiles_again_without_a_fault(text: str) -> None:
    holds(text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=120))
def test_no_text_is_too_odd(text: str) -> None:
    holds(text)


@given(st.sampled_from(sorted(CASES)), st.sampled_from(["\u200b", "  ", "\n", " !", "..", "…"]))
def test_a_rule_means_the_same_with_stray_blanks_and_marks_behind_it(text: str, mark: str) -> None:
    assert checks.compiled(rule(text + mark)) in (checks.compiled(rule(text)), None)


def test_what_the_user_says_about_a_session_moves_nothing_here() -> None:
    trace = Trace(checks.compiled(rule("Run the tests before you commit.")) or {})
    follow(trace.session, user("edit a.py"))

    assert not trace.fires("git commit -m x")
