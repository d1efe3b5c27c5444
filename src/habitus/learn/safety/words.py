"""text -> words: what each means, however it is spelled: digits for letters, parted verbs, several words for one thing."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from habitus.learn.safety.vocabulary import chinese, meanings, phrases
from habitus.parse.terms.lexicon import is_function
from habitus.parse.wordset import wordset

APART = 5
"""Words that may part the halves of a verb: "turn all of the checks off"."""
LONGEST = 24
"""Letters of a word that is looked up in other spellings."""

TOGETHER = 12
"""Letters of the shortest run of words without blanks."""

_SPELLED = (
    (
        r"\b(?:under no circumstances|(?:bajo ninguna|sob nenhuma) circunstancia|en aucun cas|unter keinen umstanden|in nessun caso)\b",
        " never ",
    ),
    (r"\bn'importe (?:quel(?:le)?s?|quoi|qui)\b", " tout "),
    (r",\s*(?=(?:dass|ob|wenn|falls|bevor|nachdem|auch wenn|selbst wenn|even if|even when|aunque|meme s|anche se|mesmo que)\b)", " "),
    (r"\b(?:do|does|did) not\b", " not "),
    (r"\bgit commit\b[^,.;]{0,60}? -n\b", " git commit --no-verify "),
    (r"\b(?:do|does|did|is|are|was|were|should|would|could|must|has|have|had|need|ca|wo)n'?t\b", " not "),
    (
        r"\b(?:never|not|no|nao|non)\s+(?:ever )?(?:hesitate|forget|fail|neglect|dudes|olvides|hesite|dimenticare)\s+(?:to|en|di|de|em)\b",
        " ",
    ),
    (r"\b(?:not only|not just|no solo|nao so|non solo|nicht nur|pas seulement)\b", " "),
    (r"\b(?:with|having|have|has|had|had any|there (?:are|were)) no\b(?! (?:more|less|fewer))", " without "),
    (r"\bno (?:longer|more)\b|\bany (?:more|longer)\b", " not "),
    (r"\bmeme s(?:i\b|'(?=il|elle))", " if "),
    (r"\bn'(?=\w)", " ne "),
    (r"\bne\b([^,.;]{0,60}?)\b(?:pas|plus|jamais|rien|personne|aucun|aucune)\b", r" ne \1 "),
    (r"\b(?:[ldjmtsc]|qu|dell|all|nell|dall|sull|un)'(?=\w)", " "),
    (r"'s\b", " "),
    (r"\b(?:even if|even when|even though)\b|\b(?:aunque|incluso si|mesmo que|mesmo se|auch wenn|selbst wenn|anche se)\b", " if "),
    (r"\bchmod (?:-r )?(?:0?777|a\+rwx)\b", " chmod-777 "),
    (r"\bcurl\b[^,.;|]{0,60}? (?:-k|--insecure)\b", " curl-k "),
    (r"\b(verify|ssl_verify|verify_ssl)\s*=\s*false\b", " verify=false "),
    (r"\bpush -f\b", " push --force "),
    (r"^\s*(?:no|non|nein|nao|不对|不是)\s*[,，.]", " "),
)
TOKEN = re.compile(
    r"https?://\S+|hxxps?://\S+|[\w.+-]+@[\w-]+(?:\.\w+)+|--?[a-z][\w-]*(?:=\w+)?|\.[a-z0-9_]+(?:[.-][a-z0-9_]+)*|[\u3400-\u9fff]+"
    r"|[a-z0-9@$|_](?:(?:[a-z0-9_@$|=/+!]|(?<=[a-z])'(?=[a-z])|[.-](?=[a-z0-9_]))*[a-z0-9_@$|])?|[^\W\u3400-\u9fff]+|[^\w\s]|\n",
)
BREAKS = frozenset(".!?;:,\n—–。！？；，：()")
ADDRESS = re.compile(
    r"(?:https?|hxxps?|ftp)://(?!(?:localhost|127\.|0\.0\.0\.0|\[::1))|[\w.+-]+@[\w-]+\.\w{2,}"
    r"|(?:[\w-]+\.)+(?:com|net|org|io|ru|cn|xyz|info|site|biz|top|dev|app|co|me)$"
)
LEET = {"0": "o", "1": "il", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "|": "li", "!": "i", "+": "t"}
PARTICLES = wordset("off out aside secret hidden ab aus an")
"""Words that a verb may leave for the end of its clause."""
PARTICLES_ZH = "的了吧我你您在里上中也就还请和有是会能可以这那一个去来给对到为被"
"""Characters that name nothing."""


class Word(NamedTuple):
    text: str
    means: frozenset[str]

    @property
    def is_own(self) -> bool:
        """A thing of the project's own: neither known nor a small word."""
        if "\u3400" <= self.text[0] <= "\u9fff":
            return not self.means and bool(self.text.strip(PARTICLES_ZH))
        return not self.means and not is_function(self.text) and (self.text[0].isalnum() or self.text[0] in "./")


def words(text: str) -> list[Word]:
    """The words of a text that `letters.seen` has been through, and the marks between them."""
    for pattern, instead in _spelled():
        text = pattern.sub(instead, text)
    return _joined(_split(text))


def _split(text: str) -> list[Word]:
    found: list[Word] = []
    for token in TOKEN.findall(text):
        if "\u3400" <= token[0] <= "\u9fff":
            found += _cut(token)
        elif token[0].isalnum() or len(token) > 1:
            found += _word(token)
        else:
            found.append(Word(token, frozenset()))
    return found


def _word(token: str) -> list[Word]:
    if ADDRESS.match(token):
        return [Word(token, frozenset(("address",)))]
    known = _known(token)
    if known:
        return [Word(token, known)]
    if "-" in token.strip("-") and not token.startswith("-"):
        joined = _known(token.replace("-", ""))
        return [Word(token, joined)] if joined else [Word(part, _known(part)) for part in token.split("-") if part]
    return [Word(token, frozenset())] if is_function(token) else _run_together(token)


@lru_cache(maxsize=16_384)
def _known(token: str) -> frozenset[str]:
    """What it means as it stands, or with its digits read as letters."""
    found = meanings(token)
    if found or len(token) > LONGEST or token.isalpha() or not any(c.isalpha() for c in token):
        return found
    veiled = [LEET.get(c, c) for c in token.rstrip("!|")]
    if sum(len(choice) > 1 for choice in veiled) > 4:
        return found
    spelled = ("".join(letters) for letters in product(*veiled))
    return next((known for word in spelled if word.isalpha() and (known := meanings(word))), frozenset())


def _run_together(token: str) -> list[Word]:
    """Words without blanks, where they are all known: `ignoreyourrules`."""
    parts = _parted(token) if token.isalpha() and TOGETHER <= len(token) <= 3 * LONGEST else None
    return [Word(part, meanings(part)) for part in parts or (token,)]


@lru_cache(maxsize=4_096)
def _parted(text: str) -> tuple[str, ...] | None:
    if not text:
        return ()
    for end in range(min(len(text), LONGEST), 1, -1):
        if meanings(text[:end]) or is_function(text[:end]):
            rest = _parted(text[end:])
            if rest is not None:
                return text[:end], *rest
    return None


def _cut(run: str) -> list[Word]:
    """Chinese at the words that are known, longest first; what lies between them is the project's own."""
    found: list[Word] = []
    at = own = 0
    while at < len(run):
        size = next((n for n in (5, 4, 3, 2, 1) if run[at : at + n] in chinese() and at + n <= len(run)), 0)
        if size:
            found += [Word(run[own:at], frozenset())] * (at > own)
            found.append(Word(run[at : at + size], meanings(run[at : at + size])))
        at += size or 1
        own = at if size else own
    return found + [Word(run[own:], frozenset())] * (at > own)


def _joined(words: list[Word]) -> list[Word]:
    """Verbs and names of several words as one: "api key", "set aside", and "turn the checks off"."""
    found: list[Word] = []
    at = 0
    while at < len(words):
        size, apart, phrase = _phrase(words, at)
        if phrase:
            found.append(Word(phrase, meanings(phrase)))
            if apart:
                found += words[at + 1 : at + apart]
                at += apart + 1
                continue
        else:
            found.append(words[at])
        at += size
    return found


def _phrase(words: list[Word], at: int) -> tuple[int, int, str]:
    """How many words it takes, how far behind its last one stands if it is parted, and the phrase."""
    for parts in _candidates(words[at].text):
        size = len(parts)
        if tuple(word.text for word in words[at : at + size]) == parts:
            return size, 0, "-".join(parts)
        if size == 2 and parts[1] in PARTICLES:
            far = _far(words[at : at + APART + 2], parts[1])
            if far:
                return 1, far, "-".join(parts)
    return 1, 0, ""


def _far(words: list[Word], last: str) -> int:
    """How far behind the first of these words the verb's other half stands, in the same clause; 0: nowhere."""
    for far, word in enumerate(words):
        if word.text in BREAKS:
            break
        if far and word.text == last:
            return far
    return 0


def _candidates(word: str) -> list[tuple[str, ...]]:
    found = phrases().get(word, [])
    if word.startswith("schalt"):
        return found + phrases().get("schalt", [])
    return found


@lru_cache(maxsize=1)
def _spelled() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.MULTILINE), instead) for pattern, instead in _SPELLED)
