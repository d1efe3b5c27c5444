-- The whole schema as it stands, for a new store; the same tables as sqlite.sql, in PostgreSQL's types.

CREATE TABLE meta (key text PRIMARY KEY, value bigint NOT NULL);
INSERT INTO meta (key, value) VALUES ('lessons', 1), ('counted', 0);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  agent text NOT NULL,
  workspace text NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  position bigint NOT NULL DEFAULT 0,
  snapshot text
);

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
  last_used timestamptz
);
CREATE INDEX behavioral_rules_active ON behavioral_rules (created_at) WHERE active;

-- Our own connections announce themselves with habitus.ours and write the ledger themselves. Any other hand is noted here.
CREATE FUNCTION habitus_rules_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('habitus.ours', true), '') = 'yes' THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'DELETE' THEN
    INSERT INTO ledger (at, verb, actor, item_table, item, before, after)
    VALUES (now(), 'deleted by hand', current_user, 'behavioral_rules', OLD.id::text,
            (to_jsonb(OLD) || jsonb_build_object('source_exchange', OLD.source_exchange::text, 'origin', OLD.origin::text))::text, NULL);
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
AFTER UPDATE OF rule_type, description, skill_poison, fewshot_user, fewshot_assistant, confidence, active, scope, state ON behavioral_rules
FOR EACH STATEMENT EXECUTE FUNCTION habitus_lessons_changed();

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
CREATE INDEX approvals_state ON approvals (state, asked_at);
