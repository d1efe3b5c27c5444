"""Italian."""

from __future__ import annotations

from habitus.learn.knowledge.phrases import Frame, Phrases, words

HERE = (
    r"(?:qui|da noi|(?:in|nel|per) (?:questo|nostro|il nostro|questa|nostra) (?:repo|repository|progetto|codice|team|azienda"
    r"|monorepo)|nel (?:progetto|repo|team|codice|nostro progetto|nostro repo))"
)
OURS = (
    r"(?:questo|il nostro|il|la nostra|la|il mio) (?:\w+ )?(?P<w>repo|repository|progetto|codice|team|azienda|backend|frontend"
    r"|api|servizio|sito|app|applicazione|monorepo|pipeline|ci)"
)
THINGS = (
    r"(?:test|documentazione|docs|server|database|branch|migrazioni|fixture|configurazione|schemi|schema|script|template|componenti"
    r"|log|repo|api|endpoint|url di base|bucket|cluster|coda|backup|wiki"
    r"|changelog|traduzioni|ambiente|gestore di pacchetti|linter|framework|ci|pipeline|fuso orario|porta|tipi)(?: (?:di|del|dei"
    r"|unitari|integrazione|produzione|staging|sviluppo|principale|locale|e2e)){0,4}"
)
CHOSEN = (
    r"(?:test|documentazione|docs|server|database|branch|migrazioni|fixture|configurazione|schemi|schema|template|componenti"
    r"|log|repo|api|url di base|bucket|cluster|coda|backup|wiki"
    r"|changelog|traduzioni|ambiente|gestore di pacchetti|linter|framework|ci|pipeline|fuso orario)(?: (?:di|del|dei"
    r"|unitari|integrazione|produzione|staging|sviluppo|principale|locale|e2e)){0,4}"
)
STANDS = (
    r"(?:sta|stanno|si trova|si trovano|vive|vivono|va|vanno|gira|girano|e|è|sono)(?: (?:tutti|tutte|sempre"
    r"|ospitat[oaie]))? (?:in|su|sotto|dentro|nella|nel|a)"
)
NAMED = r"(?:e|è|sono|si chiama|si chiamano|e scritt[oa] in|è scritt[oa] in)"

PHRASES = Phrases(
    frames=(
        Frame(r"(?:chiamami|mi chiamo|il mio nome e) (?P<o>[\w' -]{2,30})$", "fact", "name", "user", "name"),
        Frame(
            r"(?:io )?(?:di solito |sempre )?preferisco (?:sempre )?(?P<o>(?!che )(?:(?!(?:a|al|agli|alle|invece di"
            r"|piuttosto che) ).)+?)(?: (?:a|al|agli|alle|invece di|piuttosto che) (?P<y>.+))?$",
            "preference",
            "prefers",
            "user",
            "thing",
            True,
        ),
        Frame(r"(?:non mi piacciono|non mi piace|odio|detesto) (?P<o>.+)", "preference", "dislikes", "user", "thing"),
        Frame(
            r"il mio (?P<s>[\w -]{2,40}?) (?:preferito|abituale|predefinito) e (?P<o>.+)", "preference", "prefers", "user", "thing", True
        ),
        Frame(r"(?:io )?(?:uso|scrivo|eseguo) sempre (?P<o>.+)", "preference", "does", "user", "any", True),
        Frame(r"lavoro (?:in|a|per|presso|come) (?P<o>.+)", "fact", "works", "user", "name"),
        Frame(r"(?:vivo|abito) (?:in|a) (?P<o>.+)", "fact", "livesIn", "user", "name"),
        Frame(rf"(?:{HERE},? )?(?:noi )?non (?:usiamo|utilizziamo) (?:mai )?(?P<o>.+)", "preference", "avoids", "project", "thing", True),
        Frame(
            rf"(?:{HERE},? )?(?:noi )?(?:usiamo|utilizziamo|lavoriamo con) (?:sempre |solo )?(?P<o>.+)",
            "preference",
            "uses",
            "project",
            "thing",
        ),
        Frame(rf"{OURS} (?:usa|utilizza|dipende da|gira su|richiede) (?P<o>.+)", "fact", "uses", "project", "name"),
        Frame(
            rf"{OURS} (?:e|è) (?:scritt[oa]|fatt[oa]|costruit[oa]|sviluppat[oa]) (?:in|con) (?P<o>.+)", "fact", "uses", "project", "name"
        ),
        Frame(rf"(?:{HERE},? )?(?:noi )?(?P<o>(?:non )?[a-z]+iamo (?P<n>sempre|mai) .+)", "preference", "does", "project", "any", True),
        Frame(
            rf"(?:{HERE},? )?(?:mettiamo|teniamo|salviamo|conserviamo) (?P<s>[\w -]{{2,40}}?) (?:in|sotto|nella|nel|dentro) (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "place",
        ),
        Frame(
            rf"(?:{HERE},? )?(?P<s>facciamo il deploy|pubblichiamo|ospitiamo|testiamo|compiliamo) (?:su|con|via|in) (?P<o>.+)",
            "fact",
            "does",
            "project",
            "name",
        ),
        Frame(
            rf"(?:tutt[ie] )?(?:il |la |i |le )?(?:nostr[oaie]|(?P<mine>mi[oae]|miei)) (?P<s>[\w -]{{2,40}}?) {STANDS} (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "name",
        ),
        Frame(
            rf"(?:tutt[ie] )?(?:il |la |i |le )?(?:nostr[oaie]|(?P<mine>mi[oae]|miei)) (?P<s>[\w -]{{2,40}}?) {NAMED} (?P<o>.+)",
            "fact",
            "is",
            "thing",
            "name",
        ),
        Frame(rf"(?:tutti |tutte )?(?:il |la |i |le |lo |gli |l')(?P<s>{THINGS}) {STANDS} (?P<o>.+)", "fact", "in", "thing", "place"),
        Frame(rf"(?:il |la |i |le |lo |gli |l')(?P<s>{CHOSEN}) {NAMED} (?P<o>.+)", "fact", "is", "thing", "name"),
    ),
    lead=r"(?:ora|adesso|ciao|ok|bene|ah|no(?=[,.:;!])|grazie|per favore|a proposito|anche|inoltre|e|ma|perche|poiche"
    r"|per (?:tua )?informazione|nota|in generale|contesto|allora|sappi)(?: che)?(?!\w)[\s,.:;!-]*",
    recall=r"(?:per favore,? )*(?:ricorda(?:ti)?|ricordati|non dimenticare|tieni (?:a mente|presente)|annota|memorizza"
    r"|per il futuro|per la prossima volta)(?!\w)(?: di)?(?:[,:]? che)?[\s,:]*",
    begins=r"[,:;]\s+|\s[-–—]+\s|,?\s(?:e|ma)\s|,\s(?:perche|poiche)\s",
    ends=r",? (?:quindi|ma|perche|poiche|anche se|mentre|per favore|allora|e (?:io|tu|il|la|poi|voglio)|se|quando|in modo)\b|, |: "
    r"| [-–—]+ | \(|[;!?。]",
    asks=r"(?:che|cosa|quale|quali|chi|come (?:si|posso|faccio)|dove|quando|perche|puoi|potresti|c'e|ci sono)\b",
    supposes=words(
        r"se|suppon\w+|immagina\w*|forse|magari|potrebbe|sarebbe|a meno che|dice|ha detto|secondo|per esempio|ad esempio|come se"
        r"|finche|quando|esempio"
    ),
    doubts=words(
        r"penso|credo|suppongo|non (?:so|sono sicur[oa])|forse|magari|probabilmente|sembra|se non sbaglio|se ricordo bene|scherzo"
    ),
    moment=words(r"ora|adesso|attualmente|al momento|per ora|oggi|questa (?:settimana|volta)|questo mese|domani|temporaneamente|ancora"),
    passing=words(
        r"domand[ae]|funzione|metodo|classe|pulsante|variabile|riga|riunione|problem[ai]|dubb[io]|obiettivo|pian[oi]|ide[ae]"
        r"|ordin[ei]|prenotazion[ei]|vol[oi]|error[ei]|bug|cambiament[oi]"
        r"|compit[oi]|risultat[oi]|output|opinione|prim[oa]|ultim[oa]|risposta|messaggio|questo|quello|che"
    ),
    vague=r"(?:questo|questa|quello|quella|quelli|il (?:primo|secondo|stesso|che)|la (?:prima|seconda|stessa|che|opzione)"
    r"|l'altr[oa]|l'idea|cosi|entrambi|qualcosa|niente|nulla|tutto|altr[oa]|stess[oa]|opzione|non|piu|meno|come|dove|che|tu|tuo|tua)(?!\w)",
    here=HERE,
    corrects=r"(?:no|sbagliato|smettila|non e cosi|ti ho (?:detto|chiesto)|ho detto|perche hai|hai dimenticato|non cosi|in realta)(?!\w)",
    you=r"(?:tu|tuo|tua|tuoi|ti|te|lei)\b",
)
