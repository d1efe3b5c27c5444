"""SQL -> what its statements do."""

from __future__ import annotations

import subprocess
import sys

import pytest

from habitus.parse.sql import statements


def kinds(text: str, dialect: str = "") -> list[str]:
    return [statement.kind for statement in statements(text, dialect)]


@pytest.mark.parametrize(
    ("text", "kind", "objects"),
    [
        ("DROP TABLE users", "drop", ("users",)),
        ("drop table if exists a, b.c cascade", "drop", ("a", "b.c")),
        ("DROP/**/TABLE/* x */users", "drop", ("users",)),
        ("drop -- x\n table users", "drop", ("users",)),
        ("DROP SCHEMA public CASCADE", "drop", ("public",)),
        ("DROP DATABASE prod", "drop", ("prod",)),
        ("DROP USER bob", "drop", ("bob",)),
        ("DROP KEYSPACE k", "drop", ("k",)),
        ("/*!50000 DROP TABLE x */", "drop", ("x",)),
        ("ALTER TABLE t DROP PARTITION (d = '1')", "drop", ("t",)),
        ("DROP INDEX i", "drop_definition", ("i",)),
        ("DROP VIEW v", "drop_definition", ("v",)),
        ("DROP TEMPORARY TABLE t", "drop_definition", ("t",)),
        ("ALTER TABLE t DROP COLUMN c", "drop_column", ("t",)),
        ("ALTER TABLE t DROP CONSTRAINT c", "drop_definition", ("t",)),
        ("TRUNCATE users", "truncate", ("users",)),
        ("TRUNCATE TABLE a, b RESTART IDENTITY", "truncate", ("a", "b")),
        ("DELETE FROM t", "delete_all", ("t",)),
        ("DELETE t", "delete_all", ("t",)),
        ("DELETE FROM t WHERE 1=1", "delete_all", ("t",)),
        ("DELETE FROM t WHERE true", "delete_all", ("t",)),
        ("DELETE FROM t WHERE id = id", "delete_all", ("t",)),
        ("DELETE FROM t WHERE a = 1 OR (1 = 1)", "delete_all", ("t",)),
        ("DELETE FROM t WHERE id = 3", "delete", ("t",)),
        ("DELETE FROM t WHERE id = $1", "delete", ("t",)),
        ("DELETE FROM t WHERE 1=0", "delete", ("t",)),
        ("DELETE FROM t WHERE id IN (SELECT id FROM u)", "delete", ("t",)),
        ("DELETE a FROM a JOIN b ON a.id = b.id", "delete", ("a",)),
        ("DELETE FROM t USING u WHERE t.id = u.id", "delete", ("t",)),
        ("UPDATE t SET a = 1", "update_all", ("t",)),
        ("UPDATE t SET a = 'where'", "update_all", ("t",)),
        ("UPDATE t SET a = (SELECT 1 WHERE 1=1)", "update_all", ("t",)),
        ("UPDATE t SET a = 1 WHERE b = 2", "update", ("t",)),
        ("UPDATE t SET a = 1 FROM u WHERE t.id = u.id", "update", ("t",)),
        ("WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x", "delete_all", ("t",)),
        ("CREATE OR REPLACE TABLE d.t AS SELECT 1", "replace_all", ("d.t",)),
        ("create or replace transient table t (id int)", "replace_all", ("t",)),
        ("CREATE OR REPLACE TEMP TABLE t AS SELECT 1", "create", ()),
        ("CREATE OR REPLACE VIEW v AS SELECT 1", "create", ()),
        ("REPLACE INTO t SELECT * FROM u", "replace", ()),
        ("INSERT OR REPLACE INTO t VALUES (1)", "insert", ()),
        ("CREATE TABLE IF NOT EXISTS t AS SELECT replace(a, 'b', 'c') FROM u", "create", ()),
        ("INSERT OVERWRITE TABLE t SELECT * FROM u", "replace_all", ("t",)),
        ("INSERT OVERWRITE TABLE t PARTITION (d = '1') SELECT * FROM u", "insert", ()),
        ("INSERT OVERWRITE DIRECTORY '/x' SELECT * FROM u", "insert", ()),
        ("MERGE INTO t USING u ON t.id = u.id WHEN NOT MATCHED BY SOURCE THEN DELETE", "delete_all", ("t",)),
        ("MERGE INTO t USING u ON t.id = u.id WHEN NOT MATCHED BY SOURCE AND t.d < 3 THEN DELETE", "merge", ()),
        ("MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN DELETE", "merge", ()),
        ("CREATE OR REPLACE TABLE t CLUSTER BY AUTO ~~ AS SELECT 1", "replace_all", ("t",)),
        ("CREATE OR REPLACE EXTERNAL TABLE t ~~ LOCATION 's3://b'", "create", ()),
        ("INSERT OVERWRITE t ~~ SELECT 1", "replace_all", ("t",)),
        ("INSERT OVERWRITE t ~~ PARTITION (d) SELECT 1", "insert", ()),
    ],
)
def test_what_a_statement_does_to_what(text: str, kind: str, objects: tuple[str, ...]) -> None:
    statement = statements(text)[0]
    assert (statement.kind, statement.objects) == (kind, objects)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("SELECT 'drop table x' AS note", "select"),
        ("SELECT * FROM drop_table_log", "select"),
        ("SELECT 1 -- drop table x", "select"),
        ('SELECT "delete" FROM t', "select"),
        ("SELECT * FROM t FOR UPDATE", "select"),
        ("SELECT TRUNCATE(1.5, 1)", "select"),
        ("INSERT INTO t VALUES ('DELETE FROM t')", "insert"),
        ("INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET a = 1", "insert"),
        ("CREATE TABLE a (id INT REFERENCES b ON DELETE CASCADE)", "create"),
        ("CREATE FUNCTION f() RETURNS void AS $$ BEGIN DELETE FROM t; END $$ LANGUAGE plpgsql", "create"),
        ("CREATE TRIGGER g AFTER INSERT ON x BEGIN DELETE FROM y; END", "create"),
        ("GRANT SELECT, DELETE ON t TO x", "grant"),
        ("EXPLAIN DELETE FROM t", "explain"),
        ("(SELECT 1)", "select"),
    ],
)
def test_what_only_names_a_deed_does_none(text: str, kind: str) -> None:
    assert kinds(text) == [kind]


def test_every_statement_of_a_text_is_told() -> None:
    assert kinds("BEGIN; DELETE FROM t WHERE a = ';'; DROP TABLE u; COMMIT") == ["begin", "delete", "drop", "commit"]
    assert kinds("\\c prod\n\\dt\nDROP TABLE x;") == ["drop"]
    assert kinds(" ; ;; ") == []


@pytest.mark.parametrize(
    "text",
    [
        "DO $$ BEGIN DROP TABLE x; END $$",
        "DO $body$ BEGIN EXECUTE 'DROP TABLE x'; END $body$",
        "EXEC('DROP TABLE x')",
        "EXECUTE IMMEDIATE 'DROP TABLE x'",
    ],
)
def test_text_that_a_statement_runs_is_read_too(text: str) -> None:
    assert "drop" in kinds(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("DROP TABLE `a``b` ~~ nonsense", "drop"),
        ("EXPLAIN ANALYZE DELETE FROM t", "delete_all"),
        ("DELETE FROM t WHERE (((", "delete"),
        ("DELETE FROM t %%% nonsense (", "delete_all"),
        ("UPDATE t SET a = = 1", "update_all"),
        ("ALTER TABLE t DROP c ~~ (", "drop_column"),
        ("TRUNCATE TABLE t ~~ (", "truncate"),
    ],
)
def test_what_cannot_be_parsed_is_judged_by_its_words_and_says_so(text: str, kind: str) -> None:
    statement = statements(text)[0]
    assert (statement.kind, statement.guessed) == (kind, True)


@pytest.mark.parametrize(
    ("text", "dialect", "kind"),
    [
        ("DELETE FROM `t`", "mysql", "delete_all"),
        ("DROP TABLE [dbo].[t]", "tsql", "drop"),
        ("TRUNCATE TABLE t", "clickhouse", "truncate"),
        ("DROP TABLE t", "no such dialect", "drop"),
    ],
)
def test_a_dialect_is_a_hint(text: str, dialect: str, kind: str) -> None:
    assert kinds(text, dialect)[0] == kind


def test_ordinary_sql_does_not_load_the_parser() -> None:
    code = (
        "import sys; from habitus.parse.sql import statements;"
        "statements(\"select updated_at, 'drop table x' from t where note = 'delete'; insert into t values (1)\");"
        "assert 'sqlglot' not in sys.modules; statements('drop table t'); assert 'sqlglot' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path)})


def test_a_long_text_ends_soon() -> None:
    assert len(statements("DELETE FROM t WHERE id = 1;" * 3000)) == 3000
    assert statements("SELECT " + "(" * 20_000 + "DROP TABLE x")
    assert statements("DELETE FROM t WHERE " + "drop " * 20_000)
    assert statements("DROP TABLE x " + "[a" * 40_000)
