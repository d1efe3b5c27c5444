"""Event -> Session: follow a session; name a host's tool as an action; redact secrets. No I/O, no clock."""
