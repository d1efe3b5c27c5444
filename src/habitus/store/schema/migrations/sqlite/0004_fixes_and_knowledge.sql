-- Errors become fixes, conversations become knowledge.
INSERT INTO meta (key, value) VALUES ('learnings', 1), ('analysed', 0);
ALTER TABLE sessions ADD COLUMN analysed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN learned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sessions_waiting ON sessions (id) WHERE waiting;

-- Failures that keep coming, and what helps: one row per tool, pattern and scope.
CREATE TABLE learnings (
  id TEXT PRIMARY KEY,
  trigger TEXT NOT NULL,
  error_pattern TEXT NOT NULL,
  diagnosis TEXT NOT NULL DEFAULT '',
  fix TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL,
  occurrence_count INTEGER NOT NULL DEFAULT 1,
  success_count INTEGER NOT NULL DEFAULT 0,
  confidence REAL NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  scope TEXT NOT NULL DEFAULT 'global',
  origin TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('proposed', 'shadow', 'active', 'superseded', 'retired')),
  fix_change TEXT,
  shape TEXT,
  environment TEXT,
  used_count INTEGER NOT NULL DEFAULT 0,
  failure_count INTEGER NOT NULL DEFAULT 0,
  evidence_for INTEGER NOT NULL DEFAULT 1,
  evidence_against INTEGER NOT NULL DEFAULT 0,
  times_applied INTEGER NOT NULL DEFAULT 0,
  last_used TEXT,
  expires_at TEXT
);
CREATE INDEX learnings_class ON learnings (trigger, error_pattern, scope);
CREATE INDEX learnings_updated ON learnings (updated_at);
CREATE TRIGGER learnings_added AFTER INSERT ON learnings
BEGIN UPDATE meta SET value = value + 1 WHERE key = 'learnings'; END;
CREATE TRIGGER learnings_changed AFTER UPDATE OF fix, confidence, scope, state, shape, fix_change ON learnings
BEGIN UPDATE meta SET value = value + 1 WHERE key = 'learnings'; END;
CREATE TRIGGER learnings_removed AFTER DELETE ON learnings
BEGIN UPDATE meta SET value = value + 1 WHERE key = 'learnings'; END;

-- What was said or found out in conversations. Every version is kept; the latest holds.
CREATE TABLE knowledge (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL,
  category TEXT NOT NULL,
  content TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  is_latest INTEGER NOT NULL DEFAULT 1,
  use_count INTEGER NOT NULL DEFAULT 0,
  confidence REAL NOT NULL,
  confirmed INTEGER NOT NULL DEFAULT 0,
  lasting INTEGER NOT NULL DEFAULT 1,
  scope TEXT NOT NULL DEFAULT 'global',
  origin TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('proposed', 'shadow', 'active', 'superseded', 'retired')),
  lang TEXT NOT NULL DEFAULT 'en',
  evidence_for INTEGER NOT NULL DEFAULT 1,
  evidence_against INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  last_used TEXT
);
CREATE UNIQUE INDEX knowledge_version ON knowledge (scope, key, version);
CREATE INDEX knowledge_latest ON knowledge (scope, created_at) WHERE is_latest;

-- The graph of errors, tools, sessions and fixes.
CREATE TABLE triples (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  predicate TEXT NOT NULL,
  object TEXT NOT NULL,
  weight REAL NOT NULL DEFAULT 1,
  times INTEGER NOT NULL DEFAULT 1,
  origin TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL
);
CREATE UNIQUE INDEX triples_spo ON triples (subject, predicate, object);
CREATE INDEX triples_object ON triples (object, predicate);

