"""Shell text -> commands: what would run, in which words, through what, where, and reading what."""

from __future__ import annotations

import pytest

from habitus.parse.shell import LONGEST, UNKNOWN, Command, commands, stdin


def lines(text: str) -> list[str]:
    """Each command as one line, `?` for what is unknown."""
    return [" ".join(command.argv).replace(UNKNOWN, "?") for command in commands(text).commands if command.argv]


def only(text: str, name: str) -> Command:
    found = [command for command in commands(text).commands if command.name == name]
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("make", ["make"]),
        ("  make   all  ", ["make all"]),
        ("a;b & c&&d||e|f", ["a", "b", "c", "d", "e", "f"]),
        ("a |\n  b &&\n c", ["a", "b", "c"]),
        ("a\n\n# b\nc # d", ["a", "c"]),
        ("a \\\n  -x", ["a -x"]),
        ("echo a#b", ["echo a#b"]),
        ("(a; b) | c", ["a", "b", "c"]),
        ("((a); (b))", ["a", "b"]),
        ("((a | b) && c)", ["a", "b", "c"]),
        ("x=$((a); (b))", ["a", "b"]),
        ("{ a; b; } > f", ["a", "b"]),
        ("if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]),
        ("while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]),
        ("for x in 1 2; do a $x; done", ["a 1", "a 2"]),
        ("for x in *.py; do a $x; done", ["a *.py"]),
        ("for ((i=0; i<3; i++)); do a $i; done", ["a ?"]),
        ("select x in 1 2; do a; done", ["a", "a"]),
        ("case $x in a|b) c;; *) d;; esac", ["c", "d"]),
        ("! a", ["a"]),
        ("time { a; }", ["a"]),
        ("[[ -e x && y < z ]] && a", ["a"]),
        ("((x = 1 << 2)); a", ["a"]),
        ("a $((1 + $(b)))", ["b", "a ?"]),
        ("x=$(a) b", ["a", "b"]),
        ("a >f 2>&1 <g", ["a"]),
        ("2>/dev/null a b", ["a b"]),
        ("a 2>/dev/null -- b", ["a -- b"]),
    ],
)
def test_every_command_is_found_in_order(text: str, expected: list[str]) -> None:
    assert lines(text) == expected
    assert not commands(text).unclear


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 'b c' \"d e\"", ("a", "b c", "d e")),
        ("a b\\ c 'd'\"e\"f", ("a", "b c", "def")),
        ("'a' -r''f", ("a", "-rf")),
        ("\\a b", ("a", "b")),
        ("a $'b\\tc\\x41'", ("a", "b\tcA")),
        ("a \"b\\\"c\" 'it'\\''s'", ("a", 'b"c', "it's")),
        ('a "" b', ("a", "", "b")),
        ("a -{x,y} {}", ("a", "-x", "-y", "{}")),
        ("{a,-b,c}", ("a", "-b", "c")),
        ("a '{x,y}' \"{x,y}\"", ("a", "{x,y}", "{x,y}")),
        ("a *.!(py|js)", ("a", "*.!(py|js)")),
        ("a $HOME/x ~/y", ("a", "~/x", "~/y")),
        ('a $b "$c" d$e', ("a", UNKNOWN, UNKNOWN, "d" + UNKNOWN)),
        ("a${IFS}-b", ("a", "-b")),
        ('a ${b:-c} "${d:-e f}"', ("a", "c", "e f")),
    ],
)
def test_words_come_as_the_program_gets_them(text: str, expected: tuple[str, ...]) -> None:
    assert commands(text).commands[-1].argv == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D=/tmp/x; a $D/y", "a /tmp/x/y"),
        ("export D=x; a $D", "a x"),
        ("D=x; D+=y; a $D", "a xy"),
        ('X="a -b"; $X c', "a -b c"),
        ("p=a; q=b; $p$q c", "ab c"),
        ("X=abc; a ${X:1:1}", "a b"),
        ("c=(a -b 'x y'); \"${c[@]}\"", "a -b x y"),
        ('set -- a -b; "$@"', "a -b"),
        ("D=x; (D=y); a $D", "a x"),
        ("D=x; unset D; a $D", "a ?"),
        ("D=x; read D; a $D", "a ?"),
        ("D=$(date); a $D", "a ?"),
        ("$(echo a) -b", "a -b"),
        ("`printf '%s' a` -b", "a -b"),
        ("$(which a) -b", "a -b"),
        ("X=a sh -c '$X b'", "a b"),
        ("sh -c 'a \"$1\"' _ b", "a b"),
    ],
)
def test_variables_with_known_values_are_filled_in(text: str, expected: str) -> None:
    assert lines(text)[-1] == expected


@pytest.mark.parametrize(
    ("text", "through"),
    [
        ("sudo -u bob -n x a", ("sudo",)),
        ("sudo --user=bob -- x a", ("sudo",)),
        ("sudo -ueve x a", ("sudo",)),
        ("sudo -nu bob A=1 x a", ("sudo",)),
        ("doas x a", ("doas",)),
        ("env -i A=1 -u B x a", ("env",)),
        ("env -S 'A=1 x' a", ("env",)),
        ("A=1 x a", ()),
        ("nohup x a &", ("nohup",)),
        ("time -p x a", ("time",)),
        ("timeout -k 5 10s x a", ("timeout",)),
        ("nice -n 10 x a", ("nice",)),
        ("command -p x a", ("command",)),
        ("builtin x a", ("builtin",)),
        ("exec -a z x a", ("exec",)),
        ("stdbuf -oL x a", ("stdbuf",)),
        ("flock /tmp/l x a", ("flock",)),
        ("busybox x a", ("busybox",)),
        ("sh -c 'x a'", ("sh -c",)),
        ('bash -lc "x a"', ("bash -c",)),
        ("bash -o pipefail -ec 'x a'", ("bash -c",)),
        ("bash -euxo pipefail -c 'x a'", ("bash -c",)),
        ("sh -c \"bash -c 'x a'\"", ("sh -c", "bash -c")),
        ("eval 'x a'", ("eval",)),
        ("eval x a", ("eval",)),
        ("su - bob -c 'x a'", ("su -c",)),
        ("trap 'x a' EXIT", ("trap",)),
        ("watch -n 5 x a", ("watch",)),
        ("find . -name y -exec x a \\;", ("find -exec",)),
        ("find . -execdir env x a +", ("find -execdir", "env")),
        ("echo a | xargs x", ("xargs",)),
        ("echo a | xargs -I{} sh -c 'x {}'", ("xargs", "sh -c")),
        ("echo a | xargs -I % x %", ("xargs",)),
        ("echo a | xargs --replace=Y x Y", ("xargs",)),
        ("parallel x ::: a", ("parallel",)),
        ("parallel 'x {}' ::: a", ("parallel",)),
        ("parallel -j2 x {} ::: a", ("parallel",)),
        ("parallel ::: 'x a'", ("parallel",)),
        ("echo x a | sh", ("sh",)),
        ("echo eCBh | base64 -d | bash", ("bash",)),
        ("bash <<< 'x a'", ("bash",)),
        ("bash <<'E'\nx a\nE", ("bash",)),
        ("cat <<E | sudo bash -s\nx a\nE", ("sudo", "bash")),
        ("echo 'x a' > s.sh; sh s.sh", ("s.sh",)),
        ("cat > s.sh <<E\nx a\nE\nchmod +x s.sh; ./s.sh", ("./s.sh",)),
        ("source <(echo x a)", ("/dev/fd/63",)),
        ("ssh -p 22 host x a", ("ssh",)),
        ("ssh host <<E\nx a\nE", ("ssh",)),
        ("docker run --rm -v /a:/b image x a", ("docker run",)),
        ("docker exec -it web sh -c 'x a'", ("docker exec", "sh -c")),
        ("docker compose -f c.yml exec -T web x a", ("docker compose exec",)),
        ("kubectl -n y exec pod -c app -- x a", ("kubectl exec",)),
        ("poetry run x a", ("poetry run",)),
        ("uv run --with y x a", ("uv run",)),
        ("npx -y x a", ("npx",)),
        ("python -m x a", ("python -m",)),
        ("python3 -mx a", ("python3 -m",)),
        ("python -Ibum x a", ("python -m",)),
        ("uv tool run --from y x a", ("uv tool run",)),
        ("fnm exec --using 20 x a", ("fnm exec",)),
        ("devbox run x a", ("devbox run",)),
        ("java -jar x a", ("java -jar",)),
        ("git -c alias.z='!x a' z", ("git alias",)),
        ("git submodule foreach 'x a'", ("git submodule foreach",)),
        ("git rebase -x 'x a' main", ("git rebase -x",)),
        ("echo 'x a' | at now", ("at",)),
        ("a=$(x a)", ("$( )",)),
        ("echo `x a`", ("$( )",)),
        ('echo "$(x a)"', ("$( )",)),
        ("cat <<E\n$(x a)\nE", ("$( )",)),
        ("diff <(x a) b", ("$( )",)),
    ],
)
def test_wrappers_are_seen_through(text: str, through: tuple[str, ...]) -> None:
    command = only(text, "x")
    assert (command.argv, command.through) == (("x", "a"), through)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("python3 -c \"import shutil; shutil.rmtree('b')\"", "rm -rf b"),
        ("python -c 'import os; os.system(\"x a\")'", "x a"),
        ("python -c \"subprocess.run(['x', 'a', d])\"", "x a ?"),
        ("python3 - <<'E'\nfrom pathlib import Path\np = Path('f')\np.write_text('x')\nE", "tee f"),
        ("python3 -c \"print(open('f').read())\"", "cat f"),
        ("python3 -c \"open('f', 'w')\"", "tee f"),
        ("python3 -c \"Path('f').unlink()\"", "rm f"),
        ("cat > p.py <<E\nos.system('x a')\nE\npython3 p.py", "x a"),
        ("node -e \"require('child_process').execSync('x a')\"", "x a"),
        ("node -e \"fs.rmSync('b', {recursive: true})\"", "rm -rf b"),
        ("node -e \"cp.spawn('x', ['a'])\"", "x a"),
        ("perl -e 'system(\"x a\")'", "x a"),
        ("perl -e '`x a`'", "x a"),
        ("ruby -e \"FileUtils.rm_rf('b')\"", "rm -rf b"),
        ('ruby -e \'system "x", "a"\'', "x a"),
        ("ruby -e '%x(x a)'", "x a"),
        ("php -r 'shell_exec(\"x a\");'", "x a"),
        ("awk '{system(\"x \" $1)}' f", "x ?"),
        ("python -c \"db.execute('DROP TABLE t')\"", "psql -c DROP TABLE t"),
    ],
)
def test_one_liners_of_other_languages_are_told_as_commands(text: str, expected: str) -> None:
    assert expected in lines(text)


@pytest.mark.parametrize(
    "text",
    [
        "echo 'x a'",
        "# x a",
        "y # x a",
        "grep 'x a' f",
        "git commit -m 'x a'",
        "git commit -m \"$(cat <<'E'\nx a\nE\n)\"",
        "cat <<E\nx a\nE",
        "cat <<'E' > notes.md\nit's `x a`\nE",
        "tee f <<< 'x a'",
        'echo "x a; $y"',
        "command -v x",
        "python -c \"print('x a')\"",
        "python -c \"print('os.system(1)')  # os.system('x a')\"",
        "node -e \"/x/.exec('x a')\"",
        "awk '/x a/ {print}' f",
        "alias z='x a'",
        "find . -ok x a \\;",
        "case x in x) :;; esac",
        "for x in a; do :; done",
        "echo $'x a'",
    ],
)
def test_words_of_a_command_are_not_commands(text: str) -> None:
    assert [command for command in commands(text).commands if command.name == "x"] == []


def test_a_pipe_says_which_command_feeds_it() -> None:
    command = only("find . | grep x | sudo xargs -0 rm", "rm")
    assert command.pipe is not None
    assert command.pipe.name == "grep"
    assert command.pipe.pipe is not None
    assert command.pipe.pipe.name == "find"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("psql <<E\nselect $X 1\nE", "select ? 1\n"),
        ("psql <<'E'\nselect $X\nE", "select $X\n"),
        ("psql <<-E\n\tselect\n\tE", "select\n"),
        ("psql <<< 'select'", "select\n"),
        ("echo select | psql", "select\n"),
        ("printf '%s %s' select 1 | psql", "select 1"),
        ("cat <<E | grep -v x | docker exec -i db psql\nselect\nE", "select\n"),
        ("echo select > q.sql; psql < q.sql", "select\n"),
        ("{ echo a; echo b; } | psql", "a\nb\n"),
        ("cat q.sql | psql", None),
        ("psql < q.sql", None),
    ],
)
def test_what_a_command_reads_is_known_where_the_script_says_it(text: str, expected: str | None) -> None:
    told = stdin(only(text, "psql"))
    assert (told and told.replace(UNKNOWN, "?")) == expected


def test_several_here_documents_on_one_line_keep_their_order() -> None:
    first, second = commands("a <<X; b <<Y\n1\nX\n2\nY\nc").commands[:2]
    assert (stdin(first), stdin(second)) == ("1\n", "2\n")
    assert lines("a <<X; b <<Y\n1\nX\n2\nY\nc") == ["a", "b", "c"]


@pytest.mark.parametrize("text", ["echo '<<X'\nrm a\nX", 'echo "<<X"\nrm a\nX', "echo $((1<<X))\nrm a\nX", "# <<X\nrm a\nX"])
def test_what_only_looks_like_a_here_document_hides_nothing(text: str) -> None:
    assert only(text, "rm").argv == ("rm", "a")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ""),
        ("cd x && a", "x"),
        ("cd x; cd ../y; a", "y"),
        ("cd /x/./y/; a", "/x/y"),
        ("(cd x); a", ""),
        ("cd x | b; a", ""),
        ("cd x; sh -c 'cd y'; a", "x"),
        ("cd $X; a", UNKNOWN),
        ("cd -; a", UNKNOWN),
        ("cd x; cd -; cd /y; a", "/y"),
        ("cd; a", "~"),
        ("pushd x; a", "x"),
        ("f() { cd x; }; f; a", "x"),
        ("env -C x a", "x"),
        ("env --chdir=x A=1 a", "x"),
        ("env -C x env -iC y sudo a", "x/y"),
        ("cd x; env --chdir ../y sh -c 'cd z; a'", "y/z"),
        ("env -C x b; a", ""),
        ("env -u C a", ""),
        ("env -C $X a", UNKNOWN),
    ],
)
def test_folders_are_followed(text: str, expected: str) -> None:
    assert only(text, "a").cwd == expected


def test_a_script_may_start_somewhere_else() -> None:
    assert commands("cd ../y; a", cwd="/home/x").commands[-1].cwd == "/home/y"


def test_functions_are_read_where_they_are_called() -> None:
    assert lines('f() { a "$1" $V; }; V=1; f x; V=2; f y') == ["a x 1", "a y 2"]
    assert lines('run() { "$@"; }; run a -b') == ["a -b"]
    assert lines("f() { a $1; }") == ["a ?"]


def test_redirects_have_their_operator_and_target() -> None:
    command = commands("a >x 2>>y <z &>w 3<>v").commands[0]
    assert [r.fd + r.op + r.target for r in command.redirects] == [">x", "2>>y", "<z", "&>w", "3<>v"]


def test_redirects_of_a_group_are_told() -> None:
    group = commands("{ a; b; } > f").commands[0]
    assert group.argv == ()
    assert [(r.op, r.target) for r in group.redirects] == [(">", "f")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a b 'c", "a"),
        ("& a", "a"),
        ("| a", "a"),
        ('echo "$(a', "a"),
        ("if a; then b", "b"),
        ("f() { a", "a"),
        ("A-B=1 a b", "a"),
        ("echo x\\na b", "a"),
        ("awk '{print \"abc \" $1}' f | sh", "abc"),
        ("ruby -e 'a -b c'", "a"),
        ("a) b", "b"),
        ("[[ x; a b", "a"),
        ("for x; a b", "a"),
        ("case x; a b", "a"),
        ("cat <<E\na b", "a"),
    ],
)
def test_what_a_shell_would_refuse_is_read_all_the_same_and_says_so(text: str, name: str) -> None:
    script = commands(text)
    assert [command.guessed for command in script.commands if command.name == name] == [True]
    assert script.unclear


def test_a_quote_that_is_never_closed_makes_no_commands_of_its_text() -> None:
    assert lines('echo "rm -rf x') == ["echo rm -rf x"]


@pytest.mark.parametrize("text", ["$X a", "$(curl y) a", "curl y | sh", 'bash -c "$X"', "echo a | xargs -I{} bash -c {}"])
def test_what_only_the_run_knows_is_said(text: str) -> None:
    assert commands(text).unclear


def test_an_alias_of_git_that_runs_itself_is_followed_once() -> None:
    again = "; ".join(["git x"] * 9)

    assert len(commands(f"git config alias.x '!{again}'; git x").commands) == 11


def test_a_function_that_starts_itself_twice_is_named() -> None:
    assert [command.name for command in commands(":(){ :|:& };:").commands] == ["fork bomb"]


def test_a_long_script_is_cut_and_says_so() -> None:
    assert commands("a;" * LONGEST).unclear
    assert not commands("cat > f <<E\n" + "x\n" * LONGEST + "E\na").unclear


@pytest.mark.parametrize(
    "text",
    ["(" * 5000 + "a" + ")" * 5000, "$(" * 5000, '"$(' * 3000, "`" * 5000, "{a,b}" * 2000, "if " * 5000, "f() { f; f; f; }; f; f"],
)
def test_deep_nesting_ends(text: str) -> None:
    commands(text)


def test_values_that_double_do_not_grow_for_ever() -> None:
    commands("a=xxxxxxxx;" + "a=$a$a;" * 60 + "b $a")


@pytest.mark.parametrize(
    "line", ["export =x\nf() { ls; }; f", "local =1; bash -c ls", 'export "=a"; bash -c "ls"', "declare A=1 =2; f(){ ls; }; f"]
)
def test_an_assignment_to_nothing_assigns_nothing(line: str) -> None:
    assert "ls" in [one.name for one in commands(line)[0]]
