"""German. The verb may stand last, so most directives are kept as they were said."""

from __future__ import annotations

from habitus.learn.words import Verb, Words, anywhere, bare_of, weighed
from habitus.parse.wordset import wordset

WEIGHTS = weighed(
    habit="benutze benutz verwende nutze nimm bevorzuge vermeide vermeid folge befolge halte halt beachte antworte antwort "
    "sprich bleib bleibe sei",
    act="frage frag prüfe prüf überprüfe schau sieh erkläre teste formatiere suche such denk bestätige dokumentiere zitiere führe "
    "führ starte "
    "editiere bearbeite ändere verändere installiere rufe ruf erfinde errate rate ignoriere überspringe lies schreibe schreib "
    "importiere lösche lösch entferne wiederhole lüge überschreibe verschiebe aktualisiere veröffentliche sende schick pushe "
    "committe kopiere fass fasse",
    task="füge füg mach mache setze setz zeige zeig öffne erstelle korrigiere repariere sag sage gib merk stelle lass",
)
VERBS = {
    form: Verb(verb, verb, weight)
    for verb, weight in WEIGHTS.items()
    for form in bare_of([verb, verb + "n" if verb.endswith("e") else verb + "en"])
}

USE, PREFER, CANNOT = "benutze {x}", "bevorzuge {x}", "sag nicht, dass du {x} kannst"

WORDS = Words(
    small=wordset(
        "in von ab jetzt der die das den dem nicht ist und du ich habe dir gesagt benutze verwende immer nie schon ein eine einen "
        "mit fur auf warum wir hier vor wenn statt kein keine keinen bitte sollst hor auf nein hast zu im"
    ),
    lead=r"(?:nein|ne|nee|doch|hey|ok|okay|bitte|schon wieder|wieder|aber|und|also|dann|hor mal|warte|eigentlich|ernsthaft|mann|falsch"
    r"|das ist (?:falsch|nicht richtig)|so nicht|denk daran,? dass|(?:kannst|konntest) du(?: bitte)?(?= aufhoren"
    r"| immer))(?!\w)[\s,.:;!?-]*",
    told=r"(?:(?:wie )?ich (?:habe?|hab'|hatte)(?: es| das)?(?: dir)?(?: doch)?(?: (?:schon|bereits))?(?: (?:zweimal|mehrmals|oft"
    r"|tausendmal))? (?:gesagt|gebeten)(?: dass)?"
    r"|(?:wie )?(?:schon )?gesagt|wie oft (?:muss|soll) ich (?:dir )?(?:noch )?(?:sagen|das sagen)|ab jetzt|ab sofort|von nun an"
    r"|in zukunft|nachstes mal|beim nachsten mal)(?!\w)[\s,.:;-]*",
    frames=(
        (
            r"warum (?:sagst du|behauptest du|hast du gesagt),? (?:dass )?du (?:konntest |kannst )?(.+? nicht\b.*?)(?: kannst"
            r"| konntest)?$",
            CANNOT,
        ),
        (r"warum kannst du (.+? nicht\b.*)", CANNOT),
        (r"(?:hor|horen sie|hort)(?: endlich| bitte)? auf,? (?:damit,? )?(?=.+\bzu|.+zu\w+en\b)", "keep"),
        (r"du (?:darfst|sollst|solltest)(?: doch)? ((?:nicht|kein\w*) .+)", "du sollst {x}"),
        (r"du (?:sollst|musst|solltest)(?: doch)? (.+)", "du sollst {x}"),
        (r"(?:dass )?du (.+) (?:sollst|musst|solltest)$", "du sollst {x}"),
        (r"(?:du hast|hast du) vergessen,? (.+)", "vergiss nicht, {x}"),
        (r"(?:du hast|hast du) (.+) vergessen$", "vergiss {x} nicht"),
        (r"(?:hier|in diesem (?:repo|projekt)),? (?:benutzen|verwenden|nutzen) wir (?:nur |immer )?(.+)", USE),
        (r"wir (?:benutzen|verwenden|nutzen) (?:hier |nur |immer )?(?!nicht|kein)(.+?)(?: hier| in diesem (?:repo|projekt))?$", USE),
        (r"ich (?:bevorzuge|will lieber|mochte lieber|hatte lieber) (?!der |die |das |den |\d)(.+)", PREFER),
        (r"kein(?:e|en)? (?!problem|ahnung|sorge|zeit|idee)(?=\w+(?: mehr)?$)", "keep"),
    ),
    sure=(USE, PREFER, CANNOT),
    kinds={PREFER: "preference", CANNOT: "refusal"},
    verbs=VERBS,
    bare=bare_of(list(WEIGHTS)),
    alone=bare_of(["rate", "lüge", "erfinde"]),
    joins=r"(?:auf|vergessen|sagst du|behauptest du|gesagt)$",
    negation=r"(?!x)x",
    adverb=r"(?:immer|nie|niemals) ",
    lasting=anywhere(
        r"immer|nie|niemals|jedes mal|(?:jeder|jedem|jede|jeden) (?:commit|pr|push|antwort|nachricht|datei|anderung)|bevor"
        r"|vor (?:jedem|dem|einem)|nachdem|wenn|sobald|ausser|standardmassig|ab jetzt|in zukunft|in diesem (?:repo|projekt)"
        r"|ohne zu fragen|grundsatzlich|mehr|nicht|kein|keine|keinen"
    ),
    once=anywhere(
        r"noch nicht|vorerst|jetzt|gerade|diesmal|dieses mal|heute|morgen|nochmal|noch einmal|wieder|zeilen? \d+|schritt \d+"
        r"|(?:der|die|das|den) (?:andere|anderen|erste|ersten|zweite|zweiten|letzte|letzten|nachste|nachsten|gleiche|gleichen"
        r"|selbe) ?\w*|oben|unten|option \w"
        r"|(?:diese|dieser|dieses|diesen|diesem|jene|jener) (?!repo|projekt)\w+|damit|dafur|daran|davon|dazu|darauf"
    ),
    deictic=r"(?:es|das|dies|ihn|sie|so|da|dort|hier|nichts|alles|etwas)(?! \w*(?:repo|projekt))(?:$|\s(?:nicht|bitte|mal|doch)|(?!\w)$)",
    definite=r"(?:(?:(?:den )?port )?\d[\d.,:]*|der|die|das|den|dem|mein|meine|dein|deine|unser|unsere|zwei|drei|vier)\b",
    indefinite=r"(?:ein|eine|einen|einem|einer)\b",
    rites=anywhere(
        r"tests?|linter|formatter|typen|changelog|dokumentation|doku|readme|styleguide|anweisungen|konventionen|anforderungen"
        r"|makefile"
    ),
    trigger=r"(?:wenn|bevor|nachdem|falls|sobald|jedes mal wenn|vor jedem|in diesem (?:repo|projekt))\b",
    place=r"(?!x)x",
    condition=r"(?:wenn|falls|sobald|wahrend)\b",
    contrast=r"(?:\d|zwei|drei|hochstens|maximal|nicht|und nicht|nie|statt|anstatt|anstelle|ausser|nur|aber nicht|sondern|ohne|bevor|wenn"
    r"|und|oder)\b",
    limits=r"(?:aber |und )?(?:nur|außer|ausser|es sei denn|ausgenommen|bis auf)\b"
    r"|(?:aber )?(?:in|im|fur|bei|unter|auf) (?!ordnung|der tat|jedem fall|jeden fall|wirklichkeit|mich\b|zukunft)[\w`./*]"
    r"|(?!.*\b(?:rest|alles|sonst|jetzt|danke)\b)(?:aber )?.+ (?:ist|sind|geht) (?:ok|okay|erlaubt|in ordnung|klar)$"
    r"|(?:aber )?du darfst \w",
    passing=r"(?:aber |und |nur )*(?:diesmal|dieses mal|furs erste|vorerst|fur (?:jetzt|heute|dies\w+ (?!projekt|repo)\w+)"
    r"|in dies\w+ (?!projekt|repo"
    r"|fall)\w+|heute|im moment|vorlaufig|ausnahmsweise)(?!\w)",
    foreign=anywhere(
        r"sagt|sagen|schreibt|schrieb|steht|fehler|fehlermeldung|warnung|meldung|nachricht|schlagt fehl|ausgabe|logs?|prompt|spezifikation"
        r"|anforderung(?:en)?|readme|docs?|doku|dokumentation|titel|uberschrift|abschnitt|text|linter|fuge|fug|schreib|ersetze|ticket"
        r"|beschreibung|e-?mail|mail"
    ),
    trailing=r"(?:[\s,]+(?:bitte|danke|ok|okay|stattdessen|wie gesagt|verstanden))+$",
    here=anywhere(
        r"hier|(?:in|fur) (?:diesem|dieses|dem|das|unserem|unser) (?:repo|projekt|code)|wir (?:benutzen|verwenden|nutzen)|(?:benutzen"
        r"|verwenden"
        r"|nutzen) wir"
    ),
    everywhere=anywhere(r"uberall|in allen (?:meinen |unseren )?(?:projekten|repos)|immer|nie|niemals|ab jetzt|von nun an"),
    speech=anywhere(
        r"antwort(?:e|en)?|erklarung(?:en)?|erklare|entschuldig\w+|emojis?|ton|kurz(?:e|er)?|knapp(?:e|er)?|sprache|sprich"
        r"|englisch|deutsch|spanisch|zusammenfassung\w*|einheiten"
    ),
    refuses=r"\bIch (?:kann|habe) [^.!?\n]*?(?:nicht|keinen Zugriff)\b[^.!?\n]*",
    swap="benutze {x}, nicht {y}",
    swap_lead=r"(?:es heisst|das heisst|es ist) ",
    swap_not=r"(?:und )?nicht|statt|anstatt|anstelle von",
    but_lead=r"nicht",
    but=r"sondern",
    avoid="vermeide",
    always=("immer",),
    tail=wordset("ich du er sie es das dies was wie warum ist bin bist danke falsch schon mir dir"),
)
