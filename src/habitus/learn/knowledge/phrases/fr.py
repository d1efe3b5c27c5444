"""French."""

from __future__ import annotations

from habitus.learn.knowledge.phrases import Frame, Phrases, words

HERE = (
    r"(?:ici|chez nous|(?:dans|sur|pour) (?:ce|notre|le|cette|la) (?:\w+ )?(?:repo|depot|projet|code|equipe|entreprise|monorepo"
    r"|base de code))"
)
OURS = (
    r"(?:ce|notre|le|mon|cette|la) (?:\w+ )?(?P<w>repo|depot|projet|code|equipe|entreprise|backend|frontend|api|service|site|app"
    r"|application|monorepo|pipeline|ci)"
)
THINGS = (
    r"(?:tests?|documentation|docs|serveurs?|bases? de donnees|branche|migrations|fixtures|configuration|schemas?|scripts?|gabarits"
    r"|composants|logs|journaux|depot|api"
    r"|endpoint|url de base|bucket|cluster|file|sauvegardes|wiki|changelog|traductions|environnement|gestionnaire de paquets|linter"
    r"|framework|ci|pipeline|fuseau horaire|port|types)"
    r"(?: (?:de|du|des|d'integration|unitaires|integration|production|staging|preprod|developpement|principale?|locale?|recette|e2e)){0,4}"
)
CHOSEN = (
    r"(?:tests?|documentation|docs|serveurs?|bases? de donnees|branche|migrations|fixtures|configuration|schemas?|gabarits"
    r"|logs|journaux|depot|api"
    r"|url de base|bucket|cluster|file|sauvegardes|wiki|changelog|traductions|environnement|gestionnaire de paquets|linter"
    r"|framework|ci|pipeline|fuseau horaire)"
    r"(?: (?:de|du|des|d'integration|unitaires|integration|production|staging|preprod|developpement|principale?|locale?|recette|e2e)){0,4}"
)
STANDS = (
    r"(?:est|sont|se trouvent?|vit|vivent|va|vont|tourne|tournent|reside|resident)(?: (?:tous|toutes|toujours|heberge[es]*"
    r"|ranges?|stockes?|situe[es]*))? (?:dans|sur|sous|a|chez|en)"
)
NAMED = r"(?:est|sont|s'appelle|s'appellent|est ecrite? en|c'est)"

PHRASES = Phrases(
    frames=(
        Frame(r"(?:appelle[- ]moi|appelez[- ]moi|je m'appelle|mon nom est) (?P<o>[\w' -]{2,30})$", "fact", "name", "user", "name"),
        Frame(
            r"je prefere (?:toujours |vraiment |generalement )?(?P<o>(?!que )(?:(?!(?:a|au|aux|plutot que) ).)+?)(?: (?:a|au|aux"
            r"|plutot que(?: de)?) (?P<y>.+))?$",
            "preference",
            "prefers",
            "user",
            "thing",
            True,
        ),
        Frame(r"(?:je n'aime pas|je deteste|je hais) (?P<o>.+)", "preference", "dislikes", "user", "thing"),
        Frame(
            r"mon (?P<s>[\w -]{2,40}?) (?:prefere|favori|habituel|par defaut) est (?P<o>.+)", "preference", "prefers", "user", "thing", True
        ),
        Frame(r"j'(?:utilise|ecris) toujours (?P<o>.+)", "preference", "does", "user", "any", True),
        Frame(r"je travaille (?:chez|a|en|pour|comme) (?P<o>.+)", "fact", "works", "user", "name"),
        Frame(r"(?:j'habite|je vis) (?:a|en) (?P<o>.+)", "fact", "livesIn", "user", "name"),
        Frame(
            rf"(?:{HERE},? )?(?:nous n'utilisons|on n'utilise) (?:pas|jamais|plus) (?P<o>.+)",
            "preference",
            "avoids",
            "project",
            "thing",
            True,
        ),
        Frame(
            rf"(?:{HERE},? )?(?:nous utilisons|on utilise|on se sert de|nous travaillons avec) (?:toujours |uniquement "
            r"|seulement )?(?P<o>.+)",
            "preference",
            "uses",
            "project",
            "thing",
        ),
        Frame(rf"{OURS} (?:utilise|depend de|tourne sur|necessite) (?P<o>.+)", "fact", "uses", "project", "name"),
        Frame(rf"{OURS} est (?:ecrite?|faite?|construite?|developpee?) (?:en|avec|sur) (?P<o>.+)", "fact", "uses", "project", "name"),
        Frame(
            rf"(?:{HERE},? )?(?:nous |on )(?P<o>(?:ne |n')?[a-z]+ (?P<n>toujours|jamais) .+)", "preference", "does", "project", "any", True
        ),
        Frame(
            rf"(?:{HERE},? )?(?:nous |on )(?:rangeons|range|mettons|met|stockons|stocke|gardons"
            rf"|garde) (?P<s>[\w' -]{{2,40}}?) (?:dans|sous|sur) (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "place",
        ),
        Frame(
            rf"(?:{HERE},? )?(?:nous |on )(?P<s>deployons|deploie|publions|publie|hebergeons|heberge|testons"
            rf"|teste)(?: [\w-]+){{0,3}}? (?:sur|avec|via|chez|dans) (?P<o>.+)",
            "fact",
            "does",
            "project",
            "name",
        ),
        Frame(
            rf"(?:tous |toutes )?(?:notre|nos|(?P<mine>mon|ma"
            rf"|mes)) (?P<s>[\w' -]{{2,40}}?) {STANDS} (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "name",
        ),
        Frame(
            rf"(?:tous |toutes )?(?:notre|nos|(?P<mine>mon|ma"
            rf"|mes)) (?P<s>[\w' -]{{2,40}}?) {NAMED} (?P<o>.+)",
            "fact",
            "is",
            "thing",
            "name",
        ),
        Frame(rf"(?:tous |toutes )?(?:le |la |les |l')(?P<s>{THINGS}) {STANDS} (?P<o>.+)", "fact", "in", "thing", "place"),
        Frame(rf"(?:le |la |les |l')(?P<s>{CHOSEN}) {NAMED} (?P<o>.+)", "fact", "is", "thing", "name"),
    ),
    lead=r"(?:maintenant|salut|bonjour|ok|bon|bien|ah|oui|non|merci|s'il te plait|au fait|aussi|de plus|et|mais|car|parce que"
    r"|puisque|pour info(?:rmation)?|note|en general|contexte|alors|sache)(?: que| qu')?(?!\w)[\s,.:;!-]*",
    recall=r"(?:s'il te plait,? )*(?:souviens[- ]toi|rappelle[- ]toi|retiens|n'oublie pas|garde (?:a l'esprit|en tete)|memorise"
    r"|pour (?:la suite|l'avenir|la prochaine fois))(?!\w)(?:[,:]? (?:que|qu'))?[\s,:]*",
    begins=r"[,:;]\s+|\s[-–—]+\s|,?\s(?:et|mais|car|parce que|puisque)\s",
    ends=r",? (?:donc|mais|car|parce que|puisque|bien que|tandis que|s'il te plait|alors|et (?:je|tu|il|le|la|les|puis|ensuite)|si"
    r"|quand|pour que)\b|, |: | [-–—]+ | \(|[;!?。]",
    asks=r"(?:est-ce|qu'est|que\b|quel|quelle|quels|qui|comment|ou est|quand|pourquoi|peux-tu|pouvez-vous|tu peux|y a-t-il)\b",
    supposes=words(
        r"si|suppos\w+|imagin\w+|peut-etre|pourrait|pourrions|serait|a moins que|dit|disent|selon|d'apres|par exemple|comme si"
        r"|jusqu'a ce que|quand|exemple"
    ),
    doubts=words(
        r"je (?:pense|crois|suppose|ne sais pas)|pas sure?|peut-etre|probablement|il me semble|on dirait|si je me souviens|je plaisante"
    ),
    moment=words(
        r"maintenant|actuellement|en ce moment|pour l'instant|aujourd'hui|cette semaine|ce mois|demain|temporairement|encore|cette fois"
    ),
    passing=words(
        r"questions?|fonction|methode|classe|bouton|variable|ligne|reunion|problemes?|but|plans?|idees?|commandes?|reservations?"
        r"|vols?|erreurs?|echecs?|bugs?|changements?|taches?"
        r"|resultats?|sortie|avis|premier|premiere|dernier|derniere|reponse|message|c|ce|cela|ca|qui|que"
    ),
    vague=r"(?:ca|cela|ceci|ce|cette|ces|celui|celle|le (?:premier|second|deuxieme|meme|dernier)|la (?:premiere|seconde|meme"
    r"|derniere|deuxieme)|l'autre|l'idee|ainsi|les deux|rien|tout|autre|meme|option|pas|plus|moins|comment|ou|que|qu'|tu|ton|ta|tes"
    r"|vous|votre)(?!\w)",
    here=HERE,
    corrects=r"(?:non|faux|arrete|ce n'est pas|c'est faux|je t'ai (?:dit|demande)|j'ai (?:deja )?dit|pourquoi (?:as-tu|tu)"
    r"|tu as oublie|pas comme ca|en fait)(?!\w)",
    you=r"(?:tu|ton|ta|tes|te|toi|vous|votre|vos)\b",
)
