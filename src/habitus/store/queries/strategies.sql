-- name: strategies.get
SELECT * FROM strategies WHERE id = :id

-- name: strategies.put
INSERT INTO strategies (id, agent, pattern, successful_action, success_rate, tried, worked, lesson, last_updated)
VALUES (:id, :agent, :pattern, :successful_action, :success_rate, :tried, :worked, :lesson, :last_updated)
ON CONFLICT (id) DO UPDATE SET success_rate = excluded.success_rate, tried = excluded.tried, worked = excluded.worked,
  lesson = excluded.lesson, last_updated = excluded.last_updated

-- name: strategies.delete
DELETE FROM strategies WHERE id = :id

-- name: strategies_listed
-- A kind of task has a handful of ways; the limit is for a store that somebody else has filled.
SELECT * FROM strategies WHERE (last_updated, id) < (:last_last_updated, :last_id) AND (:agent = '' OR agent = :agent)
  AND (:word = '' OR LOWER(pattern || ' | ' || successful_action || ' | ' || lesson) LIKE '%' || :word || '%' ESCAPE '\')
ORDER BY last_updated DESC, id DESC LIMIT :limit
