-- name: entries_by_ids
SELECT * FROM ledger WHERE id IN (SELECT value FROM json_each(:ids))

-- name: entries_by_ids @postgres
SELECT * FROM ledger WHERE id IN (SELECT CAST(value AS bigint) FROM jsonb_array_elements_text(CAST(:ids AS jsonb)))

-- name: entries_behind
-- What stands close behind each of some lines, and has that verb.
SELECT DISTINCT l.* FROM json_each(:ids) AS i JOIN ledger l ON l.id > i.value AND l.id < i.value + :within AND l.verb = :verb

-- name: entries_behind @postgres
SELECT DISTINCT l.* FROM jsonb_array_elements_text(CAST(:ids AS jsonb)) AS i(value)
JOIN ledger l ON l.id > CAST(i.value AS bigint) AND l.id < CAST(i.value AS bigint) + :within AND l.verb = :verb

-- name: entries_undone
-- What was taken back of some items since a line.
SELECT * FROM ledger WHERE item_table <> '' AND item IN (SELECT value FROM json_each(:items)) AND id > :after AND verb = 'undone' ORDER BY id

-- name: entries_undone @postgres
SELECT * FROM ledger WHERE item_table <> '' AND item IN (SELECT jsonb_array_elements_text(CAST(:items AS jsonb))) AND id > :after
  AND verb = 'undone' ORDER BY id

-- name: entries_latest
-- The last change of each item.
SELECT * FROM ledger WHERE id IN (SELECT MAX(id) FROM ledger WHERE item_table <> '' AND item IN (SELECT value FROM json_each(:items)) GROUP BY item)

-- name: entries_latest @postgres
SELECT * FROM ledger WHERE id IN (SELECT MAX(id) FROM ledger WHERE item_table <> ''
  AND item IN (SELECT jsonb_array_elements_text(CAST(:items AS jsonb))) GROUP BY item)

-- name: entries_failed
-- Why each item failed, the last time. By their sessions: what changed nothing is in no index of items.
SELECT * FROM ledger WHERE id IN (SELECT MAX(id) FROM ledger WHERE session IN (SELECT value FROM json_each(:sessions)) AND verb = 'failed'
  AND item IN (SELECT value FROM json_each(:items)) GROUP BY item)

-- name: entries_failed @postgres
SELECT * FROM ledger WHERE id IN (SELECT MAX(id) FROM ledger WHERE session IN (SELECT jsonb_array_elements_text(CAST(:sessions AS jsonb)))
  AND verb = 'failed' AND item IN (SELECT jsonb_array_elements_text(CAST(:items AS jsonb))) GROUP BY item)

-- name: blobs_by_hashes
SELECT hash, content FROM blobs WHERE hash IN (SELECT value FROM json_each(:hashes))

-- name: blobs_by_hashes @postgres
SELECT hash, content FROM blobs WHERE hash IN (SELECT jsonb_array_elements_text(CAST(:hashes AS jsonb)))

-- name: sessions_by_ids
SELECT id, agent, workspace FROM sessions WHERE id IN (SELECT value FROM json_each(:ids))

-- name: sessions_by_ids @postgres
SELECT id, agent, workspace FROM sessions WHERE id IN (SELECT jsonb_array_elements_text(CAST(:ids AS jsonb)))

-- name: events_at
-- By their places: pairs of a session and a number.
SELECT e.session, e.seq, e.at, e.kind, e.key, e.blocked, e.body, e.fired FROM json_each(:places) AS p
JOIN events e ON e.session = json_extract(p.value, '$[0]') AND e.seq = json_extract(p.value, '$[1]')

-- name: events_at @postgres
SELECT e.session, e.seq, e.at, e.kind, e.key, e.blocked, e.body, e.fired FROM jsonb_array_elements(CAST(:places AS jsonb)) AS p(value)
JOIN events e ON e.session = p.value ->> 0 AND e.seq = CAST(p.value ->> 1 AS bigint)

-- name: rows_there
-- Which of these are there, and the state of those that have their place on a page by it.
SELECT 'behavioral_rules' AS item_table, id, '' AS state FROM behavioral_rules WHERE id IN (SELECT value FROM json_each(:behavioral_rules))
UNION ALL SELECT 'learnings', id, '' FROM learnings WHERE id IN (SELECT value FROM json_each(:learnings))
UNION ALL SELECT 'proposals', id, '' FROM proposals WHERE id IN (SELECT value FROM json_each(:proposals))
UNION ALL SELECT 'suggestions', id, '' FROM suggestions WHERE id IN (SELECT value FROM json_each(:suggestions))
UNION ALL SELECT 'skills', id, '' FROM skills WHERE id IN (SELECT value FROM json_each(:skills))
UNION ALL SELECT 'persona', id, '' FROM persona WHERE id IN (SELECT value FROM json_each(:persona))
UNION ALL SELECT 'approvals', id, state FROM approvals WHERE id IN (SELECT value FROM json_each(:approvals))
UNION ALL SELECT 'notices', id, state FROM notices WHERE id IN (SELECT value FROM json_each(:notices))

-- name: rows_there @postgres
SELECT 'behavioral_rules' AS item_table, CAST(id AS text) AS id, '' AS state FROM behavioral_rules
  WHERE id IN (SELECT CAST(value AS uuid) FROM jsonb_array_elements_text(CAST(:behavioral_rules AS jsonb)))
UNION ALL SELECT 'learnings', id, '' FROM learnings WHERE id IN (SELECT jsonb_array_elements_text(CAST(:learnings AS jsonb)))
UNION ALL SELECT 'proposals', id, '' FROM proposals WHERE id IN (SELECT jsonb_array_elements_text(CAST(:proposals AS jsonb)))
UNION ALL SELECT 'suggestions', id, '' FROM suggestions WHERE id IN (SELECT jsonb_array_elements_text(CAST(:suggestions AS jsonb)))
UNION ALL SELECT 'skills', id, '' FROM skills WHERE id IN (SELECT jsonb_array_elements_text(CAST(:skills AS jsonb)))
UNION ALL SELECT 'persona', id, '' FROM persona WHERE id IN (SELECT jsonb_array_elements_text(CAST(:persona AS jsonb)))
UNION ALL SELECT 'approvals', id, state FROM approvals WHERE id IN (SELECT jsonb_array_elements_text(CAST(:approvals AS jsonb)))
UNION ALL SELECT 'notices', id, state FROM notices WHERE id IN (SELECT jsonb_array_elements_text(CAST(:notices AS jsonb)))
