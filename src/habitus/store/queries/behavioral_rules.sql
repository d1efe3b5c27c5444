-- name: behavioral_rules.get
SELECT * FROM behavioral_rules WHERE id = :id

-- name: behavioral_rules.put
INSERT INTO behavioral_rules (id, rule_type, description, skill_poison, fewshot_user, fewshot_assistant, source_exchange, confidence,
  active, times_applied, created_at, scope, origin, state, superseded_by, lang, evidence_for, evidence_against, last_used)
VALUES (:id, :rule_type, :description, :skill_poison, :fewshot_user, :fewshot_assistant, :source_exchange, :confidence,
  :active, :times_applied, :created_at, :scope, :origin, :state, :superseded_by, :lang, :evidence_for, :evidence_against, :last_used)
ON CONFLICT (id) DO UPDATE SET rule_type = excluded.rule_type, description = excluded.description, skill_poison = excluded.skill_poison,
  fewshot_user = excluded.fewshot_user, fewshot_assistant = excluded.fewshot_assistant, source_exchange = excluded.source_exchange,
  confidence = excluded.confidence, active = excluded.active, times_applied = excluded.times_applied, created_at = excluded.created_at,
  scope = excluded.scope, origin = excluded.origin, state = excluded.state, superseded_by = excluded.superseded_by, lang = excluded.lang,
  evidence_for = excluded.evidence_for, evidence_against = excluded.evidence_against, last_used = excluded.last_used

-- name: behavioral_rules.delete
DELETE FROM behavioral_rules WHERE id = :id

-- name: rules_active
-- What may be said to a model.
SELECT * FROM behavioral_rules WHERE active ORDER BY created_at, id

-- name: rules_all
SELECT * FROM behavioral_rules ORDER BY created_at DESC, id

-- name: rules_count_applied
-- Not a change to what the rule says, so it wakes nobody and has no line in the ledger: the injections have theirs.
UPDATE behavioral_rules SET times_applied = times_applied + :times, last_used = :at WHERE id = :id
