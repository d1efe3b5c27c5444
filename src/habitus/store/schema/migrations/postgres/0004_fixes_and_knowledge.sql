-- Errors become fixes, conversations become knowledge.
INSERT INTO meta (key, value) VALUES ('learnings', 1), ('analysed', 0);
ALTER TABLE sessions ADD COLUMN analysed bigint NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN learned bigint NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN waiting boolean NOT NULL DEFAULT false;
CREATE INDEX sessions_waiting ON sessions (id) WHERE waiting;

-- Failures that keep coming, and what helps: one row per tool, pattern and scope.
CREATE TABLE learnings (
  id text PRIMARY KEY,
  trigger text NOT NULL,
  error_pattern text NOT NULL,
  diagnosis text NOT NULL DEFAULT '',
  fix text NOT NULL DEFAULT '',
  category text NOT NULL,
  occurrence_count bigint NOT NULL DEFAULT 1,
  success_count bigint NOT NULL DEFAULT 0,
  confidence double precision NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  scope text NOT NULL DEFAULT 'global',
  origin jsonb NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('proposed', 'shadow', 'active', 'superseded', 'retired')),
  fix_change jsonb,
  shape jsonb,
  environment jsonb,
  used_count bigint NOT NULL DEFAULT 0,
  failure_count bigint NOT NULL DEFAULT 0,
  evidence_for bigint NOT NULL DEFAULT 1,
  evidence_against bigint NOT NULL DEFAULT 0,
  times_applied bigint NOT NULL DEFAULT 0,
  last_used timestamptz,
  expires_at timestamptz
);
CREATE INDEX learnings_class ON learnings (trigger, error_pattern, scope);
CREATE INDEX learnings_updated ON learnings (updated_at);
CREATE FUNCTION habitus_learnings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE meta SET value = value + 1 WHERE key = 'learnings';
  RETURN NULL;
END $$;
CREATE TRIGGER learnings_added AFTER INSERT OR DELETE ON learnings FOR EACH STATEMENT EXECUTE FUNCTION habitus_learnings_changed();
CREATE TRIGGER learnings_changed AFTER UPDATE OF fix, confidence, scope, state, shape, fix_change ON learnings
FOR EACH STATEMENT EXECUTE FUNCTION habitus_learnings_changed();

-- What was said or found out in conversations. Every version is kept; the latest holds.
CREATE TABLE knowledge (
  id text PRIMARY KEY,
  key text NOT NULL,
  category text NOT NULL,
  content text NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  is_latest boolean NOT NULL DEFAULT true,
  use_count bigint NOT NULL DEFAULT 0,
  confidence double precision NOT NULL,
  confirmed boolean NOT NULL DEFAULT false,
  lasting boolean NOT NULL DEFAULT true,
  scope text NOT NULL DEFAULT 'global',
  origin jsonb NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('proposed', 'shadow', 'active', 'superseded', 'retired')),
  lang text NOT NULL DEFAULT 'en',
  evidence_for bigint NOT NULL DEFAULT 1,
  evidence_against bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  last_used timestamptz
);
CREATE UNIQUE INDEX knowledge_version ON knowledge (scope, key, version);
CREATE INDEX knowledge_latest ON knowledge (scope, created_at) WHERE is_latest;

-- The graph of errors, tools, sessions and fixes.
CREATE TABLE triples (
  id text PRIMARY KEY,
  subject text NOT NULL,
  predicate text NOT NULL,
  object text NOT NULL,
  weight double precision NOT NULL DEFAULT 1,
  times bigint NOT NULL DEFAULT 1,
  origin text NOT NULL DEFAULT '',
  at timestamptz NOT NULL
);
CREATE UNIQUE INDEX triples_spo ON triples (subject, predicate, object);
CREATE INDEX triples_object ON triples (object, predicate);

