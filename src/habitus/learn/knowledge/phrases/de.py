"""German."""

from __future__ import annotations

from habitus.learn.knowledge.phrases import Frame, Phrases, words

HERE = (
    r"(?:hier|bei uns|(?:in|fur) (?:diesem|unserem|dem|dieses|unser) (?:repo|repository|projekt|code|team|unternehmen|monorepo)"
    r"|im (?:projekt|repo|team|code))"
)
OURS = (
    r"(?:dieses|unser|das|unsere|die|der|mein) (?:\w+-?)?(?P<w>repo|repository|projekt|code|team|firma|backend|frontend|api"
    r"|dienst|service|seite|app|anwendung|monorepo|pipeline|ci|build)"
)
THINGS = (
    r"(?:(?:staging|produktions|test|haupt|unit|integrations|e2e|entwicklungs|lokale[nr]?|interne[nr]?|prod|dev)[- ]?)?(?:tests?"
    r"|dokumentation|doku|docs|server|datenbank(?:en)?|branch|migrationen|fixtures"
    r"|konfiguration|schema(?:ta)?|skripte?|vorlagen|komponenten|logs|repo|api|endpunkt|basis-url|bucket|cluster|queue|backups?"
    r"|wiki|changelog|ubersetzungen|umgebung|paketmanager|linter|framework|ci"
    r"|pipeline|zeitzone|port|typen)"
)
CHOSEN = (
    r"(?:(?:staging|produktions|test|haupt|unit|integrations|e2e|entwicklungs|lokale[nr]?|interne[nr]?|prod|dev)[- ]?)?(?:tests?"
    r"|dokumentation|doku|docs|server|datenbank(?:en)?|branch|migrationen|fixtures"
    r"|konfiguration|schema(?:ta)?|vorlagen|logs|repo|api|basis-url|bucket|cluster|queue|backups?"
    r"|wiki|changelog|ubersetzungen|umgebung|paketmanager|linter|framework|ci"
    r"|pipeline|zeitzone)"
)
STANDS = (
    r"(?:ist|sind|liegt|liegen|lebt|leben|lauft|laufen|kommt|kommen|steht|stehen|gehort|gehoren)(?: (?:alle|immer))? (?:in|im"
    r"|unter|auf|bei|nach|an)"
)
NAMED = r"(?:ist|sind|heisst|heißt|heissen|heißen|ist in)"

PHRASES = Phrases(
    frames=(
        Frame(r"(?:nenn mich|nenne mich|ich heisse|ich heiße|mein name ist) (?P<o>[\w' -]{2,30})$", "fact", "name", "user", "name"),
        Frame(
            r"ich (?:bevorzuge|mag lieber|ziehe) (?:immer |generell |grundsatzlich )?(?P<o>(?!dass )(?:(?!(?:gegenuber|statt|vor"
            r"|als) ).)+?)(?: (?:gegenuber|statt|vor|als) (?P<y>.+?))?(?: vor)?$",
            "preference",
            "prefers",
            "user",
            "thing",
            True,
        ),
        Frame(r"ich (?:hasse|mag) (?P<o>keine .+|lange .+)", "preference", "dislikes", "user", "thing"),
        Frame(r"mein (?:bevorzugter|liebster|ublicher) (?P<s>[\w -]{2,40}?) ist (?P<o>.+)", "preference", "prefers", "user", "thing", True),
        Frame(r"ich (?:benutze|nutze|verwende|schreibe) immer (?P<o>.+)", "preference", "does", "user", "any", True),
        Frame(r"ich arbeite (?:bei|in|fur|als) (?P<o>.+)", "fact", "works", "user", "name"),
        Frame(r"ich (?:wohne|lebe) in (?P<o>.+)", "fact", "livesIn", "user", "name"),
        Frame(
            rf"(?:{HERE},? )?(?:wir )?(?:benutzen|nutzen|verwenden|setzen)(?: wir)?(?: hier)? (?:kein|keine|keinen|nie|niemals) (?P<o>.+)",
            "preference",
            "avoids",
            "project",
            "thing",
            True,
        ),
        Frame(
            rf"(?:{HERE},? )?(?:wir )?(?:benutzen|nutzen|verwenden|arbeiten mit|setzen auf)(?: wir)? (?:hier |immer |nur "
            r"|ausschliesslich )?(?P<o>.+)",
            "preference",
            "uses",
            "project",
            "thing",
        ),
        Frame(rf"{OURS} (?:benutzt|nutzt|verwendet|lauft auf|braucht|basiert auf) (?P<o>.+)", "fact", "uses", "project", "name"),
        Frame(rf"{OURS} ist (?:in|mit) (?P<o>.+?) (?:geschrieben|gebaut|entwickelt)$", "fact", "uses", "project", "name"),
        Frame(
            rf"(?:{HERE},? )?wir (?P<o>[a-z]+en (?P<n>immer|nie|niemals|grundsatzlich) .+)", "preference", "does", "project", "any", True
        ),
        Frame(
            rf"(?:{HERE},? )?wir (?:speichern|legen|halten|bewahren) (?P<s>[\w -]{{2,40}}?) (?:in|unter|auf) (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "place",
        ),
        Frame(
            rf"(?:{HERE},? )?wir (?P<s>deployen|veroffentlichen|hosten|testen|bauen|formatieren)(?: [\w-]+){{0,3}}? (?:auf|mit|bei"
            rf"|nach|uber|in) (?P<o>.+)",
            "fact",
            "does",
            "project",
            "name",
        ),
        Frame(rf"(?:alle )?(?:unsere?|(?P<mine>meine?)) (?P<s>[\w -]{{2,40}}?) {STANDS} (?P<o>.+)", "fact", "in", "thing", "name"),
        Frame(rf"(?:alle )?(?:unsere?|(?P<mine>meine?)) (?P<s>[\w -]{{2,40}}?) {NAMED} (?P<o>.+)", "fact", "is", "thing", "name"),
        Frame(rf"(?:alle |der |die |das )(?P<s>{THINGS}) {STANDS} (?P<o>.+)", "fact", "in", "thing", "place"),
        Frame(rf"(?:der |die |das )(?P<s>{CHOSEN}) {NAMED} (?P<o>.+)", "fact", "is", "thing", "name"),
    ),
    lead=r"(?:jetzt|hallo|hi|ok|also|gut|ah|ja|nein|danke|bitte|ubrigens|ausserdem|und|aber|denn|weil|da|zur info|zur information"
    r"|hinweis|generell|kontext|dann|wisse)(?: dass)?(?!\w)[\s,.:;!-]*",
    recall=r"(?:bitte )*(?:merke? dir|denk(?:e)? daran|erinnere dich|vergiss nicht|behalte? im kopf|notiere?(?: dir)?"
    r"|furs nachste mal|fur die zukunft)(?!\w)(?:[,:]? dass)?[\s,:]*",
    begins=r"[,:;]\s+|\s[-–—]+\s|,?\s(?:und|aber|denn)\s",
    ends=r",? (?:also|aber|denn|weil|da|obwohl|wahrend|bitte|deshalb|und (?:ich|du|wir|der|die|das|dann|bitte)|falls|wenn|damit)\b"
    r"|, |: | [-–—]+ | \(|[;!?。]",
    asks=r"(?:was|welche\w*|wer|wie|wo|wann|warum|wieso|kannst|konntest|gibt es|ist (?:es|das)|hast du|benutzen wir|nutzen wir"
    r"|verwenden wir)\b",
    supposes=words(
        r"wenn|falls|angenommen|vielleicht|konnten?|wurden?|ware|hatte|es sei denn|sagt|sagte|laut|zum beispiel|z\.b\.|als ob|bis|beispiel"
    ),
    doubts=words(
        r"ich (?:glaube|denke|vermute|weiss nicht|bin (?:mir )?nicht sicher)|vielleicht|wahrscheinlich|scheint|anscheinend"
        r"|wenn ich mich (?:richtig )?erinnere|scherz"
    ),
    moment=words(
        r"jetzt|gerade|aktuell|derzeit|momentan|im moment|heute|diese woche|diesen monat|morgen|vorubergehend|noch|diesmal|vorerst"
    ),
    passing=words(
        r"fragen?|funktion|methode|klasse|knopf|button|variable|zeile|termin|probleme?|ziel|plan|plane|ideen?|bestellung"
        r"|reservierung|fluge?|fehler|bugs?|anderungen?|aufgaben?|ergebnisse?"
        r"|ausgabe|meinung|erste[rs]?|letzte[rs]?|antwort|nachricht|das|dies|es"
    ),
    vague=r"(?:das|dies|diese|dieser|dieses|es|ihn|sie|den (?:ersten|zweiten|anderen|letzten)|die (?:erste|zweite|andere|letzte"
    r"|idee|option)|das (?:erste|zweite|andere)|so|beide|etwas|nichts|alles|andere|selbe|option|nicht|mehr|weniger|wie|wo|was|du"
    r"|dein|deine)(?!\w)",
    here=HERE,
    corrects=r"(?:nein|falsch|hor auf|das ist (?:falsch|nicht)|ich (?:habe|hab) (?:dir )?(?:schon )?gesagt|ich sagte|warum hast du"
    r"|du hast vergessen|nicht so|eigentlich)(?!\w)",
    you=r"(?:du|dein\w*|dir|dich|ihr|sie)\b",
)
