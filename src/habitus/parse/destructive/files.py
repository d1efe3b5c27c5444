"""Files, folders and disks that do not come back."""

from habitus.parse.synopsis import Program

_TREE = "deletes a folder and all in it, without asking"
_DISK = "writes over a disk"
_PARTITIONS = "changes the partitions of a disk"
_MIRROR = "deletes what the source does not have"

DEVICES = (
    "/dev/sd*", "/dev/hd*", "/dev/vd[a-z]*", "/dev/xvd*", "/dev/nvme*", "/dev/mmcblk*", "/dev/disk*", "/dev/rdisk*", "/dev/loop*",
    "/dev/md[0-9]*", "/dev/dm-*", "/dev/mapper/*", "/dev/mem", "/dev/kmem", "/dev/ram[0-9]*",
)  # fmt: skip
SYSTEM = (
    "/", "/.", "//", "/[*]", "/.[*]", "~", "~/", "~/.", "~/[*]", "~/.[*]", "..", "../", "../[*]",
    "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib64", "/opt", "/proc", "/root", "/sbin", "/srv", "/sys", "/usr", "/var",
    "/home/[*]", "/etc/[*]", "/usr/[*]", "/var/[*]", "/Users", "/Users/[*]", "/System", "/Library", "/Applications",
)  # fmt: skip
SHAPES = {"device": DEVICES, "of-device": tuple(f"of={device}" for device in DEVICES), "system": SYSTEM}

PROGRAMS = (
    Program("rm|grm|srm", {
        "-r|-R|--recursive -f|--force": _TREE,
        "-r|-R|--recursive <@system>": "deletes a system or home folder",
        "-f|--force </[*]|/.[*]|~/[*]|~/.[*]>": "deletes everything in a root or home folder",
        "--no-preserve-root": "lifts the guard on the root folder",
    }),
    Program("rimraf|del-cli", {"<*>": _TREE}),
    Program("rd|rmdir", {"</s|/S> </q|/Q>": _TREE}),
    Program("del|erase", {"</s|/S> </q|/Q>": "deletes files in all folders, without asking"}),
    Program("remove-item|ri", {"-recurse|-Recurse|-r -force|-Force|-fo": _TREE}, one_dash=True),
    Program("find|gfind|bfs", {"-delete": "deletes everything it finds"}, one_dash=True, harmless="-help --help --version"),
    Program("shred|wipe", {"<*>": "makes a file unrecoverable"}, valued="-n -s --iterations --size --random-source"),
    Program("truncate", {"-s=0|--size=0 <*>": "empties a file"}, valued="-s -r --size --reference"),
    Program("mv", {"</dev/null>": "throws files away"}),
    Program("chmod|chown|chgrp", {"-R|--recursive <@system>": "changes the rights of a whole system or home folder"}),
    Program("rsync", {
        "--delete|--del|--delete-before|--delete-during|--delete-after|--delete-delay|--delete-excluded|--delete-missing-args": _MIRROR,
        "--remove-source-files": "deletes the source after the copy",
    },
        valued="-e -f -B -T -M --rsh --exclude --include --filter --exclude-from --include-from --files-from --backup-dir --suffix"
               " --partial-dir --compare-dest --link-dest --bwlimit --max-size --min-size --log-file --password-file --out-format --port"
               " --chmod --rsync-path",
        harmless="--help --version -n --dry-run --list-only"),
    # Disks
    Program("dd", {"<@of-device>": _DISK}),
    Program("tee|cp|install", {"<@device>": _DISK}, valued="-t -S --target-directory --suffix"),
    Program("mkfs|mke2fs|newfs|mkdosfs", {"<@device>": "formats a disk"},
            valued="-L -U -N -b -E -O -I -m -t -T -d -l -M -s -i -f --fs_label --label --uuid", harmless="--help --version -V -n"),
    Program("wipefs", {"-a|--all|-o|--offset <*>": "erases the signatures of a disk"}, harmless="--help -n --no-act"),
    Program("sgdisk", {"-Z|--zap-all|-z|--zap|-o|--clear|-d|--delete": _PARTITIONS}, harmless="--help -p --print -P --pretend"),
    Program("sfdisk", {"--delete": _PARTITIONS}, harmless="--help -n --no-act -l --list"),
    Program("parted", {"... mklabel|mktable|mkpart|rm|resizepart": _PARTITIONS}, harmless="--help -l --list"),
    Program("partx", {"-d|--delete": _PARTITIONS}),
    Program("blkdiscard", {"<*>": "discards all blocks of a disk"}),
    Program("badblocks", {"-w <*>": _DISK}),
    Program("hdparm", {"--security-erase|--security-erase-enhanced": "erases a disk"}),
    Program("nvme", {"format|sanitize <*>": "erases a disk"}),
    Program("diskutil", {"eraseDisk|eraseVolume|reformat|zeroDisk|randomDisk|secureErase": "erases a disk",
                         "apfs deleteContainer|deleteVolume|eraseVolume": "erases a volume"}),
    Program("format", {"<[a-zA-Z]:>": "formats a disk"}),
    Program("zpool", {"destroy|labelclear": "destroys a storage pool"}),
    Program("zfs", {"destroy": "destroys a file system or snapshot", "rollback -r|-R": "destroys later snapshots"}, harmless="--help -n"),
    Program("btrfs", {"subvolume delete": "deletes a subvolume"}),
    # These ask on the terminal first, unless told not to.
    Program("cryptsetup", {"luksFormat|luksErase|erase -q|--batch-mode": "makes an encrypted volume unreadable"}),
)  # fmt: skip
