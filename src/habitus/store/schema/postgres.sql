-- The whole schema as it stands, for a new store; the same tables as sqlite.sql, in PostgreSQL's types.

CREATE TABLE meta (key text PRIMARY KEY, value bigint NOT NULL);
INSERT INTO meta (key, value) VALUES ('lessons', 1), ('counted', 0), ('terms', 0), ('learnings', 1), ('analysed', 0), ('agents', 1), ('measured', 0);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  agent text NOT NULL,
  workspace text NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  position bigint NOT NULL DEFAULT 0,
  snapshot text,
  analysed bigint NOT NULL DEFAULT 0,
  learned bigint NOT NULL DEFAULT 0,
  waiting boolean NOT NULL DEFAULT false,
  teaching bigint NOT NULL DEFAULT 0,
  mended bigint NOT NULL DEFAULT 0,
  look_at timestamptz,
  misses bigint NOT NULL DEFAULT 0
);

CREATE INDEX sessions_listed ON sessions (started_at, id);
CREATE INDEX sessions_agents ON sessions (agent);
CREATE INDEX sessions_waiting ON sessions (look_at NULLS FIRST, id) WHERE waiting;
CREATE INDEX sessions_untaught ON sessions (id) WHERE mended < teaching;

CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session text NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  blocked boolean NOT NULL DEFAULT false,
  body text NOT NULL,
  fired text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX events_place ON events (session, seq);
CREATE UNIQUE INDEX events_key ON events (session, key);

CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  verb text NOT NULL,
  actor text NOT NULL,
  session text NOT NULL DEFAULT '',
  item_table text NOT NULL DEFAULT '',
  item text NOT NULL,
  before text,
  after text,
  cause bigint
);
CREATE INDEX ledger_session ON ledger (session, id);
CREATE INDEX ledger_item ON ledger (item, id) WHERE item_table <> '';
CREATE INDEX ledger_changes ON ledger (id) WHERE item_table <> '';
CREATE INDEX ledger_at ON ledger (at);
CREATE INDEX ledger_injected ON ledger (id) WHERE verb = 'injected';
CREATE FUNCTION habitus_ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: use `habitus undo`, which adds a row';
END $$;
CREATE TRIGGER ledger_is_never_rewritten BEFORE UPDATE OR DELETE ON ledger
FOR EACH ROW EXECUTE FUNCTION habitus_ledger_is_append_only();

CREATE TABLE blobs (hash text PRIMARY KEY, content text NOT NULL);

CREATE TABLE behavioral_rules (
  id uuid PRIMARY KEY,
  rule_type text NOT NULL,
  description text NOT NULL,
  skill_poison text,
  fewshot_user text,
  fewshot_assistant text,
  source_exchange jsonb,
  confidence double precision NOT NULL,
  active boolean NOT NULL DEFAULT true,
  times_applied bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  scope text NOT NULL DEFAULT 'global',
  origin jsonb NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('proposed', 'shadow', 'active', 'superseded', 'retired')),
  superseded_by uuid,
  lang text NOT NULL DEFAULT 'en',
  evidence_for bigint NOT NULL DEFAULT 1,
  evidence_against bigint NOT NULL DEFAULT 0,
  last_used timestamptz,
  "check" jsonb,
  stage text NOT NULL DEFAULT 'shadow' CHECK (stage IN ('shadow', 'remind', 'warn', 'block')),
  indexed boolean NOT NULL DEFAULT false
);
CREATE INDEX behavioral_rules_newest ON behavioral_rules (scope, created_at) WHERE active;
CREATE INDEX behavioral_rules_strongest ON behavioral_rules (scope, confidence) WHERE active;
CREATE INDEX behavioral_rules_listed ON behavioral_rules (created_at, id, active);
CREATE INDEX behavioral_rules_to_index ON behavioral_rules (id) WHERE active AND NOT indexed;

-- Our own connections announce themselves with habitus.ours and write the ledger themselves. Any other hand is noted here.
CREATE FUNCTION habitus_rules_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('habitus.ours', true), '') = 'yes' THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'DELETE' THEN
    INSERT INTO ledger (at, verb, actor, item_table, item, before, after)
    VALUES (now(), 'deleted by hand', current_user, 'behavioral_rules', OLD.id::text,
            (to_jsonb(OLD) - 'indexed' || jsonb_build_object('source_exchange', OLD.source_exchange::text, 'origin', OLD.origin::text,
                                                           'check', OLD."check"::text))::text, NULL);
    RETURN OLD;
  END IF;
  IF NEW.active IS DISTINCT FROM OLD.active AND NEW.state = OLD.state THEN
    NEW.state := CASE WHEN NEW.active THEN 'active' ELSE 'retired' END;
    INSERT INTO ledger (at, verb, actor, item_table, item, before, after)
    VALUES (now(), 'switched by hand', current_user, 'behavioral_rules', NEW.id::text,
            jsonb_build_object('active', OLD.active, 'state', OLD.state)::text,
            jsonb_build_object('active', NEW.active, 'state', NEW.state)::text);
  END IF;
  IF (NEW.description, NEW.rule_type, NEW.scope, NEW.confidence) IS DISTINCT FROM (OLD.description, OLD.rule_type, OLD.scope, OLD.confidence) THEN
    INSERT INTO ledger (at, verb, actor, item_table, item, before, after)
    VALUES (now(), 'edited by hand', current_user, 'behavioral_rules', NEW.id::text,
            jsonb_build_object('description', OLD.description, 'rule_type', OLD.rule_type, 'scope', OLD.scope, 'confidence', OLD.confidence)::text,
            jsonb_build_object('description', NEW.description, 'rule_type', NEW.rule_type, 'scope', NEW.scope, 'confidence', NEW.confidence)::text);
  END IF;
  IF (NEW.description, NEW.active, NEW.scope, NEW.state, NEW."check", NEW.created_at)
     IS DISTINCT FROM (OLD.description, OLD.active, OLD.scope, OLD.state, OLD."check", OLD.created_at) THEN
    DELETE FROM lesson_terms WHERE lesson = NEW.id::text;
    NEW.indexed := false;
    IF NEW.description <> OLD.description AND NEW."check" IS NOT DISTINCT FROM OLD."check" THEN
      NEW."check" := NULL;
      NEW.stage := 'shadow';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER behavioral_rules_by_hand BEFORE UPDATE OR DELETE ON behavioral_rules
FOR EACH ROW EXECUTE FUNCTION habitus_rules_by_hand();

CREATE FUNCTION habitus_lessons_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE meta SET value = value + 1 WHERE key = 'lessons';
  RETURN NULL;
END $$;
CREATE TRIGGER behavioral_rules_added AFTER INSERT OR DELETE ON behavioral_rules
FOR EACH STATEMENT EXECUTE FUNCTION habitus_lessons_changed();
CREATE TRIGGER behavioral_rules_changed
AFTER UPDATE OF rule_type, description, skill_poison, fewshot_user, fewshot_assistant, confidence, active, scope, state, "check", stage
ON behavioral_rules FOR EACH STATEMENT EXECUTE FUNCTION habitus_lessons_changed();

-- Where a lesson is found: by a word of it (kind `rule`, `example`), or by the tool that its check looks at (`check`). Newest first, so
-- that a common word finds the newest. What is changed by hand is taken out, and put back when somebody next looks.
CREATE TABLE lesson_terms (
  kind text NOT NULL,
  scope text NOT NULL,
  term text NOT NULL,
  at text NOT NULL,
  lesson text NOT NULL,
  PRIMARY KEY (kind, scope, term, at, lesson)
);
CREATE INDEX lesson_terms_lesson ON lesson_terms (lesson);
CREATE FUNCTION habitus_rule_is_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM lesson_terms WHERE lesson = OLD.id::text;
  RETURN NULL;
END $$;
CREATE TRIGGER behavioral_rules_unlisted AFTER DELETE ON behavioral_rules FOR EACH ROW EXECUTE FUNCTION habitus_rule_is_gone();

CREATE TABLE pending (
  id text PRIMARY KEY,
  correction text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'dead')),
  tries bigint NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL,
  not_before timestamptz NOT NULL
);
CREATE INDEX pending_order ON pending (state, queued_at);

CREATE TABLE model_calls (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  model text NOT NULL,
  purpose text NOT NULL,
  item text NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  cost double precision,
  seconds double precision NOT NULL,
  outcome text NOT NULL
);
CREATE INDEX model_calls_at ON model_calls (at);

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
CREATE INDEX approvals_state ON approvals (state, asked_at, id);

-- Tasks that went well, or did not, by the user's word. As the seed has it: ordered by use, without a time.
CREATE TABLE learning_examples (
  id text PRIMARY KEY,
  user_input text NOT NULL,
  skill_calls text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('positive', 'negative')),
  scope text NOT NULL DEFAULT 'global',
  use_count bigint NOT NULL DEFAULT 0
);
CREATE INDEX learning_examples_listed ON learning_examples (use_count, id);

-- The inbox: whatever waits for a person's yes or no.
CREATE TABLE proposals (
  id text PRIMARY KEY,
  kind text NOT NULL,
  title text NOT NULL,
  reason text NOT NULL,
  body text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected')),
  session text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  answered_by text NOT NULL DEFAULT ''
);
CREATE INDEX proposals_state ON proposals (state, created_at, id, kind);

-- Where a learned check spoke, or would have: what its promotion goes by.
CREATE TABLE firings (
  id text PRIMARY KEY,
  rule text NOT NULL,
  session text NOT NULL,
  call text NOT NULL,
  stage text NOT NULL,
  outcome text NOT NULL DEFAULT '' CHECK (outcome IN ('', 'overridden')),
  at timestamptz NOT NULL
);
CREATE INDEX firings_rule ON firings (rule, at);

-- Messages to a person that go out once: the outbox, and the graveyard of what could not be delivered.
CREATE TABLE notices (
  id text PRIMARY KEY,
  channel text NOT NULL,
  body text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
  tries bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  not_before timestamptz NOT NULL,
  why text NOT NULL DEFAULT ''
);
CREATE INDEX notices_state ON notices (state, not_before);

-- How far past sessions have been read: the next run goes on from there.
CREATE TABLE readings (
  id text PRIMARY KEY,
  mark text NOT NULL,
  position bigint NOT NULL,
  carried text NOT NULL DEFAULT '',
  read_at timestamptz NOT NULL
);

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
CREATE INDEX learnings_known ON learnings (id) WHERE state = 'active';
CREATE INDEX learnings_fixed ON learnings (id) WHERE state = 'active' AND fix <> '';
CREATE INDEX learnings_updated ON learnings (updated_at, id);
CREATE INDEX learnings_common ON learnings (occurrence_count, updated_at, id);
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
CREATE INDEX knowledge_known ON knowledge (id) WHERE is_latest AND state = 'active';
CREATE INDEX knowledge_latest ON knowledge (scope, created_at) WHERE is_latest;
CREATE INDEX knowledge_listed ON knowledge (created_at, id) WHERE is_latest;

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
CREATE INDEX triples_strongest ON triples (subject, weight DESC);
CREATE INDEX triples_object ON triples (object, weight DESC);
CREATE INDEX triples_newest ON triples (at);

-- Agents and their switches, what they have learned to do, and who they say they are.
CREATE TABLE agents (
  id text PRIMARY KEY,
  kind text NOT NULL DEFAULT 'predefined' CHECK (kind IN ('predefined', 'open')),
  other_config text NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);

CREATE TABLE skills (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL,
  version bigint NOT NULL,
  owner text NOT NULL,
  visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'internal', 'public')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived', 'deleted')),
  is_system boolean NOT NULL DEFAULT false,
  frontmatter text NOT NULL DEFAULT '{}',
  accepted text NOT NULL DEFAULT '{}',
  digest text NOT NULL,
  size bigint NOT NULL,
  trash text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  uses bigint NOT NULL DEFAULT 0,
  helped bigint NOT NULL DEFAULT 0,
  last_used timestamptz
);
CREATE INDEX skills_for_all ON skills (id) WHERE visibility = 'public' OR is_system;
CREATE INDEX skills_status ON skills (status, last_used);

-- Every state a skill was in, never changed; `files` names its contents by hash.
CREATE TABLE skill_versions (
  slug text NOT NULL,
  version bigint NOT NULL,
  digest text NOT NULL,
  size bigint NOT NULL,
  files text NOT NULL,
  origin text NOT NULL,
  why text NOT NULL DEFAULT '',
  at timestamptz NOT NULL,
  PRIMARY KEY (slug, version)
);

CREATE TABLE skill_grants (
  id text PRIMARY KEY,
  slug text NOT NULL,
  agent text NOT NULL,
  can_manage boolean NOT NULL DEFAULT false,
  granted_by text NOT NULL,
  at timestamptz NOT NULL
);
CREATE UNIQUE INDEX skill_grants_pair ON skill_grants (slug, agent);
CREATE INDEX skill_grants_agent ON skill_grants (agent);

-- Which version of a persona file is in force, and every version there was.
CREATE TABLE persona (
  id text PRIMARY KEY,
  agent text NOT NULL,
  file text NOT NULL,
  version bigint NOT NULL,
  digest text NOT NULL
);
CREATE UNIQUE INDEX persona_place ON persona (agent, file);

CREATE TABLE persona_versions (
  agent text NOT NULL,
  file text NOT NULL,
  version bigint NOT NULL,
  text text NOT NULL,
  origin text NOT NULL,
  why text NOT NULL DEFAULT '',
  at timestamptz NOT NULL,
  PRIMARY KEY (agent, file, version)
);

-- Switches and personas are in force everywhere at once, like lessons.
CREATE FUNCTION habitus_agents_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE meta SET value = value + 1 WHERE key IN ('lessons', 'agents');
  RETURN NULL;
END $$;
CREATE TRIGGER skills_added AFTER INSERT ON skills FOR EACH STATEMENT EXECUTE FUNCTION habitus_agents_changed();
CREATE TRIGGER agents_changed AFTER INSERT OR UPDATE OR DELETE ON agents FOR EACH STATEMENT EXECUTE FUNCTION habitus_agents_changed();
CREATE TRIGGER persona_changed AFTER INSERT OR UPDATE OR DELETE ON persona FOR EACH STATEMENT EXECUTE FUNCTION habitus_agents_changed();

-- What happened, counted by the hour; what is suggested by it; and how each lesson's mistake comes with it and without it.

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
CREATE INDEX suggestions_listed ON suggestions (created_at, id);

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
CREATE INDEX strategies_listed ON strategies (last_updated, id);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('agent', 'viewer', 'operator', 'admin')),
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
