-- Corrections become rules: what a rule can be held to, where lessons are found, and what waits for a person.
ALTER TABLE behavioral_rules ADD COLUMN "check" TEXT;
ALTER TABLE behavioral_rules ADD COLUMN stage TEXT NOT NULL DEFAULT 'shadow' CHECK (stage IN ('shadow', 'remind', 'warn', 'block'));
ALTER TABLE behavioral_rules ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
INSERT INTO meta (key, value) VALUES ('terms', 0);
DROP INDEX behavioral_rules_active;
CREATE INDEX behavioral_rules_newest ON behavioral_rules (scope, created_at) WHERE active;
CREATE INDEX behavioral_rules_strongest ON behavioral_rules (scope, confidence) WHERE active;
CREATE INDEX behavioral_rules_to_index ON behavioral_rules (id) WHERE active AND NOT indexed;
DROP TRIGGER behavioral_rules_changed;
CREATE TRIGGER behavioral_rules_changed
AFTER UPDATE OF rule_type, description, skill_poison, fewshot_user, fewshot_assistant, confidence, active, scope, state, "check", stage
ON behavioral_rules
BEGIN UPDATE meta SET value = value + 1 WHERE key = 'lessons'; END;
DROP TRIGGER behavioral_rules_deleted_by_hand;
CREATE TRIGGER behavioral_rules_deleted_by_hand AFTER DELETE ON behavioral_rules
WHEN NOT (SELECT value FROM meta WHERE key = 'ours')
BEGIN
  INSERT INTO ledger (at, verb, actor, item_table, item, before, after)
  VALUES (strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'), 'deleted by hand', 'sql', 'behavioral_rules', OLD.id,
          json_object('id', OLD.id, 'rule_type', OLD.rule_type, 'description', OLD.description, 'skill_poison', OLD.skill_poison,
            'fewshot_user', OLD.fewshot_user, 'fewshot_assistant', OLD.fewshot_assistant, 'source_exchange', OLD.source_exchange,
            'confidence', OLD.confidence, 'active', OLD.active, 'times_applied', OLD.times_applied, 'created_at', OLD.created_at,
            'scope', OLD.scope, 'origin', OLD.origin, 'state', OLD.state, 'superseded_by', OLD.superseded_by, 'lang', OLD.lang,
            'evidence_for', OLD.evidence_for, 'evidence_against', OLD.evidence_against, 'last_used', OLD.last_used,
            'check', OLD."check", 'stage', OLD.stage), NULL);
END;

-- Where a lesson is found: by a word of it (kind `rule`, `example`), or by the tool that its check looks at (`check`). Newest first, so
-- that a common word finds the newest. What is changed by hand is taken out, and put back when somebody next looks.
CREATE TABLE lesson_terms (
  kind TEXT NOT NULL,
  scope TEXT NOT NULL,
  term TEXT NOT NULL,
  at TEXT NOT NULL,
  lesson TEXT NOT NULL,
  PRIMARY KEY (kind, scope, term, at, lesson)
) WITHOUT ROWID;
CREATE INDEX lesson_terms_lesson ON lesson_terms (lesson);
CREATE TRIGGER behavioral_rules_reworded_by_hand AFTER UPDATE OF description, active, scope, state, "check", created_at ON behavioral_rules
WHEN NOT (SELECT value FROM meta WHERE key = 'ours')
BEGIN
  DELETE FROM lesson_terms WHERE lesson = NEW.id;
  UPDATE behavioral_rules SET indexed = 0 WHERE id = NEW.id;
  UPDATE behavioral_rules SET "check" = NULL, stage = 'shadow'
  WHERE id = NEW.id AND NEW.description <> OLD.description AND NEW."check" IS OLD."check" AND OLD."check" IS NOT NULL;
END;
CREATE TRIGGER behavioral_rules_unlisted AFTER DELETE ON behavioral_rules
BEGIN DELETE FROM lesson_terms WHERE lesson = OLD.id; END;

-- Tasks that went well, or did not, by the user's word. As the seed has it: ordered by use, without a time.
CREATE TABLE learning_examples (
  id TEXT PRIMARY KEY,
  user_input TEXT NOT NULL,
  skill_calls TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('positive', 'negative')),
  scope TEXT NOT NULL DEFAULT 'global',
  use_count INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX learning_examples_use ON learning_examples (outcome, use_count);

-- The inbox: whatever waits for a person's yes or no.
CREATE TABLE proposals (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  reason TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected')),
  session TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  answered_at TEXT,
  answered_by TEXT NOT NULL DEFAULT ''
);
CREATE INDEX proposals_state ON proposals (state, created_at);

-- Where a learned check spoke, or would have: what its promotion goes by.
CREATE TABLE firings (
  id TEXT PRIMARY KEY,
  rule TEXT NOT NULL,
  session TEXT NOT NULL,
  call TEXT NOT NULL,
  stage TEXT NOT NULL,
  outcome TEXT NOT NULL DEFAULT '' CHECK (outcome IN ('', 'overridden')),
  at TEXT NOT NULL
);
CREATE INDEX firings_rule ON firings (rule, at);

-- Messages to a person that go out once: the outbox, and the graveyard of what could not be delivered.
CREATE TABLE notices (
  id TEXT PRIMARY KEY,
  channel TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
  tries INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  not_before TEXT NOT NULL,
  why TEXT NOT NULL DEFAULT ''
);
CREATE INDEX notices_state ON notices (state, not_before);

-- How far past sessions have been read: the next run goes on from there.
CREATE TABLE readings (
  id TEXT PRIMARY KEY,
  mark TEXT NOT NULL,
  position INTEGER NOT NULL,
  carried TEXT NOT NULL DEFAULT '',
  read_at TEXT NOT NULL
);
