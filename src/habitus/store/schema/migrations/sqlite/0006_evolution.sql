-- What happened, counted by the hour; what is suggested by it; and how each lesson's mistake comes with it and without it.
INSERT INTO meta (key, value) VALUES ('measured', 0);

CREATE TABLE metrics (
  agent TEXT NOT NULL,
  type TEXT NOT NULL,
  key TEXT NOT NULL,
  hour INTEGER NOT NULL,
  n INTEGER NOT NULL DEFAULT 0,
  hits INTEGER NOT NULL DEFAULT 0,
  shown INTEGER NOT NULL DEFAULT 0,
  used INTEGER NOT NULL DEFAULT 0,
  measured INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (agent, type, key, hour)
) WITHOUT ROWID;
CREATE INDEX metrics_hour ON metrics (hour);

CREATE TABLE streaks (
  session TEXT NOT NULL,
  first INTEGER NOT NULL,
  agent TEXT NOT NULL,
  tool TEXT NOT NULL,
  length INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (session, first)
) WITHOUT ROWID;
CREATE INDEX streaks_of_agent ON streaks (agent, at);

CREATE TABLE suggestions (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  suggestion_type TEXT NOT NULL,
  subject TEXT NOT NULL,
  suggestion TEXT NOT NULL,
  rationale TEXT NOT NULL,
  parameters TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'applied', 'rolled_back', 'rejected')),
  reviewed_by TEXT NOT NULL DEFAULT '',
  reviewed_at TEXT,
  applied_at TEXT,
  note TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX suggestions_open ON suggestions (agent, suggestion_type, subject) WHERE status IN ('pending', 'approved');
CREATE INDEX suggestions_of_agent ON suggestions (agent, status, created_at);

-- `turn` is the session's turn at hand, counted from 1; `looked` and `erred` the turns that were last counted.
CREATE TABLE occasions (
  lesson TEXT NOT NULL,
  session TEXT NOT NULL,
  held INTEGER NOT NULL DEFAULT 0,
  n INTEGER NOT NULL DEFAULT 0,
  k INTEGER NOT NULL DEFAULT 0,
  turn INTEGER NOT NULL DEFAULT 0,
  looked INTEGER NOT NULL DEFAULT 0,
  erred INTEGER NOT NULL DEFAULT 0,
  since TEXT NOT NULL,
  PRIMARY KEY (lesson, session)
) WITHOUT ROWID;
CREATE INDEX occasions_of_session ON occasions (session);

CREATE TABLE jobs (id TEXT PRIMARY KEY, last_run TEXT NOT NULL) WITHOUT ROWID;
