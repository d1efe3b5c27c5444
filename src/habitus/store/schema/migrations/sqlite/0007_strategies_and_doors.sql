-- What worked for which kind of task; who may come in over HTTP; and what was answered, so that a write sent twice is done once.
CREATE TABLE strategies (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL DEFAULT '',
  pattern TEXT NOT NULL,
  successful_action TEXT NOT NULL,
  success_rate REAL NOT NULL,
  tried REAL NOT NULL,
  worked REAL NOT NULL,
  lesson TEXT NOT NULL DEFAULT '',
  last_updated TEXT NOT NULL,
  UNIQUE (agent, pattern, successful_action)
);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  revoked_at TEXT
);

CREATE TABLE answers (
  who TEXT NOT NULL,
  key TEXT NOT NULL,
  request TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (who, key)
) WITHOUT ROWID;
CREATE INDEX answers_at ON answers (at);
