"""What words of several languages mean alike, and which of them are values of one thing.

A line of `CONCEPTS` is a name and the words that carry it, in any form: they are stemmed as text is. `ENGLISH` are words whose stem would
take them for a foreign word of another meaning; they stand for themselves. A line of `VALUES` is a thing and
the values it can have, of which only one can hold at a time. Written by hand for what people tell their agents.
"""

from __future__ import annotations

from functools import cache

from habitus.parse.terms.functions import LANGUAGES
from habitus.parse.terms.stem import stem

ENGLISH = """
program programs programming base based pass passes passed passing compare compares compared param params past paste pasted core cores
lease leases leased record records recorded recording actually sale sales lie lies ver quit fragment fragments dozen ability abilities ram
archive archives archived extension extensions hell font fonts wet hug dig dice doze env lance logo logos grand procure altered rate rates
"""

CONCEPTS = """
answer: answer respond response reply responder responde respuesta contestar contesta responder resposta repondre reponds repondez \
    reponse antworte antworten antwort beantworte rispondere rispondi risposta 回答 回复 答复
say: say tell state mention decir di digas diga menciona mencionar dizer diga dire dis dites sagen sage dire dici 说明
ask: ask preguntar pregunta preguntes perguntar pergunta demander demande fragen frage chiedere chiedi pide pidas pedir 询问 提问
question: question questions preguntas perguntas fragen_ domanda domande 问题
speak: speak speaks spoken hablar habla hables falar fale parler parle sprechen sprich parlare parla 说话
explain: explain explanation describe description explicar explica explique explicacion describir explicacao expliquer erklaren \
    erklare erklarung spiegare spiega spiegazione 解释
brief: brief briefly short concise concisely terse succinct compact shorter breve brevemente brevedad corto corta cortas conciso \
    concisa curto curta bref breve brievement court courte concis kurz knapp kurze kurzer conciso corto sintetico 简短 简洁 简要 简单
detail: detail detailed detailedly lengthy long longer verbose thorough thoroughly elaborate extensive exhaustive depth detalle \
    detallado detallada detalladamente largo larga extenso detalhe detalhado longo detaille detailles longue ausfuhrlich detailliert \
    lang dettaglio dettagliato lungo 详细 详尽
formal: formal formally formalmente formel formelle formell formale 正式
informal: informal casual casually informally coloquial informell informelle informale 随意
polite: polite politely courteous cortes educado amable poli hoflich gentile educato 礼貌
language: language idioma lengua lenguaje linguagem langue sprache lingua 语言
english: english ingles inglesa inglese anglais englisch 英文 英语
spanish: spanish espanol espanola castellano espanhol espagnol spanisch spagnolo 西班
portuguese: portuguese portugues portuguesa portugais portugiesisch portoghese 葡萄
french: french frances francesa francais francaise franzosisch francese 法语 法文
german: german aleman alemana alemao allemand deutsch deutsche tedesco 德语 德文
italian: italian italiano italiana italien italienisch 意大
chinese: chinese chino china mandarin chines chinois chinesisch cinese 中文 汉语
japanese: japanese japones japonais japanisch giapponese 日语 日文
catalan: catalan catalana
dutch: dutch holandes neerlandes niederlandisch olandese
russian: russian ruso russe russisch russo 俄语
arabic: arabic arabe arabisch arabo
korean: korean coreano coreen koreanisch
polish: polish_ polaco polonais polnisch polacco
price: price pricing prices cost precio precios costo coste preco custo prix cout preis preise kosten prezzo costo 价格 价钱
search: search lookup buscar busca busque busqueda pesquisar pesquisa procurar chercher cherche recherche rechercher suchen suche \
    cercare cerca ricerca 搜索 查找
verify: verify consult consulta consultar consultes consulter consultare look_up double-check verification validate check confirm \
    doublecheck verificar verifica verifique comprobar comprueba comprueb valida validar confirmar confirme verifier verifie verifiez \
    confirmer prufen prufe uberprufen uberprufe bestatigen verificare verifica controlla controllare 检查 验证 确认 核实
email: email mail mails correo correos courriel e-mail 邮件
send: send sends sent sending enviar envia envies envie enviame mandar manda enviar envoyer envoie envoyez senden sende schicken \
    schicke inviare invia mandare 发送
message: message mensaje mensajes mensagem nachricht messaggio 消息
file: file files fichero ficheros archivo archivos arquivo arquivos fichier fichiers datei dateien 文件
folder: folder directory folders directories carpeta directorio pasta dossier repertoire ordner verzeichnis cartella 目录 文件夹
code: code codigo quellcode codice 代码
comment: comment comments comentario comentarios commentaire kommentar kommentare commento commenti 注释
test: test tests testing prueba pruebas probar prueb teste testes testar tester testen provare 测试
delete: delete remove erase deletion drop borrar borra borres borre eliminar elimina elimines elimine suprimir quitar quita apagar \
    apague excluir remover supprimer supprime effacer loschen losche entfernen entferne eliminare elimina cancellare cancella \
    rimuovere rimuovi 删除
add: add adds adding addition append anadir anade anadas agregar agrega agregues adicionar adicione acrescentar ajouter ajoute \
    hinzufugen aggiungere aggiungi 添加 增加
create: create creation crear crea crees criar crie creer cree erstellen erstelle anlegen creare crea 创建 新建
new: new nuevo nueva novo nova neu neue neuen nouveau nouvelle nuovo nuova 新的
save: save saves saved saving guardar guarda guardes salvar salve sauvegarder enregistrer speichern speichere salvare salva 保存
change: change modify up_to_date al_dia touch tocar toques toucher toccare edit update alter cambiar cambia cambies modificar \
    modifica modifique \
    editar edita edites actualizar actualiza mudar alterar altere modificar modifier modifie changer change andern andere bearbeiten \
    aktualisieren modificare modifica cambiare 修改 更改 编辑
run: run execute runs ran running execution ejecutar ejecuta ejecutes ejecute correr corre executar execute rodar executer execute \
    lancer ausfuhren fuhre eseguire esegui lanciare 运行 执行
write: write writes wrote written writing escribir escribe escribas escriba escrito escrever escreva ecrire ecris ecrivez \
    schreiben schreibe scrivere scrivi 写入 编写
read: read reads reading leer lee leas lea leyendo ler leia lire lis lisez lesen lese lies leggere leggi 读取 阅读
show: show display present muestra mostrar muestres muestre ensenar mostrar mostre montrer montre afficher affiche zeigen zeige \
    anzeigen mostrare mostra 显示 展示
list: list lists listing lista listar listas liste lister auflisten elenco elencare elenca 列表 列出
open: open opens opened abrir abre abras abra ouvrir ouvre offnen offne aprire apri 打开
close: close closes closed closing shut cerrar cierra cierres fechar feche fermer ferme schliessen chiudere chiudi 关闭
start: start begin starts begins started commence launch empezar empieza empieces comenzar comienza iniciar inicia comecar comece \
    commencer commence demarrer beginnen beginne starten starte iniziare inizia avviare 开始 启动
stop: stop stops halt cease parar para pares detener deten pare arreter arrete stoppen anhalten aufhoren fermare ferma smettere 停止
enable: enable turn_on switch_on enables activate activar activa habilitar habilita ativar ative activer active aktivieren \
    aktiviere attivare attiva \
    abilitare 启用 开启
disable: disable turn_off switch_off disables deactivate desactivar desactiva deshabilitar desativar desative desactiver desactive \
    deaktivieren \
    disattivare disattiva disabilitare 禁用
include: include includes including incluir incluye incluyas incluya inclua inclure inclus incluez einschliessen einbeziehen \
    includere includi 包含 包括
omit: omit omits exclude leave-out skip skips omitir omite omitas omita excluir exclua pular omettre omets exclure weglassen \
    auslassen uberspringen omettere ometti escludere saltare salta 省略 跳过
allow: allow permit allows permits permitir permite permitas autorizar permettre autoriser autorise erlauben erlaube zulassen \
    permettere permetti consentire 允许
forbid: forbid forbidden prohibit ban forbids deny denies disallow prohibir prohibe prohibas proibir proiba interdire interdis verbieten \
    verbiete untersagen vietare vieta proibire 禁止
accept: accept accepts aceptar acepta aceitar aceite accepter accepte akzeptieren annehmen accettare accetta 接受
refuse: refuse reject decline refuses rechazar rechaza negarte negarse niegues niega negar recusar recuse rejeitar refuser refuse \
    rejeter ablehnen verweigern weigere rifiutare rifiuta 拒绝
ignore: ignore disregard ignores ignorar ignora ignores ignorer ignorieren ignoriere ignorare 忽略
remember: remember recall memory recordar recuerda recuerdes memoria lembrar lembre memoire souvenir erinnern gedachtnis speicher \
    ricordare ricorda 记住 记忆
forget: forget forgets olvidar olvida olvides esquecer esqueca oublier oublie vergessen vergiss dimenticare 忘记
tab: tab tabs tabulador tabuladores tabulacion tabulacoes tabulation tabulations tabulatoren tabulatore tabulazioni 制表
space: space spaces espacio espacios espaco espacos espace espaces leerzeichen spazi spazio 空格
indent: indent indentation indenting indented indentacion indentar sangria sangrado indentacao einrucken einruckung indentazione 缩进
metric: metric metrico metrica metricas metrique metriques metrisch metrische metrischen metriche 公制
imperial: imperial imperiales imperiais imperiale imperiales imperiali 英制
unit: unit units unidad unidades unidade unite unites einheit einheiten unita 单位
celsius: celsius centigrade centigrados
fahrenheit: fahrenheit
currency: currency moneda divisa moeda monnaie devise wahrung valuta 货币
euro: euro euros eur 欧元
dollar: dollar dollars usd dolar dolares 美元
bullet: bullet bullets vineta vinetas bulletpoint puce puces aufzahlung stichpunkte 要点
paragraph: paragraph paragraphs prose prosa parrafo parrafos paragrafo paragraphe absatz absatze fliesstext 段落
markdown: markdown
plaintext: plaintext plain_text plain texto_plano texto_simples
text: text texto texte testo 文本
table: table tables tabla tablas tabela tableau tableaux tabelle tabellen tabella 表格
emoji: emoji emojis emoticon emoticono emoticonos 表情
upper: uppercase capital capitals mayusculas mayuscula maiusculas majuscules grossbuchstaben maiuscolo 大写
lower: lowercase minusculas minuscula minuscules kleinbuchstaben minuscolo 小写
quote: quote quotes quotation comilla comillas aspas guillemets anfuhrungszeichen virgolette 引号
single: single comillas_simples aspas_simples guillemets_simples einfache_anfuhrungszeichen virgolette_singole singole 单引
double: double dobles doble duplas doubles doppelte doppie 双引
snake: snake_case snakecase snake
camel: camelcase camel
kebab: kebab-case kebabcase kebab
pascal: pascalcase pascal
source: source sources reference references cite citation fuente fuentes cita citar cites referencia fonte fontes quelle quellen \
    zitieren zitiere referenz fonti citare 来源 引用
claim: claim claims assertion afirmacion afirmaciones affirmation behauptung affermazione 主张
commit: commit commits committed
push: push pushes pushed
pull: pull pulls
merge: merge merges fusionar fusiona fusionner zusammenfuhren 合并
rebase: rebase
branch: branch branches rama ramas ramo branche zweig ramo 分支
deploy: deploy deploys deployment desplegar despliega despliegue implantar deployer bereitstellen distribuire 部署
install: install installs installation instalar instala instales installer installe installieren installiere installare installa 安装
package: package packages dependency dependencies paquete paquetes dependencia dependencias pacote paquet paket pakete \
    abhangigkeit pacchetto dipendenze 依赖
database: database databases db base-de-datos datenbank 数据库
schema: schema esquema
secret: secret secrets credential credentials password passwords secreto contrasena clave senha geheimnis passwort segreto 密码 密钥
user: user users usuario usuarios utilisateur utilisateurs benutzer nutzer utente utenti 用户
customer: customer client cliente clientes kunde kunden 客户
approval: approval permission consent permiso aprobacion permissao autorisation erlaubnis genehmigung permesso 许可
error: error errors bug bugs fehler erro erros erreur erreurs errore errori 错误
log: log logs logging registro registros protokoll 日志
function: function functions funcion funciones funcao funcoes fonction fonctions funktion funktionen funzione funzioni 函数
class: class classes clase clases classe klasse klassen 类型
variable: variable variables variavel variaveis variabile variabili 变量
name: name names naming nombre nombres nome nomes nom noms namen nomi 名称 命名
line: line lines linea lineas linha linhas ligne lignes zeile zeilen riga righe 行数
column: column columns columna columnas coluna colunas colonne colonnes spalte spalten colonna characters caracteres 列宽
size: size length longitud tamano tamanho taille lange grosse dimensione lunghezza 长度 大小
width: width wide ancho largura largeur breite larghezza 宽度
maximum: at_most no_more_than less_than fewer_than up_to no_later_than max maximum most limit maximo maxima limite maximal \
    hochstens massimo 最多 最大 上限
minimum: at_least no_less_than more_than min minimum minimo minima mindestens 最少 最小
word: word words palabra palabras palavra palavras mot mots wort worte worter parola parole 字数
sentence: sentence sentences frase frases oracion oraciones phrase phrases satz satze 句子
date: date dates fecha fechas datum 日期
time: time hour hora horas heure uhr zeit 时间
timezone: timezone timezones
kilometer: kilometer kilometers km kilometro kilometros kilometre kilometres
mile: mile miles milla millas milha milhas meile meilen miglia
kilogram: kilogram kilograms kg kilo kilos kilogramo
pound: pound pounds lb libra libras livres pfund
number: number numbers numero numeros nombre nummer zahl zahlen numeri 数字
example: example examples ejemplo ejemplos exemplo exemplos exemple exemples beispiel beispiele esempio esempi 示例 例子
summary: summary summarize summarise recap resumen resumir resume resumas resumo sommaire resumer zusammenfassung zusammenfassen \
    riassunto riassumere 总结 摘要
plan: plan plans planear planifica planejar planifier planen piano pianificare 计划
step: step steps paso pasos passo passos etape etapes schritt schritte 步骤
invent: invent make_up made_up making_up fabricate hallucinate guess inventar inventa inventes invente adivinar adivines inventer \
    deviner erfinden erfinde inventare inventa 编造 捏造 猜测
fact: fact facts data dato datos dado dados donnees fakten daten fatto dati 事实 数据
current: current latest recent today actual actuales reciente atual atuais recente actuel actuels aktuell aktuelle attuale recente 当前 最新
old: old older outdated deprecated legacy viejo vieja antiguo velho antigo vieux ancien alte veraltet vecchio 旧的
weather: weather clima tiempo-atmosferico meteo wetter 天气
web: web internet online website linea
tool: tool tools herramienta herramientas ferramenta ferramentas outil outils werkzeug werkzeuge strumento strumenti 工具
skill: skill skills habilidad
apology: apology apologies apologize apologise sorry disculpa disculpas disculparte disculparse desculpa desculpas excuse excuses \
    excuser entschuldigung entschuldige scusa scuse scusarti 道歉 抱歉
greet: greet greeting greetings hello saludar saluda saludo saludos saudar saudacao saluer begrussen begrussung saluto salutare 问候
opinion: opinion opinions opiniones opiniao avis meinung meinungen opinione 意见
easy: simple easy sencillo sencilla facil facile leicht semplice 简易
complex: complex complicated complejo complicado complexe komplex complesso 复杂
big: big large huge bigger larger largest biggest grande grandes gross grosse enorme gran 大型
small: small little tiny smaller pequeno pequena chico petit petite klein kleine piccolo piccola 小型
high: high higher alto alta haut hoch elevado
low: low lower_ bajo baja bas niedrig basso
hide: hide conceal ocultar oculta esconder esconde masquer masque verbergen verstecken nascondere nascondi 隐藏
fast: fast quick quickly rapid rapido rapida rapide rapidement schnell veloce rapidamente 快速
slow: slow slowly lento lenta lent langsam lentamente 缓慢
public: public publico publica oeffentlich offentlich pubblico 公开
private: private privado privada prive privat privato 私有
local: local locally lokal locale localmente 本地
remote: remote remoto remota distant entfernt 远程
sync: sync synchronous sincrono synchron synchrone 同步
async: async asynchronous asincrono asynchron asynchrone 异步
light: light claro clair helle chiaro 浅色
dark: dark oscuro escuro sombre dunkel scuro 深色
true_: true verdadero vrai wahr vero
false_: false falso faux falsch
shell: shell bash terminal consola console
schedule: schedule agendar programar agenda planifier 安排
job: job jobs task tasks tarea tareas tarefa tarefas tache taches aufgabe aufgaben compito attivita 任务
block: block blocks bloque bloques bloc bloco blocchi
manner: manner way forma manera modo maniere weise
form: form forms formulario formulaire formular
official: official oficial oficiales officiel officielle offiziell offizielle ufficiale
promise: promise promises promised prometer promete prometas promettre promets versprechen versprich promettere
delivery: delivery deliveries deliver delivers entrega entregas entregar livraison lieferung liefern consegna
address: address addresses direccion direcciones endereco adresse adressen indirizzo 地址
ship: ship ships shipping shipped despachar expedier versenden spedire
refund: refund refunds reembolso reembolsos remboursement ruckerstattung rimborso 退款
attachment: attachment attachments adjunto adjuntos anexo anexos piece_jointe anhang allegato 附件
priority: priority prioritize prioridad prioriza priorizar prioridade priorite prioritat priorita
abbreviation: abbreviation abbreviations abbreviate abreviatura abreviaturas abreviacao abkurzung abkurzungen abbreviazione
link: link links enlace enlaces ligacao lien liens verweis collegamento 链接
page: page pages pagina paginas seite seiten pagine 页面
report: report reports informe informes relatorio rapport bericht berichte rapporto 报告
order: order orders pedido pedidos commande bestellung ordine 订单
invoice: invoice invoices factura facturas fatura facture rechnung rechnungen fattura 发票
meeting: meeting meetings reunion reuniones reuniao besprechung riunione 会议
calendar: calendar calendario agenda_ calendrier kalender 日历
server: server servers servidor servidores serveur serveurs 服务器
request: request requests solicitud peticion requisicao requete anfrage richiesta 请求
value: value values valor valores valeur valeurs wert werte valore valori
result: result results resultado resultados resultat resultats ergebnis ergebnisse risultato 结果
project: project projects proyecto proyectos projeto projet projekt progetto 项目
library: library libraries biblioteca libreria librerias bibliotheque bibliothek 库的
command: command commands comando comandos commande_ befehl befehle 命令
reason: reason reasons razon motivo raison grund ragione 原因
decision: decision decisions decisao entscheidung decisione 决定
budget: budget presupuesto orcamento bilancio 预算
readable: readable readability legible legibilidad legibilidade lisible lesbar leggibile 可读
translate: translate translates translation traducir traduce traduzcas traduccion traduzir traduire ubersetzen ubersetze tradurre 翻译
compare_: comparar compara vergleichen vergleiche confrontare
fix: fix fixes fixed repair arreglar arregla corregir corrige corrigir reparer corriger beheben behebe korrigieren correggere 修复
notify: notify notifies notification notificar notifica avisar avisa avise notifier benachrichtigen notificare 通知
review: review reviews revisar revisa revises reviser uberprufung rivedere revisione 审查
format: format formatting formato formatear formatage formatierung formattazione 格式
title: title titles heading titulo titulos titre titel titolo 标题
image: image images picture photo imagen imagenes imagem foto bild bilder immagine 图片
document: document documents documentation docs documento documentos documentacion dokument dokumentation documentazione 文档
"""

VALUES = """
length: brief detail
magnitude: big small
level: high low
display: show hide
register: formal informal
answer_language: english spanish portuguese french german italian chinese japanese catalan dutch russian arabic korean polish
whitespace: tab space
unit_system: metric imperial
temperature: celsius fahrenheit
distance_unit: kilometer mile
weight_unit: kilogram pound
time: utc gmt
money: euro dollar
layout: bullet paragraph table
letter_case: upper lower
quote_style: single double
naming_style: snake camel kebab pascal
existence: add delete
keeping: include omit
switch: enable disable
permission: allow forbid
consent: accept refuse
opening: open close
running: start stop
memory: remember forget
pace: fast slow
access: public private
place: local remote
concurrency: sync async
theme: light dark
truth: true_ false_
age: current old
difficulty: easy complex
package_manager: npm pnpm yarn bun
python_installer: pip uv poetry conda pipenv
python_tests: pytest unittest nose
javascript_tests: jest vitest mocha jasmine
formatter: black ruff yapf autopep8 prettier
version_control: git mercurial svn
integration: merge rebase squash
sql_engine: postgres postgresql mysql sqlite mariadb mongodb
web_framework: flask django fastapi
ui_framework: react vue angular svelte
css_kit: tailwind bootstrap
editor: vim emacs vscode nano
search_program: grep rg ripgrep ag
programming_language: python javascript typescript rust golang java kotlin ruby php
container: docker podman
data_format: markdown restructuredtext latex plaintext html json yaml toml xml csv
type_name: interface type
module_system: commonjs esm
shell_kind: zsh fish powershell
cloud: aws gcp azure
"""


@cache
def concepts() -> dict[str, str]:
    """The concept of a word, by the word itself and by its stem; where two lines share a word, the earlier has it."""
    exact = {word: stem(word) for word in ENGLISH.split()}
    stems: dict[str, str] = {}
    for line in CONCEPTS.strip().splitlines():
        name, _, words = line.partition(": ")
        for word in words.split():
            exact.setdefault(word, name)
            stems.setdefault(stem(word), name)
    return stems | exact


@cache
def dimensions() -> dict[str, str]:
    """What a concept or name is a value of."""
    rows = (line.partition(": ") for line in VALUES.strip().splitlines())
    return {value: name for name, _, values in rows for value in values.split()}


@cache
def _functions() -> frozenset[str]:
    return frozenset(word for words in LANGUAGES.values() for word in words.split())


def is_function(word: str) -> bool:
    return word in _functions()
