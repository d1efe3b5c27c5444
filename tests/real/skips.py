"""Whatever could not be tested here is said in the closing lines, with its reason; in CI it fails the run."""

import os
from collections.abc import Generator
from typing import NoReturn

import pytest


def cannot(reason: str) -> NoReturn:
    """Skip a test for want of a real program. Name the program and the remedy."""
    pytest.skip(reason)


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def skipped(config: pytest.Config) -> list[str]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return [line(report) for report in reporter.stats.get("skipped", [])] if reporter else []


def line(report: pytest.TestReport | pytest.CollectReport) -> str:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return f"{report.nodeid}: {reason.removeprefix('Skipped: ')}"


def pytest_sessionfinish(session: pytest.Session) -> None:
    if in_ci() and skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> Generator[None]:
    yield  # first everyone else's summary: these are to be the last lines before the count
    if lines := skipped(config):
        terminalreporter.section(f"NOT TESTED HERE ({len(lines)})", yellow=True)
        for text in lines:
            terminalreporter.write_line(text)
        if in_ci():
            terminalreporter.write_line(f"FAILED: CI is set, and {len(lines)} skipped: in CI everything must be tested.", red=True)
