"""The machine itself: its users, its network, its schedule, whether it runs at all."""

from habitus.parse.shell.types import BOMB
from habitus.parse.synopsis import Program

_OFF = "stops the machine"
_WALL = "opens or shuts the firewall for everyone"
_EVERY = "kills every process"
_WAY_IN = "<ssh*|network*|NetworkManager*|systemd-networkd*|systemd-resolved*|tailscaled*|wg-quick*>"

PROGRAMS = (
    # A reboot comes back; what was stopped stays stopped.
    Program("shutdown", {"<now|+0>": _OFF, "</s>": _OFF}, harmless="--help -c -k --show -r --reboot"),
    Program("poweroff|halt", {"": _OFF}, harmless="--help --version -w --wtmp-only --reboot"),
    Program("systemctl", {
        "poweroff|halt": _OFF,
        f"stop|disable|mask|kill {_WAY_IN}": "shuts the way into the machine",
    }, valued="-t -p -H -M -s --type --property --state --host --machine --signal", harmless="--help --version"),
    Program("userdel|deluser", {"-r|--remove|-f|--force|--remove-home|--remove-all-files <*>": "deletes a user with all files"},
            valued="-R --root --backup-to"),
    Program("passwd", {"-d|--delete <*>": "lets a user in without a password"}),
    Program("iptables|ip6tables", {
        "-F|--flush": _WALL,
        "-X|--delete-chain": _WALL,
        "-P|--policy <ACCEPT>": _WALL,
    }, valued="-t -s -d -i -o -j -p --table"),
    Program("nft", {"flush ruleset": _WALL}),
    Program("ufw", {"reset|disable": _WALL}, harmless="--help --dry-run"),
    Program("ip", {"addr|address|a|route|r flush": "cuts the network"}, valued="-f"),
    Program("crontab", {"-r": "deletes all scheduled jobs"}, valued="-u", harmless="-l -e -i --help"),
    Program("kill", {
        "-1 -9|-KILL|-SIGKILL|-15|-TERM|-SIGTERM|-s=*|-n=*": _EVERY,
        "-- <-1>": _EVERY,
    }, valued="-s -n", one_dash=True),
    Program("pkill|killall", {"-9|-KILL|-SIGKILL <.|.[*]|[*]>": _EVERY, "-u|-U|--euid|--uid <root>": _EVERY}, one_dash=True),
    Program(BOMB, {"": "starts itself again and again until nothing else runs"}),
    Program("history", {"-c": "deletes the shell history"}),
    # Windows
    Program("reg", {"delete": "deletes from the registry"}),
    Program("vssadmin|wbadmin", {"delete": "deletes backups"}),
    Program("cipher", {"</w*>": "makes deleted files unrecoverable"}),
)  # fmt: skip
