"""What a name promises: a password, secret, token or key, an authorization or a cookie; or, for all other names, nothing."""

from __future__ import annotations

from functools import lru_cache

from habitus.observe.redact.shapes import STAND_INS, pattern, words

PROMISES = (
    (
        "password",
        words("passwd pwd pass passcode passwort contrase?a userpass sshpass storepass keypass pw upw opw"),
        ("password", "passwd", "passphrase", "storepass", "keypass", "requirepass"),
    ),
    ("secret", words("credential credentials mnemonic"), ("secret",)),
    ("token", words("jwt bearer"), ("token",)),
    ("key", words("secretkey accesskey privatekey authkey masterkey accountkey"), ("apikey",)),
    ("auth", words("authorization"), ()),
    ("cookie", words("cookie"), ()),
)
"""What is promised, by which words, and by which endings: `PGPASSWORD`, `clientsecret`."""

SECRET_KEYS = words("""
    api access secret private account encryption encrypt signing sign master auth admin app consumer license shared client deploy ssh rsa
    jwt webhook server write ingest subscription session hmac aes cipher crypto service storage integration application
""")
"""What makes a key a secret; `primary key`, `cache key` and `public key` are none."""

SECRET_PHRASES = words("seed recovery mnemonic backup wallet secret")

HARMLESS_AFTER = words("""
    accessor algo algorithm arn at audience bucket budget button changed checksum class confirmation cost count counts created days
    decoder description digest dir domain enabled encoder end endpoint env error errors expiration expire expired expires expiry factory
    field fields file filename fingerprint form format grant group handler hash hashed hashers header headers helper hint host icon id
    ids in index info input issuer kind label language last len length limit limits link list location manager map max maximum message
    min minimum minutes mode name names namespace page path pattern placeholder policy port pos position prefix price provider question
    rate ref reference regex required reset review role rotation rule rules scope scopes seconds service set size source start state
    status stdin store strategy strength suffix text title tree ttl type types uri url usage used user username valid validation
    validator validity var variable version
""")
"""`token_count`, `password_field`, `api_key_header`: what ends in these words is about a secret, not one."""

HARMLESS_BEFORE = words("""
    next page continuation pagination cancel cancellation eos bos pad unk sep stop start special end mask prev sync design syntax max min
    num per total delimiter open close match lexer parser css boundary public publishable
""")
"""`next_token`, `eos_token`: tokens of another trade, or for everyone."""

AZURE = words("accountkey sharedaccesskey")

LONGEST = 80
"""What is longer is a text, and so is what holds an assignment or a placeholder."""


def promise(name: str) -> str | None:
    is_name = len(name) <= LONGEST and "=" not in name and "[" not in name
    return _promise(name) if is_name else None


@lru_cache(maxsize=4096)
def _promise(name: str) -> str | None:
    """The last telling word decides: an `access_token_secret` is a secret, a `token_secret_name` is nothing."""
    parts = [part.lower() for part in pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z?]+").findall(name)]
    for at in range(len(parts) - 1, -1, -1):
        promised = _say(parts[at], parts[at - 1] if at else "")
        if promised or parts[at] == "key" or parts[at] in HARMLESS_AFTER:
            return promised
    return None


def _say(word: str, before: str) -> str | None:
    if word == "key":
        return "key" if before in SECRET_KEYS else None
    if word == "phrase":
        return "secret" if before in SECRET_PHRASES else None
    for promised, exact, endings in PROMISES:
        if word in exact or word.endswith(endings):
            return None if promised == "token" and before in HARMLESS_BEFORE else promised
    return None


def has_words(name: str, promised: str) -> bool:
    """May the secret of this name be several words?"""
    return promised == "password" or "phrase" in name.lower() or "mnemonic" in name.lower()


def kind(name: str, promised: str) -> str:
    """The word for the placeholder. Names that are spelled like variables of the environment say `env`."""
    if name.lower() in AZURE:
        return "azure"
    return "env" if name.isupper() and name.lower() not in STAND_INS else promised
