-- Agents and their switches, what they have learned to do, and who they say they are.
INSERT INTO meta (key, value) VALUES ('agents', 1);
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

-- The strongest edges of a node are found without looking at all of them.
DROP INDEX triples_object;
CREATE INDEX triples_strongest ON triples (subject, weight DESC);
CREATE INDEX triples_object ON triples (object, weight DESC);

-- How far what a session shows about errors has been learned. What was told so far was learned when it was told.
ALTER TABLE sessions ADD COLUMN teaching INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN mended INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET teaching = (SELECT COALESCE(MAX(seq), 0) FROM events WHERE session = sessions.id);
UPDATE sessions SET mended = teaching;
CREATE INDEX sessions_untaught ON sessions (id) WHERE mended < teaching;
