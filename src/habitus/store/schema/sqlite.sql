-- The whole schema as it stands, for a new store. An older one gets here by migrations/sqlite/*.sql;
-- tests/store/test_schema.py holds the two to the same result.

CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- `lessons` rises with every change to a lesson, so that running processes know their copy is stale.
-- `terms` is the version of the words that lessons are found by: another one, and all of them are listed anew.
-- `ours` is 1 only inside a transaction of ours, while it writes a row whose ledger line it has written itself.
INSERT INTO meta (key, value) VALUES ('lessons', 1), ('counted', 0), ('ours', 0), ('terms', 0), ('learnings', 1), ('analysed', 0), ('agents', 1), ('measured', 0);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  workspace TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  position INTEGER NOT NULL DEFAULT 0,
  snapshot TEXT,
  analysed INTEGER NOT NULL DEFAULT 0,
  learned INTEGER NOT NULL DEFAULT 0,
  waiting INTEGER NOT NULL DEFAULT 0,
  teaching INTEGER NOT NULL DEFAULT 0,
  mended INTEGER NOT NULL DEFAULT 0,
  look_at TEXT,
  misses INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX sessions_listed ON sessions (started_at, id);
CREATE INDEX sessions_agents ON sessions (agent);
CREATE INDEX sessions_waiting ON sessions (look_at, id) WHERE waiting;
CREATE INDEX sessions_untaught ON sessions (id) WHERE mended < teaching;

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  blocked INTEGER NOT NULL DEFAULT 0,
  body TEXT NOT NULL,
  fired TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX events_place ON events (session, seq);
CREATE UNIQUE INDEX events_key ON events (session, key);

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  verb TEXT NOT NULL,
  actor TEXT NOT NULL,
  session TEXT NOT NULL DEFAULT '',
  item_table TEXT NOT NULL DEFAULT '',
  item TEXT NOT NULL,
  before TEXT,
  after TEXT,
  cause INTEGER
);
CREATE INDEX ledger_session ON ledger (session, id);
CREATE INDEX ledger_item ON ledger (item, id) WHERE item_table <> '';
CREATE INDEX ledger_changes ON ledger (id) WHERE item_table <> '';
-- A page less to write for every event: `ledger_first` needs to know only about where a time falls.
CREATE INDEX ledger_at ON ledger (at) WHERE id % 16 = 0;
CREATE INDEX ledger_injected ON ledger (id) WHERE verb = 'injected';
CREATE TRIGGER ledger_is_never_rewritten BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: use `habitus undo`, which adds a row'); END;
CREATE TRIGGER ledger_is_never_cut BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: use `habitus undo`, which adds a row'); END;

CREATE TABLE blobs (hash TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE behavioral_rules (
  id TEXT PRIMARY KEY,
  rule_type TEXT NOT NULL,
  description TEXT NOT NULL,
  skill_poison TEXT,
  fewshot_user TEXT,
  fewshot_assistant TEXT,
  source_exchange TEXT,
  confidence REAL NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  times_applied INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  scope TEXT NOT NULL DEFAULT 'global',
  origin TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('proposed', 'shadow', 'active', 'superseded', 'retired')),
  superseded_by TEXT,
  lang TEXT NOT NULL DEFAULT 'en',
  evidence_for INTEGER NOT NULL DEFAULT 1,
  evidence_against INTEGER NOT NULL DEFAULT 0,
  last_used TEXT,
  "check" TEXT,
  stage TEXT NOT NULL DEFAULT 'shadow' CHECK (stage IN ('shadow', 'remind', 'warn', 'block')),
  indexed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX behavioral_rules_newest ON behavioral_rules (scope, created_at) WHERE active;
CREATE INDEX behavioral_rules_strongest ON behavioral_rules (scope, confidence) WHERE active;
CREATE INDEX behavioral_rules_listed ON behavioral_rules (created_at, id, active);
CREATE INDEX behavioral_rules_to_index ON behavioral_rules (id) WHERE active AND NOT indexed;

-- Our own writes bring their line in the ledger. A change by any other hand gets it here.
CREATE TRIGGER behavioral_rules_switched_by_hand AFTER UPDATE OF active ON behavioral_rules
WHEN NEW.active <> OLD.active AND NEW.state = OLD.state
 AND NOT (SELECT value FROM meta WHERE key = 'ours')
BEGIN
  INSERT INTO ledger (at, verb, actor, item_table, item, before, after)
  VALUES (strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'), 'switched by hand', 'sql', 'behavioral_rules', NEW.id,
          json_object('active', OLD.active, 'state', OLD.state),
          json_object('active', NEW.active, 'state', CASE WHEN NEW.active THEN 'active' ELSE 'retired' END));
  UPDATE behavioral_rules SET state = CASE WHEN NEW.active THEN 'active' ELSE 'retired' END WHERE id = NEW.id;
END;
CREATE TRIGGER behavioral_rules_edited_by_hand AFTER UPDATE OF description, rule_type, scope, confidence ON behavioral_rules
WHEN NOT (SELECT value FROM meta WHERE key = 'ours')
BEGIN
  INSERT INTO ledger (at, verb, actor, item_table, item, before, after)
  VALUES (strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'), 'edited by hand', 'sql', 'behavioral_rules', NEW.id,
          json_object('description', OLD.description, 'rule_type', OLD.rule_type, 'scope', OLD.scope, 'confidence', OLD.confidence),
          json_object('description', NEW.description, 'rule_type', NEW.rule_type, 'scope', NEW.scope, 'confidence', NEW.confidence));
END;
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
CREATE TRIGGER behavioral_rules_added AFTER INSERT ON behavioral_rules
BEGIN UPDATE meta SET value = value + 1 WHERE key = 'lessons'; END;
CREATE TRIGGER behavioral_rules_changed
AFTER UPDATE OF rule_type, description, skill_poison, fewshot_user, fewshot_assistant, confidence, active, scope, state, "check", stage
ON behavioral_rules
BEGIN UPDATE meta SET value = value + 1 WHERE key = 'lessons'; END;
CREATE TRIGGER behavioral_rules_removed AFTER DELETE ON behavioral_rules
BEGIN UPDATE meta SET value = value + 1 WHERE key = 'lessons'; END;

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

-- `behavioral:pending` where there is no Redis, and its shelter while Redis is away.
CREATE TABLE pending (
  id TEXT PRIMARY KEY,
  correction TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'dead')),
  tries INTEGER NOT NULL DEFAULT 0,
  queued_at TEXT NOT NULL,
  not_before TEXT NOT NULL
);
CREATE INDEX pending_order ON pending (state, queued_at);

CREATE TABLE model_calls (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  model TEXT NOT NULL,
  purpose TEXT NOT NULL,
  item TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cost REAL,
  seconds REAL NOT NULL,
  outcome TEXT NOT NULL
);
CREATE INDEX model_calls_at ON model_calls (at);

-- Calls that wait for a person, and what was answered. The hash is that of one exact call in one session.
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  call_hash TEXT NOT NULL,
  tool TEXT NOT NULL,
  args TEXT NOT NULL,
  reason TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'used')),
  asked_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  answered_at TEXT,
  answered_by TEXT NOT NULL DEFAULT ''
);
CREATE INDEX approvals_call ON approvals (call_hash, state);
CREATE INDEX approvals_state ON approvals (state, asked_at, id);

-- Tasks that went well, or did not, by the user's word. As the seed has it: ordered by use, without a time.
CREATE TABLE learning_examples (
  id TEXT PRIMARY KEY,
  user_input TEXT NOT NULL,
  skill_calls TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('positive', 'negative')),
  scope TEXT NOT NULL DEFAULT 'global',
  use_count INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX learning_examples_listed ON learning_examples (use_count, id);

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
CREATE INDEX proposals_state ON proposals (state, created_at, id, kind);

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
CREATE INDEX learnings_known ON learnings (id) WHERE state = 'active';
CREATE INDEX learnings_fixed ON learnings (id) WHERE state = 'active' AND fix <> '';
CREATE INDEX learnings_updated ON learnings (updated_at, id);
CREATE INDEX learnings_common ON learnings (occurrence_count, updated_at, id);
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
CREATE INDEX knowledge_known ON knowledge (id) WHERE is_latest AND state = 'active';
CREATE INDEX knowledge_latest ON knowledge (scope, created_at) WHERE is_latest;
CREATE INDEX knowledge_listed ON knowledge (created_at, id) WHERE is_latest;

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
CREATE INDEX triples_strongest ON triples (subject, weight DESC);
CREATE INDEX triples_object ON triples (object, weight DESC);
CREATE INDEX triples_newest ON triples (at);

-- Agents and their switches, what they have learned to do, and who they say they are.
CREATE TABLE agents (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL DEFAULT 'predefined' CHECK (kind IN ('predefined', 'open')),
  other_config TEXT NOT NULL DEFAULT '{}',
  created_at TEXT NOT NULL
);

CREATE TABLE skills (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  version INTEGER NOT NULL,
  owner TEXT NOT NULL,
  visibility TEXT NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'internal', 'public')),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived', 'deleted')),
  is_system INTEGER NOT NULL DEFAULT 0,
  frontmatter TEXT NOT NULL DEFAULT '{}',
  accepted TEXT NOT NULL DEFAULT '{}',
  digest TEXT NOT NULL,
  size INTEGER NOT NULL,
  trash TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  uses INTEGER NOT NULL DEFAULT 0,
  helped INTEGER NOT NULL DEFAULT 0,
  last_used TEXT
);
CREATE INDEX skills_for_all ON skills (id) WHERE visibility = 'public' OR is_system;
CREATE INDEX skills_status ON skills (status, last_used);

-- Every state a skill was in, never changed; `files` names its contents by hash.
CREATE TABLE skill_versions (
  slug TEXT NOT NULL,
  version INTEGER NOT NULL,
  digest TEXT NOT NULL,
  size INTEGER NOT NULL,
  files TEXT NOT NULL,
  origin TEXT NOT NULL,
  why TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL,
  PRIMARY KEY (slug, version)
) WITHOUT ROWID;

CREATE TABLE skill_grants (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL,
  agent TEXT NOT NULL,
  can_manage INTEGER NOT NULL DEFAULT 0,
  granted_by TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE UNIQUE INDEX skill_grants_pair ON skill_grants (slug, agent);
CREATE INDEX skill_grants_agent ON skill_grants (agent);

-- Which version of a persona file is in force, and every version there was.
CREATE TABLE persona (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  file TEXT NOT NULL,
  version INTEGER NOT NULL,
  digest TEXT NOT NULL
);
CREATE UNIQUE INDEX persona_place ON persona (agent, file);

CREATE TABLE persona_versions (
  agent TEXT NOT NULL,
  file TEXT NOT NULL,
  version INTEGER NOT NULL,
  text TEXT NOT NULL,
  origin TEXT NOT NULL,
  why TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL,
  PRIMARY KEY (agent, file, version)
) WITHOUT ROWID;

-- Switches and personas are in force everywhere at once, like lessons.
CREATE TRIGGER skills_added AFTER INSERT ON skills
BEGIN UPDATE meta SET value = value + 1 WHERE key IN ('lessons', 'agents'); END;
CREATE TRIGGER agents_added AFTER INSERT ON agents
BEGIN UPDATE meta SET value = value + 1 WHERE key IN ('lessons', 'agents'); END;
CREATE TRIGGER agents_changed AFTER UPDATE ON agents
BEGIN UPDATE meta SET value = value + 1 WHERE key IN ('lessons', 'agents'); END;
CREATE TRIGGER agents_removed AFTER DELETE ON agents
BEGIN UPDATE meta SET value = value + 1 WHERE key IN ('lessons', 'agents'); END;
CREATE TRIGGER persona_added AFTER INSERT ON persona
BEGIN UPDATE meta SET value = value + 1 WHERE key IN ('lessons', 'agents'); END;
CREATE TRIGGER persona_changed AFTER UPDATE ON persona
BEGIN UPDATE meta SET value = value + 1 WHERE key IN ('lessons', 'agents'); END;
CREATE TRIGGER persona_removed AFTER DELETE ON persona
BEGIN UPDATE meta SET value = value + 1 WHERE key IN ('lessons', 'agents'); END;

-- What happened, counted by the hour; what is suggested by it; and how each lesson's mistake comes with it and without it.

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
CREATE INDEX suggestions_listed ON suggestions (created_at, id);

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
CREATE INDEX strategies_listed ON strategies (last_updated, id);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('agent', 'viewer', 'operator', 'admin')),
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
