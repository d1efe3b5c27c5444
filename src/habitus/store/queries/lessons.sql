-- name: terms_put
INSERT INTO lesson_terms (kind, scope, term, at, lesson) VALUES (:kind, :scope, :term, :at, :lesson) ON CONFLICT DO NOTHING

-- name: terms_drop
DELETE FROM lesson_terms WHERE lesson = :lesson

-- name: terms_forget
-- All of them: the words that lessons are found by have changed.
DELETE FROM lesson_terms

-- name: rules_forget_index
UPDATE behavioral_rules SET indexed = false WHERE indexed

-- name: learning_examples_page
SELECT * FROM learning_examples ORDER BY id LIMIT :limit OFFSET :after

-- name: learnings_page
SELECT * FROM learnings ORDER BY id LIMIT :limit OFFSET :after

-- name: knowledge_page
SELECT * FROM knowledge ORDER BY id LIMIT :limit OFFSET :after

-- name: lessons_by_terms
-- For every kind, scope and term the newest few: bounded work, however common the word. Most scopes have no lessons of a kind, and then
-- no term is looked for in them.
SELECT k.value AS kind, t.value AS term, (
  SELECT json_group_array(lesson) FROM (SELECT lesson FROM lesson_terms WHERE kind = k.value AND scope = s.value AND term = t.value
                                        ORDER BY at DESC LIMIT :each)) AS lessons
FROM json_each(:kinds) k CROSS JOIN json_each(:scopes) s CROSS JOIN json_each(:terms) t
WHERE EXISTS (SELECT 1 FROM lesson_terms WHERE kind = k.value AND scope = s.value)

-- name: lessons_by_terms @postgres
SELECT k.kind, t.term, l.lessons FROM jsonb_array_elements_text(CAST(:kinds AS jsonb)) AS k(kind)
CROSS JOIN jsonb_array_elements_text(CAST(:terms AS jsonb)) AS t(term)
CROSS JOIN jsonb_array_elements_text(CAST(:scopes AS jsonb)) AS s(scope)
CROSS JOIN LATERAL (SELECT CAST(json_agg(lesson) AS text) AS lessons
                    FROM (SELECT lesson FROM lesson_terms WHERE kind = k.kind AND scope = s.scope AND term = t.term
                          ORDER BY at DESC LIMIT :each) AS few) AS l
WHERE l.lessons IS NOT NULL

-- name: learning_examples.get
SELECT * FROM learning_examples WHERE id = :id

-- name: learning_examples.put
INSERT INTO learning_examples (id, user_input, skill_calls, outcome, scope, use_count)
VALUES (:id, :user_input, :skill_calls, :outcome, :scope, :use_count)
ON CONFLICT (id) DO UPDATE SET user_input = excluded.user_input, skill_calls = excluded.skill_calls, outcome = excluded.outcome,
  scope = excluded.scope, use_count = excluded.use_count

-- name: learning_examples.delete
DELETE FROM learning_examples WHERE id = :id

-- name: examples_listed
-- Most used first.
SELECT * FROM learning_examples WHERE (use_count, id) < (:last_use_count, :last_id) AND (:outcome = '' OR outcome = :outcome)
  AND (:word = '' OR LOWER(user_input) LIKE '%' || :word || '%' ESCAPE '\')
ORDER BY use_count DESC, id DESC LIMIT :limit

-- name: examples_by_ids
SELECT * FROM learning_examples WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY use_count DESC, id

-- name: examples_by_ids @postgres
SELECT * FROM learning_examples WHERE id IN (SELECT value FROM jsonb_array_elements_text(CAST(:ids AS jsonb))) ORDER BY use_count DESC, id

-- name: examples_overflow
-- Beyond the cap, least used first.
SELECT * FROM learning_examples ORDER BY use_count DESC, id LIMIT 1000 OFFSET :cap

-- name: examples_count_used
UPDATE learning_examples SET use_count = use_count + :times WHERE id = :id

-- name: firings.get
SELECT * FROM firings WHERE id = :id

-- name: firings.put
INSERT INTO firings (id, rule, session, call, stage, outcome, at) VALUES (:id, :rule, :session, :call, :stage, :outcome, :at)
ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome

-- name: firings.delete
DELETE FROM firings WHERE id = :id

-- name: firings_of
-- Newest first.
SELECT * FROM firings WHERE rule = :rule ORDER BY at DESC, id LIMIT :limit

-- name: firings_recent
-- The rules that have spoken since then: only they can have earned another stage.
SELECT DISTINCT rule FROM firings WHERE at >= :since LIMIT :limit

-- name: readings_get
SELECT * FROM readings WHERE id = :id

-- name: readings_put
-- A bookmark, not knowledge: it has no line in the ledger, and losing it costs only time.
INSERT INTO readings (id, mark, position, carried, read_at) VALUES (:id, :mark, :position, :carried, :read_at)
ON CONFLICT (id) DO UPDATE SET mark = excluded.mark, position = excluded.position, carried = excluded.carried, read_at = excluded.read_at
