"""Code hosts, build servers, package registries."""

from habitus.parse.synopsis import Program

_HOST = "deletes something on the code host"
_BUILD = "deletes something on the build server"
_PACKAGE = "takes back a published package"
_API = "-X=DELETE|-X=delete|--method=DELETE|--method=delete"

PROGRAMS = (
    Program("gh", {
        "codespace|cs|gist|issue|label|project|release|repo|run|variable delete|remove": _HOST,
        "secret delete|remove": "deletes a secret",
        "gpg-key|ssh-key delete": "deletes a key",
        "release delete-asset": _HOST,
        "repo deploy-key delete": "deletes a key",
        "repo archive": "makes a repository read-only",
        "repo sync --force": "overwrites a branch",
        "project item-delete|field-delete": _HOST,
        f"api {_API}": _HOST,
    }, valued="-R -X -H -f -F -q -t --repo --method --header --field --raw-field --jq --template --hostname", harmless="--help -h"),
    Program("glab", {
        "ci|deploy-key|issue|job|label|mr|pipeline|project|release|repo|runner|schedule|securefile|snippet|ssh-key|token|variable"
        " delete|remove|revoke": _HOST,
        f"api {_API}": _HOST,
    }, valued="-R -X -H -f -F -g --repo --method --header --field --raw-field --group", harmless="--help -h"),
    Program("gitlab-runner", {"unregister|uninstall|reset-token": "takes a runner away"}, harmless="--help -h"),
    Program("circleci", {"... delete|remove|remove-secret": _BUILD, "orb unlist": _BUILD}, valued="--host --token --org-id --vcs-type"),
    Program("jenkins-cli", {"delete-*|remove-*": _BUILD}, valued="-s -auth -i -user", harmless="-help --help", one_dash=True),
    Program("drone|woodpecker-cli|tkn|argo", {"... delete|rm|purge": _BUILD}, valued="-n --namespace", harmless="--help -h --dry-run"),
    Program("nomad", {"job stop -purge": _BUILD, "namespace|volume delete": _BUILD}, one_dash=True),
    Program("npm|pnpm|yarn", {"unpublish -f|--force": _PACKAGE}, harmless="--help -h --dry-run"),
    Program("cargo|gem", {"yank !--undo": _PACKAGE, "owner -r|--remove": "takes away access"}),
    Program("crane|skopeo|regctl", {"... delete": "deletes an image from the registry"}, harmless="--help -h"),
)  # fmt: skip
