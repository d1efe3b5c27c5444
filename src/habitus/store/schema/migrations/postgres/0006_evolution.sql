-- What happened, counted by the hour; what is suggested by it; and how each lesson's mistake comes with it and without it.
INSERT INTO meta (key, value) VALUES ('measured', 0);

CREATE TABLE metrics (
  agent text NOT NULL,
  type text NOT NULL,
  key text NOT NULL,
  hour bigint NOT NULL,
  n bigint NOT NULL DEFAULT 0,
  hits bigint NOT NULL DEFAULT 0,
  shown bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0,
  measured bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (agent, type, key, hour)
);
CREATE INDEX metrics_hour ON metrics (hour);

CREATE TABLE streaks (
  session text NOT NULL,
  first bigint NOT NULL,
  agent text NOT NULL,
  tool text NOT NULL,
  length bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (session, first)
);
CREATE INDEX streaks_of_agent ON streaks (agent, at);

CREATE TABLE suggestions (
  id text PRIMARY KEY,
  agent text NOT NULL,
  suggestion_type text NOT NULL,
  subject text NOT NULL,
  suggestion text NOT NULL,
  rationale text NOT NULL,
  parameters text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'applied', 'rolled_back', 'rejected')),
  reviewed_by text NOT NULL DEFAULT '',
  reviewed_at timestamptz,
  applied_at timestamptz,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX suggestions_open ON suggestions (agent, suggestion_type, subject) WHERE status IN ('pending', 'approved');
CREATE INDEX suggestions_of_agent ON suggestions (agent, status, created_at);

-- `turn` is the session's turn at hand, counted from 1; `looked` and `erred` the turns that were last counted.
CREATE TABLE occasions (
  lesson text NOT NULL,
  session text NOT NULL,
  held boolean NOT NULL DEFAULT false,
  n bigint NOT NULL DEFAULT 0,
  k bigint NOT NULL DEFAULT 0,
  turn bigint NOT NULL DEFAULT 0,
  looked bigint NOT NULL DEFAULT 0,
  erred bigint NOT NULL DEFAULT 0,
  since timestamptz NOT NULL,
  PRIMARY KEY (lesson, session)
);
CREATE INDEX occasions_of_session ON occasions (session);

CREATE TABLE jobs (id text PRIMARY KEY, last_run timestamptz NOT NULL);
