"""Which language a person writes in, by its small words. Seven are told apart: en, es, pt, fr, de, it, zh."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from habitus.detect import spoken
from habitus.parse.wordset import wordset

SMALL = {
    "en": wordset(
        """
        the that this these those it its is are was were be been you your we i my me he she they and or but not don't doesn't didn't
        isn't aren't wasn't can't won't you're it's that's what's i'm i've of to in on for with from at by as if so do does did have has
        had can could would should will what why how who which when where use make please thanks still wrong again instead stop never
        always nope yes there all just file test thats dont doesnt didnt isnt cant than then into about only already perfect great good
        now up out an a no give want need first next here any some other something more ok am
        """
    ),
    "es": wordset(
        """
        el la los las un una unos unas y o pero que de del al en con por para sin no si es esta estas este esto eso esa ese son soy eres
        fue era se me te le lo les nos mi tu su ya mas muy como cuando donde porque sigue funciona hay has he ha han usa haz pon quita
        dije dijiste aun todavia tampoco nada algo bien mal ahora siempre nunca gracias perfecto archivo quiero estan estoy tienes tiene
        puedes equivocas equivocado deja asi hace hacer deshaz otra otro a cual correcto deberia falta olvidaste sino anade agrega favor
        dos prueba tambien despues antes desde hasta entre sobre quien cada vamos crea
        """
    ),
    "pt": wordset(
        """
        o a os as um uma uns umas e ou mas que de do da dos das no na nos nas em com por para sem nao sim se voce vc eu ele ela isso
        isto esse essa este esta aquilo ainda ja mais muito como quando onde porque foi era sao estou tem tenho funciona errado errada
        certo arquivo obrigado obrigada sempre nunca nada tudo bem agora pare usa use disse falei pedi ao pelo pela meu minha seu sua
        deu faltou esqueceu outro outra assim fazer quero correto continua perfeito otimo adicione ficou pode quem qual procure depois
        tambem ate favor cada
        """
    ),
    "fr": wordset(
        """
        le la les un une des et ou mais que qui de du au aux en dans avec pour par sans ne pas plus est sont etait c'est ca ce cet cette
        ces je tu il elle on nous vous ils mon ma mes ton ta votre vos se sa son ses y a j'ai t'as n'est c'etait toujours jamais encore
        deja non oui faux fichier merci parfait rien bien mal si pourquoi quand comment fait faire marche fonctionne utilise te s'il
        plait stp ajoute reponds desormais peux peut sur entre puis aussi tres parfaite ecris cherche arrete veux voulais dit demande
        manque oublie d'accord l'erreur qu'il n'existe n'a tout doivent vont
        """
    ),
    "de": wordset(
        """
        der die das den dem des ein eine einen einem einer und oder aber dass ist sind war waren nicht kein keine keinen ich du er sie
        es wir ihr mir mich dir dich sich mein dein ihre zu zum zur in im am an auf aus bei mit von vor nach fur fuer noch schon immer
        nie wieder so wie was warum wann wo wenn nein ja doch falsch richtig datei danke bitte gut nur auch mach hast habe hab hat haben
        wird stimmt funktioniert geht gesagt nochmal jetzt statt hier alles gibt fehlt vergessen benutze nimm perfekt weiter hinzu kann
        kannst uber unter diese dieser dieses eines man da bin bist
        """
    ),
    "it": wordset(
        """
        il lo la i gli le un uno una e o ma che di del dello della dei delle a al alla in nel nella con per da dal non si no ho hai ha
        hanno sono sei era questo questa quello quella ci mi ti se piu molto come quando dove perche ancora gia sempre mai niente nulla
        tutto bene male ora adesso stai grazie perfetto file sbagliato sbagliata sbagli funziona usa detto chiesto cosi invece errore
        smettila manca dimenticato nessun nessuna problema perfetta aggiungi favore puoi dopo prima sulla sul alle nei ai cerca ferma
        fermo continua vai quindi c'e l'errore vero corretto voglio volevo fatto fare anche qui usiamo test volta vedo nuovo
        """
    ),
}
"""Folded (no accents, lower case). A word that two languages share counts for both."""

LOOKED_AT = 60
"""Words: more than enough to tell, and a long paste should not cost more."""
ALONE, SHARED = 10, 3
"""What a word counts, and one that another language has too."""
MOST = (1 << 10) - 1
"""Votes that a language may get: more than all of the words that are looked at."""
PLACES = {lang: n * 10 for n, lang in enumerate(SMALL)}
"""Where in a number its votes stand, in bits."""
FEW = 4
"""Words: a message so short may be in any language when none of its words tells."""
NEAR = 0.7
"""Of the most votes: short messages are often made of words that two languages share."""
CHINESE = re.compile("[\u3400-\u9fff]")
CHINESE_SHARE = 0.15
"""Of the characters: code and names stay in Latin letters in a Chinese message."""


def language(text: str) -> str:
    """The likeliest one; English where nothing tells."""
    return ranked(spoken.fold(spoken.readable(text)))[0]


@lru_cache(maxsize=16)
def ranked(folded: str) -> list[str]:
    """Every language that a folded text may be in, likeliest first, down to a good part of the evidence of the first. Never empty."""
    if not folded.isascii() and _is_chinese(folded[:200]):
        return ["zh"]
    found, homes = set(spoken.words(folded, LOOKED_AT)), _homes()
    ballot = 0
    for word in found:
        ballot += homes.get(word, 0)
    if not ballot:
        return list(SMALL) if 0 < len(found) <= FEW else ["en"]
    votes = {lang: ballot >> at & MOST for lang, at in PLACES.items()}
    enough = NEAR * max(votes.values())
    return sorted([lang for lang in votes if votes[lang] >= enough], key=votes.__getitem__, reverse=True)


def is_small(word: str) -> bool:
    """Is a folded word one by which some language is known?"""
    return word in _homes()


def _is_chinese(head: str) -> bool:
    return len(CHINESE.findall(head)) > CHINESE_SHARE * len("".join(head.split()))


@cache
def _homes() -> dict[str, int]:
    """Of each word how loudly it speaks for each language: one number, so that all languages are counted at once."""
    homes: dict[str, int] = {}
    for lang, small in SMALL.items():
        for word in small:
            is_alone = sum(word in others for others in SMALL.values()) == 1
            homes[word] = homes.get(word, 0) + ((ALONE if is_alone else SHARED) << PLACES[lang])
    return homes
