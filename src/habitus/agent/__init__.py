"""The built-in agent: an app file, its tools, and the loop of thinking, acting and looking at what came of it."""
