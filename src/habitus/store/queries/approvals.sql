-- name: approvals.get
SELECT * FROM approvals WHERE id = :id

-- name: approvals.put
INSERT INTO approvals (id, session, call_hash, tool, args, reason, state, asked_at, expires_at, answered_at, answered_by)
VALUES (:id, :session, :call_hash, :tool, :args, :reason, :state, :asked_at, :expires_at, :answered_at, :answered_by)
ON CONFLICT (id) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at, answered_at = excluded.answered_at,
  answered_by = excluded.answered_by

-- name: approvals.delete
DELETE FROM approvals WHERE id = :id

-- name: approvals_of_call
-- The newest that still counts: a granted one first, then a refused one, then one that waits.
SELECT * FROM approvals WHERE call_hash = :call_hash AND state IN ('approved', 'denied', 'pending') AND expires_at > :now
ORDER BY state, asked_at DESC LIMIT 1

-- name: approval_claim
-- Changes nothing but holds the row: of two who answer at once, the second finds it answered.
UPDATE approvals SET state = state WHERE id = :id AND state = 'pending' AND expires_at > :now

-- name: waiting
-- What waits for a person, counted up to a number: every page asks. Approvals that nobody answered stay pending, so only late ones are looked at.
SELECT (SELECT COUNT(*) FROM (SELECT 1 AS one FROM proposals WHERE state = 'pending' LIMIT :most) AS p)
  + (SELECT COUNT(*) FROM (SELECT 1 AS one FROM suggestions WHERE status IN ('pending', 'approved') AND status = 'pending' LIMIT :most) AS s) AS inbox,
  (SELECT COUNT(*) FROM (SELECT 1 AS one FROM approvals WHERE state = 'pending' AND asked_at > :since AND expires_at > :now LIMIT :most) AS a) AS approvals

-- name: approvals_in_state
SELECT * FROM approvals WHERE state = :state AND (asked_at, id) < (:last_asked_at, :last_id) AND (:state <> 'pending' OR expires_at > :now)
ORDER BY asked_at DESC, id DESC LIMIT :limit
