"""What every test may ask for. The real programs start when the first test asks for one, and stop with the session."""

pytest_plugins = ["real.skips", "real.postgres", "real.redis", "real.chromium"]
