-- A key for an agent: it tells and asks, and answers nothing.
CREATE TEMP TABLE api_keys_before AS SELECT * FROM api_keys;
DROP TABLE api_keys;
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('agent', 'viewer', 'operator', 'admin')),
  hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  revoked_at TEXT
);
INSERT INTO api_keys SELECT * FROM api_keys_before;
DROP TABLE api_keys_before;
