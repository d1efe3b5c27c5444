"""Work in git that is thrown away: changes never committed, commits that nothing points to any more, branches of others."""

from habitus.parse.synopsis import Program

_CHANGES = "throws away changes that were never committed"
_REMOTE = "overwrites or deletes commits of others on the remote"
_BRANCH = "deletes a branch even where it was not merged"
_LOST = "deletes commits that nothing points to"

_ENDINGS = (
    "py pyi js jsx mjs cjs ts tsx vue css scss html md rst txt json yaml yml toml ini cfg lock go rs java kt swift c h cc cpp hpp cs"
    " rb php sh sql xml env tf proto"
)
_FILE = "<" + "|".join((".", "./", "./*", "../*", ":/*", "*[*]*", *(f"*.{ending}" for ending in _ENDINGS.split()))) + ">"
"""A single operand that can only be a file. `git checkout main` changes the branch, `git checkout main.py` the file."""

PROGRAMS = (
    Program("git", {
        "reset --hard|--merge": _CHANGES,
        "clean -f|--force !-n|--dry-run|-i|--interactive": "deletes files that git does not track",
        # git lets --force win over --force-with-lease; whoever writes both is taken at the second word.
        "push -f|--force !-n|--dry-run|--force-with-lease": _REMOTE,
        "push --mirror|--delete|-d|--prune !-n|--dry-run": _REMOTE,
        "push <+?*|:?*> !-n|--dry-run": _REMOTE,
        "checkout -f|--force": _CHANGES,
        "checkout -- <*>": _CHANGES,
        "checkout --pathspec-from-file": _CHANGES,
        "checkout <*> <*>": _CHANGES,
        f"checkout {_FILE}": _CHANGES,
        "restore -W|--worktree": _CHANGES,
        "restore <*> !-S|--staged": _CHANGES,
        "restore --pathspec-from-file !-S|--staged": _CHANGES,
        "switch -f|--force|--discard-changes": _CHANGES,
        "stash drop|clear": "throws away stashed changes",
        "worktree remove -f|--force": "deletes a working tree with its changes",
        "branch -D": _BRANCH,
        "branch -d|--delete -f|--force": _BRANCH,
        "rm -r -f !--cached|-n|--dry-run": _CHANGES,
        "submodule deinit -f|--force": "deletes a submodule with its changes",
        "filter-branch|filter-repo": "rewrites all history",
        "reflog expire|delete !-n|--dry-run": "forgets where lost commits are",
        "update-ref -d": "deletes a reference",
        "gc --prune=now|--prune=all": _LOST,
        "prune !-n|--dry-run": _LOST,
        "read-tree -u --reset": _CHANGES,
        "checkout-index -f -a": _CHANGES,
    },
        valued="-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix",
        valued_by={
            "branch": "-u --set-upstream-to --contains --no-contains --merged --no-merged --points-at --sort --format",
            "checkout": "-b -B --orphan --conflict -U --unified --inter-hunk-context",
            "clean": "-e --exclude",
            "push": "-o --push-option --repo --receive-pack --exec",
            "restore": "-s --source --conflict -U --unified --inter-hunk-context",
            "switch": "-c -C --create --force-create --orphan --conflict",
            "update-ref": "-m",
            "worktree": "-b -B --reason",
        },
        choices={"--track": "direct inherit", "--recurse-submodules": "checkout on-demand no yes"}),
    Program("svn", {"revert -R|--recursive": _CHANGES, "cleanup --remove-unversioned": _CHANGES}),
    Program("hg", {
        "update|up|checkout|co -C|--clean": _CHANGES,
        "revert -a|--all": _CHANGES,
        "strip": "deletes commits",
        "purge|clean": "deletes files that are not tracked",
    }, valued="-R --repository --cwd"),
)  # fmt: skip
