"""Signal -> Lesson: what a signal teaches, in the user's own words. No I/O, no clock."""
