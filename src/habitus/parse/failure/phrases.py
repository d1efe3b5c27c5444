"""What errors say, by what it means, in seven languages. Lower case and without accents, as `kinds` folds its text.

Each phrase is a pattern of its own and stands between word boundaries, but for Chinese, which has none. Two blanks part two phrases.
"""

from __future__ import annotations

TIMEOUT = {
    "en": r"""
        timed? ?-?_?outs?  timed_out  e(?:socket)?timedout  deadline[ _](?:was |has been )?exceeded
        time limit (?:was )?(?:exceeded|reached)  took too long  gave up waiting  no response (?:within|after|for)
        did not (?:respond|answer|complete|finish) (?:within|in time)
    """,
    "es": r"""
        (?:tiempo|plazo|espera)(?: [\w']+){0,4} (?:agot|exced|super|venci|expir)\w*
        (?:agot|exced|super|venci|expir)(?:o|ado|ada|ido|ida) (?:el|la) (?:tiempo|plazo|espera|limite de tiempo)  (?:tardo|tarda) demasiado
    """,
    "pt": r"""
        (?:tempo|prazo)(?: [\w']+){0,4} (?:esgot|exced|ultrapass|ating|expir)\w*
        (?:esgotou|excedeu|ultrapassou|expirou) o (?:tempo|prazo)  demorou (?:demais|muito)
    """,
    "fr": r"""
        (?:delai|temps)(?: [\w']+){0,4} (?:depass|expir|ecoul)\w*  expiration du (?:delai|temps)  (?:a pris|prend) trop de temps
        depassement (?:du|de) (?:delai|temps)
    """,
    "de": r"""
        zeituberschreitung\w*  (?:zeit|zeitlimit|frist|wartezeit)(?: [\w']+){0,3} (?:uberschritten|abgelaufen|erreicht)  dauerte? zu lange
    """,
    "it": r"""
        (?:tempo|attesa|richiesta)(?: [\w']+){0,4} (?:scadut|esaurit)[oa]  (?:tempo|limite di tempo)(?: [\w']+){0,4} superato
        ha impiegato troppo
    """,
    "zh": r"超时|逾时|时间超过|超过时限|等待时间过长",
}
"""It took too long."""
PERMISSION = {
    "en": r"""
        permissions? (?:was |were |is )?denied  permission_denied  access (?:is |was |has been )?denied  access_?denied(?:exception)?
        forbidden  not permitted  un-?authori[sz]ed  not authori[sz]ed  unauthenticated  e(?:acces|perm)
        authentication (?:failed|failure|required|error|is required)  password (?:is )?required  (?:log ?in|sign in) (?:is )?required
        not allowed (?:to|by|for)  insufficient[ _](?:privileges?|permissions?|scopes?|rights|access)
        (?:lacks?|missing|without|requires?|no|not have|needs?) (?:[a-z]+ ){0,2}(?:permissions?|privileges?)
        must be (?:root|superuser|owner|admin(?:istrator)?)  (?:invalid|bad|wrong|incorrect|expired) credentials?
        (?:http|status|code|error)[ :=]*40[13]  no access to  not have access to  (?:incorrect|wrong|invalid) password  login failed
        (?:invalid|expired) (?:access |auth(?:entication)? |bearer )?token  publickey
    """,
    "es": r"""
        (?:permisos?|acceso|autorizacion)(?: [\w']+){0,4} (?:deneg|prohib|rechaz|insuficient)\w*  no (?:esta )?autorizad[oa]s?  prohibid[oa]
        operacion no permitida  (?:sin|no tienes?) (?:permisos?|autorizacion|acceso)  autenticacion (?:fallida|requerida)
        (?:fallo|error) de autenticacion  contrasena incorrecta
    """,
    "pt": r"""
        (?:permissao|permissoes|acesso|autorizacao)(?: [\w']+){0,4} (?:negad|proibid|recusad|insuficient)\w*  nao (?:esta )?autorizad[oa]s?
        proibid[oa]  operacao nao permitida  (?:sem|nao tem) (?:permissao|autorizacao|acesso)  (?:falha|erro) (?:de|na) autenticacao
        senha incorreta
    """,
    "fr": r"""
        (?:permissions?|acces|autorisations?|droits|privileges)(?: [\w']+){0,4} (?:refus|interdit|non accord|non autoris|insuffisant)\w*
        non autorisee?s?  interdite?  operation non permise  pas (?:l')?autorisee?  pas (?:la permission|les droits|le droit|l'autorisation)
        (?:echec|erreur) (?:de l'|d')authentification  mot de passe incorrect
    """,
    "de": r"""
        (?:zugriff|zugang|berechtigung|erlaubnis)(?: [\w']+){0,5} (?:verweigert|abgelehnt|verboten|fehlt)
        keine (?:berechtigung(?:en)?|erlaubnis|rechte|zugriffsrechte)  nicht (?:berechtigt|autorisiert|erlaubt|gestattet|zulassig)
        fehlende (?:berechtigung(?:en)?|rechte)  verboten  unberechtigt  (?:authentifizierung|anmeldung) (?:ist )?fehlgeschlagen
        falsches passwort
    """,
    "it": r"""
        (?:permess[oi]|accesso|autorizzazione)(?: [\w']+){0,4} (?:negat|rifiutat|vietat|insufficient|non consentit)\w*
        non (?:e )?autorizzat[oa]  operazione non (?:permessa|consentita)  vietat[oa]
        non (?:hai|ha|si dispone) (?:dei |di |i |il |l')?(?:permess[oi]|autorizzazion[ei])
        autenticazione (?:fallita|non riuscita|richiesta)  password errata
    """,
    "zh": (
        r"权限不[够足]|没有权限|无权|无权限|拒绝访问|访问被拒|拒绝了?访问|权限被拒|未授权|未经授权|禁止访问|不允许的操作"
        r"|认证失败|身份验证失败|鉴权失败|密码错误"
    ),
}
"""It is not allowed."""
RATE = {
    "en": r"""
        rate[ _-]?limit(?:s|ed|ing|error|_\w+)?  too many requests  too_many_requests  (?:http|status|code|error)[ :=]*429  429 too
        throttl(?:ed|ing)(?:exception)?  overloaded(?:_error)?  tokens per min(?:ute)?  requests per (?:min(?:ute)?|second|day)
        resource[ _]exhausted  slow down
    """,
    "es": r"""
        limite de (?:tasa|velocidad|frecuencia|solicitudes|peticiones)  demasiadas (?:solicitudes|peticiones)  sobrecargad[oa]
    """,
    "pt": r"""
        limite de (?:taxa|frequencia|velocidade|requisicoes|solicitacoes|pedidos)
        (?:demasiad[oa]s|muit[oa]s) (?:requisicoes|solicitacoes|pedidos)  sobrecarregad[oa]
    """,
    "fr": r"""
        limite de (?:debit|taux|requetes|frequence)  trop de (?:requetes|demandes)  surchargee?
    """,
    "de": r"""
        raten(?:limit|begrenzung)  anfragelimit  zu viele anfragen  uberlastet
    """,
    "it": r"""
        limite di (?:frequenza|velocita|richieste)  troppe richieste  sovraccaric[oa]
    """,
    "zh": r"速率限制|频率限制|请求过于频繁|请求过多|请求次数过多|限流|过载",
}
"""Too much was asked of a provider, for now."""
PROVIDER = {
    "en": r"""
        quota  insufficient_quota  api  apis  api[_ ]?(?:key|error|status|connection)\w*  models?  model_\w+  model's  providers?
        llms?  context (?:length|window)  context_length\w*  max_tokens  content[ _](?:filter|policy)\w*  openai\w*  anthropic\w*
        gemini  bedrock  mistral  credit balance  billing  invalid_request_error
    """,
    "es": r"""
        cuota  clave (?:de )?api  modelo  proveedor
    """,
    "pt": r"""
        cota  chave (?:de |da )?api  modelo  provedor  fornecedor
    """,
    "fr": r"""
        cle (?:d'|de l')?api  modele  fournisseur
    """,
    "de": r"""
        kontingent  api-?schlussel  modell  anbieter
    """,
    "it": r"""
        chiave (?:dell'|di )?api  modello  fornitore
    """,
    "zh": r"配额|额度|密钥|模型|服务商|供应商|接口调用",
}
"""A model, or whoever runs it, is the trouble."""
PASSING = {
    "en": r"""
        econn(?:reset|aborted)  epipe  eagain  ebusy
        connection (?:was |has been )?(?:reset|aborted|closed|lost|dropped|interrupted)(?: by (?:the )?(?:remote )?(?:peer|host|server))?
        reset by peer  broken pipe  socket hang up  server disconnected  remote end closed connection
        temporar(?:y|ily) (?:failure|error|unavailable|problem)  temporarily
        (?:try again|retry) (?:later|in|after|shortly|soon)  service unavailable  (?:http|status|code|error)[ :=]*50[234]
        bad gateway  gateway time-?out  network is (?:unreachable|down)  database is locked  deadlock (?:detected|found)
        could not obtain lock  eai_again  resource busy  (?:device|text file) (?:or resource )?busy
        remoteprotocolerror  connectionreseterror  serialization failure
    """,
    "es": r"""
        conexion (?:restablecida|cerrada|interrumpida|perdida)  temporalmente
        (?:intentelo|intenta|intente|vuelva a intentarlo) (?:de nuevo|mas tarde|otra vez)  servicio no disponible
    """,
    "pt": r"""
        conexao (?:redefinida|reiniciada|encerrada|interrompida|perdida)  temporariamente  tente (?:novamente|mais tarde|outra vez)
        servico indisponivel
    """,
    "fr": r"""
        connexion (?:reinitialisee|fermee|interrompue|perdue)  temporairement  (?:reessayez|reessayer)(?: plus tard)?
        service indisponible
    """,
    "de": r"""
        verbindung (?:wurde )?(?:zuruckgesetzt|unterbrochen|getrennt|geschlossen|verloren)  vorubergehend
        (?:spater|noch einmal|erneut) versuchen  versuchen sie es (?:spater|erneut)  dienst nicht verfugbar
    """,
    "it": r"""
        connessione (?:reimpostata|interrotta|chiusa|persa)  temporaneamente  ripro(?:va|vare)(?: piu tardi)?
        servizio non disponibile
    """,
    "zh": r"连接(?:被)?重置|连接(?:已)?断开|连接中断|稍后(?:再试|重试)|暂时(?:不可用|无法)|服务不可用|系统繁忙",
}
"""The same call may pass a minute later."""
