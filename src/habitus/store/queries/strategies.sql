-- name: strategies.get
SELECT * FROM strategies WHERE id = :id

-- name: strategies.put
INSERT INTO strategies (id, agent, pattern, successful_action, success_rate, tried, worked, lesson, last_updated)
VALUES (:id, :agent, :pattern, :successful_action, :success_rate, :tried, :worked, :lesson, :last_updated)
ON CONFLICT (id) DO UPDATE SET success_rate = excluded.success_rate, tried = excluded.tried, worked = excluded.worked,
  lesson = excluded.lesson, last_updated = excluded.last_updated

-- name: strategies.delete
DELETE FROM strategies WHERE id = :id

-- name: strategies_of
-- A kind of task has a handful of ways; the limit is for a store that somebody else has filled.
SELECT * FROM strategies WHERE (:agent = '' OR agent = :agent) ORDER BY last_updated DESC, id LIMIT :limit
