-- name: behavioral_rules.get
SELECT * FROM behavioral_rules WHERE id = :id

-- name: behavioral_rules.put
INSERT INTO behavioral_rules (id, rule_type, description, skill_poison, fewshot_user, fewshot_assistant, source_exchange, confidence,
  active, times_applied, created_at, scope, origin, state, superseded_by, lang, evidence_for, evidence_against, last_used,
  "check", stage, indexed)
VALUES (:id, :rule_type, :description, :skill_poison, :fewshot_user, :fewshot_assistant, :source_exchange, :confidence,
  :active, :times_applied, :created_at, :scope, :origin, :state, :superseded_by, :lang, :evidence_for, :evidence_against, :last_used,
  :check, :stage, true)
ON CONFLICT (id) DO UPDATE SET rule_type = excluded.rule_type, description = excluded.description, skill_poison = excluded.skill_poison,
  fewshot_user = excluded.fewshot_user, fewshot_assistant = excluded.fewshot_assistant, source_exchange = excluded.source_exchange,
  confidence = excluded.confidence, active = excluded.active, times_applied = excluded.times_applied, created_at = excluded.created_at,
  scope = excluded.scope, origin = excluded.origin, state = excluded.state, superseded_by = excluded.superseded_by, lang = excluded.lang,
  evidence_for = excluded.evidence_for, evidence_against = excluded.evidence_against, last_used = excluded.last_used,
  "check" = excluded."check", stage = excluded.stage, indexed = true

-- name: behavioral_rules.delete
DELETE FROM behavioral_rules WHERE id = :id

-- name: rules_newest
-- Candidates for a prompt, whatever it says: so a new rule gets in.
SELECT * FROM behavioral_rules WHERE active AND scope = :scope ORDER BY created_at DESC LIMIT :limit

-- name: rules_strongest
SELECT * FROM behavioral_rules WHERE active AND scope = :scope ORDER BY confidence DESC LIMIT :limit

-- name: rules_by_ids
SELECT * FROM behavioral_rules WHERE id IN (SELECT value FROM json_each(:ids))

-- name: rules_by_ids @postgres
SELECT * FROM behavioral_rules WHERE id IN (SELECT CAST(value AS uuid) FROM jsonb_array_elements_text(CAST(:ids AS jsonb)))

-- name: rules_by_prefix
-- A rule by the beginning of its id, as a person types it.
SELECT * FROM behavioral_rules WHERE CAST(id AS TEXT) LIKE :prefix || '%' LIMIT 10

-- name: rules_superseded_by
SELECT * FROM behavioral_rules WHERE CAST(superseded_by AS TEXT) = :id AND state = 'superseded'

-- name: rules_listed
-- For listings, newest first; by a word of it, its type, scope (or only its level) and state where they are given.
SELECT * FROM behavioral_rules WHERE (created_at, id) < (:last_created_at, :last_id) AND (active OR NOT :active)
  AND (:word = '' OR LOWER(description) LIKE '%' || :word || '%' ESCAPE '\') AND (:rule_type = '' OR rule_type = :rule_type)
  AND (:scope = '' OR scope = :scope OR scope LIKE :scope || ':%') AND (:state = '' OR state = :state)
ORDER BY created_at DESC, id DESC LIMIT :limit

-- name: rules_counted
-- How many of them there are, up to a number.
SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM behavioral_rules WHERE (active OR NOT :active)
  AND (:word = '' OR LOWER(description) LIKE '%' || :word || '%' ESCAPE '\') AND (:rule_type = '' OR rule_type = :rule_type)
  AND (:scope = '' OR scope = :scope OR scope LIKE :scope || ':%') AND (:state = '' OR state = :state) LIMIT :most) AS found

-- name: rules_to_index
-- Changed or added by hand since somebody last looked.
SELECT * FROM behavioral_rules WHERE active AND NOT indexed LIMIT :limit

-- name: rules_are_indexed
UPDATE behavioral_rules SET indexed = true WHERE id = :id

-- name: rules_unused
-- Candidates for retirement: told or not, nobody has needed them for long.
SELECT * FROM behavioral_rules WHERE active AND created_at < :before AND (last_used IS NULL OR last_used < :before) LIMIT :limit

-- name: rules_contested
SELECT * FROM behavioral_rules WHERE active AND evidence_against > evidence_for LIMIT :limit

-- name: rules_count_applied
-- Not a change to what the rule says, so it wakes nobody and has no line in the ledger: the injections have theirs.
UPDATE behavioral_rules SET times_applied = times_applied + :times, last_used = :at WHERE id = :id
