"""Who sits at this machine."""

import os

import pytest

from habitus.config.account import operator


def test_an_account_without_a_name_has_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)

    assert operator() == "operator:uid-54321"
