-- What worked for which kind of task; who may come in over HTTP; and what was answered, so that a write sent twice is done once.
CREATE TABLE strategies (
  id text PRIMARY KEY,
  agent text NOT NULL DEFAULT '',
  pattern text NOT NULL,
  successful_action text NOT NULL,
  success_rate double precision NOT NULL,
  tried double precision NOT NULL,
  worked double precision NOT NULL,
  lesson text NOT NULL DEFAULT '',
  last_updated timestamptz NOT NULL,
  UNIQUE (agent, pattern, successful_action)
);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);

CREATE TABLE answers (
  who text NOT NULL,
  key text NOT NULL,
  request text NOT NULL,
  status integer NOT NULL,
  body text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (who, key)
);
CREATE INDEX answers_at ON answers (at);
