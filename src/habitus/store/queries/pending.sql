-- name: pending.get
SELECT * FROM pending WHERE id = :id

-- name: pending.put
INSERT INTO pending (id, correction, state, tries, queued_at, not_before) VALUES (:id, :correction, :state, :tries, :queued_at, :not_before)
ON CONFLICT (id) DO UPDATE SET correction = excluded.correction, state = excluded.state, tries = excluded.tries,
  queued_at = excluded.queued_at, not_before = excluded.not_before

-- name: pending.delete
DELETE FROM pending WHERE id = :id

-- name: pending_waiting
-- Newest first, as `behavioral:pending` is.
SELECT * FROM pending WHERE state = :state ORDER BY queued_at DESC, id DESC

-- name: pending_listed
-- The same, a page at a time.
SELECT * FROM pending WHERE state = :state AND (queued_at, id) < (:last_queued_at, :last_id) ORDER BY queued_at DESC, id DESC LIMIT :limit

-- name: pending_overflow
-- The oldest beyond the cap.
SELECT * FROM pending WHERE state = 'waiting' ORDER BY queued_at DESC, id DESC LIMIT 1000 OFFSET :cap

-- name: pending_lease
-- One taker: the second finds the lease already moved on.
UPDATE pending SET not_before = :until WHERE id = :id AND not_before = :not_before

-- name: pending_due
-- What nobody holds, newest first.
SELECT * FROM pending WHERE state = 'waiting' AND not_before <= :now ORDER BY queued_at DESC, id DESC LIMIT :limit

-- name: pending_lend
UPDATE pending SET not_before = :until WHERE id = :id AND state = 'waiting'

-- name: pending_depth
SELECT COUNT(*) AS depth FROM pending WHERE state = 'waiting'
