-- A page less to write for every event: `ledger_first` needs to know only about where a time falls.
DROP INDEX ledger_at;
CREATE INDEX ledger_at ON ledger (at) WHERE id % 16 = 0;
