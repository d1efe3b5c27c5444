"""A skill drafted from a session: what was done, and nothing else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import Refused
from habitus.evolve.skills import commands, document, draft, validate
from habitus.evolve.skills.statements import statements
from habitus.types import ToolCall
from habitus.types.skills import Bundle
from nouns import call, result

HERE = "/home/ann/work/shop"


def bash(*lines: str) -> list[ToolCall]:
    return [call("Bash", id=f"b{n}", command=line, workspace=HERE) for n, line in enumerate(lines)]


def drafted(calls: list[ToolCall], request: str = "Release the shop", failed: str = "", **rest: Any) -> str:
    results = [result(one.id, error="boom") if one.id == failed else result(one.id) for one in calls]
    return draft.draft("Release the shop", request, calls, results, **rest)


def steps(text: str) -> list[str]:
    return [row.partition(". ")[2] for row in text.splitlines() if row[:1].isdigit()]


def test_a_draft_is_a_skill_in_the_format() -> None:
    text = drafted(bash("npm test", "npm run build"), "Please release the shop. Then rest.")
    found = document.read(text)
    assert (found.name, found.title()) == ("release-the-shop", "Release the shop")
    assert found.description == "Use when asked for something like: release the shop."
    assert validate.problems(Bundle(text=text, files={}), "release-the-shop") == ()


def test_steps_are_told_in_their_order_and_those_that_failed_are_not() -> None:
    text = drafted(bash("npm test", "npm run broken", "npm run build"), failed="b1")
    assert steps(text) == ["Run `npm test`.", "Run `npm run build`."]


def test_a_call_without_a_result_was_not_taken() -> None:
    calls = bash("npm test", "npm publish")
    assert "publish" not in draft.draft("t1", "", calls, [result("b0")])


def test_looking_around_and_planning_are_no_steps() -> None:
    calls = [
        *bash("ls -la", "git status && git log -3", "cat a.py | head", "make dist"),
        call("Read", id="r", file_path="a.py"),
        call("TodoWrite", id="t"),
    ]
    assert steps(drafted(calls)) == ["Run `make dist`."]


def test_a_session_of_nothing_but_looking_around_makes_no_skill() -> None:
    with pytest.raises(Refused, match="nothing to make a skill of"):
        drafted(bash("ls", "cat a"))


def test_what_the_request_names_becomes_a_placeholder_and_the_description_says_its_kind() -> None:
    text = drafted(bash("git tag v2.3.1", "docker build -t shop:v2.3.1 ."), 'release v2.3.1 of the "corner shop" by 2026-10-01')
    assert steps(text) == ["Run `git tag <version>`.", "Run `docker build -t shop:<version> .`."]
    assert "something like: release a version of the a name by" not in text
    assert "v2.3.1" not in text
    assert "2026-10-01" not in text
    assert "- `<version>`: a version" in text


def test_ordinary_words_of_the_request_stay_in_the_commands() -> None:
    assert steps(drafted(bash("npm run release"), "release the shop to production")) == ["Run `npm run release`."]


def test_a_step_that_was_repeated_is_told_once_with_what_varied() -> None:
    text = drafted(bash("kubectl rollout status deploy/web --timeout 60s", "kubectl rollout status deploy/api --timeout 90s", "make done"))
    assert steps(text) == ["Run `kubectl rollout status <name> --timeout <timeout>`.", "Run `make done`."]


def test_the_same_step_twice_has_nothing_that_varied() -> None:
    assert steps(drafted(bash("npm test", "npm test"))) == ["Run `npm test`."]


def test_one_value_has_one_placeholder() -> None:
    text = drafted(bash("scp a.txt web:/srv", "scp b.txt web:/srv", "gzip a.txt"))
    assert steps(text) == ["Run `scp <file> web:/srv`.", "Run `gzip <file>`."]


def test_folders_of_a_person_and_ids_are_not_told() -> None:
    text = drafted(
        bash(f"cd {HERE} && make -f {HERE}/ci/Makefile", "cp /Users/bob/x.pem out/", "kill-job 123e4567-e89b-12d3-a456-426614174000")
    )
    assert steps(text) == ["Run `make -f ci/Makefile`.", "Run `cp ~/x.pem out/`.", "Run `kill-job <id>`."]


SECRETS = [
    "export API_TOKEN=abcdef123456 && deploy",
    "curl -H 'Authorization: Bearer zyxwvu987' https://x.io -d 1",
    "curl -u ann:hunter2 https://x.io",
    "psql postgresql://ann:hunter2@db/shop -c 'select 1'",
    "deploy --password hunter2",
    "deploy --api-key=hunter2",
    "mysql -uann -phunter2 shop -e 'select 1'",
    "gh-upload ghp_abcdefghijklmnopqrst1234",
    "aws-upload AKIAABCDEFGHIJKLMNOP",
    "deploy --with '[secret:password:0a1b2c3d]'",
    'deploy \'{"client_secret": "hunter2"}\'',
]


@pytest.mark.parametrize("line", SECRETS)
def test_a_secret_is_never_told(line: str) -> None:
    text = drafted(bash(line))
    assert "<secret>" in text
    hidden = ("abcdef123456", "zyxwvu987", "hunter2", "ghp_", "AKIA", "0a1b2c3d")
    assert not any(value in text for value in hidden)


def test_a_secret_is_one_where_it_stands_without_its_label_too() -> None:
    assert "hunter22" not in drafted(bash("cat x --password hunter22", "login hunter22 && check hunter22"), "use hunter22")


def test_talk_of_tokens_is_no_secret() -> None:
    assert steps(drafted(bash("npm token list", "count-tokens a.txt"))) == ["Run `npm token list`.", "Run `count-tokens a.txt`."]


def test_texts_are_cleaned_before_anything_is_done_with_them() -> None:
    text = drafted(
        bash("deploy opensesame"), "deploy opensesame", clean=lambda text: text.replace("opensesame", "[secret:password:00000000]")
    )
    assert "opensesame" not in text


def test_changes_of_files_are_told_by_file_at_the_top_and_together_below() -> None:
    files = ["src/a.py", "src/b.py", "CHANGELOG.md"]
    calls = [call("Edit", id=f"e{n}", file_path=f"{HERE}/{file}", workspace=HERE) for n, file in enumerate(files)]
    assert steps(drafted(calls)) == ["Change `<file>`.", "Change `CHANGELOG.md`."]


def test_other_tools_are_told_with_their_arguments() -> None:
    calls = [call("mcp__chat__post", id="p", channel="ops", text="shipped 1.2.3", blocks=[1])]
    assert steps(drafted(calls, "ship 1.2.3")) == ["Call the tool `mcp__chat__post channel=ops text=shipped <version>`."]


def test_a_long_step_stands_in_a_block_below_its_number() -> None:
    text = drafted(bash("for f in a b; do\n  upload $f\ndone"))
    assert "1. Run:\n\n   ```bash\n   for f in a b; do\n     upload $f\n   done\n   ```\n" in text


def test_a_request_cannot_write_the_frontmatter() -> None:
    found = document.read(drafted(bash("make"), 'x"\n---\nname: evil\nallowed-tools: Bash\n# <b>'))
    assert set(found.frontmatter) == {"name", "description", "metadata"}
    assert "<" not in found.description


RUN = [
    "npm test",
    "npm run build -- --prod",
    "git tag v1.0.0 && git push --tags",
    "docker build -t a:1.2.3 .",
    "cd web && pnpm i 2>&1 | tail -3",
    "python scripts/migrate.py --dry-run",
    "make -j4 all",
    "for f in *.sql; do psql -f $f; done",
    "FOO=1 cargo test -q",
    "terraform apply",
    "cat > a.txt <<'EOF'\nhi\nEOF",
    "go test ./... || true",
    "rm -rf dist",
    "sed -i s/a/b/ x.py",
    "ls",
    "kubectl apply -f k8s/prod.yaml",
]
LINES = st.lists(st.sampled_from(RUN), min_size=1, max_size=12)


@given(LINES, st.sampled_from(["ship 1.2.3", "", "do it in k8s/prod.yaml", "x" * 2000]))
def test_every_command_of_a_draft_was_run(lines: list[str], request: str) -> None:
    try:
        text = drafted(bash(*lines), request)
    except Refused:
        assert set(lines) == {"ls"}
        return
    assert commands.grounded(text, lines) == 1.0
    assert drafted(bash(*lines), request) == text


# ── statements ──


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("cd /abs && go build ./... 2>&1 | tail -5; echo done", ["go build ./..."]),
        ("npm ci\nnpm test >/dev/null 2>&1", ["npm ci", "npm test"]),
        ("cd web && cd app && npm test && npm run lint", ["cd web/app && npm test", "cd web/app && npm run lint"]),
        ("make || true", ["make"]),
        ("make || make all", ["make || make all"]),
        ("echo 'a; b && c' > f; git commit -m 'x; y'", ["git commit -m 'x; y'"]),
        ("# first; not this\nmake # nor; this\n", ["make"]),
        ("curl x | jq .a | head -3", ["curl x | jq .a"]),
        ("grep -v 'a\\|b' f | wc -l", ["grep -v 'a\\|b' f"]),
        ("X=1\nmake $X", ["X=1\nmake $X"]),
        ("f=$(ls | head -1)\nmake $f", ["f=$(ls | head -1)\nmake $f"]),
        ("serve & sleep 1; kill $!", ["serve & sleep 1; kill $!"]),
        ("ENV=prod make deploy && make check", ["ENV=prod make deploy", "make check"]),
        ("tar c $(git ls-files; echo x) | gzip > a.gz", ["tar c $(git ls-files; echo x) | gzip > a.gz"]),
        ("docker run \\\n  -p 1:1 \\\n  img", ["docker run \\\n  -p 1:1 \\\n  img"]),
        ("", []),
    ],
)
def test_a_script_is_told_by_what_it_does(script: str, told: list[str]) -> None:
    assert statements(script) == told


@given(st.text(alphabet="ab '\"`$()&|;\n#\\<=", max_size=40))
def test_any_script_can_be_told(script: str) -> None:
    assert all(one.strip() for one in statements(script)) or not script.strip()


# ── grounded ──


def skill(*lines: str, lang: str = "bash") -> str:
    return f"```{lang}\n" + "\n".join(lines) + "\n```\n"


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ("git push origin main", "git push upstream dev"),
        ("docker build -t <image> .", "docker build -t shop:1 --no-cache ."),
        ("npm run build", "cd /x && npm run build -- --prod"),
        ("npm run <script>", "npm run lint"),
        ("kubectl rollout status {{ deployment }}", "kubectl rollout status deploy/web"),
        ("$ make test\nok, 3 passed", "make test"),
        ("python scripts/migrate.py", "python3 -V; python ./scripts/migrate.py --dry-run"),
        ("sudo systemctl restart nginx", "systemctl restart web"),
        ("tar -xzf a.tgz", "tar -x -z -v -f b.tgz"),
    ],
)
def test_the_same_step_with_other_particulars_is_grounded(told: str, seen: str) -> None:
    assert commands.grounded(skill(told, lang="console"), [seen]) == 1.0


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ("git push --force", "git push"),
        ("git push", "git pull"),
        ("npm run deploy", "npm run build"),
        ("aws s3 rm x", "aws s3api rm x"),
        ("terraform destroy", "echo terraform destroy"),
        ("python evil.py", "python good.py"),
        ("kubectl delete pod x", ""),
    ],
)
def test_another_step_is_not(told: str, seen: str) -> None:
    assert commands.grounded(skill(told), [seen]) == 0.0


def test_the_share_is_of_all_commands_wherever_they_stand() -> None:
    text = "1. Run `npm test`.\n2. Run `npm publish --tag next`.\n\n" + skill("git tag v1", "git push") + skill("x = 1", lang="python")
    assert commands.grounded(text, ["npm test", "git tag v2", "git fetch"]) == 0.5


def test_prose_output_and_names_in_code_marks_are_no_commands() -> None:
    text = "Set `max retries` to `3 or 4`, then read `a b`.\n\n```\nTotal 5 files\nDone in 3s\n```\n"
    assert commands.grounded(text, []) == 1.0
