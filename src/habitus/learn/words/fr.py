"""French."""

from __future__ import annotations

from habitus.learn.words import Verb, Words, anywhere, bare_of, weighed
from habitus.parse.wordset import wordset

WEIGHTS = weighed(
    habit="utiliser employer préférer éviter garder respecter répondre parler",
    act="suivre demander vérifier regarder expliquer tester formater chercher rappeler assurer confirmer documenter citer résumer "
    "traduire exécuter "
    "lancer éditer toucher modifier changer installer appeler inventer supposer ignorer sauter lire écrire importer déployer "
    "supprimer "
    "effacer répéter mentir renommer déplacer redémarrer publier envoyer pousser committer refactoriser réécrire copier dupliquer deviner",
    task="ajouter faire mettre montrer ouvrir créer inclure corriger réparer dire donner laisser enlever",
)
IRREGULAR = {
    "suivre": "suis", "répondre": "réponds", "lire": "lis", "écrire": "écris", "mentir": "mens", "faire": "fais", "mettre": "mets",
    "ouvrir": "ouvre", "inclure": "inclus", "dire": "dis", "traduire": "traduis", "réécrire": "réécris", "préférer": "préfère",
    "répéter": "répète", "appeler": "appelle", "rappeler": "rappelle", "enlever": "enlève", "employer": "emploie", "déployer": "déploie",
    "envoyer": "envoie",
}  # fmt: skip
FORMAL = {
    "faire": "faites",
    "dire": "dites",
    "lire": "lisez",
    "écrire": "écrivez",
    "suivre": "suivez",
    "répondre": "répondez",
    "mettre": "mettez",
}
PARTICIPLES = {"suivre": "suivi", "lire": "lu", "écrire": "écrit", "répondre": "répondu", "faire": "fait", "mettre": "mis", "dire": "dit"}


def _command(verb: str) -> str:
    return IRREGULAR.get(verb) or (verb[:-1] if verb.endswith("er") else verb[:-2] + "s")


def _formal(verb: str) -> str:
    return FORMAL.get(verb) or verb[:-2] + "ez"


def _prohibition(verb: str) -> str:
    do = _command(verb)
    return f"n'{do} pas" if do[0] in "aeéiou" else f"ne {do} pas"


def _forms(verb: str) -> list[str]:
    return [verb, _command(verb), _formal(verb), PARTICIPLES.get(verb) or verb[:-2] + "é", _command(verb) + "s"]


VERBS = {form: Verb(_command(verb), _prohibition(verb), weight) for verb, weight in WEIGHTS.items() for form in bare_of(_forms(verb))}
VERBS |= {form: Verb("utilise", "n'utilise pas", "habit") for form in ("sers-toi",)}
VERBS |= {form: Verb(form, f"ne me {form.partition('-')[0]} pas", "act") for form in ("demande-moi", "demandez-moi", "previens-moi")}

MANNERS = "commentaires|emojis?|explications|excuses|resumes?|docstrings?|puces|tableaux|blagues|mocks|abreviations|jargon"
THINGS = (
    "reponses?|messages? de (?:commit|log)|messages? d'erreur|commits?|branches?|prs?|pull requests?|tests?|fixtures?|fonctions?|methodes?"
    "|classes?|modules?|paquets?|composants?|endpoints?|routes?|requetes?|migrations?|schemas?|types?|interfaces?|variables?|constantes?"
    "|noms(?: de \\w+)?|identifiants?|fichiers?|scripts?|imports?|commentaires?|docstrings?|dates?|heures|exceptions?|logs?|dependances?"
    "|rapports?|erreurs"
)
MANY = "(?:tous les|toutes les|les|nos|tes|chaque|aucune?)"
NEW = "(?:nouve(?:aux|lles?|au|l) )?"
MUST = r"doi(?:t|vent)|devrai(?:t|ent)|vont(?= (?:(?:dans|sous) \S*[/._]|en |a cote))"
FORM = (
    r"(?:en (?:anglais|francais|allemand|espagnol|portugais|italien|chinois|markdown|json|csv|utc|snake_case|camelcase|minuscules"
    r"|majuscules)"
    r"|au (?:format \S+|present|passe|imperatif|infinitif))(?!\w)"
)
STATE = (
    r"(?:etre )?(?:la|ok|bons?|bonnes?|pret\w*|fait\w*|verts?|corrige\w*|visibles?|cliquables?|fonctionner|marcher|passer|apparaitre"
    r"|exister"
    r"|disparaitre|s'afficher|(?:affich|envoy|enregistr|charg|tri|cach|supprim|masqu)e\w*|telecharg\w*)"
)
"""What is asked of the product, or of how it is now."""
NO_USE, NONE, LESS_OF, FORGOTTEN = "n'utilise pas {x}", "{x}", "évite {x}", "n'oublie jamais {x}"
USE, PREFER, CANNOT = "utilise {x}", "préfère {x}", "ne dis pas que tu ne peux pas {x}"

WORDS = Words(
    small=wordset(
        "en nous vous sont dis le la les des que ne pas est c'est ca cela pour avec utilise toujours jamais deja du une un se dans "
        "et tu je t'ai dit de d'utiliser pourquoi ici avant quand mon au mais on n'utilise arrete j'ai il faut"
    ),
    lead=r"(?:non|nan|hein|bon|ok|d'accord|s'il te plait|s'il vous plait|stp|svp|encore|mais|et|alors|donc|ecoute|regarde|attends"
    r"|en fait|franchement"
    r"|c'est (?:faux|pas ca|incorrect)|pas comme ca|rappelle-toi(?: que| de)?|souviens-toi(?: que| de)?|(?:peux-tu|tu peux"
    r"|pourrais-tu)(?= arreter| toujours| ne pas)"
    r"|je (?:veux|voudrais) que tu)(?!\w)[\s,.:;!?-]*",
    told=r"(?:(?:comme )?je (?:te l'ai|t'ai|vous ai)(?: deja)? (?:dit|demande|repete)(?: (?:deja|deux fois|mille fois"
    r"|plusieurs fois))?(?: que| de)?"
    r"|(?:comme )?j'ai(?: deja)? dit(?: que| de)?|combien de fois (?:je dois|dois-je|faut-il)(?: te)? (?:dire|repeter)(?: que| de)?"
    r"|desormais|a partir de maintenant|dorenavant|la prochaine fois|a l'avenir)(?!\w)[\s,.:;-]*",
    frames=(
        (r"pourquoi (?:tu dis|dis-tu|as-tu dit|tu as dit|tu me dis) que tu ne (?:peux|sais) pas (.+)", CANNOT),
        (r"(?:pourquoi|comment ca) (?:tu ne peux pas|ne peux-tu pas|tu peux pas) (.+)", CANNOT),
        (r"(?:ne dis pas|arrete de dire) que tu ne peux pas (.+)", CANNOT),
        (r"tu utilises (?P<y>[^,]+?),? (?:et|mais|alors que) (?:le bon est|c'est|ca devrait etre) (?P<x>.+)", "contrast"),
        (r"pourquoi (?:n'as-tu pas|tu n'as pas|t'as pas) ", "do"),
        (r"(?:arrete|arretez|cesse|cessez)(?: donc)? (?:de |d')", "keep"),
        (r"d'(?=[aeiou])", "do"),
        (r"n'oublie pas (?:de |d')", "do"),
        (r"il ne faut jamais (?=\w)", "keep"),
        (r"(?:ici,? )?(?:on|nous) n'utilis(?:e|ons) (?:pas|jamais) (.+)", NO_USE),
        (r"de ne (?:pas|rien|jamais) ", "dont"),
        (r"ne (?:pas|rien|jamais) (?=\w+(?:er|re|ir)(?!\w))", "dont"),
        (r"(?:tu as|t'as|vous avez) oublie (?:de |d')", "do"),
        (r"(?:tu n'as|t'as|tu as) pas ", "do"),
        (r"(?:tu ne dois|tu ne devrais|tu n'aurais|il ne faut|tu dois|faut) pas (?:du )?", "dont"),
        (r"(?:tu dois|tu devrais|tu aurais du|il faut|il fallait|faut|tu es cense) ", "do"),
        (rf"(?:je ne veux )?(pas (?:de |d')(?:\w+ )?(?:{MANNERS})(?: (?:dans|en|pour|sur) .+)?)$", NONE),
        (rf"je deteste ((?:les |l')?(?:\w+ )?(?:{MANNERS})(?: \w+)?)$", LESS_OF),
        (r"tu oublies (?:toujours|tout le temps|a chaque fois) (?!de |d')(.+)", FORGOTTEN),
        (rf"(?:assure-toi|veille a ce|fais en sorte) que (?={MANY} {NEW}(?:{THINGS}) (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?={MANY} {NEW}(?:{THINGS})(?: (?!ne )\w+)? (?:ne )?(?:{MUST})(?: pas| jamais)? (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?=les (?:{THINGS}|{MANNERS}) sont (?:strictement )?interdite?s(?: ici| dans ce \w+)?$)", "keep"),
        (rf"(?=(?:{MANY} )?(?:{THINGS}) (?:(?:s'il te plait|toujours|uniquement) )*{FORM})", "keep"),
        (rf"(?:mets|place|range|nomme|enregistre) (?={MANY} {NEW}(?:{THINGS}) (?:dans|sous|comme|a cote) \S)", "keep"),
        (rf"(?:des )?(?:{THINGS}|explications|phrases) (?=(?:beaucoup )?plus (?:court|brev|concis|simpl|clair)\w+$)", "keep"),
        (
            r"(?:ici|dans ce (?:repo|projet|depot)|nous)?,? ?(?:on|nous) (?:n')?utilis(?:e|ons) (?!pas|jamais)(.+?)(?: ici"
            r"| dans ce (?:repo|projet|depot))?$",
            USE,
        ),
        (r"je (?:prefere|prefererais) (?!que |le |la |les |l'|a |\d)(.+)", PREFER),
    ),
    sure=(USE, NO_USE, PREFER, CANNOT, NONE, LESS_OF, FORGOTTEN),
    kinds={PREFER: "preference", CANNOT: "refusal"},
    verbs=VERBS,
    bare=bare_of([form for verb in WEIGHTS for form in (_command(verb), _formal(verb))]) | {"demande-moi", "demandez-moi", "previens-moi"},
    after_told=bare_of(list(WEIGHTS)),
    alone=bare_of(["invente", "devine", "suppose", "mens"]),
    negation=r"(?:n'|ne )",
    adverb=r"(?:toujours) ",
    lasting=anywhere(
        r"toujours|jamais|a chaque fois|(?:quand|lorsque) tu|avant (?:de|chaque|tout)|avant d'\w+|apres (?:chaque|avoir)"
        r"|chaque (?:commit|pr|push|reponse|message|fichier)|sauf|a moins que|par defaut|desormais|la prochaine fois"
        r"|dans (?:ce|le|notre) (?:repo|projet|depot|code)|sans demander"
    ),
    once=anywhere(
        r"(?:plus|jamais) ca|trop|beaucoup|encore|pour l'instant|maintenant|cette fois|aujourd'hui|demain|de nouveau|lignes? \d+"
        r"|etape \d+|l'autre|les autres"
        r"|(?:le|la) (?:premier|premiere|deuxieme|second|seconde|dernier|derniere|prochain|prochaine|meme|bon|bonne) \w+|ci-dessus"
        r"|ci-dessous|option \w"
        r"|(?:ce|cet|cette|ces) (?!repo|projet|depot)\w+|(?:avec|pour|comme|de|dans) (?:ca|cela|lui|elle)"
    ),
    deictic=r"(?:-?(?:le|la|les|moi|lui)(?!\s\w)|ca|cela|celui|celle|ceux|ici|rien$|tout)(?!\w)",
    definite=r"(?:(?:(?:le )?port )?\d[\d.,:]*|le|la|les|l'|mon|ma|mes|ton|ta|tes|notre|votre|au|aux|du|deux|trois|quatre)(?:\b|(?<='))",
    indefinite=r"(?:un|une|des|autre)\b",
    rites=anywhere(
        r"tests?|linter|formateur|types|changelog|documentation|docs|readme|guide de style|instructions|conventions|exigences"
        r"|makefile"
    ),
    trigger=r"(?:(?:quand|lorsque|si) (?:tu|l'utilisateur)|avant (?:de|chaque)|avant d'|apres (?:avoir|chaque)|chaque fois que"
    r"|dans ce (?:repo|projet|depot))(?!\w)",
    place=r"(?:dans|pour) (?:les |tes |mes |tous les )?[\w-]+s,? (?=\w)",
    condition=r"(?:quand|lorsque|si|des que)\b",
    contrast=r"(?:\d|deux|trois|au (?:plus|maximum)|pas|et pas|jamais|au lieu d[e']|plutot que|sauf|seulement|mais pas|sans|avant de"
    r"|quand|et|ou)(?!\w)",
    limits=r"(?:mais |et )?(?:seulement|uniquement|sauf|excepte|hormis|a moins|hors)\b"
    r"|(?:mais )?(?:dans|en|pour|sur|sous) (?!fait\b|effet|general|gros\b|plus\b|somme|tout cas)[\w`./*]"
    r"|(?!.*\b(?:reste|tout|maintenant|merci)\b)(?:mais )?(?:.+ )?(?:c'est (?:bon|permis|ok)|(?:est|sont) permis\w*)$"
    r"|(?:mais )?tu peux (?:utiliser|faire|modifier|supprimer|lancer|changer|installer|lire|creer)\b",
    passing=r"(?:mais |et |juste )*(?:(?:pour )?cette fois|pour (?:l'instant|le moment|aujourd'hui|c(?:e|et|ette|es) (?!projet|depot"
    r"|repo)\w+)"
    r"|dans c(?:e|et|ette|es) (?!projet|depot|repo|cas)\w+|aujourd'hui|temporairement)(?!\w)",
    foreign=anywhere(
        r"dit|disent|dire|ecrit|commente|erreurs?|avertissements?|messages?|echoue|sortie|logs?|prompt|specification|exigences?|readme"
        r"|docs?"
        r"|documentation|titre|section|etiquette|texte|linter|ajoute|mets|insere|renomme|change|remplace|ticket|description|e-?mail"
        r"|courriel|indique|suggere|recommande|affiche|issue|guide|wiki|article|citation"
    ),
    trailing=r"(?:[\s,]+(?:s'il te plait|s'il vous plait|stp|svp|merci|ok|d'accord|comme je (?:te )?l'ai dit|a la place|plutot))+$",
    here=anywhere(r"ici|(?:dans|pour|sur) (?:ce|le|notre) (?:repo|projet|depot|code)|on utilise|nous utilisons"),
    everywhere=anywhere(
        r"partout|dans tous (?:les|mes|nos) (?:projets|repos|depots)|(?<!oublies )toujours|jamais|desormais|a partir de maintenant"
    ),
    speech=anywhere(
        r"reponses?|reponds|repondez|explications?|explique|excuses|emojis?|ton|bref|breves?|courtes?|concis|langue|parle"
        r"|anglais|francais|espagnol|resumes?|unites"
    ),
    works=rf"(?:(?:{MANY}|des) )?{NEW}(?:{THINGS})",
    aside=r"(?:repond|parl)\w+ (?:a|au|aux|avec|de|du|que|la|le) \w",
    refuses=r"\b[Jj]e (?:ne (?:peux|suis|sais) pas|n'ai pas (?:accès|la permission))\b[^.!?\n]*",
    swap="utilise {x}, pas {y}",
    swap_lead=r"(?:c'est|ca devrait etre) ",
    swap_not=r"(?:et )?pas|au lieu de|plutot que",
    but_lead=r"(?:ce n'est )?pas",
    but=r"mais",
    avoid="évite",
    always=("toujours",),
    tail=wordset("je tu il elle on ca c'est cela qui que comment pourquoi est suis es merci faux deja y"),
)
