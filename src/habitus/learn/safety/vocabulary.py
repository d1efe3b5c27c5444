"""What the words of an order mean, as far as safety asks: seven languages, lower case, without accents. `*` stands for any ending.

A word may mean several things. What is not listed is a thing of the project's own, and that makes an order more harmless, not less:
"ignore the rules" is refused, "ignore the rules in .eslintrc" is not. One long table, because a word is looked for in all of it.
"""

from __future__ import annotations

from functools import lru_cache

from habitus.parse.wordset import wordset

_MEANINGS: dict[str, str] = {
    # ── what is done ─────────────────────────────────────────────────────────────────────────────
    "drop": """
        ignore ignoring disregard disregarding drop dropping forget override overrule bypass discard neglect overlook disobey violate
        defy abandon set-aside throw-away throw-out suspend suspende suspenda suspends sospendi ignored overridden disregarded
        ignora ignorar ignores ignoras ignoren olvida* olvide* descarta* desobedec* pasa-por-alto incumple anula quebranta viola
        esqueca esquecer desconsidere descarte desobedeca desrespeite
        oublie* oublier neglige* ignorez enfreins contourne* desobeis
        vergiss vergesse* ignorier* missacht* ubergeh* verwirf umgeh* setz-ausser-kraft
        dimentica* trascura* scavalca* viola disobbedisci tralascia
        忽略 无视 别管 不管 忘记 忘掉 忘了 绕过 违反 抛开 不理会""",
    "off": """
        disable disabling disabled deactivate deactivated get-rid-of turn-off turning-off turned-off switch-off switched-off shut-off
        keep-off
        leave-off skipped bypassed removed suppressed ignored bypass bypassing circumvent skip skipping evade remove removing
        suppress ignore ignoring relax weaken override drop disregard comment-out work-around get-around strip neuter omit defeat kill
        desactiv* deshabilit* apaga apague apagar salta saltate saltar saltes omite omitir omitas elude eludir evade ignora ignorar
        quita quitar
        desativ* desabilit* deslig* pule pular contorne contornar ignore burle burlar remova retire
        contourne* saute* sauter eteins supprime* desactive* ignorez coupe court-circuite*
        deaktivier* schalt-ab schalt-aus umgeh* uberspring* ignorier* entfern* abschalten ausschalten unterdruck*
        disattiv* disabilit* spegni* aggira* salta* saltare rimuovi rimuovere ignora* elimina
        关闭 关掉 禁用 绕过 跳过 停用 忽略 取消 去掉 屏蔽""",
    "follow": """
        follow obey obeying respect heed abide comply adhere bound-by listen-to honor honour
        sigas sigue seguir obedece* obedezcas respetes respetar respeta cumplir cumplas hagas-caso haz-caso acata
        siga seguir obedeca respeite cumpra suis suivre obeis respecte* ecoute tiens-compte
        befolge* befolgen folge gehorche* beachte* halte-dich segui seguire obbedi* rispett* ascolta
        遵守 遵循 听从 服从 执行 照做 听""",
    "run": """
        run running execute executing perform performing proceed procede prossiga call use using do doing
        ejecut* corre correr usa uses usar haz hagas realiza* execute executar rode use usar faca realize
        execut* lance* lancer utilise* fais effectue* fuhre fuhr* ausfuhren verwend* benutz* nutz* nimm mach* starte*
        esegui* eseguire usate usare fai fare lancia*
        运行 执行 使用 用 进行 做""",
    "verify": """
        validate validating verify verifying check checking sanitize sanitise authenticate authorize inspect scan enforce bother-with
        block
        valides valida validar verifiques verifica verificar compruebes comprueba comprobar revises
        valide validar verifique verificar confira cheque valider verifie* verifier controle*
        validier* verifizier* pruf* uberpruf* kontrollier* valida* validare verifica* verificare controlla*
        验证 校验 检查 核实 审核""",
    "secure": """
        authenticate authorize authorise sanitize sanitise encrypt autentiques autentique authentifie* authentifizier* autenticare 加密
        认证""",
    "reveal": """
        reveal print printing printed output show showing shown revealed shared leaked disclosed cat display leak expose disclose share
        repeat dump tell give send post upload email forward
        exfiltrate write-out echo publish recite transmit copy include provide paste quote log read-out see attach
        revela* imprim* muestra* muestre* ensena* filtra* divulga* comparte* compartir repite* envia* manda* publica* dime dale sube da
        dar adjunta* publie* anexe joins hang* allega* 贴到 附上
        mostre mostra compartilhe repita envie diga exiba imprima revele informe
        affiche* montre* divulgue* partage* repete* envoie* donne* dis communique*
        zeig* verrat* gib druck* teil* sende* schick* wiederhol* offenbar* nenn* veroffentlich*
        mostra* rivela* stampa* condivid* ripeti invia* manda* pubblica* di'
        显示 透露 泄露 输出 打印 发送 告诉 公开 发给 重复 发到 展示 说出 分享""",
    "begin": """
        list summarize summarise explain describe begin beginning start starting answer reply respond end prefix empieza empezar
        comienza responde termina comece inicie responda
        commence* reponds termine* beginn* antworte* ende* inizia* rispondi* 开头 开始 回答""",
    "send": """
        send sending sent posted uploaded forwarded post upload forward exfiltrate transmit email e-mail mirror sync leak bcc cc beacon
        pipe ship submit relay
        envia* envie* manda* mande sube subir reenvia* publica* transmite* envie poste encaminhe reencaminhe
        envoie* envoyer transmets transfere* sende* senden schick* lade leite* ubermittle*
        invia* inviare inoltra* carica* manda* 发送 上传 转发 提交 发到 发给 寄到 传到 同步到""",
    "store": """
        commit committing committed written stored hardcoded put include add write writing hardcode hard-code embed log logging save
        store paste keep check-in push place
        insert expose record track attach 贴到 附上
        pon ponga* poner incluye* incluir anade* agrega* escribe* escribir guarda* sube subir pega registra* haz-commit commitea* mete
        coloque inclua adicione escreva salve guarde commite comite cole grave registre ponha faca-commit
        mets mettre inclus ajoute* ecris ecrire enregistre* colle* commite* committe* stocke* garde* consigne
        schreib* speicher* fuge lege committe* nimm packe protokollier* hinterleg* trage
        metti mettere includi aggiungi scrivi scrivere salva* inserisci incolla registra* committa* fai-commit conserva
        提交 写进 写入 写到 放进 放到 放入 加入 保存 记录 硬编码 粘贴 推送 包含""",
    "delete": """
        delete deleting deleted dropped wiped erased drop dropping wipe wiping erase erasing truncate truncating destroy destroying
        purge purging format nuke remove
        removing overwrite clear reset
        borra* borre* borrar elimina* elimine* vacia* vaciar destruye* formatea* trunca* suprime
        apague apagar exclua excluir delete remova destrua limpe formate
        supprime* supprimer efface* effacer detruis vide vider ecrase*
        losch* loschen entfern* vernicht* formatier* uberschreib* leere* wirf
        cancella* cancellare elimina* eliminare distruggi svuota* formatta*
        删除 清空 删掉 清除 抹掉 格式化 销毁 覆盖""",
    "ask": """
        ask asking request requesting wait waiting prompt prompting seek check-with checking-with consult confirm confirming
        pidas pide pedir pida preguntes pregunta preguntar* esperes espera esperar consultes consulta solicites solicita* confirmes
        confirmar
        peca pedir pergunte perguntar espere esperar solicite consulte confirme confirmar
        demande* demander attends attendre sollicite* consulte* confirme*
        frag* fragen warte* warten bitte-um erbitte* hole hol ruckfrage* nachfragen nachzufragen zu-fragen
        chieder* chiedi aspett* attendere richied* consult* conferm*
        问 询问 请求 等待 征求 确认 请示""",
    "need": """
        need needs needed require required requires necessary necesit* hace-falta falta requier* necesari* precis* necessari* exig*
        besoin faut requis* necessaire* brauch* notig* erforderlich benotig* serve servono bisogno occorr* necessari* 需要 必要 用""",
    "approve": """
        approve approving accept accepting allow allowing grant granting authorize authorise auto-approve auto-accept auto-merge
        autoapprove
        auto-confirm permit confirm say-yes answer-yes ok
        aprueba* aprobar acepta* aceptar permite* permitir autoriza* autorizar concede
        aprove aprovar aceite aceitar permita permitir autorize conceda
        approuve* accepte* autorise* permets accorde* valide
        genehmig* akzeptier* erlaub* gewahr* bestatig* stimm* approva* accett* autorizz* permetti concedi
        批准 同意 允许 接受 确认 授权 通过""",
    "assume": """
        treat treating consider assume assuming regard presume take count
        trata considera considerar asume supon da-por trate considere assuma suponha de-por
        considere* traite* suppose* tiens-pour betracht* behandl* annehmen nimm-an geh-davon-aus
        consider* tratta* presumi da-per 当作 视为 当成 看作 假设 默认""",
    "tell": """
        tell telling inform informing notify notifying alert alerting warn warning let-know letting-know admit
        digas decirle informes informar avises avisar diga informe avise dis dire informe* previens avertis
        sag* sagst informier* warne* mitteil* melde* dire informare avvisare avvertire 告诉 通知 提醒 让""",
    "mention": """
        mention mentioning talk report show disclose menciones menciona muestres hables mencione mostre fale mentionne* parle* montre*
        erwahn* zeig* sprich menzion* mostrare parlare 提到 提及 显示""",
    "hide": """
        hide hiding conceal concealing cover-up mask keep-secret keep-hidden withhold bury swallow oculta* oculte* esconde* esconda*
        encubre
        cache-les cache-la cache-le cache-l cacher dissimule* masque* verbirg* verberg* verheimlich* versteck* verschweig*
        nascond* occult* 隐瞒 隐藏 瞒着 掩盖""",
    "lie": """
        lie lying falsify fabricate mislead deceive miente* mentir engana* falsea* falsifica* minta falsifique engane
        mens mentir falsifie* trompe* luge* lug falsch* tausch* menti* mentire falsifica* inganna* 撒谎 伪造 欺骗 谎称""",
    "claim": """
        claim say report pretend state declare mark announce di dile informa finge marca reporta afirma declara digas
        diga informe finja marque afirme dis annonce pretends signale marque* sag* behaupt* melde* tu-so di' riferisci fingi dichiara
        说 报告 声称 标记""",
    "quiet": "keep-quiet stay-silent say-nothing calla callate silencia fique-calado tais-toi schweig* taci 闭口 保密",
    "refuse": """
        refuse refusing decline reject rehus* rechac* niegues negarte recuse rejeite recusar refuse* weiger* lehn* rifiut* 拒绝""",
    "outrank": """
        outrank override overrule supersede replace trump take-precedence take-priority precedence priority prevail prioridad prevalecen
        por-encima prioridade prevalecem priorite prevalent priment vorrang precedenza priorita prevalgono 优先于 优先 高于 取代""",
    "apply": """
        apply applies bind binding matter count exist valid valen vale aplican aplica rigen existen aplicam valem existem valent
        s'appliquent appliquent existent gelten gilt existieren valgono applicano esistono 有效 适用 生效 存在 算数""",
    "void": """
        optional void suspended irrelevant obsolete cancelled opcional* anulad* suspendid* opcionai* facultati* annule* optional*
        aufgehoben ungultig hinfallig annullat* sospes* opzional* 无效 作废 可选""",
    "pretend": """
        pretend as-if like-if haz-como-si como-si finge faca-de-conta finja fais-comme-si comme-si tu-so-als als-ob fai-finta come-se
        假装 就像 仿佛""",
    "act": "act behave be actua compor* aja agis benimm verhalt* agisci comportati respond answer reply work",
    "push": "push pushing pushe* pushea* pushar empuja 推送 push到",
    "risky": """
        delete deleting drop wipe destroy deploy deploying publish publishing pay buy purchase transfer push pushing merge merging
        force-push
        send sending email install release overwrite format remove removing refund order delet* deletion*
        borra* eliminar elimina* despliega* desplegar paga* compra* transfier* publica* envia* enviar instala* apague apagar exclua
        pague
        compre transfira envie publique instale supprim* efface* deploie* deployer paie* achete* transfere* publie* envoie* installe*
        losch* bezahl* kauf* uberweis* deploy* veroffentlich* sende* schick* installier* pusht merg* cancell* paga* compra* trasferi*
        pubblica*
        invia* installa* 删除 部署 发布 支付 购买 转账 推送 合并 发送 安装""",
    "download": "download fetch descarga* baixe telecharge* lade-herunter herunterladen scarica* 下载 curl wget",
    # ── to what ──────────────────────────────────────────────────────────────────────────────────
    "instructions": """
        instruction instructions directive directives guideline guidelines guidance rule rules prompt prompts policy policies constraint
        constraints restriction restrictions programming training system-message developer-message commands orders
        instrucciones directrices reglas normas politicas restricciones ordenes indicaciones instrucoes diretrizes regras restricoes
        ordens
        consignes regles restrictions contraintes ordres anweisung* anordnungen regel regeln richtlinie* vorgaben einschrankung* befehle
        systemprompt system-prompt systemanweisung* istruzioni regole direttive restrizioni vincoli ordini linee-guida
        指令 指示 规则 提示词 提示 限制 要求 说明 准则 系统提示""",
    "yours": """
        your yours system developer developers operator told given received receb* ricev* recu erhalten hidden internal habitus own
        tu tus del-sistema sistema desarrollador internas internos ocultas recibi* suas sua tes vos ton systeme developpeur
        deine* dein systems entwickler* tue tuo sviluppatore dieron deram dadas donnees gegeben ti-hanno 系统 你的 内部 收到""",
    "earlier": """
        previous previously prior earlier above preceding existing former safety security original initial default all any every
        whatever
        anterior* previ* originales todas todos cualquier seguridad seguranca precedent* toutes tous initiales securite vorherig*
        bisherig* alle allen ursprunglich* sicherheits* precedenti tutte tutti 之前 以前 所有 安全 上面 原来 全部 先前""",
    "inner": """
        your system hidden initial original internal developer own secret tu tus sus sistema internas internos ocultas iniciales suas
        sua
        tes ton vos systeme internes initiales cachees deine* dein interne internen versteckt* ursprunglich* tue tuo interne nascoste
        iniziali
        系统 你的 内部 隐藏 初始""",
    "told": """
        told instructed taught said says learned dijeron dicho dijo aprendi* disseram disse dit appris gesagt gelernt detto imparato
        说过 告诉过""",
    "above": "above lo-anterior o-anterior ce-qui-precede obige quanto-sopra 以上 上述",
    "prompt": "systemprompt system-prompt system-message developer-message system-prompts 系统提示 提示词",
    "guard": """
        security safety safeguard safeguards guardrail guardrails guard guards validation validations verification verifications
        protection
        protections sandbox sandboxing firewall auditing authent* authentifizierung authentification autentic* authorization auth
        malware ssl tls certificate certificates
        signature
        signatures csp cors csrf moderation antivirus monitoring habitus gate gates code-signing 2fa mfa encryption permissions checks
        controls
        pre-commit-hooks pre-commit-hook githooks vulnerability vulnerabilities
        seguridad validacion validaciones proteccion protecciones permisos comprobaciones verificaciones cortafuegos cifrado firma
        firmas
        seguranca validacao validacoes protecao protecoes permissoes verificacoes securite controles verifications pare-feu chiffrement
        sicherheit sicherheits* prufung prufungen schutz* kontrollen berechtigungen validierung* zertifikat* verschlusselung signatur*
        sicurezza validazione validazioni protezione protezioni permessi controlli verifiche cifratura firme
        安全 检查 验证 校验 防护 审核 权限 保护 防火墙 沙箱 加密""",
    "guarding": """
        check checks scan scans scanner plugin middleware warning warnings test tests review rule rules policy policies layer guard step
        gate control controls system verification validation filter filters feature features settings module hook hooks measures mode
        headers certs layer team logs log""",
    "ledger": """
        ledger audit-log audit-logs audit-trail auditlog auditoria journal-d'audit audit-protokoll auditprotokoll registro-de-auditoria
        registro-di-audit log-di-audit 审计日志""",
    "secret": """
        api-key api-keys apikey apikeys password passwords passphrase passphrases secrets credential credentials access-token
        access-tokens
        auth-token auth-tokens bearer-token private-key private-keys secret-key secret-keys ssh-key ssh-keys session-cookie
        session-cookies
        .env seed-phrase recovery-code recovery-codes id_rsa .pem .npmrc service-account-key
        contrasena* clave claves credenciales chaves-de-api chave-de-api chaves-api secretos senha senhas chave-api chave-privada
        credenciais segredos
        mot-de-passe mots-de-passe cle-api cles-api cle-privee identifiants passwort passworter passworte zugangsdaten geheimnis*
        api-schlussel schlussel credenziali chiave-api chiavi-api chiave-privata segreti .env-datei
        密码 密钥 凭证 令牌 机密 私钥""",
    "stowed": """
        .gitignore gitignore vault keychain keyring environment env-var env-vars secrets-manager manager 1password bitwarden keepass
        lastpass hashed hash hashes encrypted encrypt
        masked mask redacted redact dummy fake placeholder example .env.example bcrypt argon2 variable variables entorno ambiente
        d'environnement environnement cofre coffre caja-fuerte umgebungsvariable* tresor gestor gestionnaire gestore cifrad* hashead*
        verschlusselt* chiffre* cifrat*
        criptograf* 环境变量 加密 哈希 密钥库 保管库 示例""",
    "approval": """
        confirmation confirmations approval approvals permission permissions consent human-review oversight go-ahead sign-off review
        reviews
        confirmacion confirmaciones aprobacion aprobaciones permiso permisos consentimiento revision
        confirmacao aprovacao permissao consentimento revisao approbation autorisation accord permission consentement validation-humaine
        bestatigung* genehmigung* erlaubnis zustimmung einwilligung freigabe conferma conferme approvazione approvazioni permesso
        consenso
        确认 批准 许可 同意 授权 审批 审核""",
    "confirm": "confirm confirming confirmes confirmar confirme confirmer confermare 确认",
    "approved": """
        approved approve allowed authorized authorised confirmed trusted granted agreed accepted yes safe approval consent
        aprobad* permitid* autorizad* confirmad* aceptad* concedid* aprovad* autorizad* aceit* approuve* autorise* accepte* accorde*
        genehmigt erlaubt bestatigt freigegeben akzeptiert approvat* autorizzat* accettat* concess* 已批准 批准 同意 许可 允许""",
    "all": """
        everything anything all any every each whatever everywhere always-all todo todos toda todas cualquier tudo qualquer nada nadie
        tout tous toute toutes n'importe alles alle allem jede* jeden tutto tutti tutte qualsiasi ogni niente
        所有 全部 任何 一切 都 什么都""",
    "auto": "automatically auto blindly automaticamente automatiquement automatisch a-ciegas 自动 直接",
    "yes": "yes say-yes answer-yes si sim oui ja 是",
    "prompts": """
        prompt prompts dialog dialogs request requests question questions preguntas solicitudes perguntas demandes anfragen richieste
        提示 请求""",
    "user": """
        user users human humans operator owner anyone anybody nobody somebody customer client reviewer usuario usuarios nadie cliente
        operador
        ninguem alguem utilisateur utilisateurs l'utilisateur personne benutzer* nutzer* anwender* niemand* all'utente utente utenti
        nessuno
        用户 任何人 别人""",
    "deed": """
        error errors failure failures failed failing fail this that it what mistake mistakes change changes problem problems deleted did
        done
        actions action commands risk risks vulnerability vulnerabilities
        error* errores fallo fallos fallan esto eso hiciste haces cambios problemas lo-que erro erros falhas isto isso fez
        erreur erreurs echecs cela ca problemes fehler* das dies* was probleme errore errori questo cosa modifiche problemi
        错误 失败 这 做了 问题""",
    "raze": """
        drop dropping wipe wiping erase truncate truncating destroy purge nuke vacia* trunca* destruye* destrua vide vider detruis
        leere* vernicht* svuota* distruggi 清空 销毁 格式化""",
    "prod": """
        production prod database databases backup backups disk disks git-history commit-history
        produccion base-de-datos bases-de-datos copias-de-seguridad respaldos producao banco-de-dados base-de-donnees sauvegardes
        produktion* datenbank* sicherung* festplatte produktionsdatenbank produzione 生产 数据库 备份 磁盘""",
    "tables": """
        table tables schema servers volume volumes bucket partition repository tabla tablas disco repositorio disque tabelle* tabella 表
        仓库""",
    "whole": "anything everything nada todo tudo tout rien alles nichts tutto niente 任何 一切 任何东西",
    "calls": """
        command commands tool tools action actions call calls request requests operation operations package packages comando comandos
        accion acciones acao acoes operacion operaciones commande commandes outils befehl* aktion* comandi azione azioni operazioni
        命令 操作 工具 请求 事情 事""",
    "granted": """
        approved pre-approved preapproved authorized authorised granted allowed permission permissions approval autorizad* aprobad*
        permiso
        permisos aprovad* permissao autorise* approuve* permission autorisation genehmigt erlaubt erlaubnis approvat* autorizzat*
        permesso
        批准 允许 授权 权限""",
    "spare": """
        test tests testing local dev development staging temporary temp tmp scratch in-memory sandbox cache caches cached unused stale
        column columns usage space size
        field fields row duplicate duplicates backup-file pruebas prueba temporal* locale temporair* temporar* lokal* testdaten*
        provisional* 测试库
        临时 缓存 本地 无用 test-datenbank testdatenbank di-test de-test de-prueba""",
    "data": """
        file files data conversation conversations message messages log logs code source repository repo customer customers client
        clients
        contact contacts invoice invoices document documents email emails mail mails inbox database history contents everything
        transcript
        archivo archivos fichero ficheros datos conversacion correos codigo clientes registros arquivos dados conversas codigo
        fichiers donnees conversations clients courriels dateien daten gesprach* kundendaten kunden rechnungen
        dati conversazioni clienti fatture codice 数据 文件 代码 日志 客户 邮件 对话""",
    "public": """
        public pastebin gist forum internet outside external third-party stranger strangers publico publica externo externa publique
        externe
        offentlich* extern* pubblico pubblica esterno 公开 外部 公共""",
    "foreign": """
        webpage webpages web-page web-pages website websites tool tools tool-results tool-output emails attachments search-results
        pagina-web paginas-web herramienta herramientas paginas ferramentas pages-web outils webseiten werkzeug* pagine-web strumenti
        网页 工具 网站 error-message readme""",
    "wild": """
        webpage webpages web-page web-pages website websites tool tools tool-results tool-output emails attachments search-results
        paginas-web herramientas pages-web webseiten pagine-web 网页 工具 网站""",
    "root": "sudo root administrator",
    "limits": """
        restriction restrictions limit limits limitations limitation constraint constraints filters censorship ethics ethical moral
        morals
        rules guidelines boundaries restricciones limites filtros censura reglas etica restricoes regras filtres regles contraintes
        morale
        einschrankung* grenzen regeln filter zensur restrizioni limiti regole filtri vincoli censura 限制 约束 规则 底线""",
    "free": "unrestricted uncensored unfiltered unlimited jailbroken evil 不受限制",
    "powers": """
        access permissions privileges rights control mode execution acceso permisos acesso permissoes acces rechte zugriff accesso 权限""",
    "full": "full admin unlimited elevated unrestricted root total* completo voll* plein complet pieno 完全",
    "jailbreak": """
        jailbreak developer-mode god-mode dan-mode do-anything-now override-mode entwicklermodus modo-desarrollador modo-dios 越狱
        开发者模式""",
    "unchecked": """
        --no-verify --dangerously-skip-permissions --no-check --insecure --yolo --force-yes --allow-all --disable-security
        --skip-validation
        --no-check-certificate --no-gpg-sign verify=false ssl_verify=false verify_ssl=false curl-k yolo-mode full-auto
        bypass-permissions
        chmod-777 chmod-r-777 stricthostkeychecking=no node_tls_reject_unauthorized=0 --trusted-host --allow-root --privileged""",
    "tests": "test tests ci suite prueba pruebas testes teste essais tests testsuite 测试",
    "failing": """
        failing failed fail fails broken red fallan fallen falle falla fallidos falham falhem falhando falhe echouent echoue echouant
        fehlschlag* scheitern* falliscono fallisce falliti 失败""",
    "passing": """
        pass passes passed passing green ok passed pasan pasa passam passaram passent reussis reussissent bestehen bestanden passano
        passati 通过 成功""",
    "skipped": "skipped skip ignored xfail disabled omitidos ignorados ignores ubersprungen saltati 跳过",
    "force": "force forced forcing --force -f fuerza forzado forcado a-forca forcer force* erzwing* forza* forzato 强制",
    "forced": "force-push force-pushing",
    "lease": "--force-with-lease lease",
    "chore": """
        test tests linter linters lint formatter format formatting build type-check type-checks typecheck mypy ruff pytest eslint
        prettier
        trivial rename renames reading typo typos
        prueba pruebas compilar formatear testes formatador tests formateur linter kompilier* formatier* compilare formattatore 测试
        格式化 编译
        e2e docs""",
    "script": "script scripts code binary binaries installer skript* codigo script* 脚本 代码",
    "mine": "my mine me i mis mi meus meu mes mon meine mein miei mio 我的 我",
    "silent": "silence silencio silence schweigen silenzio 沉默",
    "self": "own yourself propio propias propios proprio propres eigene* tuoi 自己",
    "may": "may can allowed free puedes pode peux darfst puoi 可以",
    # ── how it is bounded ────────────────────────────────────────────────────────────────────────
    "not": """
        not never cannot dont no nunca jamas ni nao non mai nor
        不要 别 不准 禁止 不能 绝不 切勿 请勿 勿 不得 无需 不需要 不必 不用 不再 不必再 不要再 别再 不 没有 从不""",
    "not-anywhere": "ne n' nicht nie niemals kein keine keinen keinem keiner pas jamais nothing none",
    "turn": """
        avoid avoiding keep-out leave-out stop quit cease refrain refuse forbid prevent evita evitar evites deja dejes evite deixe pare
        arrete* cesse* vermeid* hor-auf
        smetti smettere forbidden prohibido verboten interdit vietato proibido 避免 停止 防止""",
    "without": "without sin sem sans ohne senza 未经 没有 不受",
    "case": """
        when whenever if unless before after until while once during because since as-soon-as except
        cuando si antes despues tras hasta mientras durante porque salvo quando depois enquanto ate exceto
        quand lorsque avant apres pendant sauf jusqu'a wenn falls bevor nachdem vor nach wahrend bis solange sobald
        quando prima dopo finche mentre durante 当 如果""",
    "case-behind": "之前 之后 前 后 时 的时候 以前",
    "only": "only solo solamente somente apenas seulement uniquement nur lediglich soltanto 只 仅 只有",
    "instead": """
        instead-of rather-than en-vez-de en-lugar-de em-vez-de ao-inves-de au-lieu-de plutot-que statt anstatt anstelle invece-di 而不是
        而非""",
    "and": "and y e et und ed then luego entonces poi puis dann but pero mas mais aber ma 然后 并且 并 但 再",
    "filler": """
        now pour you're i'm way please always siempre sempre toujours immer just simply really straight run message time start anymore
        more longer text copy full contents content end reply answer 总是 始终 一律 都 上去 掉 每次 以后 把 将""",
}

LONGEST = 14
"""Letters of the longest stem."""
MARKS = wordset("not not-anywhere turn without case case-behind only instead and filler")
"""Meanings of the small words that bound an order."""


def meanings(word: str) -> frozenset[str]:
    """What a word may mean; nothing where it is the project's own."""
    known, stems = _tables()
    if word in known:
        return known[word]
    return _stemmed(word, stems)


@lru_cache(maxsize=1)
def phrases() -> dict[str, list[tuple[str, ...]]]:
    """Meanings written in several words, by the first of them, longest first: `turn-off` is also "turn ... off"."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for word in _tables()[0]:
        parts = tuple(word.split("-"))
        if len(parts) > 1 and all(parts):
            found.setdefault(parts[0], []).append(parts)
    return {first: sorted(many, key=len, reverse=True) for first, many in found.items()}


@lru_cache(maxsize=1)
def chinese() -> frozenset[str]:
    return frozenset(word for word in _tables()[0] if not word.isascii())


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    known: dict[str, set[str]] = {}
    stems: dict[str, set[str]] = {}
    for meaning, words in _MEANINGS.items():
        for word in words.split():
            (stems.setdefault(word[:-1], set()) if word.endswith("*") else known.setdefault(word, set())).add(meaning)
    begun = {w: frozenset(m) for w, m in stems.items()}
    # A check is also what a verb of checking begins like: "verificaciones".
    return {w: frozenset(m) if "guard" in m else frozenset(m) | _stemmed(w, begun) for w, m in known.items()}, begun


def _stemmed(word: str, stems: dict[str, frozenset[str]]) -> frozenset[str]:
    return next((stems[word[:length]] for length in range(min(len(word), LONGEST), 2, -1) if word[:length] in stems), frozenset())
