"""Italian."""

from __future__ import annotations

from habitus.learn.words import Verb, Words, anywhere, bare_of, weighed
from habitus.parse.wordset import wordset

WEIGHTS = weighed(
    habit="usare utilizzare preferire evitare mantenere rispettare rispondere parlare",
    act="seguire chiedere controllare verificare guardare spiegare testare formattare cercare ricordare assicurare confermare "
    "documentare citare "
    "riassumere tradurre eseguire lanciare modificare toccare cambiare installare chiamare inventare supporre ignorare saltare "
    "leggere scrivere importare cancellare "
    "eliminare rimuovere ripetere mentire sovrascrivere rinominare spostare riavviare aggiornare pubblicare inviare rifattorizzare "
    "riscrivere copiare "
    "duplicare indovinare committare pushare esportare",
    task="aggiungere fare mettere mostrare aprire creare includere correggere dire dare lasciare togliere",
)
IRREGULAR = {
    "preferire": "preferisci", "mantenere": "mantieni", "supporre": "supponi", "fare": "fai", "dire": "di'", "dare": "dai",
    "tradurre": "traduci", "togliere": "togli", "rimuovere": "rimuovi",
}  # fmt: skip
PARTICIPLES = {
    "scrivere": "scritto",
    "leggere": "letto",
    "rispondere": "risposto",
    "chiedere": "chiesto",
    "fare": "fatto",
    "mettere": "messo",
    "dire": "detto",
}


def _command(verb: str) -> str:
    return IRREGULAR.get(verb) or (verb[:-2] if verb.endswith("are") else verb[:-3] + "i")


def _forms(verb: str) -> list[str]:
    past = PARTICIPLES.get(verb) or verb[:-3] + ("ato" if verb.endswith("are") else "uto" if verb.endswith("ere") else "ito")
    return [
        verb,
        _command(verb),
        verb[:-2] + "te",
        past,
        verb[:-2] + "ndo" if verb.endswith("are") else verb[:-3] + "endo",
        verb[:-2] + "ssi",
    ]


VERBS = {form: Verb(_command(verb), f"non {verb}", weight) for verb, weight in WEIGHTS.items() for form in bare_of(_forms(verb))}
VERBS |= {form: Verb(form, f"non {form}", "act") for form in ("chiedimi", "avvisami")}

MANNERS = "commenti|emoji|spiegazioni|scuse|riassunt[oi]|docstring|elenchi puntati|tabelle|battute|mock|abbreviazioni|avvisi|gergo"
THINGS = (
    "rispost[ae]|messaggi(?:o)? di (?:commit|log|errore)|commit|branch|rami|pr|pull request|test|fixture|funzion[ei]|metod[oi]|class[ei]"
    "|modul[oi]|pacchett[oi]|component[ei]|endpoint|rott[ae]|query|migrazion[ei]|schem[ai]|tip[oi]|interfacc(?:ia|e)|variabil[ei]"
    "|costant[ei]|nomi(?: d(?:i|ei|elle) \\w+)?|identificator[ei]|file|script|import|comment[oi]|docstring|date?|orari|errori|eccezion[ei]"
    "|log"
    "|dipendenz[ae]|report"
)
MANY = "(?:tutti i|tutti gli|tutte le|i|gli|le|ogni|nessuna?|i nostri|le nostre|i tuoi|le tue)"
NEW = "(?:nuov[oaie] )?"
MUST = (
    r"dev(?:e|ono)|dovrebbe(?:ro)?|va(?:nno)?(?= (?:(?:in|nel|nella|sotto) \S*[/._]|in (?:inglese|italiano|formato"
    r"|minuscolo|maiuscolo|utc|iso)|accanto))"
)
FORM = (
    r"(?:in (?:inglese|italiano|francese|tedesco|spagnolo|portoghese|cinese|formato \S+|iso|utc|markdown|json|csv|snake_case|camelcase"
    r"|minuscolo|maiuscolo)|al(?:l'imperativo|l'infinito| presente| passato))(?!\w)"
)
STATE = (
    r"(?:essere )?(?:li|ok|bene|pront[oaie]|fatt[oaie]|verd[ei]|visibil[ei]|cliccabil[ei]|funzionare|passare|apparire|comparire|esistere"
    r"|sparire"
    r"|(?:mostrat|inviat|salvat|caricat|scaricat|ordinat|nascost|cancellat|risolt|visualizzat)[oaie])"
)
"""What is asked of the product, or of how it is now."""
NO_USE, NONE, LESS_OF, FORGOTTEN = "non usare {x}", "niente {x}", "evita {x}", "non dimenticare mai {x}"
USE, PREFER, CANNOT = "usa {x}", "preferisci {x}", "non dire che non puoi {x}"

WORDS = Words(
    small=wordset(
        "in poi d'ora da il lo la gli le che non e questo quello per con usa sempre mai gia del della una un si nel ti ho detto di "
        "perche qui prima quando mio al ma smetti hai devi i su come"
    ),
    lead=r"(?:no|ehi|ok|va bene|per favore|perfavore|di nuovo|ancora|ma|e|allora|quindi|senti|guarda|aspetta|davvero|dai|sbagliato"
    r"|e sbagliato"
    r"|non cosi|ricorda(?:ti)?(?: che| di)?|(?:puoi|potresti)(?= smettere di| sempre| non )|voglio che tu)(?!\w)[\s,.:;!?-]*",
    told=r"(?:(?:come )?(?:te l'ho|ti ho|vi ho)(?: gia)? (?:detto|chiesto|ripetuto)(?: (?:gia|due volte|mille volte|piu volte))?(?: che"
    r"| di)?"
    r"|(?:come )?ho(?: gia)? detto(?: che| di)?|quante volte (?:devo|ti devo) (?:dirti|dire|ripetere|ripeterti)(?: che| di)?"
    r"|d'ora in poi|da ora in poi|da adesso in poi"
    r"|la prossima volta|in futuro)(?!\w)[\s,.:;-]*",
    frames=(
        (r"(?:perche|come mai) (?:dici|hai detto|mi dici) che non puoi (.+)", CANNOT),
        (r"(?:perche|come mai|come) non puoi (.+)", CANNOT),
        (r"(?:non dire|smetti di dire) che non puoi (.+)", CANNOT),
        (r"stai usando (?P<y>[^,]+?),? (?:e|ma) (?:quello giusto e|dovrebbe essere|deve essere) (?P<x>.+)", "contrast"),
        (r"perche continui a ", "dont"),
        (r"perche non hai ", "do"),
        (r"(?:smetti|smettila|smettete|basta) (?:di )?(?=\w+re(?!\w))", "dont"),
        (r"continui a ", "dont"),
        (r"non dimenticare di ", "do"),
        (r"(?:qui )?non (?:usiamo|utilizziamo) (.+)", NO_USE),
        (r"(?:ti sei dimenticato|hai dimenticato|ti sei scordato) di ", "do"),
        (r"non hai ", "do"),
        (r"mai (?:piu )?(?=\w+(?:are|ere|ire)(?!\w))", "dont"),
        (r"non (?:dovresti|devi|dovevi|si deve|bisogna)(?: aver)? ", "dont"),
        (r"(?:dovresti|devi|dovevi|bisogna|occorre)(?: aver)? ", "do"),
        (rf"(?:niente|basta|non voglio) ((?:{MANNERS})(?: \w+)?(?: (?:in|nel|nei|nelle|per) .+)?)$", NONE),
        (rf"odio ((?:le |i |gli )?(?:{MANNERS})(?: \w+)?)$", LESS_OF),
        (r"(?:ti )?dimentichi sempre (?!di )(.+)", FORGOTTEN),
        (rf"assicurati che (?={MANY} {NEW}(?:{THINGS}) (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?={MANY} {NEW}(?:{THINGS})(?: (?!non )\w+)? (?:non )?(?:{MUST}) (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?=(?:i|gli|le) (?:{THINGS}|{MANNERS}) sono (?:assolutamente )?vietat[ie](?: qui| in questo \w+)?$)", "keep"),
        (rf"(?=(?:{MANY} )?(?:{THINGS}) (?:(?:per favore|sempre|solo) )*{FORM})", "keep"),
        (rf"(?:metti|salva|chiama|nomina) (?={MANY} {NEW}(?:{THINGS}) (?:in|nella|nel|sotto|come|accanto) \S)", "keep"),
        (rf"(?:{THINGS}|spiegazioni|frasi) (?=(?:molto )?piu (?:cort|brev|concis|semplic|chiar)\w+$)", "keep"),
        (
            r"(?:qui|in questo (?:repo|progetto)|noi)?,? ?(?:sempre |solo )?(?:usiamo|utilizziamo) (.+?)(?: qui| in questo (?:repo"
            r"|progetto))?$",
            USE,
        ),
        (r"(?:io )?preferisco (?!che |il |la |lo |i |le |gli |l'|\d)(.+)", PREFER),
    ),
    sure=(USE, NO_USE, PREFER, CANNOT, NONE, LESS_OF, FORGOTTEN),
    kinds={PREFER: "preference", CANNOT: "refusal"},
    verbs=VERBS,
    bare=bare_of([form for verb in WEIGHTS for form in (_command(verb), verb[:-2] + "te")]) | {"chiedimi", "avvisami"},
    after_told=bare_of([form for verb in WEIGHTS for form in (verb, verb[:-2] + "ssi")]) | frozenset(WEIGHTS),
    alone=bare_of(["inventare", "indovinare", "supporre", "mentire"]),
    after_no=frozenset(WEIGHTS),
    negation=r"non ",
    adverb=r"(?:sempre) ",
    lasting=anywhere(
        r"sempre|mai|ogni volta|quando (?:l'utente|\w+i)|prima(?: di \w+re?| di ogni)?|dopo (?:aver|ogni)|ogni (?:commit|pr|push"
        r"|risposta|messaggio|file)|a meno che|finche|di default|d'ora in poi|la prossima volta"
        r"|in questo (?:repo|progetto)|nel (?:repo|progetto)|senza chiedere"
    ),
    once=anywhere(
        r"tropp[oaie]|molt[oaie]|ancora|per ora|adesso|ora|questa volta|oggi|domani|di nuovo|rig[ah]e? \d+|passo \d+|l'altr[oa]"
        r"|gli altri|le altre"
        r"|(?:il|la) (?:primo|prima|secondo|seconda|ultimo|ultima|prossimo|prossima|stesso|stessa) \w+|sopra|sotto|opzione \w"
        r"|(?:questo|questa|questi|queste|quel|quello|quella|quei|quelle) (?!repo|progetto)\w+|(?:con|per|come|di|in) (?:questo|quello"
        r"|lui|lei)"
    ),
    deictic=r"(?:\w+(?:ando|endo)|questo|quello|cio|cosi|li|qui|niente$|tutto|qualcosa)(?!\w)",
    definite=r"(?:(?:(?:la )?porta )?\d[\d.,:]*|il|lo|la|i|gli|le|l'|mio|mia|tuo|tua|al|del|della|due|tre|quattro)(?:\b|(?<='))",
    indefinite=r"(?:un|uno|una|un'|altro|altra)(?:\b|(?<='))",
    rites=anywhere(
        r"tests?|linter|formattatore|tipi|changelog|documentazione|docs|readme|guida di stile|istruzioni|convenzioni"
        r"|requisiti|makefile"
    ),
    trigger=r"(?:(?:quando|se) (?:l'utente|\w+i)|prima di|dopo (?:aver|ogni)|ogni volta che|in questo (?:repo|progetto))(?!\w)",
    place=r"(?:nei|nelle|negli|per) (?:i |le )?(?:[\w-]+[ie]|report|commit|test|log),? (?=\w)",
    condition=r"(?:quando|se|mentre|appena)\b",
    contrast=r"(?:\d|due|tre|al massimo|non|e non|mai|invece di|anziche|piuttosto che|tranne|solo|ma non|senza|prima di|quando|e|o)(?!\w)",
    limits=r"(?:ma |e )?(?:solo|soltanto|tranne|eccetto|salvo|a meno che|fuorche)\b"
    r"|(?:ma )?(?:in|nel|nella|nei|nelle|per|dentro|sotto) (?!realta|fondo|generale|fatti|favore|pratica|me\b)[\w`./*]"
    r"|(?!.*\b(?:resto|tutto|adesso|grazie)\b)(?:ma )?.+ (?:va bene|vanno bene|si puo|(?:e|sono) permess\w)$|(?:ma )?puoi (?:usare|fare"
    r"|modificare|cancellare|eseguire|cambiare|installare|leggere|creare)\b",
    passing=r"(?:ma |e |solo )*(?:(?:per )?questa volta|per (?:ora|adesso|oggi|quest[oaei] (?!progetto|repo)\w+)"
    r"|in quest[oaei] (?!progetto|repo|caso)\w+"
    r"|oggi|al momento|temporaneamente)(?!\w)",
    foreign=anywhere(
        r"dice|dicono|dire|scrive|ha scritto|errori|errore|avvis[oi]|messaggi|messaggio|fallisce|output|logs?|prompt|specifiche?"
        r"|requisit[oi]"
        r"|readme|docs?|documentazione|titolo|sezione|etichetta|testo|linter|aggiungi|metti|inserisci|rinomina|cambia|sostituisci|ticket"
        r"|descrizione|e-?mail|suggerisce|consiglia|stampa|mostra|issue|guida|wiki|articolo|citazione"
    ),
    trailing=r"(?:[\s,]+(?:per favore|grazie|ok|va bene|come (?:ti )?ho detto|invece|di nuovo))+$",
    here=anywhere(r"qui|(?:in|per) questo (?:repo|progetto|codice)|nel (?:repo|progetto)|usiamo|utilizziamo"),
    everywhere=anywhere(r"ovunque|in tutti (?:i|i miei|i nostri) (?:progetti|repo)|(?<!dimentichi )sempre|mai|d'ora in poi"),
    speech=anywhere(
        r"rispost[ae]|rispondi|spiegazion[ei]|spiega|scuse|emoji|tono|breve|brevi|cort[oaie]|concis[oaie]|lingua|parla"
        r"|inglese|italiano|spagnolo|riassunt[oi]|unita"
    ),
    works=rf"(?:{MANY} )?{NEW}(?:{THINGS})",
    aside=r"(?:rispond|parl)\w+ (?:al?|alla|con|di|del\w*|che|la|il) \w",
    refuses=r"\b[Nn]on (?:posso|riesco a|ho accesso|ho il permesso|sono in grado)\b[^.!?\n]*",
    swap="usa {x}, non {y}",
    swap_lead=r"(?:e|si chiama|dovrebbe essere) ",
    swap_not=r"(?:e )?non|invece di|anziche",
    but_lead=r"non(?: e)?",
    but=r"ma|bensi",
    avoid="evita",
    always=("sempre",),
    tail=wordset("io tu lui lei che come perche questo quello sono sei e grazie sbagliato gia mi ti si ci"),
)
