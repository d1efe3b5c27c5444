"""Secrets known by their own shape, wherever they stand: keys of known issuers, JWTs, private key blocks.

A key is a long unbroken run of word characters, and harmless text has few of those. So runs are looked for, not prefixes: the
cost does not grow with the number of issuers. To add an issuer, add a line to `ISSUERS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from habitus.observe.redact.shapes import Finding, is_machine_made, is_stand_in, pattern, search

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

RUN = 20
"""The shortest key among the issuers': an AWS access key id."""

ISSUERS = (
    ("sk-ant-", "anthropic", r"[\w-]{20,}"),
    ("sk-or-", "openrouter", r"[\w-]{20,}"),
    ("sk-proj- sk-svcacct- sk-admin-", "openai", r"[\w-]{20,}"),
    ("sk-lf-", "langfuse", r"[0-9a-f-]{36}"),
    ("sk-", "openai", r"[A-Za-z0-9]{20,}"),
    ("AKIA ASIA", "aws", r"[A-Z2-7]{16}"),
    ("AIza", "google", r"[\w-]{35}"),
    ("ya29. GOCSPX- 1//0", "google", r"[\w-]{20,}"),
    ("ghp_ gho_ ghu_ ghs_ ghr_", "github", r"[A-Za-z0-9]{30,}"),
    ("github_pat_", "github", r"\w{40,}"),
    ("glpat- glrt- gldt- glptt- glcbt- glsoat- glft- glimt- glagent- gloas- glffct- GR1348941", "gitlab", r"[\w-]{20,}"),
    ("xoxb- xoxp- xoxa- xoxr- xoxs- xoxc- xoxd- xoxe- xapp-", "slack", r"[\w-]{20,}"),
    ("sk_live_ sk_test_ rk_live_ rk_test_", "stripe", r"[A-Za-z0-9]{16,}"),
    ("whsec_", "stripe", r"[A-Za-z0-9+/=]{24,}"),
    ("SK AC", "twilio", r"[0-9a-f]{32}"),
    ("sk_", "elevenlabs", r"[0-9a-f]{48}"),
    ("SG.", "sendgrid", r"[\w-]{16,}\.[\w-]{30,}"),
    ("npm_", "npm", r"[A-Za-z0-9]{36}"),
    ("pypi-AgE", "pypi", r"[\w-]{40,}"),
    ("hf_ api_org_", "huggingface", r"[A-Za-z0-9]{30,}"),
    ("AA", "telegram", r"[\w-]{33}"),
    ("MT Mj Mz ND NT Nj Nz OD OT", "discord", r"[\w-]{21,26}\.[\w-]{6}\.[\w-]{27,}"),
    ("dop_v1_ doo_v1_ dor_v1_", "digitalocean", r"[0-9a-f]{64}"),
    ("dapi", "databricks", r"[0-9a-f]{32}(?:-\d)?"),
    ("shpat_ shpss_ shpca_ shppa_", "shopify", r"[0-9a-fA-F]{32}"),
    ("key-", "mailgun", r"[0-9a-f]{32}"),
    ("HRKU-", "heroku", r"[\w-]{30,}"),
    ("lin_api_ lin_oauth_", "linear", r"[A-Za-z0-9]{30,}"),
    ("secret_", "notion", r"[A-Za-z0-9]{43}"),
    ("ntn_", "notion", r"[A-Za-z0-9]{40,}"),
    ("vercel_ vcp_", "vercel", r"[A-Za-z0-9]{24,}"),
    ("hvs. hvb.", "vault", r"[\w-]{20,}"),
    ("gsk_", "groq", r"[A-Za-z0-9]{40,}"),
    ("xai-", "xai", r"[A-Za-z0-9]{60,}"),
    ("pplx-", "perplexity", r"[A-Za-z0-9]{40,}"),
    ("r8_", "replicate", r"[A-Za-z0-9]{30,}"),
    ("PMAK-", "postman", r"[0-9a-f]{24}-[0-9a-f]{34}"),
    ("figd_", "figma", r"[\w-]{36,}"),
    ("sbp_", "supabase", r"[0-9a-f]{40}"),
    ("sb_secret_", "supabase", r"[\w-]{20,}"),
    ("pscale_tkn_ pscale_pw_ pscale_oauth_", "planetscale", r"[\w-]{30,}"),
    ("glsa_", "grafana", r"[A-Za-z0-9]{32}_[0-9a-f]{8}"),
    ("glc_", "grafana", r"[A-Za-z0-9+/=]{32,}"),
    ("dckr_pat_ dckr_oat_", "docker", r"[\w-]{20,}"),
    ("tskey-", "tailscale", r"[a-z]+-\w+-\w{16,}"),
    ("AGE-SECRET-KEY-1", "age", r"[A-Z0-9]{58}"),
    ("NRAK-", "newrelic", r"[A-Z0-9]{27}"),
    ("dp.pt.", "doppler", r"[A-Za-z0-9]{40,}"),
    ("sntrys_", "sentry", r"[\w+/=]{40,}"),
    ("sntryu_", "sentry", r"[0-9a-f]{64}"),
    ("ATATT3 ATCTT3", "atlassian", r"[\w=-]{60,}"),
    ("ATBB", "atlassian", r"[A-Za-z0-9]{32}"),
    ("atlasv1.", "terraform", r"[\w=-]{60,}"),
    ("sq0atp- sq0csp-", "square", r"[\w-]{22,60}"),
    ("fo1_", "fly", r"[\w-]{43}"),
    ("fm2_", "fly", r"[A-Za-z0-9+/]{60,}={0,3}"),
    ("CFPAT-", "contentful", r"[\w-]{43}"),
    ("xkeysib-", "brevo", r"[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    ("pat-na1- pat-eu1-", "hubspot", r"[0-9a-f-]{36}"),
    ("pul-", "pulumi", r"[0-9a-f]{40}"),
    ("ops_eyJ", "onepassword", r"[\w+/=-]{60,}"),
    ("CCIPAT_", "circleci", r"[A-Za-z0-9]{22}_[0-9a-f]{40}"),
    ("bkua_", "buildkite", r"[0-9a-f]{40}"),
    ("nfp_", "netlify", r"[A-Za-z0-9]{36,}"),
    ("rnd_", "render", r"[A-Za-z0-9]{28,32}"),
    ("re_", "resend", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{24}"),
    ("lsv2_pt_ lsv2_sk_", "langsmith", r"[0-9a-f]{32}_[0-9a-f]{10}"),
    ("pcsk_", "pinecone", r"[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,}"),
    ("tvly-", "tavily", r"[\w-]{24,}"),
    ("nvapi-", "nvidia", r"[\w-]{60,}"),
    ("csk-", "cerebras", r"[a-z0-9]{48}"),
    ("phx_", "posthog", r"[A-Za-z0-9]{40,}"),
    ("dt0c01.", "dynatrace", r"[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("ABSK", "aws", r"[A-Za-z0-9+/]{100,}={0,2}"),
    ("squ_ sqp_ sqa_", "sonarqube", r"[0-9a-f]{40}"),
    ("rubygems_", "rubygems", r"[0-9a-f]{48}"),
    ("eyJhdXRoc", "docker", r"[A-Za-z0-9+/]{20,}={0,2}"),
    ("eyJ", "jwt", r"[\w-]{10,}+(?:\.eyJ[\w-]{4,}+(?:\.[\w-]*+)?|(?:\.[\w-]*+){2,4})"),
    ("LS0tLS1CRUdJTiB", "private_key", r"(?!DRVJU|QVUJM|QR1AgUFVC|SU0EgUFVC)[A-Za-z0-9+/]{24,}={0,2}"),
)
"""Prefixes, kind, and what must follow. A prefix stands before the ones it begins with. Keys meant to be public (`pk_`) are left alone."""

_LEADS: dict[str, list[tuple[str, str, str]]] = {}
for _prefixes, _kind, _rest in ISSUERS:
    for _prefix in _prefixes.split():
        _LEADS.setdefault(_prefix[:2], []).append((_prefix, _kind, _rest + "(?![A-Za-z0-9])"))
_BROKEN = ("SG.", "ya29.", "hvs.", "hvb.", "dp.pt.", "atlasv1.", "dt0c01.", "1//")
"""Beginnings that no run holds, because of the dot or the slash in them."""
_BEFORE = frozenset("\\%[;./")
_RUN = b"a" * RUN
_FILL = bytes(97 if chr(code).isalnum() or chr(code) in "_-" else 32 for code in range(128)) + b" " * 128


BOT = r"\d{8,10}:\Z"
"""What stands before a Telegram token and belongs to it; without it, `AA` begins too much else."""


def issued(flat: str) -> Iterator[Finding]:
    mask = flat.encode().translate(_FILL)
    start = mask.find(_RUN)
    while start >= 0:
        end = mask.find(b" ", start)
        end = len(flat) if end < 0 else end
        # Most runs are long names: two looks decide about them.
        if flat[start : start + 2] in _LEADS or flat[start - 1 : start] in _BEFORE:
            found = _match(flat, _begin(flat, start))
            if found:
                yield found
                end = max(end, found.end)
        start = mask.find(_RUN, end)


def _begin(flat: str, start: int) -> int:
    """Where the key of a run begins: after what an escape left in it (`\\n`, `%3D`, a terminal colour), or before its dot."""
    match flat[start - 1 : start]:
        case "\\":
            return start + 1
        case "%":
            return start + 2
        case "[" | ";":
            colour = pattern(r"(?<=[\[;])\d{1,3}m").match(flat, start)
            return colour.end() if colour else start
        case "." | "/" if flat.endswith(_BROKEN, 0, start):
            return start - next(len(broken) for broken in _BROKEN if flat.endswith(broken, 0, start))
    return start


def _match(flat: str, start: int) -> Finding | None:
    for prefix, kind, rest in _LEADS.get(flat[start : start + 2], ()):
        if flat.startswith(prefix, start):
            key = pattern(rest).match(flat, start + len(prefix))
            bot = pattern(BOT).search(flat, max(0, start - 11), start) if kind == "telegram" else None
            if key and is_machine_made(key[0]) and not is_stand_in(flat[start : key.end()]) and (bot or kind != "telegram"):
                return Finding(kind, bot.start() if bot else start, key.end())
    return None


MARK = r"-----(BEGIN|END)[ ][A-Z0-9 ]{0,40}PRIVATE[ ]KEY(?:[ ]BLOCK)?-----"
LINES = r"""
    (?>(?: \s{0,4}[A-Z][A-Za-z-]{2,20}:[ ][^\n]{1,80}\n ){0,4})                            # Proc-Type, DEK-Info, Version
    (?: [^A-Za-z0-9+/=\0]{0,16}+ (?>(?: \d{1,5}[^A-Za-z0-9+/=\0]{1,4} )?) [A-Za-z0-9+/=]{16,}+ )+   # base64, behind indents and numbers
    (?: \s{0,9}[A-Za-z0-9+/=]{1,15}\s*\Z )?                                            # the line that the cut went through
"""
MIDDLE = r"(?<!\\)[A-Za-z0-9+/=]{16,}"
"""Base64; the n of an escaped line end is none."""


def blocks(flat: str) -> Iterator[Finding]:
    """What stands between the marks of a private key; up to the last line of base64 where the end was cut off."""
    begin: re.Match[str] | None = None
    for mark in search(MARK, flat, "-----BEGIN"):
        if begin:
            yield from _body(flat, begin.end(), mark.start(), closed=mark[1] == "END")
        begin = mark if mark[1] == "BEGIN" else None
    if begin:
        yield from _body(flat, begin.end(), len(flat), closed=False)


def _body(flat: str, start: int, end: int, *, closed: bool) -> Iterator[Finding]:
    runs = [run.span() for run in pattern(MIDDLE).finditer(flat, start, end)] if closed else []
    if runs and 2 * sum(stop - begin for begin, stop in runs) >= end - start:
        yield Finding("private_key", runs[0][0], start + len(flat[start:end].rstrip(" \t\r\n\"'+,|>").removesuffix("\\n")))
    elif lines := pattern(LINES).match(flat, start, end):
        first = pattern(MIDDLE).search(flat, start, end)
        yield Finding("private_key", first.start() if first else start, lines.end())
