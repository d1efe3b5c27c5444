-- Long lists go on behind the last row that was seen: an index for each order.
CREATE INDEX behavioral_rules_listed ON behavioral_rules (created_at, id, active);
CREATE INDEX sessions_listed ON sessions (started_at, id);
CREATE INDEX ledger_changes ON ledger (id) WHERE item_table <> '';
DROP INDEX approvals_state;
CREATE INDEX approvals_state ON approvals (state, asked_at, id);
CREATE INDEX learning_examples_listed ON learning_examples (use_count, id);
DROP INDEX learning_examples_use;
DROP INDEX proposals_state;
CREATE INDEX proposals_state ON proposals (state, created_at, id);
DROP INDEX learnings_updated;
CREATE INDEX learnings_updated ON learnings (updated_at, id);
CREATE INDEX learnings_common ON learnings (occurrence_count, updated_at, id);
CREATE INDEX knowledge_listed ON knowledge (created_at, id) WHERE is_latest;
CREATE INDEX suggestions_listed ON suggestions (created_at, id);
