-- name: learnings.get
SELECT * FROM learnings WHERE id = :id

-- name: learnings.put
INSERT INTO learnings (id, trigger, error_pattern, diagnosis, fix, category, occurrence_count, success_count, confidence, created_at,
  updated_at, scope, origin, state, fix_change, shape, environment, used_count, failure_count, evidence_for, evidence_against,
  times_applied, last_used, expires_at)
VALUES (:id, :trigger, :error_pattern, :diagnosis, :fix, :category, :occurrence_count, :success_count, :confidence, :created_at,
  :updated_at, :scope, :origin, :state, :fix_change, :shape, :environment, :used_count, :failure_count, :evidence_for, :evidence_against,
  :times_applied, :last_used, :expires_at)
ON CONFLICT (id) DO UPDATE SET trigger = excluded.trigger, error_pattern = excluded.error_pattern, diagnosis = excluded.diagnosis,
  fix = excluded.fix, category = excluded.category, occurrence_count = excluded.occurrence_count, success_count = excluded.success_count,
  confidence = excluded.confidence, created_at = excluded.created_at, updated_at = excluded.updated_at, scope = excluded.scope,
  origin = excluded.origin, state = excluded.state, fix_change = excluded.fix_change, shape = excluded.shape,
  environment = excluded.environment, used_count = excluded.used_count, failure_count = excluded.failure_count,
  evidence_for = excluded.evidence_for, evidence_against = excluded.evidence_against, times_applied = excluded.times_applied,
  last_used = excluded.last_used, expires_at = excluded.expires_at

-- name: learnings.delete
DELETE FROM learnings WHERE id = :id

-- name: learnings_of_tool
-- What is known to go wrong with a tool, here; the most common first.
SELECT * FROM learnings WHERE trigger = :trigger AND (scope IN (:scope, 'global') OR :anywhere) AND state = 'active'
ORDER BY occurrence_count DESC, id LIMIT :limit

-- name: learnings_listed
-- What keeps failing, newest first; only what has a fix, or a word in it, where that is asked for. A trigger is `tool:` and a name.
SELECT * FROM learnings WHERE (updated_at, id) < (:last_updated_at, :last_id) AND (state = 'active' OR NOT :active)
  AND (fix <> '' OR NOT :fixed)
  AND (:word = '' OR LOWER(SUBSTR(trigger, 6) || ' | ' || error_pattern || ' | ' || fix) LIKE '%' || :word || '%' ESCAPE '\')
ORDER BY updated_at DESC, id DESC LIMIT :limit

-- name: learnings_common
SELECT * FROM learnings WHERE (occurrence_count, updated_at, id) < (:last_occurrence_count, :last_updated_at, :last_id)
  AND (state = 'active' OR NOT :active) AND (fix <> '' OR NOT :fixed)
  AND (:word = '' OR LOWER(SUBSTR(trigger, 6) || ' | ' || error_pattern || ' | ' || fix) LIKE '%' || :word || '%' ESCAPE '\')
ORDER BY occurrence_count DESC, updated_at DESC, id DESC LIMIT :limit

-- name: learnings_by_prefix
SELECT * FROM learnings WHERE id LIKE :prefix || '%' LIMIT 10

-- name: learnings_stale
-- Not confirmed for long, or no longer to be believed.
SELECT * FROM learnings WHERE state = 'active' AND (updated_at < :before OR expires_at < :now) LIMIT :limit

-- name: knowledge.get
SELECT * FROM knowledge WHERE id = :id

-- name: knowledge.put
INSERT INTO knowledge (id, key, category, content, version, is_latest, use_count, confidence, confirmed, lasting, scope, origin, state,
  lang, evidence_for, evidence_against, created_at, last_used)
VALUES (:id, :key, :category, :content, :version, :is_latest, :use_count, :confidence, :confirmed, :lasting, :scope, :origin, :state,
  :lang, :evidence_for, :evidence_against, :created_at, :last_used)
ON CONFLICT (id) DO UPDATE SET key = excluded.key, category = excluded.category, content = excluded.content, version = excluded.version,
  is_latest = excluded.is_latest, use_count = excluded.use_count, confidence = excluded.confidence, confirmed = excluded.confirmed,
  lasting = excluded.lasting, scope = excluded.scope, origin = excluded.origin, state = excluded.state, lang = excluded.lang,
  evidence_for = excluded.evidence_for, evidence_against = excluded.evidence_against, created_at = excluded.created_at,
  last_used = excluded.last_used

-- name: knowledge.delete
DELETE FROM knowledge WHERE id = :id

-- name: knowledge_latest
SELECT * FROM knowledge WHERE scope = :scope AND key = :key AND is_latest

-- name: knowledge_listed
SELECT * FROM knowledge WHERE is_latest AND (created_at, id) < (:last_created_at, :last_id) AND state = 'active'
  AND (:word = '' OR LOWER(key || ' | ' || content) LIKE '%' || :word || '%' ESCAPE '\')
ORDER BY created_at DESC, id DESC LIMIT :limit

-- name: knowledge_by_ids
SELECT * FROM knowledge WHERE is_latest AND state = 'active' AND id IN (SELECT value FROM json_each(:ids))

-- name: knowledge_by_ids @postgres
SELECT * FROM knowledge WHERE is_latest AND state = 'active' AND id IN (SELECT jsonb_array_elements_text(CAST(:ids AS jsonb)))

-- name: knowledge_count_used
UPDATE knowledge SET use_count = use_count + :times, last_used = :at WHERE id = :id

-- name: triples.get
SELECT * FROM triples WHERE id = :id

-- name: triples.put
INSERT INTO triples (id, subject, predicate, object, weight, times, origin, at)
VALUES (:id, :subject, :predicate, :object, :weight, :times, :origin, :at)
ON CONFLICT (id) DO UPDATE SET weight = excluded.weight, times = excluded.times, origin = excluded.origin, at = excluded.at

-- name: triples.delete
DELETE FROM triples WHERE id = :id

-- name: triples_at
-- The strongest edges of each node, in both directions. Of a node with very many, the strongest; the rest are found from their other end.
SELECT t.* FROM json_each(:nodes) n JOIN triples t ON t.rowid IN (
  SELECT rowid FROM (SELECT rowid FROM triples WHERE subject = n.value ORDER BY weight DESC LIMIT :limit)
  UNION ALL
  SELECT rowid FROM (SELECT rowid FROM triples WHERE object = n.value ORDER BY weight DESC LIMIT :limit))

-- name: triples_at @postgres
-- Bounds instead of `=`: the planner thinks of a node as having a handful of edges, and would read and sort all that a hub has.
SELECT t.* FROM json_array_elements_text(CAST(:nodes AS json)) n CROSS JOIN LATERAL (
  (SELECT * FROM triples WHERE (subject, weight) >= (n.value, '-Infinity') AND (subject, weight) <= (n.value, 'Infinity')
   ORDER BY subject, weight DESC LIMIT :limit)
  UNION ALL
  (SELECT * FROM triples WHERE (object, weight) >= (n.value, '-Infinity') AND (object, weight) <= (n.value, 'Infinity')
   ORDER BY object, weight DESC LIMIT :limit)) t

-- name: triples_all
SELECT * FROM triples ORDER BY at DESC LIMIT :limit

-- name: triples_listed
-- The latest first, a page at a time.
SELECT * FROM triples WHERE (at, id) < (:last_at, :last_id) ORDER BY at DESC, id DESC LIMIT :limit

-- name: sessions_wake
-- Something has happened in them since somebody last looked.
UPDATE sessions SET waiting = true WHERE id IN (SELECT session FROM events WHERE id > :after AND id <= :to)

-- name: events_highest
SELECT COALESCE(MAX(id), 0) AS id FROM events

-- name: sessions_waiting
-- Whoever has waited longest comes first: with many open conversations, each has its turn.
SELECT s.id, s.agent, s.workspace, s.ended_at, s.analysed, s.learned, s.misses, e.seq AS events, e.at AS last_at
FROM sessions s JOIN events e ON e.session = s.id AND e.seq = (SELECT MAX(seq) FROM events WHERE session = s.id)
WHERE s.waiting AND (s.look_at IS NULL OR s.look_at <= :now) ORDER BY s.look_at NULLS FIRST, s.id LIMIT :limit

-- name: session_looked_through
-- One of those who look at the same time: the second finds that the place has moved on.
UPDATE sessions SET analysed = :analysed, learned = :learned, waiting = :waiting, look_at = :now, misses = 0
WHERE id = :id AND analysed = :was

-- name: session_missed
UPDATE sessions SET misses = :misses, look_at = :look_at WHERE id = :id
