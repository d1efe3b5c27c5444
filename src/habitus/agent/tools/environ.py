"""The environment that commands see: without what looks like a secret. Pure.

The agent's own keys lie in its environment, and a command that prints it would give them to the model, and to the log.
Bias: a name that looks like a secret is dropped; an operator can let it through by name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

SECRET = re.compile(
    r"(?:^|_)(?:KEYS?|AUTH|PAT|PW|PASS|CREDS?|COOKIES?|DSN|SAS|SIGNATURE|JWT|BEARER|PRIVATE)(?:_|$)"
    r"|APIKEY|ACCESSKEY|SECRETKEY|PRIVATEKEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|._PWD$|WEBHOOK",
    re.IGNORECASE,
)
HARMLESS = frozenset(("SSH_AUTH_SOCK", "TOKENIZERS_PARALLELISM"))
VALUES = re.compile(
    r"://[^/\s@]*:[^/\s@]+@|\b(?:sk|pk|rk)[-_][\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bxox[abprs]-[\w-]{10,}|\bAKIA\w{12,}"
    r"|\bAIza[\w-]{30,}|-----BEGIN|\beyJ[\w-]{10,}\.[\w-]{10,}\."
)
"""Secrets by their shape: a password in an address, a provider's key, a signed token."""
QUIET = {"TERM": "dumb", "NO_COLOR": "1", "PAGER": "cat", "GIT_PAGER": "cat", "GIT_TERMINAL_PROMPT": "0"}
"""Nobody sits there to answer a question or to leave a pager."""


def seen(environ: Mapping[str, str], hidden: Collection[str] = (), allowed: Collection[str] = ()) -> dict[str, str]:
    """`hidden`: the brain's own, whatever they are called; never let through. A secret under a second name is one too."""
    secrets = {environ[name] for name in hidden if environ.get(name)}
    kept = {
        name: value
        for name, value in environ.items()
        if name not in hidden and value not in secrets and (name in allowed or not is_secret(name, value))
    }
    return {**kept, **QUIET}


def is_secret(name: str, value: str) -> bool:
    return name not in HARMLESS and bool(SECRET.search(name) or VALUES.search(value))
