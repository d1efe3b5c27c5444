-- Corrections become rules: what a rule can be held to, where lessons are found, and what waits for a person.
ALTER TABLE behavioral_rules ADD COLUMN "check" jsonb;
ALTER TABLE behavioral_rules ADD COLUMN stage text NOT NULL DEFAULT 'shadow' CHECK (stage IN ('shadow', 'remind', 'warn', 'block'));
ALTER TABLE behavioral_rules ADD COLUMN indexed boolean NOT NULL DEFAULT false;
INSERT INTO meta (key, value) VALUES ('terms', 0);
DROP INDEX behavioral_rules_active;
CREATE INDEX behavioral_rules_newest ON behavioral_rules (scope, created_at) WHERE active;
CREATE INDEX behavioral_rules_strongest ON behavioral_rules (scope, confidence) WHERE active;
CREATE INDEX behavioral_rules_to_index ON behavioral_rules (id) WHERE active AND NOT indexed;
CREATE OR REPLACE FUNCTION habitus_rules_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
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
DROP TRIGGER behavioral_rules_changed ON behavioral_rules;
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

-- Tasks that went well, or did not, by the user's word. As the seed has it: ordered by use, without a time.
CREATE TABLE learning_examples (
  id text PRIMARY KEY,
  user_input text NOT NULL,
  skill_calls text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('positive', 'negative')),
  scope text NOT NULL DEFAULT 'global',
  use_count bigint NOT NULL DEFAULT 0
);
CREATE INDEX learning_examples_use ON learning_examples (outcome, use_count);

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
CREATE INDEX proposals_state ON proposals (state, created_at);

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
