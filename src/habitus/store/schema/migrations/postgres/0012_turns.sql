-- Whoever was looked through last comes last, and what a model does not answer about waits longer each time.
ALTER TABLE sessions ADD COLUMN look_at timestamptz;
ALTER TABLE sessions ADD COLUMN misses bigint NOT NULL DEFAULT 0;
DROP INDEX sessions_waiting;
CREATE INDEX sessions_waiting ON sessions (look_at NULLS FIRST, id) WHERE waiting;
