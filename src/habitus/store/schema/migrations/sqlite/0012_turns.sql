-- Whoever was looked through last comes last, and what a model does not answer about waits longer each time.
ALTER TABLE sessions ADD COLUMN look_at TEXT;
ALTER TABLE sessions ADD COLUMN misses INTEGER NOT NULL DEFAULT 0;
DROP INDEX sessions_waiting;
CREATE INDEX sessions_waiting ON sessions (look_at, id) WHERE waiting;
