"""Ordinary words, in which a model may put a rule although nobody in the exchange said them. What is not here must have been said.

Nothing that is a product, a program, a language or a place may stand here: those are what a model makes up.
"""

from __future__ import annotations

from habitus.parse.wordset import wordset

EN = wordset("""
a an the this that these those and or nor but if unless when whenever while before after until since because so then than as at by for
from in into of off on onto out over per through to toward under up down upon via with within without about above across against along
among around between beyond during except inside outside near not no never always only just also even ever again once twice already still
yet too very more most less least much many few any all both each every either neither other another such same own some none one two three
four five six seven eight nine ten first second last next i me my you your yours yourself he she it its they them their we us our who whom
whose which what where why how there here be is are was were been being am do does did done doing have has had having can cannot could may
might must shall should will would need ought use using used run running ran check checking ask asking asked answer reply respond write
writing written read reading say saying said tell told state stating claim give given make making made keep keeping kept put take taken
get got go going come work working look see show shown find found know known think want wanted like prefer avoid follow stop start begin
end finish continue wait try test testing verify confirm validate ensure remember forget forgot include exclude add adding remove delete
create change modify edit update replace rename move copy open close save load install call import export build deploy commit push pull
merge review fix correct repeat explain describe summarise summarize list mention cite quote name refer provide return send receive share
search fetch list print display format style refuse decline assume guess invent hallucinate pretend apologise apologize skip ignore
respect obey handle treat consider decide choose select pick set reset turn switch enable disable accept reject approve allow forbid
require request offer suggest propose recommend report notice inform warn note document user users person people agent assistant model
tool tools skill command commands file files folder folders directory path paths line lines code comment comments function functions
method class module package packages dependency dependencies library test tests suite project repository repo branch change changes edit
edits task tasks step steps plan result results output input error errors warning failure success problem issue bug cause reason detail
details example examples instruction instructions rule rules guideline guidelines convention conventions preference preferences request
requests question questions response responses answers message messages conversation context content text word words sentence paragraph
language tone format length summary explanation information data value values number numbers price prices date dates time times unit units
source sources fact facts claim claims capability capabilities access permission ability system environment configuration setting settings
option options version default existing new old current previous own given requested stated available possible necessary needed specific
exact actual real true false right wrong correct incorrect good bad better best short brief briefly concise concisely long detailed simple
clear clearly direct directly plain small large full whole complete completely entire separate different similar same single multiple
extra additional unnecessary unrelated relevant appropriate certain sure careful carefully explicit explicitly exactly immediately
automatically manually instead rather actually really simply first finally later now today everything anything something nothing everyone
anyone someone thing things way ways kind type place part rest case cases order point don't doesn't didn't can't won't isn't aren't
shouldn't mustn't it's you're user's must able unable generated production temporary helper helpers store session sessions cannot ones
schema query queries log logs template templates
""")  # fmt: skip

OTHERS = {
    "es": wordset("""
    a al ante antes aunque bajo cada como con contra cual cuando de del desde donde durante e el ella ellos en entre es esa ese eso esta
    estas este esto estos fin forma hacia hasta hay la las le les lo los mas me mi mientras mis mismo misma mucho muy nada ni ningun
    ninguna no nos o otra otro para pero por porque primero que quien se sea segun ser si siempre sin sobre solo su sus tal tambien tan te
    todo toda todos todas tras tu tus un una unos unas usted vez y ya nunca jamas usar usa uses usando usuario usuarios agente herramienta
    herramientas archivo archivos fichero codigo comentario comentarios mensaje mensajes respuesta respuestas pregunta preguntas prueba
    pruebas cambio cambios tarea tareas proyecto repositorio rama linea lineas comando comandos carpeta ruta error errores resultado
    resultados dato datos precio precios valor valores fecha numero paso pasos regla instrucciones idioma tono formato breve corto corta
    largo claro clara correcto correcta nuevo nueva existente anterior necesario posible antes despues luego ahora dar pide di dice decir
    puede puedes poder deber debe debes haz hacer hace instala instalar paquete paquetes dependencia dependencias confirmacion permiso
    acceso capacidad ejemplo detalle detalles informacion fuente fuentes funcion funciones prefiere favor lugar vez
    """),
    "pt": wordset("""
    a ao aos antes apos as ate cada com como contra da das de dela dele depois do dos durante e ela ele eles em entre era essa esse esta
    este eu foi ha isso isto ja la mais mas me mesmo mesma meu minha muito na nao nas nem nenhum no nos num o onde os ou outra outro para
    pela pelo por porque primeiro qual quando que quem se seja sem sempre ser seu sua so sobre tambem tao todo toda todos todas um uma uns
    umas voce vez nunca jamais use usar usando usuario agente ferramenta ferramentas arquivo arquivos codigo comentario comentarios
    mensagem mensagens resposta respostas pergunta perguntas teste testes mudanca mudancas tarefa projeto repositorio linha linhas comando
    comandos pasta caminho erro erros resultado resultados dado dados preco valor data numero passo regra instrucoes idioma tom formato
    breve curto curta claro correto novo nova existente anterior necessario possivel agora pode deve faca fazer diga dizer instale
    instalar pacote pacotes dependencia confirmacao permissao acesso exemplo detalhes informacao fonte funcao lugar
    """),
    "fr": wordset("""
    a afin ainsi alors apres au aucun aucune aussi autre autres aux avant avec avoir c ca car ce cela ces cet cette chaque chez comme d
    dans de des donc du elle en encore entre es est et etre eux fait il ils j je jamais l la le les leur lors lorsque lui m ma mais me
    meme mes moins mon n ne ni non nos notre nous on ou par pas pendant peut plus pour pourquoi premier qu quand que quel quelle qui quoi
    s sa sans se ses si son sont sous sur t ta te tes toi ton toujours tous tout toute toutes tres tu un une utilise utiliser utilisateur
    vers vos votre vous y agent outil outils fichier fichiers code commentaire commentaires message messages reponse reponses question
    test tests changement modifications tache projet depot ligne lignes commande commandes dossier chemin erreur erreurs resultat
    resultats donnees prix valeur date nombre etape regle instructions langue ton format bref breve court courte clair correct nouveau
    nouvelle existant precedent necessaire possible maintenant doit dois peux fais faire dis dire installe installer paquet paquets
    dependance confirmation permission acces exemple details information source fonction lieu
    """),
    "it": wordset("""
    a ad ai al alla alle anche ancora che chi ci come con contro cosa cui da dal dalla dei del della delle di dopo dove durante e ed era
    essere fino fra gli ha hai ho i il in invece io la le lei lo loro lui ma mai me meno mi mia mio molto ne nei nel nella nessun nessuno
    noi non o ogni oltre per perche piu poi prima primo qual quale quando quel quella quello questa questo qui sara se sei sempre senza si
    sia solo sono sopra su sua sul sulla suo ti tra tu tutto tutta tutti tutte un una uno usa usare usando utente agente strumento
    strumenti file codice commento commenti messaggio messaggi risposta risposte domanda test modifica modifiche compito progetto
    repository riga righe comando comandi cartella percorso errore errori risultato risultati dati prezzo valore data numero passo regola
    istruzioni lingua tono formato breve corto corta chiaro corretto nuovo nuova esistente precedente necessario possibile adesso ora deve
    devi puoi fai fare di' dire installa installare pacchetto pacchetti dipendenza conferma permesso accesso esempio dettagli informazioni
    fonte funzione posto
    """),
    "de": wordset("""
    ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei bevor bis da dabei dafur damit dann das dass dein
    deine dem den der des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er erst
    erste es etwas fur ganz gegen gib hat habe haben hier ich ihm ihn ihr im immer in ins ist ja jede jedem jeden jeder jedes kann kannst
    kein keine keinen mehr mein mit muss musst nach nachdem nicht nichts nie niemals noch nur ob oder ohne sage sag sein seine sich sie
    sind so soll sollst sondern statt stattdessen uber um und uns unter vom von vor war was wenn wer werden wie wir wird zu zum zur zuerst
    zwischen benutze benutzen verwende verwenden nutze nutzen benutzer nutzer agent werkzeug werkzeuge datei dateien code kommentar
    kommentare nachricht nachrichten antwort antworten frage fragen test tests anderung anderungen aufgabe projekt repository zeile zeilen
    befehl befehle ordner pfad fehler ergebnis ergebnisse daten preis preise wert datum zahl schritt regel anweisungen sprache ton format
    kurz kurze knapp klar richtig neue neuen bestehende vorherige notig moglich jetzt fuhre ausfuhren prufe prufen schreibe schreiben lies
    lesen installiere installieren paket pakete abhangigkeit bestatigung erlaubnis zugriff beispiel einzelheiten information quelle
    funktion ort bitte
    """),
    "zh": frozenset(),
}  # fmt: skip


def of(lang: str) -> frozenset[str]:
    """Of the rule's language, and English, in which much is said everywhere."""
    return OTHERS.get(lang, frozenset()) | EN
