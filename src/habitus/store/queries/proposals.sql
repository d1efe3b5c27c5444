-- name: proposals.get
SELECT * FROM proposals WHERE id = :id

-- name: proposals.put
INSERT INTO proposals (id, kind, title, reason, body, state, session, created_at, answered_at, answered_by)
VALUES (:id, :kind, :title, :reason, :body, :state, :session, :created_at, :answered_at, :answered_by)
ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title, reason = excluded.reason, body = excluded.body,
  state = excluded.state, session = excluded.session, created_at = excluded.created_at, answered_at = excluded.answered_at,
  answered_by = excluded.answered_by

-- name: proposals.delete
DELETE FROM proposals WHERE id = :id

-- name: proposals_listed
-- Newest first; an empty kind means any.
SELECT * FROM proposals WHERE state = :state AND (created_at, id) < (:last_created_at, :last_id) AND (:kind = '' OR kind = :kind)
ORDER BY created_at DESC, id DESC LIMIT :limit

-- name: proposals_by_prefix
SELECT * FROM proposals WHERE id LIKE :prefix || '%' LIMIT 10

-- name: proposal_claim
-- One answer counts: whoever comes second finds it taken.
UPDATE proposals SET state = state WHERE id = :id AND state = 'pending'

-- name: notices.get
SELECT * FROM notices WHERE id = :id

-- name: notices.put
INSERT INTO notices (id, channel, body, state, tries, created_at, not_before, why)
VALUES (:id, :channel, :body, :state, :tries, :created_at, :not_before, :why)
ON CONFLICT (id) DO UPDATE SET channel = excluded.channel, body = excluded.body, state = excluded.state, tries = excluded.tries,
  created_at = excluded.created_at, not_before = excluded.not_before, why = excluded.why

-- name: notices.delete
DELETE FROM notices WHERE id = :id

-- name: notices_due
SELECT * FROM notices WHERE state = 'waiting' AND not_before <= :now ORDER BY not_before LIMIT :limit

-- name: notice_lease
-- One sender: the second finds the lease already moved on.
UPDATE notices SET not_before = :until WHERE id = :id AND not_before = :not_before AND state = 'waiting'

-- name: notices_listed
SELECT * FROM notices WHERE state = :state ORDER BY created_at DESC LIMIT :limit

-- name: notices_overflow
-- The oldest beyond the cap.
SELECT * FROM notices WHERE state = 'waiting' ORDER BY created_at DESC LIMIT 1000 OFFSET :cap
