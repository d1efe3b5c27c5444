"""What every test may ask for. The real programs start when the first test asks for one, and stop with the session."""

from hypothesis import settings

settings.register_profile("habitus", deadline=None)  # how long a case takes says how busy the machine is
settings.load_profile("habitus")

pytest_plugins = ["real.skips", "real.postgres", "real.redis", "real.chromium"]
