-- What was sorted, counted or gone through anew for every look is found by an index.
CREATE INDEX strategies_listed ON strategies (last_updated, id);
CREATE INDEX triples_newest ON triples (at);
CREATE INDEX sessions_agents ON sessions (agent);
CREATE INDEX skills_for_all ON skills (id) WHERE visibility = 'public' OR is_system;
CREATE INDEX learnings_known ON learnings (id) WHERE state = 'active';
CREATE INDEX learnings_fixed ON learnings (id) WHERE state = 'active' AND fix <> '';
CREATE INDEX knowledge_known ON knowledge (id) WHERE is_latest AND state = 'active';
DROP INDEX proposals_state;
CREATE INDEX proposals_state ON proposals (state, created_at, id, kind);
