"""Deletions over HTTP: search engines, and every other service that is told DELETE."""

from habitus.parse.synopsis import Program

_HTTP = "asks a server to delete"
_QUERY = "asks a server to delete everything that it finds"

_PATHS = "*/_delete_by_query*|*/deleteByQuery*|*/delete-batch*|*/documents/delete*|*/indexes/*/clear*|*/doDelete*|*/doWipeOutWorkspace*"
"""Addresses that delete whatever the method is called: Elasticsearch, Algolia, Meilisearch, Jenkins."""

PROGRAMS = (
    Program("curl|curlie", {
        "-X=DELETE|-X=delete|--request=DELETE|--request=delete": _HTTP,
        f"<{_PATHS}> !-G|--get|-I|--head": _QUERY,
        "|".join(f"--url={path}" for path in _PATHS.split("|")): _QUERY,
    },
        valued="-A -b -c -C -d -D -e -E -F -H -K -m -o -P -Q -r -T -u -U -w -x -X -y -Y -z --data --data-raw --data-binary --data-urlencode"
               " --header --request --url --user --output --cookie --cookie-jar --form --json --max-time --connect-timeout --retry"
               " --cacert --cert --key --proxy --resolve --user-agent --referer --write-out",
        harmless="--help --version"),
    Program("wget", {"--method=DELETE|--method=delete": _HTTP}, valued="-O -o -P --header --body-data --user --password --method"),
    Program("http|https|xh|xhs", {"DELETE|delete <*>": _HTTP},
            valued="-a -A --auth --auth-type --session --verify --timeout", harmless="--help --offline"),
    Program("algolia", {"indices|index|objects|rules|synonyms|apikeys delete|clear": "deletes an index or its entries"}, valued="-p"),
    Program("curator_cli", {"delete_indices|delete_snapshots|delete-indices|delete-snapshots": "deletes indices"},
            harmless="--help --dry-run"),
)  # fmt: skip
