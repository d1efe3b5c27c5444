"""Backups, and programs that make one place like another: what is pruned there is what was to save us."""

from habitus.parse.synopsis import Program

_BACKUP = "deletes backups"
_LOCK = "takes a lock away from whoever holds it"
_KEEPS = "--keep-last --keep-within --keep-hourly --keep-daily --keep-weekly --keep-monthly --keep-yearly"

PROGRAMS = (
    Program("borg|borg2", {
        "delete|rdelete|repo-delete|prune": _BACKUP,
        "compact": "frees the space of deleted backups for good",
        "recreate": "rewrites backups",
        "break-lock": _LOCK,
    }, valued=f"-a -P -r --glob-archives --match-archives --prefix --repo --rsh --remote-path {_KEEPS}", harmless="--help -h -n --dry-run"),
    Program("restic|rustic", {
        "forget|prune": _BACKUP,
        "rewrite --forget": _BACKUP,
        "key remove": "takes away access to the backups",
    }, valued=f"-r -p -o -H --repo --password-file --host --tag --path --cacert {_KEEPS}", harmless="--help -h -n --dry-run"),
    Program("kopia", {"snapshot delete": _BACKUP, "snapshot expire --delete": _BACKUP}),
    Program("duplicity", {"remove-older-than|remove-all-but-n-full|cleanup --force": _BACKUP}, harmless="--help --dry-run"),
    Program("velero", {
        "... delete": _BACKUP,
        "uninstall": "removes the backup service",
    }, valued="-n -l --namespace --kubeconfig --kubecontext --selector", harmless="--help -h"),
    Program("rclone", {
        "delete|deletefile|purge|rmdir|rmdirs|cleanup": "deletes files at the remote",
        "sync|bisync": "deletes what the source does not have",
        "move|moveto": "deletes the source after the copy",
        "dedupe": "deletes files that it takes for duplicates",
    },
        valued="--config --filter --exclude --include --max-age --min-age --transfers --bwlimit --log-file --backup-dir --max-delete",
        harmless="--help -h -n --dry-run -i --interactive"),
    Program("wal-g|barman|pgbackrest|pbm", {"delete|delete-backup|expire|stanza-delete": _BACKUP}, harmless="--help -h --dry-run"),
    Program("tmutil", {"delete|deletelocalsnapshots": _BACKUP}),
)  # fmt: skip
