"""Databases: programs that drop or empty them, and the clients through which SQL arrives."""

from typing import Literal, NamedTuple

from habitus.parse.synopsis import Program

_DROPS = "deletes a database"
_EMPTIES = "empties a database"
_MIGRATORS = "sqlx|diesel|dbmate|atlas|goose|migrate|flyway|liquibase|alembic|knex|sequelize|typeorm|prisma|drizzle-kit|rake|rails|artisan"

PROGRAMS = (
    Program("dropdb", {"<*>": _DROPS}, valued="-h -p -U --host --port --username --maintenance-db"),
    Program("mysqladmin|mariadb-admin", {"... drop <*>": _DROPS}, valued="-u -h -P -S --user --host --port --socket"),
    Program("redis-cli|valkey-cli|keydb-cli", {
        "... flushall|flushdb|FLUSHALL|FLUSHDB|FlushAll|FlushDB": _EMPTIES,
        "... shutdown|SHUTDOWN": "stops the database server",
    }, valued="-h -p -s -a -u -r -i -n -d -D --user --pass --cert --key --cacert"),
    Program("etcdctl", {"del --prefix|--from-key": "deletes many keys", "rm -r|--recursive": "deletes many keys"},
            valued="--endpoints --user --cert --key --cacert"),
    Program("consul", {"kv delete -recurse": "deletes many keys"}, one_dash=True),
    Program("influx", {"delete": "deletes measurements", "bucket|org delete": _DROPS}, valued="-o -b -t --org --bucket --host --token"),
    Program(_MIGRATORS, {
        "database|db|schema drop|reset|clean": _DROPS,
        "drop|clean|dropAll|drop-all": _DROPS,
        "migrate reset|fresh|refresh": _EMPTIES,
        "db push --force-reset|--accept-data-loss": _EMPTIES,
        "db:drop|db:drop:all|db:reset|db:purge|db:truncate_all|db:migrate:reset|db:wipe|schema:drop": _EMPTIES,
        "migrate:fresh|migrate:reset|migrate:refresh": _EMPTIES,
        "downgrade <base>": _EMPTIES,
    }, valued="-u -d -c --database-url --url --schema --config"),
    Program("mix", {"ecto.drop|ecto.reset": _DROPS}),
    Program("manage|django-admin", {"flush|reset_db": _EMPTIES, "migrate <zero>": _EMPTIES}),
    Program("python|python3|php", {
        "*manage.py flush|reset_db": _EMPTIES,
        "*manage.py migrate <zero>": _EMPTIES,
        "artisan migrate:fresh|migrate:reset|migrate:refresh|db:wipe": _EMPTIES,
    }),
)  # fmt: skip


class Client(NamedTuple):
    """How SQL reaches a client: as the value of flags, as an operand, or on standard input."""

    flags: tuple[str, ...] = ()
    operand: int = -1
    """Which operand, and all behind it; -1: none."""
    dialect: str = ""
    valued: str = ""
    """Its other flags whose value is the next word."""
    speaks: Literal["sql", "documents", "lines"] = "sql"
    """documents: JavaScript for a document database; lines: the same words as on its command line."""


_POSTGRES = Client(
    ("-c", "--command", "-e", "--execute"),
    dialect="postgres",
    valued="-d -f -h -p -U -v -o -F -P -R -T -L --dbname --file --host --port --username --set --output",
)
_MYSQL = Client(("-e", "--execute"), dialect="mysql", valued="-u -h -P -S -D --user --host --port --socket --database")
_SQLITE = Client(("-cmd",), 1, "sqlite", "-init -separator -nullvalue -newline")
_CLICKHOUSE = Client(("-q", "--query"), dialect="clickhouse", valued="-h -u -d --host --user --port --database --password")
_HIVE = Client(("-e",), dialect="hive", valued="-u -n -p -d -f -i")

CLIENTS: dict[str, Client] = {
    **dict.fromkeys(("psql", "pgcli", "usql", "cockroach"), _POSTGRES),
    **dict.fromkeys(("mysql", "mariadb", "mycli"), _MYSQL),
    **dict.fromkeys(("sqlite3", "sqlite", "litecli"), _SQLITE),
    **dict.fromkeys(("clickhouse-client", "clickhouse", "clickhouse-local"), _CLICKHOUSE),
    **dict.fromkeys(("hive", "beeline", "spark-sql"), _HIVE),
    **dict.fromkeys(("trino", "presto"), Client(("--execute",), dialect="trino")),
    **dict.fromkeys(("mongosh", "mongo"), Client(("--eval",), speaks="documents")),
    **dict.fromkeys(("redis-cli", "valkey-cli", "keydb-cli"), Client(speaks="lines")),
    "duckdb": Client(("-c", "-s", "-cmd"), 1, "duckdb", "-init -separator -nullvalue"),
    "cqlsh": Client(("-e", "--execute"), valued="-u -p -k -f --username --password --keyspace"),
    "sqlcmd": Client(("-Q", "-q"), dialect="tsql", valued="-S -U -P -d -i -o -v"),
    "snowsql": Client(("-q", "--query"), dialect="snowflake", valued="-a -u -d -s -w -r -c"),
    "snow": Client(("-q", "--query"), dialect="snowflake"),
    "bq": Client(operand=1, dialect="bigquery", valued="--project_id --location --format"),
    "impala-shell": Client(("-q", "--query"), dialect="hive"),
    "sqlplus": Client(dialect="oracle"),
    "dolt": Client(("-q", "--query"), dialect="mysql"),
    "turso": Client(operand=3, dialect="sqlite"),
    "wrangler": Client(("--command",), dialect="sqlite"),
}

DOCUMENTS = {
    r"\bdropDatabase\s*\(": _DROPS,
    r"\.\s*drop\s*\(\s*(?:\{[^}]*\}\s*)?\)": "deletes a collection",
    r"\.\s*(?:deleteMany|remove)\s*\(\s*(?:\{\s*\}\s*[,)]|\))": "deletes every document",
    r"\.\s*updateMany\s*\(\s*\{\s*\}": "overwrites every document",
    r"\b(?:adminCommand|runCommand)\s*\(\s*\{\s*[\"']?(?:dropDatabase|drop)\b": _DROPS,
}
"""What a line for a document database would do."""

STATEMENTS = {
    "drop": "drops {objects}",
    "truncate": "empties {objects}",
    "replace_all": "replaces {objects} and every row in it",
    "delete_all": "deletes every row of {objects}",
    "update_all": "overwrites every row of {objects}",
    "drop_column": "drops a column of {objects}",
}
"""Kinds of SQL statement that destroy, and how that is said."""
