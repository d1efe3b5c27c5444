-- Which rules spoke of an event, for their cooldowns; and approvals.
ALTER TABLE events ADD COLUMN fired TEXT NOT NULL DEFAULT '';

-- Calls that wait for a person, and what was answered. The hash is that of one exact call in one session.
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  call_hash TEXT NOT NULL,
  tool TEXT NOT NULL,
  args TEXT NOT NULL,
  reason TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'used')),
  asked_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  answered_at TEXT,
  answered_by TEXT NOT NULL DEFAULT ''
);
CREATE INDEX approvals_call ON approvals (call_hash, state);
CREATE INDEX approvals_state ON approvals (state, asked_at);
