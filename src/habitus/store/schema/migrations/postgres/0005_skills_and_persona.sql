-- Agents and their switches, what they have learned to do, and who they say they are.
INSERT INTO meta (key, value) VALUES ('agents', 1);
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

-- The strongest edges of a node are found without looking at all of them.
DROP INDEX triples_object;
CREATE INDEX triples_strongest ON triples (subject, weight DESC);
CREATE INDEX triples_object ON triples (object, weight DESC);

-- How far what a session shows about errors has been learned. What was told so far was learned when it was told.
ALTER TABLE sessions ADD COLUMN teaching bigint NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN mended bigint NOT NULL DEFAULT 0;
UPDATE sessions SET teaching = (SELECT COALESCE(MAX(seq), 0) FROM events WHERE session = sessions.id);
UPDATE sessions SET mended = teaching;
CREATE INDEX sessions_untaught ON sessions (id) WHERE mended < teaching;
