"""How people say "save as skill" and "skip", one row for each language of the detector.

Written as patterns over folded text: lower case, no accents, straight quotes, single spaces. Each is matched against a whole clause, never
searched for inside one: "the tests save as skill files" is no consent. Own words; extend a row freely, the tests tell what breaks.
"""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    yes: str
    """Agrees by itself, right after the offer."""
    ok: str
    """Agrees right after the offer, but with thanks behind it only ends the talk."""
    polite: str
    """May stand around anything."""
    lead: str
    """May come before the request, besides yes and ok: "go ahead and", "could you"."""
    ask: str
    """How a request begins that ends in a question mark."""
    save: str
    """The request. What may follow it is in `behind`."""
    it: str
    """The request without naming a skill: counts right after the offer."""
    behind: str
    """How what follows the request may begin."""
    hedge: str
    """Anywhere in a sentence: it is conditional, postponed, past, or somebody else's."""
    no: str
    """Anywhere in a sentence: it is not a yes."""
    skip: str
    """Declines at any time."""
    not_now: str
    """Declines right after the offer."""


_EN_IT = (
    r"(?:it|this|that|these(?: steps)?|those(?: steps)?|them|(?:this|that|the)(?: whole)? (?:process|workflow"
    r"|procedure|steps?|one|task|way of working))"
)
_EN_SKILL = r"(?:an? |the |your )?(?:new |reusable |private )?skill"
_ES_IT = r"(?: (?:esto|eso|este|(?:el|este|todo el) (?:proceso|flujo|procedimiento)|los pasos|estos pasos))?"
_ES_SKILL = r"(?:una? |la )?(?:nueva |nuevo )?(?:habilidad|skill)"
_PT_IT = r"(?: (?:isso|isto|este|(?:o|este|todo o) (?:processo|fluxo|procedimento)|os passos|estes passos))?"
_PT_SKILL = r"(?:uma? |a )?(?:nova )?(?:habilidade|skill|competencia)"
_FR_IT = r"(?: (?:ca|cela|ceci|(?:le|ce|tout le) (?:processus|flux|procede)|la procedure|les etapes|ces etapes))?"
_FR_SKILL = r"(?:une? |la )?(?:nouvelle )?(?:competence|skill)"
_DE_IT = r"(?:es|das|dies|diesen ablauf|den ablauf|den prozess|die schritte|diese schritte|das ganze)"
_DE_SKILL = r"(?:einen? |den )?(?:neuen? )?(?:skill|fahigkeit|faehigkeit)"
_IT_IT = r"(?: (?:questo|cio|(?:il|questo|tutto il) (?:processo|flusso|procedimento)|la procedura|i passaggi|questi passaggi))?"
_IT_SKILL = r"(?:una? |la )?(?:nuova )?(?:skill|abilita|competenza)"

WORDS: dict[str, Words] = {
    "en": Words(
        yes=r"y|yes|yeah|yep|yup|sure|sure thing|definitely|absolutely|of course|certainly|please do|go ahead|go for it"
        r"|do it|do that|yes do",
        ok=r"ok|okay|k|alright|all right|fine",
        polite=r"please|pls|plz|thanks|thank you|thx|cheers",
        lead=r"great|perfect|good|nice|cool|awesome|excellent|right|sounds good|looks good|good idea|good job|nice work"
        r"|great work|well done"
        r"|wait|oh|hm+|well|and|so|now|then|just|let's|let us|you can|you may|i want you to|i'd like you to"
        r"|i would like you to|i'd like to|i want to"
        r"|i would like to|feel free to|go ahead and|do|also|actually|let's do that",
        ask=r"(?:can|could|would|will) you (?:please |also |now )?|(?:can|could) we (?:please )?",
        save=rf"(?:save|store|keep|remember|record|add|register)(?: {_EN_IT})? (?:as|into) {_EN_SKILL}"
        rf"|(?:save|create|make|write|build|add) (?:the |an? |this |that |your )(?:new |reusable |private )?skill"
        rf"|(?:turn|make|convert) {_EN_IT} (?:in)?to {_EN_SKILL}|make {_EN_IT} {_EN_SKILL}|make {_EN_SKILL} (?:out )?of {_EN_IT}"
        r"|save skill|skill it",
        it=rf"(?:save|keep|store) (?:{_EN_IT})",
        behind=r"and|called|named|for|so|with|under|from|out of|too|now|then|about|that|which|as|in|it|this|also",
        hedge=r"if|unless|when|once|until|till|whether|after|before|only|but|except|although|though|later|tomorrow|someday|maybe|perhaps"
        r"|might|would have|should i|should we|shall|what|why|how|who|which one|where|did|didn't|had|has|was|were|saved|said|says|told"
        r"|tells|asked|replied|replies|wrote|example|e\.g|suppose|imagine|pretend|hypothetically|says to|yet|soon|eventually|instead"
        r"|because|i think|not sure|or",
        no=r"no|nope|nah|not|don't|dont|do not|never|won't|can't|cannot|without|rather|skip|cancel|stop|forget|refuse"
        r"|decline|doesn't|isn't"
        r"|shouldn't|mustn't|neither|nor",
        skip=rf"(?:no )?skip|skip (?:it|this one|that one|saving(?: it)?|the skill)|(?:please )?(?:do not|don't|dont"
        rf"|never) (?:save|keep|store)"
        rf"(?: {_EN_IT})?(?: as {_EN_SKILL})?|(?:do not|don't|dont) (?:create|make|write|add) (?:an? |the |that |this |any )?skills?"
        rf"|(?:do not|don't|dont) (?:turn|make) {_EN_IT} (?:into )?{_EN_SKILL}"
        r"|no skills?|no need (?:to save (?:it|this|that)|for an? skill)(?: as an? skill)?|not as an? skill"
        r"|i (?:do not|don't|dont) (?:want|need) (?:an? |that |this |the )?skill",
        not_now=r"n|no|nope|nah|no way|not now|not this time|not today|not yet|no need|skip (?:this|that|for now)|pass"
        r"|never mind|nevermind|later"
        r"|maybe later|i'd rather not|rather not|don't|dont|do not|don't bother|leave it|forget it|not necessary|no thank you|no thanks",
    ),
    "es": Words(
        yes=r"s|si|claro|claro que si|por supuesto|adelante|hazlo|desde luego|dale",
        ok=r"ok|okay|vale|de acuerdo|bueno|esta bien",
        polite=r"por favor|porfa|gracias|muchas gracias",
        lead=r"perfecto|genial|muy bien|bien|excelente|estupendo|buen trabajo|y|ahora|entonces|pues|puedes|quiero que|quiero|me gustaria"
        r"|tambien|buena idea",
        ask=r"(?:me )?(?:puedes|podrias|puede|podria) ",
        save=rf"(?:guarda|guarde|guardar|guardalo|guardala|guardalos|guardarlo|guardarla|guardarlos|guardes|lo guardes"
        rf"|lo guardas|conserva(?:lo)?"
        rf"|registra(?:lo)?|almacena(?:lo)?|anade(?:lo)?|agrega(?:lo)?){_ES_IT} como {_ES_SKILL}"
        rf"|(?:crea|crear|haz|guarda|escribe|cree|crees) (?:una?|la|esta) (?:nueva )?(?:habilidad|skill)"
        rf"|(?:convierte|convertir|conviertelo|convertirlo|transformalo){_ES_IT} en {_ES_SKILL}",
        it=r"guardalo|guardala|guardalos|guardar|guardarlo|si guardalo",
        behind=r"y|llamada|llamado|con|para|de|a partir|bajo|ahora|tambien|que",
        hedge=r"si (?:no|la|el|los|las|todo|quieres|puedes|pasan?|funciona|te|respondo|digo|contesto|es|hay|crees)"
        r"|cuando|aunque|pero|solo"
        r"|salvo|excepto|luego|despues|manana|quizas?|tal vez|por que|que pasa|que ocurre|como funciona|dijo|dice"
        r"|dijiste|guardaste|guardado"
        r"|ejemplo|supon|antes|hasta|en vez|o|u|a menos|mas tarde|todavia|aun|deberia|debo|quien|ayer",
        no=r"no|nunca|tampoco|jamas|ni|sin|omite|omitir|salta|saltar|cancela|olvida|olvidalo",
        skip=rf"(?:no )?(?:omitir|omite|omitelo|saltar|salta|saltalo|saltatelo)|no (?:lo |la |los )?(?:guardes|guarde|guardar|conserves)"
        rf"(?:lo|la)?{_ES_IT}(?: como {_ES_SKILL})?|no (?:crees|hagas|quiero|necesito) (?:una? |la |esa |ninguna )?(?:habilidad|skill)"
        r"|sin (?:habilidad|skill)|ninguna (?:habilidad|skill)",
        not_now=r"n|no|ahora no|esta vez no|todavia no|aun no|no hace falta|paso|dejalo|olvidalo|mejor no|no gracias"
        r"|no es necesario|mas tarde|nada",
    ),
    "pt": Words(
        yes=r"s|sim|claro|com certeza|pode|pode ser|isso|faz isso|faca isso|vai em frente|por favor sim",
        ok=r"ok|okay|ta bom|tudo bem|beleza|esta bem",
        polite=r"por favor|pf|obrigado|obrigada|valeu",
        lead=r"perfeito|otimo|muito bem|bom|excelente|bom trabalho|boa ideia|e|agora|entao|quero que|quero|gostaria de"
        r"|pode|tambem|voce pode",
        ask=r"(?:voce )?(?:pode|poderia|podes|consegue) ",
        save=rf"(?:salva|salve|salvar|guarda|guarde|guardar|grava|grave|gravar|registra|registre|adiciona|adicione"
        rf"|armazene)(?:-o|-a|-lo|-la)?"
        rf"{_PT_IT} como {_PT_SKILL}|(?:salva-lo|guarda-lo|grava-lo) como {_PT_SKILL}"
        rf"|(?:cria|crie|criar|faz|faca|salve|escreva) (?:uma?|a|essa|esta) (?:nova )?(?:habilidade|skill)"
        rf"|(?:transforma|transforme|transformar|converte|converta)(?:-o|-a)?{_PT_IT} em {_PT_SKILL}|(?:o |a )?(?:salve"
        rf"|guarde) como {_PT_SKILL}",
        it=r"(?:salva|salve|salvar|guarda|guarde|guardar|grava|grave)(?:-o|-a)?(?: isso)?|pode (?:salvar|guardar|gravar)",
        behind=r"e|chamada|chamado|com|para|pra|de|a partir|agora|tambem|que",
        hedge=r"se|quando|embora|mas|so|apenas|exceto|salvo|depois|amanha|talvez|por que|porque|o que|como funciona"
        r"|disse|diz|salvou|salvo"
        r"|exemplo|suponha|antes|ate|em vez|ou|a menos|mais tarde|ainda|deveria|devo|quem|ontem",
        no=r"nao|nunca|nem|jamais|sem|pula|pular|cancela|esquece|ignora|ignorar",
        skip=rf"(?:nao )?(?:pular|pula|pule|ignorar|ignora|ignore|saltar)|nao (?:o |a )?(?:salva|salve|salvar|guarda"
        rf"|guarde|guardar|grave|precisa salvar)"
        rf"(?:-o|-a)?{_PT_IT}(?: como {_PT_SKILL})?|nao (?:crie|cria|faca|quero|preciso de) (?:uma? |a |essa "
        rf"|nenhuma )?(?:habilidade|skill)"
        r"|sem (?:habilidade|skill)|nenhuma (?:habilidade|skill)",
        not_now=r"n|nao|agora nao|desta vez nao|ainda nao|nao precisa|deixa|deixa pra la|melhor nao|nao obrigad[oa]"
        r"|esquece|mais tarde|passo",
    ),
    "fr": Words(
        yes=r"o|oui|ouais|bien sur|volontiers|vas-y|allez-y|fais-le|faites-le|avec plaisir|absolument|oui vas-y",
        ok=r"ok|okay|d'accord|tres bien|entendu|ca marche",
        polite=r"s'il te plait|s'il vous plait|stp|svp|merci|merci beaucoup",
        lead=r"parfait|super|genial|bien|excellent|bravo|bon travail|bonne idee|et|maintenant|alors|donc|je veux que tu"
        r"|je veux|j'aimerais"
        r"|je voudrais|tu peux|vous pouvez|aussi",
        ask=r"(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez|tu pourrais|est-ce que tu peux) ",
        save=rf"(?:l'|les )?(?:enregistre|enregistrez|enregistrer|sauvegarde|sauvegardez|sauvegarder|garde|gardez|garder"
        rf"|conserve|conserver|ajoute"
        rf"|ajouter|memorise|memoriser)(?:-le|-la|-les|-moi ca)?{_FR_IT} (?:comme|en tant que|en) {_FR_SKILL}"
        rf"|(?:cree|creez|creer|fais|faites|faire|ecris|enregistre) (?:une|la|cette) (?:nouvelle )?(?:competence|skill)"
        rf"|(?:en faire|fais-en|faites-en|fais en) {_FR_SKILL}"
        rf"|(?:transforme|transformez|transformer|convertis)(?:-le|-la|-les)?{_FR_IT} en {_FR_SKILL}",
        it=r"(?:enregistre|enregistrez|sauvegarde|garde|gardez)(?:-le|-la|-les)|l'enregistrer|enregistrer|enregistre(?: ca)?",
        behind=r"et|appelee|nommee|avec|pour|a partir|sous|maintenant|aussi|de|qui",
        hedge=r"si|quand|lorsque|des que|bien que|mais|seulement|uniquement|sauf|plus tard|apres|demain|peut-etre"
        r"|pourquoi|qu'est-ce|que se passe"
        r"|comment|a dit|dit|disait|as enregistre|avez enregistre|enregistrees?|exemple|suppose|imagine|avant|jusqu'a"
        r"|au lieu|ou|a moins|dois-je|devrais|faut-il|qui a|hier",
        no=r"non|ne|n'|pas|jamais|ni|sans|passe|passer|annule|oublie|ignore|ignorer",
        skip=rf"(?:non )?(?:passer|passe|passez|ignorer|ignore)|(?:ne )?(?:l'|les |le )?(?:enregistre|enregistrez"
        rf"|sauvegarde|sauvegardez|garde|gardez)"
        rf"(?:-le|-la)? pas{_FR_IT}(?: (?:comme|en tant que) {_FR_SKILL})?|(?:ne |n')l'enregistre pas(?: comme {_FR_SKILL})?"
        rf"|ne pas (?:l')?(?:enregistrer|sauvegarder|garder)(?: comme {_FR_SKILL})?|n'enregistre pas{_FR_IT}(?: comme {_FR_SKILL})?"
        r"|(?:ne )?(?:cree|creez|fais|faites) pas (?:de |une |la )?(?:competence|skill)|pas de (?:competence|skill)"
        r"|pas besoin de (?:competence|skill)",
        not_now=r"n|non|pas maintenant|pas cette fois|pas encore|pas besoin|pas la peine|laisse|laisse tomber|non merci"
        r"|plutot pas|ce n'est pas la peine"
        r"|plus tard|tant pis|inutile",
    ),
    "de": Words(
        yes=r"j|ja|jawohl|klar|na klar|sicher|gerne?|ja gerne?|auf jeden fall|mach das|mach mal|tu das|jep|jo|unbedingt",
        ok=r"ok|okay|gut|in ordnung|einverstanden|passt",
        polite=r"bitte|danke|danke schon|vielen dank|bitte schon",
        lead=r"perfekt|super|prima|toll|sehr gut|gute arbeit|gute idee|und|jetzt|dann|also|nun|du kannst|ich mochte"
        r"|ich moechte|ich will|auch|mal|doch",
        ask=r"(?:kannst|konntest|koenntest|wurdest|wuerdest) du (?:bitte |mir )?|(?:konnen|koennen) sie (?:bitte )?",
        save=rf"(?:{_DE_IT} )?(?:bitte )?als {_DE_SKILL} (?:speichern|sichern|behalten|ablegen|aufnehmen|merken)"
        rf"|(?:speicher|speichere|sichere|behalte|leg|lege|nimm|merk dir|merke dir)(?: {_DE_IT})?(?: bitte)? als {_DE_SKILL}(?: ab| auf)?"
        rf"|(?:erstell|erstelle|mach|mache|leg|lege|schreib|schreibe) (?:mir )?(?:bitte )?(?:daraus |hieraus )?(?:einen"
        rf"|den) (?:neuen )?skill(?: daraus| an)?"
        rf"|(?:daraus|hieraus) (?:bitte )?einen (?:neuen )?skill (?:machen|erstellen)"
        rf"|einen (?:neuen )?skill (?:daraus )?(?:machen|erstellen|anlegen)",
        it=rf"(?:speicher|speichere|sichere|behalte) {_DE_IT}|speichern|{_DE_IT} (?:bitte )?speichern",
        behind=r"und|namens|mit|fur|fuer|unter|aus|damit|jetzt|auch|der|die",
        hedge=r"wenn|falls|sobald|sofern|ob|obwohl|aber|nur|ausser|spater|spaeter|danach|morgen|vielleicht|warum|wieso"
        r"|was|wie|wer|sagte|gesagt|sagt"
        r"|hast|hat|habe|gespeichert|beispiel|angenommen|bevor|vorher|bis|statt|anstatt|oder|soll|sollte|gestern|erst|noch",
        no=r"nein|nee|ne|nicht|kein|keine|keinen|nie|niemals|ohne|uberspringen|ueberspringen|abbrechen|vergiss|lass",
        skip=rf"(?:nein )?(?:uberspringen|ueberspringen|uberspring(?:e|s)?(?: es| das)?)"
        rf"|(?:bitte )?(?:{_DE_IT} )?(?:bitte )?nicht (?:als {_DE_SKILL} )?"
        rf"(?:speichern|sichern|behalten)|(?:speicher|speichere|sichere|behalte)(?: {_DE_IT})?(?: bitte)? nicht(?: als {_DE_SKILL})?"
        rf"|(?:speicher|speichere)(?: {_DE_IT})? nicht|kein(?:en)? skill(?: daraus)?(?: bitte)?(?: machen| erstellen| speichern)?"
        r"|(?:erstell|erstelle|mach|mache) (?:bitte )?(?:daraus )?keinen skill(?: daraus)?|ich (?:brauche|mochte"
        r"|moechte|will) keinen skill",
        not_now=r"n|nein|nee|ne|jetzt nicht|diesmal nicht|noch nicht|nicht jetzt|nicht notig|nicht noetig|lass(?: es"
        r"| mal)?|lieber nicht|nein danke"
        r"|brauche ich nicht|vergiss es|spater|spaeter|vielleicht spater",
    ),
    "it": Words(
        yes=r"s|si|certo|certamente|volentieri|fallo|vai|procedi|va bene si|assolutamente|si grazie",
        ok=r"ok|okay|va bene|d'accordo|bene",
        polite=r"per favore|per piacere|grazie|grazie mille|perfavore",
        lead=r"perfetto|ottimo|molto bene|bravo|bel lavoro|buona idea|e|ora|adesso|allora|quindi|puoi|voglio che|voglio"
        r"|vorrei|anche|pure",
        ask=r"(?:mi )?(?:puoi|potresti|puo|potrebbe) ",
        save=rf"(?:salva|salvare|salvalo|salvala|salvali|salvarlo|conserva(?:lo)?|tieni(?:lo)?|registra(?:lo)?"
        rf"|memorizza(?:lo)?|aggiungi(?:lo)?)"
        rf"{_IT_IT} come {_IT_SKILL}|(?:crea|creare|fai|fare|salva|scrivi) (?:una|la|questa) (?:nuova )?(?:skill|abilita|competenza)"
        rf"|(?:trasforma|trasformalo|trasformare|converti(?:lo)?){_IT_IT} in {_IT_SKILL}|(?:fanne|farne) {_IT_SKILL}",
        it=r"salvalo|salvala|salvali|salva|salvarlo|tienilo",
        behind=r"e|chiamata|chiamato|con|per|da|a partire|sotto|ora|anche|di|che",
        hedge=r"se|quando|appena|anche se|benche|ma|solo|soltanto|tranne|salvo che|dopo|domani|forse|perche|cosa"
        r"|che succede|come funziona|ha detto"
        r"|dice|detto|hai salvato|salvato|esempio|supponi|prima|fino|invece|o|oppure|a meno|piu tardi|ancora|dovrei|devo|chi|ieri",
        no=r"no|non|mai|ne|senza|salta|saltare|annulla|dimentica|ignora|ignorare",
        skip=rf"(?:no )?(?:salta|saltare|saltalo|ignora|ignorare)|non (?:lo |la |li )?(?:salvare|salvarlo|salva"
        rf"|conservare|tenere)(?:lo|la)?{_IT_IT}"
        rf"(?: come {_IT_SKILL})?|non (?:creare|fare|voglio|mi serve) (?:una? |la |quella |nessuna )?(?:skill|abilita)"
        rf"|niente (?:skill|abilita)"
        r"|nessuna (?:skill|abilita)|senza (?:skill|abilita)",
        not_now=r"n|no|non ora|non adesso|non questa volta|non ancora|non serve|lascia|lascia stare|lascia perdere"
        r"|meglio di no|no grazie|non importa"
        r"|piu tardi|non e necessario|passo",
    ),
    "zh": Words(
        yes=r"是|是的|对|好的|要|需要|可以|行|没问题|当然|当然可以|保存吧|请保存|存吧|好的请保存",
        ok=r"好|嗯|好吧",
        polite=r"请|谢谢|多谢|麻烦你|麻烦了|拜托",
        lead=r"很好|太好了|不错|完美|那|那就|那么|就|现在|然后|请你|帮我|麻烦|你可以|我想|我要|我想要|也|把",
        ask=r"(?:请问)?(?:你)?(?:能不能|可以|可不可以|能|能否|可否)(?:请)?(?:帮我)?",
        save=r"(?:请|帮我|就|把|将)*(?:它|这个|这|这些步骤|这些|这个流程|整个流程|流程|过程|这个过程)?(?:请)?(?:保存|存|收藏|记录|储存|存储|做|变|转换|转化|沉淀)"
        r"(?:它|这个|这些步骤|这些|这个流程|流程)?(?:为|成|作为|成为|到)(?:一个|一项|新的|一个新的)?(?:可复用的?|新)?技能"
        r"|(?:创建|新建|生成|写|保存)(?:一个|一项|这个|新的|一个新的)?(?:可复用的?|新)?技能|存技能",
        it=r"(?:请|帮我|就)?(?:保存|存|存下来|保存下来|保存它|存起来)(?:吧)?",
        behind=r"吧|，|并|叫|名字|命名|以便|方便|给|用于|供|下次|以后|了?谢谢|里|中|库",
        hedge=r"如果|假如|要是|万一|除非|等|之后再|以后再|但|不过|只有|只要|才|也许|可能|为什么|什么|怎么|会怎|谁|说过|他说|她说|说的|已经|保存了|存了|例如|比如|假设|之前|或者|还是|是否|应该|稍后|待会|明天|昨天|先",
        no=r"不|别|勿|没有|没必要|无需|跳过|取消|算了",
        skip=r"(?:不用?了?|请)?跳过(?:吧|它|这个)?|(?:请)?(?:不要|别|不用|无需|不必|不需要|先别|勿)(?:把)?(?:它|这个|这些)?(?:保存|存)(?:它|这个|了)?(?:(?:为|成|作为)(?:一个)?技能)?"
        r"|(?:请)?(?:不要|别|不用|不需要|无需)(?:创建|新建|生成|做成?)?(?:一个|任何)?(?:新)?技能|没必要(?:保存|存)(?:(?:为|成)技能)?",
        not_now=r"不|不了|不用|不要|不用了|不必|不必了|不需要|算了|先不|先不用|暂时不用|这次不用|没必要|下次吧|以后再说|不用谢谢|不可以|不行",
    ),
}  # fmt: skip
