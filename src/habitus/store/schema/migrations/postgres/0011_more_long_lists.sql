-- The lists that were sorted anew for every look, and the agents that were met: each found by an index.
CREATE INDEX strategies_listed ON strategies (last_updated, id);
CREATE INDEX triples_newest ON triples (at);
CREATE INDEX sessions_agents ON sessions (agent);
