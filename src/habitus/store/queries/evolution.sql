-- name: metrics_add
-- Added in the database, so two that write at once lose nothing.
INSERT INTO metrics (agent, type, key, hour, n, hits, shown, used, measured, total)
VALUES (:agent, :type, :key, :hour, :n, :hits, :shown, :used, :measured, :total)
ON CONFLICT (agent, type, key, hour) DO UPDATE SET n = metrics.n + excluded.n, hits = metrics.hits + excluded.hits,
  shown = metrics.shown + excluded.shown, used = metrics.used + excluded.used, measured = metrics.measured + excluded.measured,
  total = metrics.total + excluded.total

-- name: metrics_window
SELECT type, key, CAST(SUM(n) AS bigint) AS n, CAST(SUM(hits) AS bigint) AS hits, CAST(SUM(shown) AS bigint) AS shown,
  CAST(SUM(used) AS bigint) AS used, CAST(SUM(measured) AS bigint) AS measured, CAST(SUM(total) AS bigint) AS total
FROM metrics WHERE agent = :agent AND hour >= :first AND hour <= :last AND (:type = '' OR type = :type) GROUP BY type, key ORDER BY type, key

-- name: metrics_series
SELECT type, key, hour, n, hits, shown, used, measured, total
FROM metrics WHERE agent = :agent AND hour >= :first AND hour <= :last AND (:type = '' OR type = :type) ORDER BY type, key, hour

-- name: metrics_agents
-- Whom most is known about comes first: a page opens there.
SELECT agent FROM metrics WHERE hour >= :first GROUP BY agent ORDER BY SUM(n) DESC, agent

-- name: metrics_forget
DELETE FROM metrics WHERE hour < :before

-- name: streaks_forget
DELETE FROM streaks WHERE at < :before

-- name: streak_put
INSERT INTO streaks (session, first, agent, tool, length, at) VALUES (:session, :first, :agent, :tool, :length, :at)
ON CONFLICT (session, first) DO UPDATE SET length = excluded.length, at = excluded.at

-- name: streaks_of
SELECT * FROM streaks WHERE agent = :agent AND at >= :since ORDER BY length DESC, session LIMIT :limit

-- name: suggestions.get
SELECT * FROM suggestions WHERE id = :id

-- name: suggestions.put
INSERT INTO suggestions (id, agent, suggestion_type, subject, suggestion, rationale, parameters, status, reviewed_by, reviewed_at,
  applied_at, note, created_at)
VALUES (:id, :agent, :suggestion_type, :subject, :suggestion, :rationale, :parameters, :status, :reviewed_by, :reviewed_at,
  :applied_at, :note, :created_at)
ON CONFLICT (id) DO UPDATE SET rationale = excluded.rationale, parameters = excluded.parameters, status = excluded.status,
  reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at, applied_at = excluded.applied_at, note = excluded.note

-- name: suggestions.delete
DELETE FROM suggestions WHERE id = :id

-- name: suggestions_listed
-- Newest first; an empty agent or status means any.
SELECT * FROM suggestions WHERE (created_at, id) < (:last_created_at, :last_id)
  AND ((:agent = '' AND NOT :nameless) OR agent = :agent) AND (:status = '' OR status = :status)
ORDER BY created_at DESC, id DESC LIMIT :limit

-- name: suggestions_by_prefix
SELECT * FROM suggestions WHERE id LIKE :prefix || '%' LIMIT 10

-- name: suggestion_claim
-- One answer counts: whoever comes second finds it moved.
UPDATE suggestions SET status = status WHERE id = :id AND status = :status

-- name: occasions_in
SELECT * FROM occasions WHERE session = :session

-- name: occasion_put
INSERT INTO occasions (lesson, session, held, n, k, turn, looked, erred, since)
VALUES (:lesson, :session, :held, :n, :k, :turn, :looked, :erred, :since)
ON CONFLICT (lesson, session) DO UPDATE SET n = excluded.n, k = excluded.k, turn = excluded.turn, looked = excluded.looked,
  erred = excluded.erred

-- name: occasions_of
SELECT session, held, n, k FROM occasions WHERE lesson = :lesson AND since >= :since ORDER BY session

-- name: occasions_lessons
SELECT DISTINCT lesson FROM occasions ORDER BY lesson

-- name: ledger_after
SELECT id, at, verb, session, item, item_table, after FROM ledger WHERE id > :after ORDER BY id LIMIT :limit

-- name: writers
-- Whoever has written to the ledger or told of events, and not ended yet. In SQLite nobody sees a line before all that were written earlier.
SELECT '' AS writer WHERE 1 = 0

-- name: writers @postgres
-- The lock is taken before the first number, and held until the transaction ends.
SELECT virtualtransaction AS writer FROM pg_locks
WHERE relation IN (CAST('ledger' AS regclass), CAST('events' AS regclass)) AND mode = 'RowExclusiveLock'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())

-- name: meta_claim
-- Taken before it is read: of two that count, the second starts where the first has ended.
UPDATE meta SET value = value WHERE key = :key

-- name: job_get
SELECT last_run FROM jobs WHERE id = :id

-- name: job_first
-- Of several that find it has never run, one writes the row.
INSERT INTO jobs (id, last_run) VALUES (:id, :at) ON CONFLICT (id) DO NOTHING

-- name: job_claim
-- One of several schedulers runs it: the others find that it has just run.
UPDATE jobs SET last_run = :at WHERE id = :id AND last_run = :was
