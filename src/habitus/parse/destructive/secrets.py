"""Secret stores: what is deleted or overwritten there locks people and programs out. Amazon's store is among the clouds."""

from habitus.parse.synopsis import Program

_DELETES = "deletes a secret"
_OVERWRITES = "overwrites a secret"
_LOCKS = "takes away access"

PROGRAMS = (
    Program("vault|bao", {
        "kv delete|destroy": _DELETES,
        "kv metadata delete": _DELETES,
        "kv put|patch|rollback": _OVERWRITES,
        "delete": _DELETES,
        "secrets|auth|audit disable": "deletes everything in an engine",
        "namespace delete": _DELETES,
        "policy delete": _LOCKS,
        "token|lease revoke": _LOCKS,
        "operator seal|rekey|generate-root": _LOCKS,
        "operator raft remove-peer": "takes a server out of the cluster",
    }, valued="-address -namespace -mount", harmless="-help --help -h -output-curl-string -output-policy", one_dash=True),
    Program("doppler", {
        "secrets delete": _DELETES,
        "secrets set|upload": _OVERWRITES,
        "projects|environments|configs delete": _DELETES,
        "configs tokens revoke": _LOCKS,
    }, valued="-p -c -t --project --config --token --scope"),
    Program("op", {
        "item|document|vault|user|group delete|rm|remove": _DELETES,
        "item|document edit": _OVERWRITES,
        "connect server|token delete": _LOCKS,
        "vault|group user|group revoke": _LOCKS,
        "user suspend": _LOCKS,
    }, valued="--vault --account --session --format"),
    Program("bw|bws|lpass|infisical", {
        "delete|rm|purge": _DELETES,
        "secret|secrets|item|project delete|rm": _DELETES,
        "secret|secrets set|edit": _OVERWRITES,
    }, harmless="--help -h"),
    Program("pass", {"rm|remove|delete -r|-f|--recursive|--force": _DELETES}),
    Program("security", {"delete-generic-password|delete-internet-password|delete-keychain|delete-certificate": _DELETES}),
    Program("gpg|gpg2", {"--delete-secret-keys|--delete-secret-key|--delete-secret-and-public-key": "deletes a private key"}),
)  # fmt: skip
