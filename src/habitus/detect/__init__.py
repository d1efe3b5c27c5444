"""Event -> Signal: what in a session is worth learning from. No I/O, no clock."""
