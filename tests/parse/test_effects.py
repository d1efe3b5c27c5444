"""Which files a script reads, writes and deletes; whether it tests, browses, or does what a file tool does."""

from __future__ import annotations

import pytest

from habitus.parse.effects import browses, effects, is_test_run, reads_file
from habitus.parse.shell import commands

PATCH = "*** Begin Patch\n*** Update File: a/b.py\n@@\n-x\n+y\n*** Add File: c.py\n+z\n*** Delete File: d.py\n*** End Patch"
DIFF = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n"


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("cat a b", ("a", "b")),
        ("head -n 20 src/a.py", ("src/a.py",)),
        ("tail -5 a", ("a",)),
        ("sed -n '1,5p' a", ("a",)),
        ("sed -e s/a/b/ a", ("a",)),
        ("awk -F: '{print $1}' a", ("a",)),
        ("grep -n pattern a b", ("a", "b")),
        ("grep -e pattern a", ("a",)),
        ("rg -g '*.py' pattern a", ("a",)),
        ("jq .x a.json", ("a.json",)),
        ("wc < a", ("a",)),
        ("while read l; do :; done < a", ("a",)),
        ("python3 -c \"print(open('a').read())\"", ("a",)),
        ("for f in a b; do cat $f; done", ("a", "b")),
        ("cd x && cat a ../b", ("x/a", "b")),
        ("cat ./a x/../b /c//d", ("a", "b", "/c/d")),
        ("bash -lc 'cat a'", ("a",)),
        ("git log | head -5", ()),
        ("cat a > b", ()),
        ("x=$(cat a)", ()),
        ("cat $f *.py - /dev/null", ()),
        ("cd $d && cat a", ()),
        ("ssh host cat a", ()),
        ("docker exec c cat a", ()),
        ("echo cat a", ()),
        ("cat <<E\na\nE", ()),
    ],
)
def test_files_whose_contents_are_shown_are_read(text: str, reads: tuple[str, ...]) -> None:
    assert effects(commands(text)).reads == reads


def test_what_a_formatter_writes_is_told_apart_from_what_was_written_besides() -> None:
    done = effects(commands("black a.py b.py; echo x >> b.py"))
    assert (set(done.writes), done.formats) == ({"a.py", "b.py"}, ("a.py",))


@pytest.mark.parametrize(
    ("text", "writes"),
    [
        ("echo x > a", ("a",)),
        ("x >> a 2> b &> c", ("a", "b", "c")),
        ("> a", ("a",)),
        ("{ x; y; } > a", ("a",)),
        ("cat > a <<E\nx\nE", ("a",)),
        ("x | tee -a a b", ("a", "b")),
        ("sed -i 's/a/b/' a b", ("a", "b")),
        ("npx prettier --config x.json --write a.ts b.ts", ("a.ts", "b.ts")),
        ("yarn eslint a.ts --fix", ("a.ts",)),
        ("python -m black -l 100 a.py", ("a.py",)),
        ("uv run ruff format a.py", ("a.py",)),
        ("ruff check --fix a.py", ("a.py",)),
        ("gofmt -w a.go", ("a.go",)),
        ("cd x && terraform fmt a.tf", ("x/a.tf",)),
        ("prettier --check a.ts; black --check a.py; ruff check a.py; eslint a.ts; gofmt -l a.go; clang-format a.c", ()),
        ("black . src/; ruff format", ()),
        ("tar -xzf a.tgz -C out b.py", ("out/b.py",)),
        ("tar xzf a.tgz b.py c.py", ("b.py", "c.py")),
        ("unzip -o a.zip b.py -d out", ("out/b.py",)),
        ("tar xf a.tgz; tar tzf a.tgz b.py; tar -czf a.tgz b.py; tar cf a.tar b.py; unzip a.zip; unzip -l a.zip b.py", ()),
        ("tar -xOf a.tgz b.py | less; tar xOf a.tgz b.py; tar -x -I zstd -f a.tzst", ()),
        ("sed -i.bak -e s/a/b/ a", ("a",)),
        ("sed -i '' s/a/b/ a", ("a",)),
        ("perl -pi -e 's/a/b/' a", ("a",)),
        ("cp a b", ("b",)),
        ("cp a b c/", ("c/a", "c/b")),
        ("cp -t d a b", ("d/a", "d/b")),
        ("mv a b", ("b",)),
        ("touch a", ("a",)),
        ("dd if=a of=b", ("b",)),
        ("curl -o a http://x", ("a",)),
        ("wget -O a http://x", ("a",)),
        (f"apply_patch <<'P'\n{PATCH}\nP", ("a/b.py", "c.py")),
        (f"apply_patch '{PATCH}'", ("a/b.py", "c.py")),
        (f"patch -p1 <<'P'\n{DIFF}P", ("x.py",)),
        (f"git apply <<'P'\n{DIFF}P", ("x.py",)),
        ("git mv a b", ("b",)),
        ("python3 - <<E\nopen('a', 'w')\nE", ("a",)),
        ("python3 - <<E\np = Path('a')\np.write_text(p.read_text())\nE", ("a",)),
        ("node -e \"fs.writeFileSync('a', '')\"", ("a",)),
        ("ln -sf a b", ("b",)),
        ("rsync -a --exclude x src/ dst/", ("dst",)),
        ("rsync -a src/ host:dst/", ()),
        ("scp host:a b", ("b",)),
        ("scp a me@host:b", ()),
        ("sort -u -o a a", ("a",)),
        ("sort a | sponge a", ("a",)),
        ("git checkout -- a b", ("a", "b")),
        ("git checkout HEAD~1 a", ("a",)),
        ("git checkout -b new main", ()),
        ("git checkout main", ()),
        ("git restore -s HEAD~1 a", ("a",)),
        ("git restore --staged a", ()),
        ("git restore --staged --worktree a", ("a",)),
        ("python3 -c \"import shutil; shutil.copy('a', 'b')\"", ("b",)),
        ("python3 -c \"from os import rename; rename('a', 'b')\"", ("b",)),
        ("node -e \"fs.copyFileSync('a', 'b')\"", ("b",)),
        ("make > /dev/null 2>&1", ()),
        ("git apply x.patch", ()),
        ("ssh host 'echo x > a'", ()),
        ("echo 'x > a'", ()),
    ],
)
def test_files_that_are_made_or_changed_are_written(text: str, writes: tuple[str, ...]) -> None:
    assert effects(commands(text)).writes == writes


@pytest.mark.parametrize(
    ("text", "deletes"),
    [
        ("rm -rf a b", ("a", "b")),
        ("mv a b", ("a",)),
        ("git rm a", ("a",)),
        ("git rm --cached a", ()),
        ("git clean -fd a", ("a",)),
        ("find a b -type f -delete", ("a", "b")),
        ("find a -name old.txt -delete", ("a/old.txt",)),
        ("find a -name old.txt", ()),
        ("npx rimraf a", ("a",)),
        ("yarn run rimraf a", ("a",)),
        ("python3 -c \"import shutil; shutil.move('a', 'b')\"", ("a",)),
        ("python -c \"os.remove('a')\"", ("a",)),
    ],
)
def test_files_that_are_gone_are_deleted(text: str, deletes: tuple[str, ...]) -> None:
    assert effects(commands(text)).deletes == deletes


@pytest.mark.parametrize(
    "text",
    [
        "pytest",
        "python -m pytest -q",
        "python3 -m unittest discover",
        "tox -e py311",
        "nox",
        "npm test",
        "npm run test:unit",
        "pnpm -C web test",
        "yarn test --watch",
        "bun test",
        "npx jest",
        "npx vitest run",
        "cargo test",
        "cargo nextest run",
        "go test ./...",
        "make test",
        "make -C x check",
        "mvn -q test",
        "./gradlew test",
        "dotnet test",
        "ctest --output-on-failure",
        "bundle exec rspec",
        "php artisan test",
        "vendor/bin/phpunit",
        "python manage.py test app",
        "./manage.py test",
        "poetry run pytest",
        "uv run --with x pytest",
        "docker compose run web pytest",
        "cd x && CI=1 pytest -x 2>&1 | tail -5",
        "bash -lc 'pytest'",
        "yarn run test",
        "yarn workspace web test",
        "pnpm jest",
        "mix test",
        "swift test",
        "bazel test //...",
        "node --test",
        "rake spec",
    ],
)
def test_a_test_run_is_known(text: str) -> None:
    assert is_test_run(commands(text))


@pytest.mark.parametrize(
    "text",
    [
        "echo pytest",
        "pip install pytest",
        "which pytest",
        "git commit -m 'add pytest'",
        "cat pytest.ini",
        "pytest --version",
        "npm run build",
        "make",
        "cargo build",
        "go build",
        "pytest --collect-only",
        "grep -r 'npm test' .",
        "ls tests",
        "mvn -DskipTests package",
        "make -n test",
    ],
)
def test_the_name_of_a_test_runner_is_no_test_run(text: str) -> None:
    assert not is_test_run(commands(text))


@pytest.mark.parametrize(
    "text",
    ["ls -la", "ls -R", "ls -a src", "ls .", "find . -name x", "find src", "find / -name x", "tree -L 2", "dir /s", "cat a && ls -l"],
)
def test_looking_around_is_browsing(text: str) -> None:
    assert browses(commands(text))


@pytest.mark.parametrize(
    "text",
    ["ls", "ls src", "git ls-tree HEAD", "pstree -p", "tools -a", "git worktree list", "echo 'ls -la'", "ssh h ls -la", "true # tree"],
)
def test_what_only_sounds_like_it_is_not_browsing(text: str) -> None:
    assert not browses(commands(text))


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("cat a.py", "a.py"),
        ("head -n 5 a", "a"),
        ("tail -n 5 a", "a"),
        ("less a", "a"),
        ("sed 's/a/b/' a", "a"),
        ('sed "s/a/b/" a', "a"),
        ("awk '{print}' a", "a"),
        ("perl -pi -e s/a/b/ a", "a"),
        ("cat < a", "a"),
        ("printf x > src/a", "src/a"),
        ("cat > a <<E\nE", "a"),
        ("python3 -c \"print(open('a').read())\"", "a"),
        ("cat a | grep x", "a"),
        ("cd x; cat a", "x/a"),
        ("git log | head -5", ""),
        ("cat <<E\nx\nE", ""),
        ("git commit -m 'add more tests'", ""),
        ("git diff HEAD ", ""),
        ("echo 'cat a'", ""),
        ("docker logs --tail 50 x", ""),
        ("make > build.log", ""),
        ("x | tee a.log", ""),
        ("ps | awk '{print $1}'", ""),
        ("tail -f a.log", ""),
        ('git commit -F - <<< "$(cat a)"', ""),
        ("ssh h cat a", ""),
        ("make test > /dev/null 2>&1", ""),
        ("cat /proc/cpuinfo", ""),
    ],
)
def test_what_a_file_tool_would_do_is_named(text: str, file: str) -> None:
    assert reads_file(commands(text)) == file
