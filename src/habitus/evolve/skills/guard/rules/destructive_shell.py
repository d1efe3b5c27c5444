"""Commands that take away what does not come back. What destroys is known in `parse.destructive`; here is what a skill may not do of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.rule import Rule
from habitus.evolve.skills.guard.traits import is_everything, is_outside
from habitus.parse import destructive
from habitus.parse.shell import UNKNOWN, Script
from habitus.parse.shell.types import BOMB
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from habitus.evolve.skills.guard.around import Around
    from habitus.parse.shell import Command

CATEGORY = "destructive_shell"
REMOVERS = wordset("rm grm srm rimraf rd rmdir del erase remove-item ri find gfind")
FORMATTERS = wordset(
    "mkfs mke2fs newfs mkdosfs wipefs sgdisk sfdisk parted partx blkdiscard hdparm nvme diskutil format zpool cryptsetup mkswap fdisk"
)
WIPERS = wordset("shred wipe scrub srm")
WRITERS = wordset("dd tee cp install badblocks cat echo printf")


def _destroys(command: Command) -> bool:
    return destructive.find(Script((command,))) is not None


def _removes(command: Command, script: Around) -> bool:
    operands = [word for word in command.argv[1:] if not word.startswith("-")]
    if command.name in ("find", "gfind"):
        return bool(operands) and is_outside(operands[0]) and _destroys(command)
    flags = "".join(word.lower() for word in command.argv[1:] if word.startswith("-"))
    if "--no-preserve-root" in flags:
        return True
    is_tree = command.name not in ("rm", "grm", "srm") or "r" in flags.replace("--force", "").replace("--preserve-root", "")
    if not is_tree:
        return False
    if "f" in flags or command.name not in ("rm", "grm"):
        return any(is_outside(path) or is_everything(path) for path in operands) and _destroys(command)
    return any(is_outside(path) for path in operands) and _destroys(command)


def _removes_list(command: Command, script: Around) -> bool:
    """`rm $(cat list)`: whatever the list holds by then."""
    return UNKNOWN in command.argv[1:] and any(other.name in ("cat", "find", "ls") for other in script.inside(command))


def _bombs(command: Command, script: Around) -> bool:
    return command.name == BOMB


def _writes_disk(command: Command, script: Around) -> bool:
    found = destructive.find(Script((command,)))
    return found is not None and "disk" in found.reason


def _formats(command: Command, script: Around) -> bool:
    return _destroys(command) or (command.name in ("mkswap", "fdisk", "newfs") and any(w.startswith("/dev/") for w in command.argv[1:]))


def _wipes(command: Command, script: Around) -> bool:
    return len(command.argv) > 1 and not {"--help", "--version"} & set(command.argv)


def _resets(command: Command, script: Around) -> bool:
    return command.name != BOMB and _destroys(command)


RULES = (
    Rule(
        "rm_rf_root_home",
        CATEGORY,
        "deletes a folder outside the workspace, or all of it, without asking",
        "name the folder inside the workspace that may go (`rm -rf build`), or delete below the temporary folder",
        programs=REMOVERS,
        command=_removes,
        # A variable that nobody sets here is no path outside; where it is set, the path stands there.
        marks=r"""(?:\s|=)["'\\]{0,4}(?:/|~|\.\.|\*|\$(?:[({"'\d@*]|HOME|PWD|OLDPWD)|\./?(?:[\s*;&|)"'`]|$)|[A-Za-z]:)|--no-preserve-root|xargs""",
        words=wordset("rm grm srm rimraf rd rmdir del erase rmtree rm_rf"),
        signs=("remove-item", "-delete"),
        code=(r"\brmtree\(\s*[rbf]?['\"](?:/(?!tmp/|var/tmp/)|~)", r"\brmtree\(\s*(?:os\.path\.expanduser|Path\.home|Path\(\s*['\"][/~])"),
    ),
    Rule(
        "rm_by_list",
        CATEGORY,
        "deletes whatever a list names at that moment",
        "name the files that may go",
        programs=wordset("rm grm unlink"),
        command=_removes_list,
        marks=r"\$\(|`",
    ),
    Rule(
        "fork_bomb",
        CATEGORY,
        "starts itself again and again until nothing else runs",
        "start a fixed number of processes and wait for them",
        words=wordset("fork"),
        signs=("(){", "() {", "( ){"),
        programs=frozenset({BOMB}),
        # It pipes into itself; a backslash may spell the pipe, and `||` is none.
        marks=r"[|\\](?:(?<=\\)|(?<!\|\|)(?!\|))",
        command=_bombs,
        code=(r"\bwhile\s*(?:\(\s*)?(?:true|1|:)\b.{0,40}\bfork\b\s*(?:\(|while|;)",),
        span=(r"\bwhile\s*(?:\(\s*)?(?:true|1)\b.{0,60}\bfork\(",),
        names=(
            r"\bfork\s+while\s+fork\b",
            r"\b(\w+|:)\s*\(\)\s*\{\s*\1\s*\|\s*\1\s*&",
        ),
    ),
    Rule(
        "dd_to_device",
        CATEGORY,
        "writes over a disk",
        "write to an image file, and let a person put it on the disk",
        signs=("/dev/",),
        programs=WRITERS,
        command=_writes_disk,
    ),
    Rule(
        "mkfs",
        CATEGORY,
        "formats or repartitions a disk",
        "describe the layout that is needed; a person makes it",
        words=FORMATTERS - wordset("format nvme"),
        signs=("format c:", "format d:", "nvme format"),
        programs=FORMATTERS,
        command=_formats,
    ),
    Rule(
        "shred",
        CATEGORY,
        "makes files or disks unrecoverable",
        "delete with `rm`, inside the workspace",
        programs=WIPERS,
        command=_wipes,
    ),
    Rule(
        "destroys_work",
        CATEGORY,
        "throws away work or data that cannot be brought back",
        "keep a copy first (`git stash`, a dump, a snapshot), and let a person say when it may go",
        words=wordset("git docker kubectl terraform aws crontab iptables ip6tables nft ufw pkill killall userdel deluser vssadmin wbadmin"),
        signs=("history -c", "kill -9 -1", "reg delete"),
        also=(wordset("reset clean push branch prune delete destroy rb rm r f flush x p disable 9 kill shadows remove force c"),),
        programs=wordset("crontab iptables ip6tables nft ufw kill pkill killall userdel deluser vssadmin wbadmin reg history"),
        command=_resets,
        says=(
            r"^(?!.{0,60}\bif\b).{0,40}\b(?:after|before|once|finally|always|whenever)\b.{0,80}\b(?:run|execute|use|do"
            r"|perform)\b.{0,10}(?:git (?:reset --hard|clean -\w*f|push (?:--force\b(?!-with)|-f\b)|branch -D)|docker (?:system"
            r"|volume) prune|kubectl delete|terraform destroy|aws s3 (?:rb|rm))",
        ),
    ),
)
