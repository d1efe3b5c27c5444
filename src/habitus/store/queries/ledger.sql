-- name: ledger_insert
INSERT INTO ledger (at, verb, actor, session, item_table, item, before, after, cause)
VALUES (:at, :verb, :actor, :session, :item_table, :item, :before, :after, :cause)

-- name: ledger_insert @postgres
INSERT INTO ledger (at, verb, actor, session, item_table, item, before, after, cause)
VALUES (:at, :verb, :actor, :session, :item_table, :item, :before, :after, :cause) RETURNING id

-- name: hold
-- Whoever asks for the same key waits until this transaction has ended. In SQLite every writer does.
SELECT 1

-- name: hold @postgres
SELECT pg_advisory_xact_lock(:key)

-- name: ledger_jot
-- A line that nothing refers to.
INSERT INTO ledger (at, verb, actor, session, item_table, item, after) VALUES (:at, :verb, :actor, :session, '', :item, :after)

-- name: ledger_get
SELECT * FROM ledger WHERE id = :id

-- name: ledger_recent
-- Newest first. One query per index: a filter that may be absent would keep SQLite from using any.
SELECT * FROM ledger WHERE id >= :first AND id < :before_id AND (:verb = '' OR verb = :verb) ORDER BY id DESC LIMIT :limit

-- name: ledger_changes
-- What can be taken back: few lines among all that were only observed.
SELECT * FROM ledger WHERE item_table <> '' AND id >= :first AND id < :before_id AND (:verb = '' OR verb = :verb)
ORDER BY id DESC LIMIT :limit

-- name: ledger_of_session
-- Whatever it is about: only here is an item found that was never changed, such as a call.
SELECT * FROM ledger WHERE session = :session AND id >= :first AND id < :before_id AND (:verb = '' OR verb = :verb)
  AND (:item = '' OR item = :item) AND (NOT :changes OR item_table <> '') ORDER BY id DESC LIMIT :limit

-- name: ledger_of_item
-- What was done to an item: changes only.
SELECT * FROM ledger WHERE item_table <> '' AND item = :item AND id >= :first AND id < :before_id AND (:verb = '' OR verb = :verb)
  AND (:session = '' OR session = :session) ORDER BY id DESC LIMIT :limit

-- name: ledger_story
-- A session from its first line on, a page at a time.
SELECT * FROM ledger WHERE session = :session AND id > :after ORDER BY id LIMIT :limit

-- name: ledger_said
-- What a page of a session shows beside its events, with the contents, however long the session is.
SELECT l.id, l.at, l.verb, l.actor, l.session, l.item_table, l.item, l.before, COALESCE(b.content, l.after) AS after, l.cause
FROM ledger l LEFT JOIN blobs b ON b.hash = l.after
WHERE l.session = :session AND ((l.verb IN ('observed', 'judged', 'settled') AND l.item IN (SELECT value FROM json_each(:items)))
  OR (l.verb = 'injected' AND l.at >= :since AND l.at < :until))
ORDER BY l.id

-- name: ledger_said @postgres
SELECT l.id, l.at, l.verb, l.actor, l.session, l.item_table, l.item, l.before, COALESCE(b.content, l.after) AS after, l.cause
FROM ledger l LEFT JOIN blobs b ON b.hash = l.after
WHERE l.session = :session AND ((l.verb IN ('observed', 'judged', 'settled')
    AND l.item IN (SELECT jsonb_array_elements_text(CAST(:items AS jsonb))))
  OR (l.verb = 'injected' AND l.at >= :since AND l.at < :until))
ORDER BY l.id

-- name: ledger_first
-- Where a time falls in the ledger. Everything from there on is "since", even a line whose clock ran behind.
-- Only every 16th line is in the index, and lines have no gaps: so the one that is found, or the last, and the 15 before it.
-- Where none of them is, a clock may have run ahead for fewer lines than that: only then are all of them looked at.
SELECT COALESCE(
  (SELECT MIN(id) FROM ledger WHERE at >= :since AND id > -16 +
    COALESCE((SELECT MIN(id) FROM ledger WHERE id % 16 = 0 AND at >= :since), (SELECT MAX(id) FROM ledger))),
  (SELECT MIN(id) FROM ledger WHERE at >= :since)) AS id

-- name: ledger_first @postgres
SELECT MIN(id) AS id FROM ledger WHERE at >= :since

-- name: ledger_injected
-- What was put into prompts since the last count of `times_applied`.
SELECT id, at, after FROM ledger WHERE verb = 'injected' AND id > :after AND id <= :upto ORDER BY id LIMIT :limit

-- name: meta_get
SELECT value FROM meta WHERE key = :key

-- name: versions
-- Asked at every call, so all at once.
SELECT (SELECT value FROM meta WHERE key = 'lessons') AS lessons, (SELECT value FROM meta WHERE key = 'learnings') AS learnings,
  (SELECT value FROM meta WHERE key = 'agents') AS agents

-- name: meta_set
UPDATE meta SET value = :value WHERE key = :key

-- name: model_call_insert
INSERT INTO model_calls (at, model, purpose, item, input_tokens, output_tokens, cost, seconds, outcome)
VALUES (:at, :model, :purpose, :item, :input_tokens, :output_tokens, :cost, :seconds, :outcome)

-- name: model_spent
-- No purpose is empty: where one is, it chooses nothing.
SELECT COALESCE(SUM(input_tokens + output_tokens), 0) AS tokens, COALESCE(SUM(cost), 0) AS cost FROM model_calls
WHERE at >= :since AND purpose <> :but AND :only IN ('', purpose)
