-- Which rules spoke of an event, for their cooldowns; and approvals.
ALTER TABLE events ADD COLUMN fired text NOT NULL DEFAULT '';

-- Calls that wait for a person, and what was answered. The hash is that of one exact call in one session.
CREATE TABLE approvals (
  id text PRIMARY KEY,
  session text NOT NULL,
  call_hash text NOT NULL,
  tool text NOT NULL,
  args text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'used')),
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  answered_by text NOT NULL DEFAULT ''
);
CREATE INDEX approvals_call ON approvals (call_hash, state);
CREATE INDEX approvals_state ON approvals (state, asked_at);
