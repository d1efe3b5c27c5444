-- name: agents.get
SELECT * FROM agents WHERE id = :id

-- name: agents.put
INSERT INTO agents (id, kind, other_config, created_at) VALUES (:id, :kind, :other_config, :created_at)
ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, other_config = excluded.other_config

-- name: agents.delete
DELETE FROM agents WHERE id = :id

-- name: agents_described
SELECT * FROM agents ORDER BY id

-- name: agents_listed
-- Those that were described, and those that were heard of in a session. One step in the index for each of the latter, however many
-- sessions there are. Only the first page begins with the one that has no name.
WITH RECURSIVE met(id, n) AS (
  SELECT MIN(agent), 1 FROM sessions WHERE agent > :last_id
  UNION ALL SELECT (SELECT MIN(agent) FROM sessions WHERE agent > met.id), n + 1 FROM met WHERE met.id IS NOT NULL AND n < :limit
), described AS (
  SELECT id FROM agents WHERE id >= :last_id AND (:first OR id <> :last_id) ORDER BY id LIMIT :limit
)
SELECT known.id, agents.kind, agents.other_config
FROM (SELECT id FROM met WHERE id IS NOT NULL UNION SELECT id FROM described) AS known LEFT JOIN agents ON agents.id = known.id
ORDER BY known.id LIMIT :limit

-- name: agent_met
SELECT 1 AS met FROM sessions WHERE agent = :id LIMIT 1

-- name: skills.get
SELECT * FROM skills WHERE id = :id

-- name: skills.put
INSERT INTO skills (id, name, description, version, owner, visibility, status, is_system, frontmatter, accepted, digest, size, trash,
  created_at, updated_at, uses, helped, last_used)
VALUES (:id, :name, :description, :version, :owner, :visibility, :status, :is_system, :frontmatter, :accepted, :digest, :size, :trash,
  :created_at, :updated_at, :uses, :helped, :last_used)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description, version = excluded.version,
  owner = excluded.owner, visibility = excluded.visibility, status = excluded.status, is_system = excluded.is_system,
  frontmatter = excluded.frontmatter, accepted = excluded.accepted, digest = excluded.digest, size = excluded.size,
  trash = excluded.trash, updated_at = excluded.updated_at, uses = excluded.uses, helped = excluded.helped, last_used = excluded.last_used

-- name: skills.delete
DELETE FROM skills WHERE id = :id

-- name: skills_listed
-- By name; by a word of it where one is given.
SELECT * FROM skills WHERE id > :last_id AND (:status = '' OR status = :status)
  AND (:word = '' OR LOWER(id || ' ' || name || ' ' || description) LIKE '%' || :word || '%' ESCAPE '\')
ORDER BY id LIMIT :limit

-- name: skills_visible
-- To an agent: what is everyone's, and what it was granted, as what it made is. The ones in use first, then the newest.
-- They are few: `|| ''` keeps SQLite from going through all that are active instead.
SELECT * FROM skills WHERE status || '' = 'active'
  AND id IN (SELECT id FROM skills WHERE visibility = 'public' OR is_system UNION ALL SELECT slug FROM skill_grants WHERE agent = :agent)
ORDER BY uses DESC, updated_at DESC, id LIMIT :limit

-- name: skills_everyones
-- Of what every agent sees, what a list of agents tells; found as above.
SELECT id, uses, updated_at FROM skills WHERE status || '' = 'active' AND id IN (SELECT id FROM skills WHERE visibility = 'public' OR is_system)
ORDER BY uses DESC, updated_at DESC, id LIMIT :limit

-- name: skills_granted
-- The same of what some of them were granted.
SELECT g.agent, s.id, s.uses, s.updated_at FROM skill_grants g JOIN skills s ON s.id = g.slug
WHERE g.agent IN (SELECT value FROM json_each(:agents)) AND s.status || '' = 'active'

-- name: skills_granted @postgres
SELECT g.agent, s.id, s.uses, s.updated_at FROM skill_grants g JOIN skills s ON s.id = g.slug
WHERE g.agent IN (SELECT jsonb_array_elements_text(CAST(:agents AS jsonb))) AND s.status = 'active'

-- name: skills_used
-- Counted without a line in the ledger: it says nothing about the skill itself.
UPDATE skills SET uses = uses + :uses, helped = helped + :helped, last_used = COALESCE(:at, last_used) WHERE id = :id

-- name: skill_version_add
-- The number is taken inside the transaction that holds the lock: two writers get two.
INSERT INTO skill_versions (slug, version, digest, size, files, origin, why, at)
SELECT :slug, COALESCE(MAX(version), 0) + 1, :digest, :size, :files, :origin, :why, :at FROM skill_versions WHERE slug = :slug
RETURNING version

-- name: skill_version_add @postgres
INSERT INTO skill_versions (slug, version, digest, size, files, origin, why, at)
SELECT :slug, COALESCE(MAX(version), 0) + 1, :digest, :size, :files, :origin, :why, CAST(:at AS timestamptz)
FROM skill_versions WHERE slug = :slug
RETURNING version

-- name: skill_version_get
SELECT * FROM skill_versions WHERE slug = :slug AND version = :version

-- name: skill_versions_of
SELECT slug, version, digest, size, origin, why, at FROM skill_versions WHERE slug = :slug ORDER BY version DESC

-- name: skill_versions_all
SELECT slug, version, digest FROM skill_versions ORDER BY slug, version

-- name: skill_versions_drop
DELETE FROM skill_versions WHERE slug = :slug

-- name: skill_files_all
SELECT files FROM skill_versions

-- name: blob_drop
DELETE FROM blobs WHERE hash = :hash

-- name: skill_grants.get
SELECT * FROM skill_grants WHERE id = :id

-- name: skill_grants.put
INSERT INTO skill_grants (id, slug, agent, can_manage, granted_by, at) VALUES (:id, :slug, :agent, :can_manage, :granted_by, :at)
ON CONFLICT (id) DO UPDATE SET can_manage = excluded.can_manage, granted_by = excluded.granted_by, at = excluded.at

-- name: skill_grants.delete
DELETE FROM skill_grants WHERE id = :id

-- name: skill_grants_of
SELECT * FROM skill_grants WHERE slug = :slug ORDER BY agent

-- name: persona.get
SELECT * FROM persona WHERE id = :id

-- name: persona.put
INSERT INTO persona (id, agent, file, version, digest) VALUES (:id, :agent, :file, :version, :digest)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, digest = excluded.digest

-- name: persona.delete
DELETE FROM persona WHERE id = :id

-- name: persona_listed
SELECT * FROM persona WHERE :agent = '' OR agent = :agent ORDER BY agent, file

-- name: persona_of_agents
-- Of a page of agents.
SELECT agent, file, version FROM persona WHERE agent IN (SELECT value FROM json_each(:agents)) ORDER BY agent, file

-- name: persona_of_agents @postgres
SELECT agent, file, version FROM persona WHERE agent IN (SELECT jsonb_array_elements_text(CAST(:agents AS jsonb))) ORDER BY agent, file

-- name: persona_version_add
INSERT INTO persona_versions (agent, file, version, text, origin, why, at)
SELECT :agent, :file, COALESCE(MAX(version), 0) + 1, :text, :origin, :why, :at FROM persona_versions WHERE agent = :agent AND file = :file
RETURNING version

-- name: persona_version_add @postgres
INSERT INTO persona_versions (agent, file, version, text, origin, why, at)
SELECT :agent, :file, COALESCE(MAX(version), 0) + 1, :text, :origin, :why, CAST(:at AS timestamptz)
FROM persona_versions WHERE agent = :agent AND file = :file
RETURNING version

-- name: persona_version_get
SELECT * FROM persona_versions WHERE agent = :agent AND file = :file AND version = :version

-- name: persona_in_force
SELECT v.* FROM persona p JOIN persona_versions v ON v.agent = p.agent AND v.file = p.file AND v.version = p.version WHERE p.id = :id

-- name: persona_versions_of
SELECT * FROM persona_versions WHERE agent = :agent AND file = :file ORDER BY version DESC
