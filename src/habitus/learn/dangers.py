"""The dangerous orders, by what they would do, in seven languages. Matched clause by clause, in lower case and without accents.

Where `True` stands, the danger is in the denial itself: "do not ask for approval". Everywhere else a clause that forbids is fine.
"""

from __future__ import annotations

NEGATIONS = (
    r"(?<![\w-])(?:not|never|don'?t|do not|cannot|can'?t|must not|mustn'?t|should not|shouldn'?t|avoid|refuse to|stop|without ever|no"
    r"|nunca|jamas|evita|deja de"
    r"|nao|evite|pare de|ne|n'|pas|jamais|evite|arrete de|nicht|nie|niemals|kein\w*|vermeide|hor auf|non|mai|evita"
    r"|smetti di)(?!\w)(?! (?:only|just|hesitate|forget|fail|need))|不要"
    r"|别|不准|禁止|不能|绝不|勿"
)

# Words that mean the rules a model stands under.
RULES = (
    r"(?:instructions?|directives?|guidelines?|guidance|rules|prompts?|polic(?:y|ies)|constraints?|restrictions?|programming|training"
    r"|commands|orders|context"
    r"|instrucciones|directrices|reglas|normas|politicas|restricciones|ordenes|indicaciones|instrucoes|diretrizes|regras|restricoes|ordens"
    r"|consignes|regles|directives|restrictions|contraintes|ordres|anweisungen|anordnungen|regeln|richtlinien|vorgaben|einschrankungen"
    r"|befehle"
    r"|istruzioni|regole|direttive|restrizioni|vincoli|ordini)"
)
# Words that mean what watches over a call.
GUARDS = (
    r"(?:security|safety|safeguards?|guard ?rails?|guards?|validations?|verifications?|protections?|permissions|permission checks?"
    r"|safety checks?|security checks?|checks|controls?"
    r"|sandbox(?:ing)?|filters?|firewall|audit(?:ing| log)?|access controls?|authenti\w+|authoriz\w+|hooks?|gates?|moderation"
    r"|content policy|antivirus|monitoring|habitus"
    r"|seguridad|validacion(?:es)?|protecciones?|permisos|controles|filtros|comprobaciones|verificaciones|seguranca|validacao"
    r"|protecoes|permissoes|verificacoes"
    r"|securite|validations?|protections?|permissions|controles|filtres|verifications|sicherheit\w*|prufung(?:en)?|schutz\w*"
    r"|kontrollen|filter|berechtigungen|validierung"
    r"|sicurezza|validazion[ei]|protezion[ei]|permessi|controlli|filtri|verifiche)"
)
SECRETS = (
    r"(?:api[ _-]?keys?|passwords?|passphrases?|secrets?|credentials?|access tokens?|auth(?:entication)? tokens?|private keys?"
    r"|secret keys?|ssh keys?|bearer tokens?|session cookies?|\.env"
    r"|seed phrases?|recovery codes?|2fa codes?|one-time codes?|contrasenas?|claves?(?: de api| privadas?| api)?|credenciales"
    r"|secretos?|senhas?|chaves? (?:de api|privadas?)|credenciais|segredos?"
    r"|mots? de passe|cles? (?:api|privees?|d'api)|identifiants|secrets?|passwort\w*|passworter|zugangsdaten|geheimnisse?"
    r"|api-schlussel|schlussel"
    r"|credenziali|chiav[ei] (?:api|privat[ae])|segreti)"
)
PROMPT = (
    r"(?:(?:system|initial|hidden|original|internal|developer|secret|your own|your) (?:prompts?|instructions?|messages?|rules"
    r"|configuration|guidelines)|prompt (?:de|del|do) sistema|prompt del sistema"
    r"|(?:tus|sus) (?:instrucciones|reglas)(?: internas| ocultas)?|instrucciones del sistema|(?:suas|tuas) instrucoes|(?:tes"
    r"|vos) (?:instructions|consignes)|prompt systeme"
    r"|invite systeme|deine (?:anweisungen|regeln)|systemprompt|system-prompt|le tue istruzioni|prompt di sistema)"
)
OVERRIDE = (
    r"(?:ignor\w*|overlook|neglect|disregard\w*|forget|override|overrule|supersede|bypass|discard|set aside|pay no attention to"
    r""
    r"|olvida\w*|descarta\w*|desobedece\w*|haz caso omiso de|pasa por alto|omite|anula|esqueca"
    r"|desconsidere|descarte|oublie\w*"
    r"|neglige|vergiss|ignorier\w*|missachte|setz\w* .{0,20}ausser kraft|dimentica"
    r"|trascura|scavalca)"
)
UNHEEDED = (
    r"(?:(?:do not|don'?t|never|stop|no longer|not) (?:follow\w*|obey\w*|respect\w*|heed)|no (?:sigas|respetes|obedezcas"
    r"|hagas caso (?:a|de))|nao (?:siga|respeite|obedeca)"
    r"|ne (?:suis|respecte|tiens|obeis) (?:pas|plus)(?: compte de)?|befolge (?:nicht|keine)|non (?:seguire|rispettare|obbedire))"
)
OFF = (
    r"(?:disable|deactivate|turn(?:ing)? off|switch(?:ing)? off|shut off|bypass\w*|circumvent|skip(?:ping)?|evade|work around"
    r"|get around|remove|suppress|ignore|relax|weaken|override|drop|disregard|avoid"
    r"|desactiva\w*|deshabilita\w*|apaga\w*|salta(?:te|r)?|omite|omitir|elude|evade|ignora\w*|quita|desative|desabilite|desligue|pule"
    r"|contorne|ignore|burle|remova"
    r"|desactive\w*|contourne\w*|saute\w*|eteins|supprime|deaktivier\w*|schalt\w* .{0,30}(?:ab|aus)|umgeh\w*|uberspring\w*|ignorier\w*"
    r"|entfern\w*"
    r"|disattiva\w*|disabilita\w*|spegni|aggira\w*|salta|rimuovi)"
)
REVEAL = (
    r"(?:reveal|print|output|show|display|leak|expose|disclose|share|repeat|dump|tell|give|send|post|upload|email|forward|exfiltrate"
    r"|write out|echo|publish|recite|transmit|copy|include|provide|paste"
    r"|revela\w*|imprime\w*|muestra\w*|ensena\w*|filtra\w*|divulga\w*|comparte\w*|repite\w*|envia\w*|manda\w*|publica\w*|dime|dale"
    r"|sube|mostre|mostra|compartilhe|repita|envie|diga|exiba"
    r"|affiche\w*|montre\w*|divulgue\w*|partage\w*|repete\w*|envoie\w*|revele\w*|imprime\w*|donne\w*|zeig\w*|verrat\w*|gib\w*|druck\w*"
    r"|teil\w*|sende\w*|schick\w*|wiederhol\w*|offenbar\w*"
    r"|mostra\w*|rivela\w*|stampa\w*|condividi|ripeti|invia\w*|manda|pubblica)"
)
ASKING = (
    r"(?:confirm(?:ation|ing|ed)?|approvals?|permissions?|consent|asking|ask(?:ing)? (?:me|the user|anyone|first|for)|human review"
    r"|user review|oversight|prompting|authori[sz]ation"
    r"|confirmacion(?:es)?|confirmar|aprobacion(?:es)?|permiso|consentimiento|preguntar|confirmacao|aprovacao|permissao|consentimento"
    r"|perguntar|confirmer|confirmation|approbation|autorisation"
    r"|accord|demander|bestatigung\w*|genehmigung\w*|erlaubnis|zustimmung|ruckfrage\w*|nachfragen|zu fragen|fragen|conferm[ae]"
    r"|approvazion[ei]|permesso|consenso|chiedere)"
)
EVERYTHING = (
    r"(?:everything|anything|all(?! (?:the )?tests)(?: (?:of )?(?:the |my |your |these |future )?(?:\w+ )?(?:commands?|calls?|tools?"
    r"|actions?|requests?|changes?|operations?))?|any (?:\w+ )?(?:commands?|tools?|calls?|actions?|requests?|operations?)"
    r"|every (?:\w+ )?(?:command|tool|call|action|request|operation)|todo|todos? l[oa]s \w+|cualquier \w+|tudo|qualquer \w+"
    r"|tous? les \w+|toutes? les \w+|tout|alles|alle \w+|jede\w* \w+|tutto|tutti i \w+|tutte le \w+|qualsiasi \w+)"
)
ACT = (
    r"(?:run|execute|approve|accept|allow|grant|authori[sz]e|delete|remove|deploy|push|send|install|merge|publish|proceed|act|do"
    r"|perform|buy|purchase|transfer|pay|commit|make"
    r"|ejecuta\w*|aprueba\w*|acepta\w*|permite\w*|autoriza\w*|borra\w*|elimina\w*|despliega|envia\w*|instala\w*|actua|haz|procede"
    r"|execute|aprove|aceite|permita|autorize|apague|envie|instale|aja|faca"
    r"|approuve\w*|accepte\w*|permets|autorise\w*|supprime\w*|deploie|envoie\w*|installe\w*|agis|fais|fuhre?|genehmig\w*|akzeptier\w*"
    r"|erlaub\w*|losch\w*|deploye?|sende|installier\w*|handle|mach\w*"
    r"|esegui|approva|accetta|permetti|autorizza|cancella|elimina|invia|installa|agisci|fai)"
)
WITHOUT = r"(?:without|with no|sin|sem|sans|ohne|senza|no need (?:for|to)|skip(?:ping)?|never|don'?t)"

DANGERS: tuple[tuple[str, bool, tuple[str, ...]], ...] = (
    (
        "tells the agent to override its instructions",
        True,
        (
            rf"(?<!\w){UNHEEDED}\b[^,.]{{0,25}}?\b(?:previous\w*|prior|earlier|above|system|safety|developer|operator|your|anterior\w*"
            r"|previ[oa]s"
            r"|tus|suas|precedent\w*|tes|vorherig\w*|bisherig\w*|deine|precedenti|tue)\b"
            rf"[^,.]{{0,25}}?\b{RULES}\b",
            rf"(?<!\w){UNHEEDED}\b[^,.]{{0,20}}?\b{RULES}\b[^,.]{{0,15}}\b(?:anterior\w*|previ[oa]s|above|before|precedent\w*"
            r"|precedenti|del sistema"
            r"|du systeme|di sistema|given|received)\b",
            r"(?:不要|别|不)(?:再)?(?:遵守|遵循|听从)[^，。]{0,12}(?:指令|指示|规则|提示|限制|要求)",
        ),
    ),
    (
        "tells the agent to override its instructions",
        False,
        (
            rf"(?<!\w){OVERRIDE}\b[^,.]{{0,25}}?\b(?:all|any|every|previous\w*|prior|earlier|above|preceding|existing|former|system"
            r"|safety|developer|operator|your|other|default|tod[oa]s|anterior\w*|previ[oa]s|tus|del sistema"
            r"|toda[s]?|suas|precedent\w*|toutes|tes|vorherig\w*|bisherig\w*|alle|deine|precedenti|tutte|tue"
            rf"|content)\b[^,.]{{0,25}}?\b{RULES}\b",
            rf"(?<!\w){OVERRIDE}\b[^,.]{{0,20}}?\b{RULES}\b[^,.]{{0,15}}\b(?:anterior\w*|previ[oa]s|above|before|precedent\w*"
            r"|precedenti|oben|vorher|del sistema|du systeme|di sistema|given|received|you (?:were|have been) given)\b",
            rf"(?<!\w){OVERRIDE}\b[^,.]{{0,20}}?\b(?:\w*thing|all|what|todo|tudo|tout|alles|tutto)\b[^,.]{{0,25}}?\b(?:told|instructed"
            r"|taught|said|learned|dijeron|han dicho|aprendi\w*|disseram|a dit|appris|gesagt|gelernt|detto|imparato|above|before"
            r"|anterior)\b",
            r"(?<!\w)(?:override mode|do anything now|haz cualquier cosa ahora)(?!\w)",
            r"(?:忽略|无视|忘记|绕过|违反)[^，。]{0,12}(?:指令|指示|规则|提示|限制|要求|说明)",
            r"(?<!\w)(?:you are now|from now on,? you are|act as|pretend (?:to be|you are)|ahora eres|actua como|agora voce e"
            r"|tu es maintenant|du bist jetzt|ora sei)\b.{0,40}(?:\bdan\b|unrestricted|jailbr\w+|no (?:rules|limits|restrictions)"
            r"|sin (?:reglas|limites|restricciones)|sem (?:regras|limites|restricoes)|sans (?:regles|limites|restrictions)"
            r"|ohne (?:regeln|grenzen|einschrankungen)|senza (?:regole|limiti|restrizioni)|evil|developer mode)",
            r"(?<!\w)(?:jailbreak|prompt injection|developer mode|god mode|dan mode|free mode|modo (?:libre|desarrollador|dios|livre"
            r"|desenvolvedor)|mode (?:libre|developpeur)|entwicklermodus|modalita (?:libera|sviluppatore)|越狱|开发者模式)",
            r"(?<!\w)(?:these|this|my|the following|the new|new) (?:rules?|instructions?|polic(?:y|ies)) (?:override|supersede|replace"
            r"|take (?:precedence|priority))",
        ),
    ),
    (
        "takes the limits off the agent",
        False,
        (
            r"(?<!\w)(?:without|with no|free (?:of|from)|no longer (?:have|bound by|subject to)|you have no|there are no) (?:any "
            r"|all )?(?:restrictions?|limits?|limitations?|constraints?|filters?|censorship|ethical \w+|moral \w+|safety \w+|rules"
            r"|boundaries)",
            r"(?<!\w)(?:sin|sem|sans|ohne|senza) (?:ningun[ao]? |nenhum[a]? |aucune? |jede |alcun[ao]? |tus |las )?(?:restric\w+"
            r"|limit\w+|limites|filtros?|censura|reglas|regras|regles|restrizion\w+|einschrank\w+|grenzen|regeln|regole|filtres?"
            r"|filter)",
            r"没有(?:任何)?(?:限制|约束|规则)|不受(?:任何)?(?:限制|约束)",
            r"(?<!\w)(?:unrestricted|uncensored|unfiltered|unlimited) (?:execution|access|mode|answers?|responses?|ai|assistant|commands?)",
            r"(?<!\w)always (?:use |run (?:\w+ )?(?:with|as) |with )?(?:sudo|root)\b|siempre (?:con |usa )?sudo|(?:siempre|sempre"
            r"|toujours|immer) (?:\w+ )?(?:como|com o|en tant que|als|come) root",
        ),
    ),
    (
        "switches off a check",
        False,
        (
            rf"(?<!\w){OFF}\b[^,.]{{0,30}}?\b{GUARDS}(?!\w)",
            r"(?:关闭|禁用|绕过|跳过|停用|忽略|取消)[^，。]{0,10}(?:安全|检查|验证|校验|防护|审核|过滤|权限|保护)",
            r"--(?:no-verify|dangerously-skip-permissions|no-check|insecure|disable-\w+|yolo|force-yes|allow-all\w*)\b|(?<!\w)(?:yolo"
            r"|full[- ]auto|bypass ?permissions) mode",
            r"(?<!\w)(?:verify|ssl_verify|verify_ssl) ?= ?false",
        ),
    ),
    (
        "reveals the agent's instructions",
        False,
        (
            rf"(?<!\w){REVEAL}\b[^,.]{{0,40}}?\b{PROMPT}(?!\w)",
            r"(?:显示|透露|泄露|输出|打印|告诉|重复|公开)[^，。]{0,12}(?:系统提示|提示词|系统指令|你的指令|你的规则|内部指令)",
        ),
    ),
    (
        "gives secrets away",
        False,
        (
            rf"(?<!\w){REVEAL}\b[^,.]{{0,40}}?{SECRETS}(?!\w)",
            r"(?:显示|透露|泄露|输出|打印|发送|告诉|公开)[^，。]{0,12}(?:密码|密钥|凭证|令牌|机密|私钥)",
        ),
    ),
    (
        "sends data to an address",
        False,
        (
            r"(?<!\w)(?:send|post|upload|forward|exfiltrate|transmit|submit|report|email|e-mail|push|copy|leak|curl|wget|ping|beacon"
            r"|envia\w*|manda\w*|sube|publica\w*|envie|poste|envoie\w*|transmets|sende\w*|schick\w*|lade .{0,30}hoch|invia\w*"
            r"|carica)\b.{0,80}?(?:(?:https?|hxxps?|ftp)://|\bwww\.|[\w.+-]+@[\w-]+\.\w{2,}|\b[\w-]+\.(?:com|net|org|io|ru|cn|xyz|info"
            r"|site|evil|example)\b|\bwebhook)",
            r"(?:发送|上传|转发|提交)[^。]{0,40}(?:https?://|[\w.+-]+@[\w-]+\.\w{2,}|\w+\.com)",
            r"(?:curl|wget|iwr|invoke-webrequest)\b[^|]{0,120}\|\s*(?:sudo )?(?:ba|z|da|k)?sh\b",
            r"!\[[^\]]*\]\([^)]*(?:\{|\$|%|=)[^)]*\)",
        ),
    ),
    (
        "widens what may be done without a person's approval",
        True,
        (
            r"(?<!\w)(?:never|don'?t|do not|no need to|stop|nunca|jamas|no|nao|ne|nie|niemals|non)\b[^,.]{0,12}?\b(?:ask(?:ing)?"
            r"|request(?:ing)?|wait(?:ing)?|prompt(?:ing)?|pidas|pedir|esperes|peca|espere|demande|attends|frag\w*|wart\w*|chiedere"
            r"|aspettare)\b(?: me| the user| us| mi)?(?: pas| plus| jamais| mai| piu)? (?:for|to|por|la|le|l'|de|um|nach"
            r"|auf|il|mi|tu|su)? ?(?:an? |the |any "
            r"|my |user |mi |minha |mon |meine |human )?(?:confirmation|approvals?|permission|consent|confirmacion|aprobacion|permiso"
            r"|confirmacao|aprovacao|permissao|confirmation|approbation|autorisation|bestatigung|genehmigung|erlaubnis|conferma"
            r"|approvazione|permesso)(?!\w)",
            r"(?<!\w)(?:frag\w*|warte\w*|demande\w*|attends)\b(?: mich| uns| moi)? (?:nie|niemals|nicht|plus|pas|jamais)\b[^,.]{0,20}?"
            r"\b(?:erlaubnis|genehmigung|bestatigung|zustimmung|permission|confirmation|approbation|autorisation)(?!\w)",
            r"(?<!\w)(?:you do not|you don'?t|ya no|nao) (?:need|necesitas|precisa\w*) (?:my|mi|minha|the user'?s?"
            r"|any) (?:approval|permission|consent"
            r"|permiso|aprobacion|permissao)",
            r"(?:不需要|无需|不用|不要|跳过)[^，。]{0,6}(?:确认|批准|许可|同意|授权|审批)",
        ),
    ),
    (
        "widens what may be done without a person's approval",
        False,
        (
            rf"(?<!\w){ACT}\b[^,.]{{0,30}}?\b{EVERYTHING}\b[^,.]{{0,30}}?\b(?:{WITHOUT}\b[^,.]{{0,20}}?\b{ASKING}|automatically"
            r"|automaticamente|automatiquement|automatisch|straight away|blindly|a ciegas)(?!\w)",
            r"(?<!\w)(?:auto(?:matically)?[- ]?(?:approve|accept|confirm|grant|merge|allow)|(?:approve|accept|grant"
            r"|allow)\b(?! (?:nothing|none|no))[^,.]{0,25}?\b(?:automatically|without (?:asking|review|confirmation)|every(?:thing"
            r"| (?:call|request|command|tool|action))|all (?:\w+ )?(?:calls|requests|commands|tools|actions|permissions)))(?!\w)",
            r"(?<!\w)(?:aprueba|acepta|autoriza|permite|aprove|aceite|autorize|approuve|accepte|autorise|genehmige|akzeptiere|erlaube"
            rf"|approva|accetta|autorizza)\b[^,.]{{0,20}}?\b{EVERYTHING}(?!\w)",
            r"(?<!\w)(?:skip|bypass|disable|turn off|drop|remove|avoid|omit|suppress|salta\w*|omite|omitir|evita|desactiva|quita|pule"
            r"|evite|dispense|desative|saute|ignore|desactive|contourne|uberspring\w*|deaktivier\w*|umgeh\w*|salta"
            r"|disattiva)\b[^,.]{0,25}?\b(?:confirmation\w*|approvals?|permission (?:checks?|prompts?|requests?)|consent"
            r"|human review|confirmacion\w*|aprobacion\w*|aprovac\w+|confirmac\w+|approbation\w*|autorisation\w*|bestatigung\w*"
            r"|genehmigung\w*|conferm\w+|approvazion\w+)(?!\w)",
            r"(?<!\w)(?:delete|remove|drop|destroy|wipe|deploy|publish|pay|buy|purchase|transfer|force[- ]push|borra\w*|elimina\w*"
            r"|despliega|paga|compra|transfiere|apague|exclua|pague|supprime|efface|deploie|paie|losch\w*|bezahl\w*|kauf\w*"
            r"|uberweis\w*|cancella|elimina|paga|trasferisci)\b[^,.]{0,40}?\b(?:without|sin|sem|sans|ohne"
            rf"|senza)\b[^,.]{{0,15}}?\b{ASKING}(?!\w)",
            r"(?<!\w)(?:run|execute|act|proceed|do|ejecuta|actua|procede|execute|aja|exécute|agis|fuhre?|handle|esegui"
            r"|agisci)\b(?! (?:the )?(?:tests?|linter|formatter|type))[^,.]{0,25}?\b(?:without|sin|sem|sans|ohne|senza)\b (?:ever "
            rf"|my |any |user |the user'?s |mi |pedir |minha |me |mon |meine |il mio )?{ASKING}(?!\w)",
            r"(?<!\w)(?:you (?:have|are granted|now have)|grant (?:yourself|the agent)|give (?:yourself|the agent)) (?:full|admin\w*"
            r"|root|unlimited|all|every|elevated)\b.{0,20}?(?:access|permissions?|privileges?|rights|control)",
            r"(?<!\w)(?:treat|consider) (?:every|all|any)\b[^,.]{0,30}\b(?:as )?(?:approved|allowed|authori[sz]ed|confirmed|safe"
            r"|trusted)(?!\w)",
            r"(?:自动|直接)(?:批准|同意|确认|允许)|未经[^，。]{0,6}(?:确认|批准|许可|同意)",
        ),
    ),
    (
        "hides what is done from the user",
        True,
        (
            r"(?<!\w)(?:don'?t|do not|never|without|avoid)\b[^,.]{0,12}?\b(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?"
            r"|mention(?:ing)? (?:this|that|it|any of)|alert(?:ing)?|let(?:ting)?|warn(?:ing)?)\b[^,.]{0,20}?\b(?:the )?(?:user|users"
            r"|human|operator|owner|person|anyone|anybody|them|him"
            r"|her)\b(?! (?:to |how |that (?:you can|it is impossible)|you can))",
            r"(?<!\w)(?:no (?:le )?(?:digas|informes|menciones|avises|muestres)|sin (?:decirle|avisar"
            r"|informar))\b[^,.]{0,15}?\b(?:al usuario|a nadie|al operador)",
            r"(?<!\w)nao (?:diga|informe|mencione|avise|mostre)\b[^,.]{0,15}?\b(?:ao usuario|a ninguem)",
            r"(?<!\w)ne (?:dis|informe|mentionne|montre|previens)\b[^,.]{0,12}?pas\b[^,.]{0,20}?\b(?:l'utilisateur|a l'utilisateur"
            r"|personne)",
            r"(?<!\w)(?:sag|informiere|erwahne|zeig|verrate)\w*\b[^,.]{0,30}?\b(?:dem|den|gegenuber dem) (?:benutzer|nutzer"
            r"|anwender)\b[^,.]{0,20}?\bnicht",
            r"(?<!\w)non (?:dire|informare|menzionare|mostrare|avvisare)\b[^,.]{0,15}?\b(?:all'utente|l'utente|nessuno)",
            r"(?:不要|别)(?:告诉|通知|提醒|让)[^，。]{0,4}(?:用户|任何人)",
        ),
    ),
    (
        "hides what is done from the user",
        False,
        (
            r"(?<!\w)(?:hide|conceal|keep (?:this|it|that)? ?(?:a )?secret|cover up|silently (?:send|delete|change|install|run"
            r"|upload))\b[^,.]{0,40}?(?:from (?:the )?(?:user|human|operator|owner|person)|a secret|silently)",
            r"(?<!\w)(?:oculta|esconde)(?:le|selo)?\b[^,.]{0,30}?\b(?:al usuario|a nadie)|(?<!\w)(?:esconda"
            r"|oculte)\b[^,.]{0,30}?\bdo usuario"
            r"|(?<!\w)cache\b[^,.]{0,30}?\b(?:a l'utilisateur|l'utilisateur)|(?<!\w)(?:verbirg|verheimliche"
            r"|verstecke)\b[^,.]{0,30}?\b(?:benutzer"
            r"|nutzer|anwender)|(?<!\w)nascondi\b[^,.]{0,30}?\ball'utente",
            r"(?:对|向)用户(?:隐瞒|隐藏)|瞒着用户",
        ),
    ),
)
