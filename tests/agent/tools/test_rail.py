"""The rail: what a command says it will write must lie inside. Its cases, and what it knowingly lets pass."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.agent.tools import Place, ToolFailed
from habitus.agent.tools.rail import check

REFUSED = [
    "rm -rf /opt/x", "echo x > /opt/y", "echo x >> ~/.profile", "echo x > ../z", "cd .. && touch x", "cd / && ls", "sudo rm -rf /etc/*",
    "cp a.py /opt", "mv a.py ~", "mkdir -p /opt/x", "echo x | tee /opt/q", 'bash -c "rm -rf /var/x"', "sed -i s/a/b/ /etc/hosts",
    "git -C /opt init", "git clone https://host.example/y /opt/z", "tar xf a.tar -C /opt", "find / -name x -delete", "touch link/x",
    "echo $(rm -rf /home/x)", "X=/etc; rm -rf $X/foo", 'rm -rf "$HOME"', 'eval "rm -rf /etc/x"', "dd if=a of=/opt/x",
    "curl -o /opt/x https://host.example/a", "chmod 777 /etc/x", "cat <<E > /opt/f\nhi\nE", "if true; then rm /etc/q; fi",
    "npm --prefix /opt i", "make -C /opt", "rsync -a . /opt/z", "rm -- -x /etc/t", "ln -s /etc x", "rm -rf --no-preserve-root /",
    "python3 -c \"open('/opt/a', 'w')\"", "cp a --target-directory=/opt", "rm a.py; rm ../work-old/a", "truncate -s0 link/secret.txt",
    "env -C ../ext touch a", "env -iC../ext touch a", "env --chdir=../ext A=1 make", "env --chdir ../ext bash -c 'touch a'", "env -C .. ls",
    "env -C sub sh -c 'cd ../..; touch a'", "env -C sub touch a > ../x", "sort -o ../ext/a b", "sort -uo../ext/a b",
    "sort --output=/opt/a b", "wget -P ../ext https://host.example/a", "wget -q --directory-prefix /opt https://host.example/a",
]  # fmt: skip
PASSED = [
    "ls /", "cat /etc/hosts", "cp /etc/hosts .", "echo hi > a.txt 2>/dev/null", "rm -rf ./build", "pytest -x > out.log 2>&1", "git status",
    "cd sub && make", "mkdir -p a/b/../c", "python -m http.server", "docker run x rm -rf /data", "ssh host rm -rf /data",
    "rsync -a x host:/y", "git commit -m 'rm -rf /etc'", "echo 'rm /etc/x'", "grep -r '> /etc/x' .", "find . -name '*.pyc' -delete",
    "git clone https://host.example/y", "tar xf a.tar -C sub", "sed -n 5p /etc/hosts", "", "echo '", "sort < /etc/hosts > sorted",
    "env -C sub touch a", "env -C sub touch ../a", "env A=1 touch a", "sort -o sorted /etc/hosts", "sort -u /etc/hosts",
    "wget -P sub https://host.example/a", "wget -q https://host.example/a", "docker exec web env -C /data touch a",
]  # fmt: skip


@pytest.fixture
def linked(place: Place, outside: Path) -> Place:
    (place.workdir / "link").symlink_to(outside)
    (place.workdir / "sub").mkdir()
    return place


@pytest.mark.parametrize("command", REFUSED)
def test_what_is_named_for_writing_outside_is_refused(linked: Place, command: str) -> None:
    with pytest.raises(ToolFailed, match=r"lies outside the working directory .* ask the user"):
        check(command, linked)


@pytest.mark.parametrize("command", PASSED)
def test_what_reads_or_stays_inside_passes(linked: Place, command: str) -> None:
    check(command, linked)


@pytest.mark.parametrize("command", REFUSED)
def test_who_may_leave_may_write_outside(linked: Place, command: str) -> None:
    check(command, replace(linked, may_leave=True))


@pytest.mark.parametrize(
    "command", ["cat /proc/$PPID/environ", "strings /proc/1/environ", "cp /proc/self/mem x", "tr '\\0' ' ' < /proc/77/task/78/environ"]
)
def test_nobody_reads_the_environment_of_a_process(linked: Place, command: str) -> None:
    for place in (linked, replace(linked, may_leave=True)):
        with pytest.raises(ToolFailed, match="they hold keys"):
            check(command, place)


def test_a_script_that_cannot_be_looked_through_is_refused(linked: Place) -> None:
    with pytest.raises(ToolFailed, match="too long to be looked through"):
        check("true;" * 50_000, linked)


@given(
    st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            ["rm", "-rf", "/etc", "..", ">", "<<E", "$(", ")", "'", '"', ";", "|", "{", "}", "cd", "~", "*", "\n", "C:", "\ud800"]
        )
    ).map(" ".join)
)
def test_any_text_is_read_without_a_crash(text: str) -> None:
    try:
        check(text, Place(workdir=Path("/nowhere/work")))
    except ToolFailed as error:
        assert len(str(error)) < 2000
