"""The agents that people use, for these tests alone."""

from real.claude import claude, model_api
from real.codex import codex
from real.others import other, quick

__all__ = ["claude", "codex", "model_api", "other", "quick"]
