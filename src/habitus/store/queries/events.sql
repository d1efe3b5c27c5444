-- name: session_open
-- A session is known from its first event on.
INSERT INTO sessions (id, agent, workspace, started_at) VALUES (:id, :agent, :workspace, :at) ON CONFLICT DO NOTHING

-- name: session_snapshot
-- The last saved fold: what a restart begins with.
SELECT position, snapshot FROM sessions WHERE id = :id AND snapshot IS NOT NULL

-- name: session_save
-- Only forward: a slower process must not put an older fold over a newer one.
UPDATE sessions SET position = :position, snapshot = :snapshot WHERE id = :id AND position < :position

-- name: session_end
UPDATE sessions SET ended_at = :at WHERE id = :id

-- name: sessions_listed
-- As they began: that never changes, and so neither does their order.
SELECT s.id, s.agent, s.workspace, s.started_at, s.ended_at, e.seq AS events, e.at AS last_at
FROM sessions s JOIN events e ON e.session = s.id AND e.seq = (SELECT MAX(seq) FROM events WHERE session = s.id)
WHERE (s.started_at, s.id) < (:last_started_at, :last_id) AND e.at >= :since ORDER BY s.started_at DESC, s.id DESC LIMIT :limit

-- name: sessions_listed @postgres
-- One session after the other: joined as a whole, all events would be read for the first page.
SELECT s.id, s.agent, s.workspace, s.started_at, s.ended_at, e.seq AS events, e.at AS last_at FROM sessions s
CROSS JOIN LATERAL (SELECT seq, at FROM events WHERE session = s.id ORDER BY seq DESC LIMIT 1) e
WHERE (s.started_at, s.id) < (:last_started_at, :last_id) AND e.at >= :since ORDER BY s.started_at DESC, s.id DESC LIMIT :limit

-- name: sessions_found
-- Those that fit, among so many that began before a place: the work is bounded, however many there are. What was asked first stands for one.
SELECT s.id, s.agent, s.workspace, s.started_at, s.ended_at, e.seq AS events, e.at AS last_at, f.body AS first
FROM (SELECT id, agent, workspace, started_at, ended_at FROM sessions WHERE (started_at, id) < (:last_started_at, :last_id)
      ORDER BY started_at DESC, id DESC LIMIT :looked) AS s
JOIN events e ON e.session = s.id AND e.seq = (SELECT MAX(seq) FROM events WHERE session = s.id)
LEFT JOIN events f ON f.session = s.id AND f.seq = (SELECT MIN(seq) FROM events WHERE session = s.id AND seq <= :early AND kind = 'user')
WHERE e.at >= :since AND (:agent = '' OR s.agent = :agent) AND (:workspace = '' OR s.workspace = :workspace)
  AND (:word = '' OR LOWER(s.id) LIKE '%' || :word || '%' ESCAPE '\' OR LOWER(s.workspace) LIKE '%' || :word || '%' ESCAPE '\'
    OR LOWER(f.body) LIKE '%' || :word || '%' ESCAPE '\')
ORDER BY s.started_at DESC, s.id DESC LIMIT :limit

-- name: sessions_found @postgres
-- Those that fit, among so many that began before a place: the work is bounded, however many there are. What was asked first stands for one.
SELECT s.id, s.agent, s.workspace, s.started_at, s.ended_at, e.seq AS events, e.at AS last_at, f.body AS first
FROM (SELECT id, agent, workspace, started_at, ended_at FROM sessions WHERE (started_at, id) < (:last_started_at, :last_id)
      ORDER BY started_at DESC, id DESC LIMIT :looked) AS s
CROSS JOIN LATERAL (SELECT seq, at FROM events WHERE session = s.id ORDER BY seq DESC LIMIT 1) AS e
LEFT JOIN LATERAL (SELECT body FROM events WHERE session = s.id AND seq <= :early AND kind = 'user' ORDER BY seq LIMIT 1) AS f ON true
WHERE e.at >= :since AND (:agent = '' OR s.agent = :agent) AND (:workspace = '' OR s.workspace = :workspace)
  AND (:word = '' OR LOWER(s.id) LIKE '%' || :word || '%' ESCAPE '\' OR LOWER(s.workspace) LIKE '%' || :word || '%' ESCAPE '\'
    OR LOWER(f.body) LIKE '%' || :word || '%' ESCAPE '\')
ORDER BY s.started_at DESC, s.id DESC LIMIT :limit

-- name: sessions_looked
-- The last of so many: where to look on.
SELECT started_at, id FROM sessions WHERE (started_at, id) < (:last_started_at, :last_id)
ORDER BY started_at DESC, id DESC LIMIT 1 OFFSET :looked

-- name: sessions_facts
-- Of a page of them: calls and what was said about them, among the first so many events; lessons, each once, among the last so many lines.
SELECT i.value AS id, (SELECT COUNT(*) FROM events WHERE session = i.value AND seq <= :most AND kind = 'call') AS calls,
  (SELECT COUNT(*) FROM events WHERE session = i.value AND seq <= :most AND (fired <> '' OR blocked)) AS verdicts,
  (SELECT COUNT(DISTINCT item) FROM (SELECT verb, item_table, item FROM ledger WHERE session = i.value ORDER BY id DESC LIMIT :most) AS l
   WHERE l.item_table <> '' AND l.verb IN ('learned', 'recovered')) AS lessons
FROM json_each(:ids) AS i

-- name: sessions_facts @postgres
-- Of a page of them: calls and what was said about them, among the first so many events; lessons, each once, among the last so many lines.
SELECT i.value AS id, (SELECT COUNT(*) FROM events WHERE session = i.value AND seq <= :most AND kind = 'call') AS calls,
  (SELECT COUNT(*) FROM events WHERE session = i.value AND seq <= :most AND (fired <> '' OR blocked)) AS verdicts,
  (SELECT COUNT(DISTINCT item) FROM (SELECT verb, item_table, item FROM ledger WHERE session = i.value ORDER BY id DESC LIMIT :most) AS l
   WHERE l.item_table <> '' AND l.verb IN ('learned', 'recovered')) AS lessons
FROM jsonb_array_elements_text(CAST(:ids AS jsonb)) AS i(value)

-- name: sessions_recent
-- The last event's time stands for "last seen".
SELECT s.id, s.agent, s.workspace, s.started_at, s.ended_at, e.seq AS events, e.at AS last_at
FROM sessions s JOIN events e ON e.session = s.id AND e.seq = (SELECT MAX(seq) FROM events WHERE session = s.id)
WHERE e.at >= :since ORDER BY e.at DESC LIMIT :limit

-- name: event_insert
-- No row: either the moment was told before, or its place is taken; `event_known` tells which.
INSERT INTO events (session, seq, at, kind, key, blocked, body, fired)
VALUES (:session, :seq, :at, :kind, :key, :blocked, :body, :fired) ON CONFLICT DO NOTHING

-- name: events_insert
-- The same for many that nothing was said about.
INSERT INTO events (session, seq, at, kind, key, body) VALUES (:session, :seq, :at, :kind, :key, :body) ON CONFLICT DO NOTHING

-- name: events_last
SELECT COALESCE(MAX(seq), 0) AS seq FROM events WHERE session = :session

-- name: events_furthest
-- How far the clock had come, wherever it was set back to since.
SELECT MAX(at) AS at FROM events WHERE session = :session AND seq <= :seq

-- name: events_known
-- Which of these moments were told before.
SELECT key FROM events WHERE session = :session AND key IN (SELECT value FROM json_each(:keys))

-- name: events_known @postgres
SELECT key FROM events WHERE session = :session AND key IN (SELECT jsonb_array_elements_text(CAST(:keys AS jsonb)))

-- name: event_known
SELECT seq FROM events WHERE session = :session AND key = :key

-- name: events_after
SELECT seq, at, kind, key, blocked, body, fired FROM events WHERE session = :session AND seq > :after ORDER BY seq LIMIT :limit

-- name: results_before
-- What tools returned shortly before a moment, latest first.
SELECT body FROM events WHERE session = :session AND kind = 'result' AND seq > :from AND seq < :seq
ORDER BY seq DESC

-- name: events_last_user
SELECT COALESCE(MAX(seq), 0) AS seq FROM events WHERE session = :session AND kind = 'user'

-- name: session_get
SELECT id, agent, workspace FROM sessions WHERE id = :id

-- name: counts
-- The whole at a glance.
SELECT (SELECT COUNT(*) FROM sessions) AS sessions,
       (SELECT COUNT(*) FROM events) AS events,
       (SELECT COUNT(*) FROM behavioral_rules WHERE active) AS rules,
       (SELECT COUNT(*) FROM pending WHERE state = 'waiting') AS pending,
       (SELECT COUNT(*) FROM pending WHERE state = 'dead') AS dead,
       (SELECT COUNT(*) FROM learning_examples) AS examples,
       (SELECT COUNT(*) FROM learnings WHERE state = 'active') AS learnings,
       (SELECT COUNT(*) FROM learnings WHERE state = 'active' AND fix <> '') AS fixes,
       (SELECT COUNT(*) FROM knowledge WHERE is_latest AND state = 'active') AS knowledge,
       (SELECT COUNT(*) FROM strategies) AS strategies,
       (SELECT COUNT(*) FROM triples) AS triples,
       (SELECT COUNT(*) FROM proposals WHERE state = 'pending') + (SELECT COUNT(*) FROM suggestions WHERE status = 'pending') AS inbox,
       (SELECT COUNT(*) FROM notices WHERE state = 'dead') AS undelivered

-- name: counts_waiting
-- Of those, what a person has to do something about.
SELECT (SELECT COUNT(*) FROM pending WHERE state = 'dead') AS dead,
       (SELECT COUNT(*) FROM proposals WHERE state = 'pending') + (SELECT COUNT(*) FROM suggestions WHERE status = 'pending') AS inbox,
       (SELECT COUNT(*) FROM notices WHERE state = 'dead') AS undelivered

-- name: blob_put
-- Contents are stored once, by their hash.
INSERT INTO blobs (hash, content) VALUES (:hash, :content) ON CONFLICT DO NOTHING

-- name: blob_get
SELECT content FROM blobs WHERE hash = :hash

-- name: session_teaches
UPDATE sessions SET teaching = :seq WHERE id = :id

-- name: session_teaching_claim
-- One learner: the second finds that the place has moved on.
UPDATE sessions SET mended = :seq WHERE id = :id AND mended < :seq

-- name: sessions_untaught
SELECT id, teaching FROM sessions WHERE mended < teaching ORDER BY id LIMIT :limit
