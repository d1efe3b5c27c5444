"""Addresses that are shown to people: never with a password, however broken they are."""

from __future__ import annotations

import re

WHO = re.compile(r"//[^/\s]*@")
OPTIONS = re.compile(r"\?\S*")


def public(text: str) -> str:
    """The text with the user, the password and the options of every address in it taken out."""
    return OPTIONS.sub("", WHO.sub("//", text))
