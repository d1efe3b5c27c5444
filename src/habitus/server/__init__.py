"""The HTTP side: health, rules, judge, one plain page, and the loop that calls `tend()`. Loopback only, with a token."""
