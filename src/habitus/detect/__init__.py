"""Event -> Signal: what in a session is worth learning from. No I/O, no clock.

corrections.py   find a correction, its kind, the words that gave it away
feedback.py      find praise or a complaint
language.py      which language a person writes in
spoken.py        what they say themselves, not what they quote or paste
phrases/         the cues, one file per language
evidence.py      which cues count in a message
before.py        what the agent said before, and how it bears on them
"""
