-- name: api_key_add
INSERT INTO api_keys (id, name, role, hash, created_at) VALUES (:id, :name, :role, :hash, :at)

-- name: api_keys_all
SELECT id, name, role, created_at, revoked_at FROM api_keys ORDER BY created_at, id

-- name: api_key_by_hash
-- Only the hash is kept: whoever reads the store gets no key by it.
SELECT id, name, role, created_at, revoked_at FROM api_keys WHERE hash = :hash AND revoked_at IS NULL

-- name: api_key_revoke
UPDATE api_keys SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL

-- name: answer_get
SELECT request, status, body, at FROM answers WHERE who = :who AND key = :key

-- name: answer_keep
-- Of two that did the same at once, the second finds that it was done.
INSERT INTO answers (who, key, request, status, body, at) VALUES (:who, :key, :request, :status, :body, :at) ON CONFLICT DO NOTHING

-- name: answer_put
UPDATE answers SET status = :status, body = :body, at = :at WHERE who = :who AND key = :key AND request = :request

-- name: answer_take
-- Whoever claimed it has died over it: of those who come for it now, one does it.
UPDATE answers SET at = :at WHERE who = :who AND key = :key AND request = :request AND status = 0 AND at < :before

-- name: answer_drop
DELETE FROM answers WHERE who = :who AND key = :key

-- name: answers_prune
DELETE FROM answers WHERE at < :before
