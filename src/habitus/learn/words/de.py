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
    "importiere lösche lösch entferne wiederhole lüge überschreibe verschiebe aktualisiere veröffentliche sende schick pushe push "
    "committe kopiere fass fasse merge deploye teile buche plane runde formuliere benenne nenne",
    task="füge füg mach mache setze setz zeige zeig öffne erstelle korrigiere repariere sag sage gib merk stelle lass",
)
VERBS = {
    form: Verb(verb, verb, weight)
    for verb, weight in WEIGHTS.items()
    for form in bare_of([verb, verb + "n" if verb.endswith("e") else verb + "en"])
}

MANNERS = (
    "kommentare|emojis?|erklarungen|entschuldigungen|zusammenfassung(?:en)?|docstrings?|aufzahlungen|semikolons|abkurzungen|witze"
    "|platzhalter|todos|mocks|floskeln|hinweise|warnhinweise|fachjargon|anglizismen|tabellen|type hints|print-statements|einzeiler"
    "|neuen (?:dateien|abhangigkeiten)|magischen? zahlen|force-pushes"
)
NOTES = (
    "commits|commit-(?:nachrichten|messages|texte)|commitnachrichten|(?:branch|variablen|funktions|datei|klassen|test)-?namen|bezeichner"
    "|kommentare|docstrings|antworten|datumsangaben|zeitangaben|zeitstempel|changelog-eintrage|pull requests|prs|berichte|log-?meldungen"
)
THINGS = (
    f"{NOTES}|branches|tests|testdateien|testfalle|fixtures|funktionen|methoden|klassen|module|komponenten|endpunkte|endpoints|routen"
    "|abfragen|queries|migrationen|typen|variablen|konstanten|dateien|skripte|imports|fehlermeldungen|ausnahmen|exceptions|logs"
    "|abhangigkeiten|namen"
)
THING = (
    "commit|commit-(?:nachricht|message)|branch|test|testdatei|testfall|funktion|methode|klasse|modul|komponente|endpunkt|endpoint|route"
    "|abfrage|query|migration|variable|konstante|datei|skript|import|kommentar|docstring|fehlermeldung|ausnahme|exception|abhangigkeit"
    "|antwort|pull request|pr|bericht"
)
NEW = "(?:neue[nrs]? |offentliche[nrs]? )?"
EACH = rf"(?:(?:alle|samtliche) {NEW}(?:{THINGS})|jede[rs]? {NEW}(?:{THING}))"
MUST = r"mussen|muss|sollen|soll|sollten|sollte|durfen|darf|brauchen|braucht|gehoren|gehort|kommen(?= (?:in|nach|unter|neben) \S*[/._])"
FORM = (
    r"(?:auf (?:englisch|deutsch|franzosisch|spanisch|portugiesisch|italienisch|chinesisch)|im? (?:[\w-]*format|iso\S*|utc|markdown|json"
    r"|csv|snake_case|camelcase|imperativ|prasens|kleinbuchstaben)|als (?:json|csv|markdown))(?![\w-])"
)
STATE = (
    r"(?:.* )?(?:weg|behoben|da|ok|fertig|erledigt|grun|sichtbar|durchlaufen|laufen|bestehen|funktionieren|existieren|erscheinen"
    r"|verschwinden"
    r"|\w+bar|(?:an|ein|aus)ge(?:zeigt|blendet|schaltet)|(?:hoch|herunter)geladen|sortiert|gespeichert|gesendet|verschickt|geloscht|geladen"
    r"|gerendert|aktiviert|deaktiviert|geoffnet|geschlossen|versteckt)(?: (?:sein|werden|konnen))*$"
)
"""What is asked of the product, or of how it is now: the verb stands last."""
LESS = "kurzere|knappere|einfachere|weniger|kleinere|klarere|prazisere|ausfuhrlichere"
USE, PREFER, CANNOT = "benutze {x}", "bevorzuge {x}", "sag nicht, dass du {x} kannst"
NONE, LESS_OF, FORGOTTEN = "{x}", "vermeide {x}", "vergiss nie {x}"

WORDS = Words(
    small=wordset(
        "in von ab jetzt der die das den dem nicht ist und du ich habe dir gesagt benutze verwende immer nie schon ein eine einen "
        "mit fur auf warum wir hier vor wenn statt kein keine keinen bitte sollst hor auf nein hast zu im"
    ),
    lead=r"(?:nein|ne|nee|doch|hey|ok|okay|bitte|schon wieder|wieder|aber|und|also|dann|hor mal|warte|eigentlich|ernsthaft|mann|falsch"
    r"|das ist (?:falsch|nicht richtig)|so nicht|denk daran,? dass|(?:kannst|konntest) du(?: bitte)?(?= aufhoren"
    r"| immer))(?!\w)[\s,.:;!?-]*",
    told=r"(?:(?:wie )?ich (?:habe?|hab'|hab's|hatt's|hatte)(?: es| das)?(?: dir)?(?: doch)?(?: (?:schon|bereits))?(?: (?:zweimal|mehrmals"
    r"|oft|tausendmal))? (?:gesagt|gebeten)(?: dass)?"
    r"|(?:wie )?(?:schon )?gesagt|wie oft (?:muss|soll) ich (?:dir )?(?:noch )?(?:sagen|das sagen)|ab jetzt|ab sofort|von nun an"
    r"|in zukunft|nachstes mal|beim nachsten mal)(?!\w)[\s,.:;-]*",
    frames=(
        (
            r"warum (?:sagst du|behauptest du|hast du gesagt),? (?:dass )?du (?:konntest |kannst )?(.+? nicht\b.*?)(?: kannst"
            r"| konntest)?$",
            CANNOT,
        ),
        (r"warum kannst du (.+? nicht\b.*)", CANNOT),
        (
            r"(?:nie|niemals)(?: wieder| mehr)? (?=\S.* (?:benutzen|verwenden|nutzen|nehmen|bearbeiten|andern|anfassen|loschen|pushen"
            r"|committen|ausfuhren|installieren)$)",
            "keep",
        ),
        (r"(?:hor|horen sie|hort)(?: endlich| bitte)? auf,? (?:damit,? )?(?=.+\bzu|.+zu\w+en\b)", "keep"),
        (r"du (?:darfst|sollst|solltest)(?: doch)? ((?:nicht|kein\w*) .+)", "du sollst {x}"),
        (r"du (?:sollst|musst|solltest)(?: doch)? (.+)", "du sollst {x}"),
        (r"(?:dass )?du (.+) (?:sollst|musst|solltest)$", "du sollst {x}"),
        (r"(?:du hast|hast du) vergessen,? (.+)", "vergiss nicht, {x}"),
        (r"(?:du hast|hast du) (.+) vergessen$", "vergiss {x} nicht"),
        (r"(?:hier|in diesem (?:repo|projekt)),? (?:benutzen|verwenden|nutzen) wir (?:nur |immer )?(.+)", USE),
        (r"wir (?:benutzen|verwenden|nutzen) (?:hier |nur |immer )?(?!nicht|kein)(.+?)(?: hier| in diesem (?:repo|projekt))?$", USE),
        (r"ich (?:bevorzuge|will lieber|mochte lieber|hatte lieber) (?!der |die |das |den |\d)(.+)", PREFER),
        (
            rf"(?:ich (?:will|mochte|brauche|mag) )?(?:bitte )?"
            rf"(keine?n? (?:\w+ )?(?:{MANNERS})(?: mehr)?(?: (?:in|im|bei|fur|nach|vor|auf|mit) .+)?)$",
            NONE,
        ),
        (rf"ich (?:hasse|ertrage keine) ((?:\w+ )?(?:{MANNERS})(?: (?:in|im|bei|fur) .+)?)$", LESS_OF),
        (r"du vergisst (?:immer|standig|dauernd|jedes mal)(?: wieder)? (?!zu )(.+)", FORGOTTEN),
        (rf"(?:stelle? (?:bitte )?sicher|achte darauf|sorge? dafur),? dass (?=(?:{EACH}|keine?n? (?:{THING})) (?!{STATE})\w)", "keep"),
        (r"(?:stelle? (?:bitte )?sicher|achte darauf|sorge? dafur),? dass (?=du (?:immer|nie|niemals) \w)", "keep"),
        (rf"(?={EACH}(?: hier)? (?:{MUST}) (?!{STATE})\w)", "keep"),
        (rf"(?=keine?n? {NEW}(?:{THING}) (?:darf|soll|sollte) (?!{STATE})\w)", "keep"),
        (rf"(?=(?:(?:unsere|neue) )?(?:{THINGS}) (?:{MUST}) (?!{STATE})\w)", "keep"),
        (rf"(?=die (?:{NOTES}) (?:{MUST}) (?!{STATE})\w)", "keep"),
        (rf"(?=(?:(?:alle|die) )?(?:{THINGS}|{MANNERS}) sind (?:hier |bei uns )?(?:streng )?verboten$)", "keep"),
        (rf"(?=(?:(?:alle|die|unsere) )?(?:{THINGS}) (?:(?:bitte|immer|nur) )*{FORM})", "keep"),
        (r"(?:bei uns|hier|in diesem (?:repo|projekt)) wird (?:nur |immer )?(?!nicht|kein)(.+?) (?:benutzt|genutzt|verwendet)$", USE),
        (
            rf"(?:lege?|packe?|speicher[en]?|nenne?|benenne?) (?=(?:(?:alle|unsere|neue) )*(?:{THINGS}) "
            r"(?:in|ins|unter|nach|wie|als|neben|bei) \S)",
            "keep",
        ),
        (rf"(?:viel |deutlich |bitte )?(?:{LESS}) (?=(?:\w+ )?(?:{THINGS}|{MANNERS}|satze|absatze|text)$)", "keep"),
    ),
    sure=(USE, PREFER, CANNOT, NONE, LESS_OF, FORGOTTEN),
    kinds={PREFER: "preference", CANNOT: "refusal"},
    works=rf"(?:(?:alle|die|unsere) )?{NEW}(?:{THINGS})|jede[nrs]? {NEW}(?:{THING})",
    verbs=VERBS,
    bare=bare_of(list(WEIGHTS)),
    alone=bare_of(["rate", "lüge", "erfinde"]),
    joins=r"(?:auf|vergessen|sagst du|behauptest du|gesagt|sagst|meinst|behauptest|sicher|darauf|dafur)$",
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
    contrast=r"(?:\d|zwei|drei|hochstens|maximal|nicht|und nicht|nie|statt|anstatt|anstelle|ausser|nur|aber nicht|sondern|keine?n?|damit"
    r"|ohne|bevor|wenn"
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
        r"|beschreibung|e-?mail|mail|empfiehlt|zeigt|bekomme|issue|anleitung|wiki|artikel|zitat"
    ),
    trailing=r"(?:[\s,]+(?:bitte|danke|ok|okay|stattdessen|wie gesagt|verstanden))+$",
    here=anywhere(
        r"hier|(?:in|fur) (?:diesem|dieses|dem|das|unserem|unser) (?:repo|projekt|code)|wir (?:benutzen|verwenden|nutzen)|(?:benutzen"
        r"|verwenden"
        r"|nutzen) wir"
    ),
    everywhere=anywhere(r"uberall|in allen (?:meinen |unseren )?(?:projekten|repos)|(?<!vergisst )immer|nie|niemals|ab jetzt|von nun an"),
    speech=anywhere(
        r"antwort(?:e|en)?|erklarung(?:en)?|erklare|entschuldig\w+|emojis?|ton|kurz(?:e|er)?|knapp(?:e|er)?|sprache|sprich"
        r"|englisch|deutsch|spanisch|zusammenfassung\w*|einheiten"
    ),
    aside=r"(?:antwort|sprich)\w* (?:mit|uber|dem|der|den|ihm|ihr|dass) ?\w",
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
