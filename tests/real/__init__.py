"""The real programs the tests run against: one file each. `bring` installs what a fresh machine lacks."""
