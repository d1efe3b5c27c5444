"""German. How to read a line: see the package."""

JOINS = "und|aber|weil|denn|dass|also|doch|obwohl|ok|nee|sondern"

MACROS = r"""
wrong    falsch|falsche|falschen|falscher|falsches|verkehrt|unsinn|quatsch|blodsinn|kaputt|gelogen|inkorrekt|fehlerhaft|mist|schlecht
         |unvollstandig|leer|veraltet|doppelt|muell|mull|furchtbar|nutzlos|erfunden|murks|schrott
it       das|dies|dieses|diese|dieser|es|alles|was du gemacht hast
not      (nicht|nie|kein|keine|keinen|nix|nichts|gar nicht|uberhaupt nicht|immer noch nicht|noch nicht|nicht mehr)
does     funktioniert|funktionieren|funktionierte|geht|gehen|ging|klappt|klappte|ladt|lauft|laufen|startet|offnet|zeigt|erscheint
         |erscheinen|kompiliert|baut|reagiert|speichert|speicherte|aktualisiert|andert|passiert|passt|passen|stimmt|stimmen|hilft|half
         |existiert|existieren|findet|tut|macht|bewegt|kommt|kommen|antwortet|reicht|rendert|verbindet|sieht|scheint|besteht|lost|greift
         |gibt es
fault    fehler|fehlermeldung|exception|ausnahme|warnung|problem|probleme|bug|bugs|404|500|nan|undefined|null|absturz
made     commits?|commit-(nachrichten?|messages?|texte)|branch|branches|(branch|variablen|funktions|datei|klassen)-?namen|pull requests?
         |prs?
         |tests?|testdatei(en)?|funktion(en)?|methoden?|klassen?|komponenten?|endpunkte?|endpoints?|migration(en)?|variablen?|konstanten?
         |datei|dateien|skripte?|imports?|kommentare?|docstrings?|datumsangaben|zeitangaben|zeitstempel|fehlermeldung(en)?|ausnahmen?
         |exceptions?|logs?|log-?meldungen|abhangigkeit(en)?|antwort(en)?|berichte?
manners  kommentare|emojis?|erklarungen|entschuldigungen|zusammenfassung(en)?|docstrings?|aufzahlungen|semikolons|abkurzungen|witze
         |platzhalter|todos|mocks|floskeln|fachjargon|anglizismen|type hints|print-statements|einzeiler|neuen (dateien|abhangigkeiten)
act      benutze?|verwende|nutze|nimm|mache?|schreibe?|antworte|prufe?|fuhre|pushe?|committe|merge|losche?|andere|bearbeite|schicke?|sende
         |installiere|frage?|teile|buche|plane|runde|lies|starte|behaupte|sage?|erstelle|fuge|lege?|speichere?|veroffentliche
         |uberschreibe|kopiere|deploye?|setze?
lead     ((ah|oh|ahm+|ah+m+|hm+|naja|na|also|ok|moment|sorry|entschuldigung|halt|hey|mann|ach|du|ey|ne)[ ,.!]+)
form     englisch|deutsch|franzosisch|spanisch|portugiesisch|italienisch|chinesisch|[a-z-]*format|iso[^ ]*|utc|markdown|json|csv
         |snake_case|camelcase|imperativ|prasens|kleinbuchstaben
"""

HALLUCINATION = r"""
.95  (du|sie) <2>(halluzinierst|lugst|erfindest|phantasierst|fantasierst|halluzinieren|erfinden|lugen)
.95  (das )?(hast|haben|hattest) (du|sie) <4>(erfunden|halluziniert|ausgedacht|gelogen|dir ausgedacht)
.9   du (irrst|irrst dich|liegst falsch|tauschst dich|hast unrecht|verwechselst|hast dich geirrt|bist falsch|hast dir das ausgedacht
     |vertust dich)
.9   (sie irren sich|da irrst du|da liegst du falsch)
.9   (ist|sind|war|waren|sieht) <3>($wrong)( |$|,|:)
.8   ~(ist |alles |total |vollig |leider |ganz )*(falsch|quatsch|unsinn|verkehrt|inkorrekt)( |$|,)
.85  ($it|da|so|hier|der|die|<3>) <1>stimmt <3>$not
.8   stimmt (so |doch |leider |immer noch |einfach )*$not
.85  (ist|war|sind) (so |doch |leider |gar |uberhaupt |immer noch |noch )*(nicht|kein|keine) <2>(richtig|korrekt|wahr|das|so|richtige
     |gultig|gut|der fall|die richtige|der richtige|was|aktuell)( |$|,)
.9   (nicht|nie),? (das,? )?was ich <3>(wollte|gesagt|gemeint|meinte|gefragt|verlangt|will|gebeten|erwartet|brauche)
.85  (die|der|das|den|diese|dieser|dieses|x+|so eine|so ein) <4>(existiert|existieren|gibt es|gibt's) <2>$not
.75  ^[^ ]+ (existiert|gibt es|gibt's) (gar |doch |uberhaupt )?nicht( |$|,)
.75  ~es gibt (gar |hier |da )?(kein|keine|keinen) <3>[a-z]+
.7?  (woher|wo) (hast|hattest|nimmst) du (das|die|den)
.7   (eigentlich|tatsachlich|in wirklichkeit) (ist|sind|heisst|war)
.75  ich (glaube|denke|finde) <1>nicht,? dass <4>(stimmt|richtig|korrekt|passt|gut|sinnvoll)
.75  (anderer meinung|nicht einverstanden|sehe ich (anders|nicht so)|sehen wir anders)( |$|,)
.8   (das|dies|da) kann (so |doch |ja |eigentlich )*nicht (stimmen|sein|richtig sein|sein ernst)
.7   ~ich bezweif(le|el)( |$|,)
"""

REFUSAL = r"""
.9?  (warum|wieso|weshalb) (sagst|behauptest|meinst) du,? (dass )?(du )?<5>(nicht kannst|nicht konntest|kannst <3>nicht
     |konntest <3>nicht|nicht darfst)
.9?  (wie|was) ,?(heisst|soll das heissen|bitte|meinst du mit)?,? ?(du |das )?(kannst|geht|kann) <2>nicht
.8?  (warum|wieso|weshalb) (kannst|willst|machst|darfst|konntest) du <4>nicht
.8   (doch|klar|naturlich),? <2>(kannst du|du kannst|geht das|das geht|hast du)
.85  (du hast|du hattest|hast du nicht) <3>(gesagt|behauptet|versprochen),? (dass )?(du|es|das)
"""

MISSING_CONTEXT = r"""
.9   (ich )?(hab|habe|hatte|hab's|hatt's) (dir |es |das |ihnen |dich |dir das |es dir |dir doch )*(schon|bereits|doch|gerade|eben
     |ausdrucklich|extra|mehrfach) <4>(gesagt|gebeten|geschrieben|erklart|gefragt|erwahnt|gegeben)
.85  (ich )?(hab|habe|hatte|hab's|hatt's) <4>(gesagt|verlangt|gebeten)( |$|,|:)
.85  ~ich sagte( |$|,|:)
.8   (wie|was|das) (ich )?(schon |bereits |dir )*(gesagt|besprochen|erwahnt|vereinbart)( |$|,)
.85  (das )?(hab|habe|hatte|wollte) ich <2>(nicht|nie) (gesagt|gewollt|gemeint|gefragt|verlangt)?
.85  ~(ich )(meinte|meine|rede von|sprach von|wollte)( |$)
.85  (du|sie) (hast|haben|hattest) <5>(vergessen|ignoriert|ubersehen|ubersprungen|weggelassen|geloscht|entfernt|kaputt gemacht
     |kaputtgemacht|geandert|uberschrieben|missverstanden|verloren|ausgelassen|zerstort|falsch verstanden|verwechselt)
.85  (hast du|haben sie) <4>(vergessen|ignoriert|ubersehen|kaputt gemacht|kaputtgemacht)
.8   (du|sie) (hast|haben) <4>(nicht|kein|keine|nie|noch nicht|immer noch nicht|gar nicht) <3>(gelesen|gemacht|getan|hinzugefugt
     |verstanden|getestet|aktualisiert|beantwortet|befolgt|beachtet|gepruft|benutzt|eingebaut|angelegt|geschrieben|repariert|behoben
     |gefixt|korrigiert|zugehort|ausgefuhrt|umgesetzt|gespeichert)
.8   du (verstehst|horst|liest|beachtest|machst|antwortest) <3>nicht
.8?  (warum|wieso|weshalb) (hast|machst|benutzt|loschst|anderst|nimmst|verwendest|ist|geht|funktioniert|schreibst|tust|fugst|ignorierst
     |willst) (du|das|es|die|der) <5>[a-z]+
.8?  (wie oft|schon wieder|^<3>(wieder|nochmal|noch einmal)$)
.8   (schon wieder|wieder) (der|die|das|derselbe|dieselbe|dasselbe|falsch|ein|eine|kaputt|nicht|kein|keine|so|den)
.75  (derselbe|dieselbe|dasselbe|der gleiche|die gleiche|das gleiche|den gleichen|denselben) (fehler|problem|mist|meldung)?
.5   (fehlt|fehlen|fehlte|fehlten)( |$|,)
.45  (sollte|sollten|solltest|hatte|hattest) <6>(sein|sollen|mussen|heissen|werden|stehen|haben|anzeigen|machen|nehmen|prufen|fragen)( |$
     |,)
.4=  (statt|anstatt|und nicht|, nicht|anstelle von) <4>[^ ,]+$
.55= ^$lead*nicht <2>[^ ,]+,? sondern [a-z]
.55  ~(alle|samtliche|jede[rs]?|keine?n?) (neue[nrs]? )?($made) (mussen|muss|sollen|soll|sollten|sollte|durfen|darf|brauchen|braucht) [a-z]
.55  ~((die|unsere|neue) )?($made) (mussen|sollen|sollten|durfen) <8>(sein|haben|folgen|enthalten|beginnen|anfangen|enden|stehen|liegen
     |bleiben|benutzen|verwenden|nutzen|heissen)( |$|,)
.55  ~(stelle?|achte|sorge?) (bitte )?(sicher|darauf|dafur),? dass (alle|jede[rs]?|keine?) <1>($made) [a-z]
.8   du vergisst (immer|standig|dauernd|jedes mal)( |$)
.5=  ~(fuhre?|schreibe?|benenne|nenne?|formatiere|lege?|speichere?) <6>(statt|anstatt|nicht|nicht mit) [^ ,]+
.55  ^(bitte |immer )*(frag|frage) (mich|erst|vorher|uns)[ ,]+(bevor|vor) [a-z]
.55  ^(bitte |immer )*(fuhr|fuhre|lass|starte|lies|pruf|prufe) <6>[^ ,]+[ ,]+(bevor|ehe) du [a-z]
.6   ~(bitte )?(nie|niemals)( wieder| mehr)? <6>(benutzen|verwenden|nutzen|bearbeiten|andern|anfassen|loschen|pushen|committen|ausfuhren
     |installieren)$
.8   (~du|^da|^dabei|^hier) (ubersiehst|ignorierst|missachtest|missverstehst|vergisst|vernachlassigst)( du)?( |$|,)
.65  ~was ich (wollte|meinte|brauchte|suchte),? (ist|war)
.5@  ^$lead*(zur klarstellung|um (das|es) klarzustellen|zur prazisierung|genauer gesagt)( |,|:|$)
.45?= (kannst|konntest|konnen|konnten) (du|wir|sie) <8>(statt|anstatt|anstelle von|und nicht|nicht)
.55  ~((die|unsere|alle|neue) )?($made) (gehoren|kommen|liegen) (in|nach|unter|neben) [^ ]*[/._][a-z0-9]
.6   ^(und |aber |bitte )*((die|alle|unsere) )?($made) (bitte |immer |nur )*(auf|im|in|als) ($form)( |,|$)
.6   ~(hier|bei uns|in diesem (repo|projekt)) wird (nur |immer )?[^ ,]+ (benutzt|genutzt|verwendet)( |$|,)
.55  ^(bitte |und |aber )*(bevor|ehe) du (committest|pushst|pushest|[^,]* (anderst|bearbeitest|editierst|loschst|deployst|mergst
     |veroffentlichst|committest|pushst|schreibst)), (immer |erst |bitte )*(fuhre?|lass|starte|lies|prufe?|frage?|sage?|erstelle)( |$)
.6   ~((die|alle) )?($made|$manners) sind (hier |bei uns )?(streng )?verboten($|,|;)
"""

WRONG_SKILL = r"""
.75@ ^$lead*(nein+|nee+)[,.!:;]+ *(bitte )?(nimm|benutze|benutz|verwende|nutze|mach|setz|rufe|andere|erstelle|schreib
     |losche|probier|starte)( |$)
.7   (ich|man) (kann|sehe|finde|bekomme) <4>(nicht|nichts|kein|keine|keinen)( |$|,)
.7   (bleibt|seite|bildschirm|ist) <2>(weiss|leer|schwarz|hangen|abgeschnitten|eingefroren)( |$|,)
.8   ($does) <3>$not( |$|,|:|;|!)
.8   (immer noch|weiterhin|noch immer|nach wie vor) <3>(nicht|kaputt|falsch|fehler|derselbe|rot|kein|keine|da|leer|ein|der|die|das
     |gleich)
.8   (nichts|gar nichts) (passiert|andert sich|geht|funktioniert|geandert|zu sehen)
.8   (passiert|tut|macht|andert sich|zeigt|bringt|tut sich) <1>(nichts|gar nichts|nix)
.75  (schlagt fehl|schlug fehl|sturzt ab|sturzte ab|bricht ab|hangt|crasht|verschwindet|verschwunden|fehlgeschlagen|abgesturzt|scheitert
     |wirft)( |$|,)
.75  (bekomme|kriege|erhalte|kommt|sehe|gibt|wirft|zeigt|habe|ist|erscheint|tritt) (immer noch |jetzt |noch |ich |da |hier |es )*(einen
     |ein|eine|den|die|diesen|diese|folgenden|noch)? ?($fault)
.85  (du|sie) (hast|haben|machst|machen) <5>(falsch|verkehrt|einen fehler|fehler|mist|quatsch|schlecht)
.85  ~(hor|hore|horen sie) <1>auf( |,|$)
.85  ~(lass|lassen sie) (das|es|den quatsch|die finger)( |$|,|!)
.8   ~(benutze|benutz|nimm|verwende|nutze|mach|nehmen sie|du sollst) <6>(statt|anstatt|und nicht|nicht|anstelle)
.4=  ~(benutze|benutz|nimm|verwende|nutze|mach|mache|andere|losche|fass|schreib|schreibe|erfinde|installiere|fuhre|fuge|rate|lege
     |erstelle|bearbeite|commite) <4>(nicht|nie|kein|keine|keinen|nichts|niemals)( |$|,)
.65  ~(benutze|benutz|nimm|verwende|nutze) [^,;]*(nicht|kein|keine|keinen|nie) [^,;]*[,;] (sondern|benutze|nimm|verwende|nutze|wir (nutzen
     |benutzen|verwenden))
.75  ~(mach|mache|machen sie|setz|setze|nimm|stell|stelle) <5>(ruckgangig|zuruck|wieder weg|raus)
.65  ~(ich|wir) (will|wollen|mochte|brauche|brauchen|mag) <3>(nicht|kein|keine|keinen)( |$)
.75  ~(korrigiere|korrigier|berichtige|behebe|fixe|reparier|repariere) (das|dies|es|deinen|den fehler|bitte|deine)
.8   ~(versuch|versuche|probier|probiere|mach) (es |das )?(nochmal|noch einmal|erneut|richtig|besser)
.7   (zu|viel zu) (lang|langsam|kompliziert|viel|gross|klein|ausfuhrlich|viele|umstandlich)
.75  (falsche|falschen|falscher|falsches|nicht die richtige|nicht der richtige) (datei|werkzeug|tool|befehl|ordner|branch|funktion
     |tabelle|version|stelle|zeile|sprache)
.6=  (benutze?|verwende|nutze|nimm|schreibe?) [^,;]+, (und )?(nicht|keine?n?) <3>[^ ,]+$
.75  (einen|ein|eine|neue|neuen|weitere|weiteren) <2>($fault|regression) (verursacht|eingefuhrt|erzeugt|ausgelost|eingebaut|produziert)
"""

PREFERENCE = r"""
.8   ~(ab jetzt|von jetzt an|ab sofort|kunftig|in zukunft|das nachste mal|nachstes mal|beim nachsten mal)
.75  ~($act) <3>immer( |$)
.7   ~($act) <3>(nie|niemals)( |$)
.65  ~(bitte )?keine?n? ([a-z]+ )?($manners)( mehr| bitte| danke| in | im | bei | fur |$|,|!)
.65  ~ich (will|mochte|mag|brauche|hasse) (keine?n? )?([a-z]+ )?($manners)( |$|,|!)
.65  ~(viel |bitte )?(kurzere|knappere|einfachere|weniger) <1>($made|$manners)( bitte|$|,|!)
.7   ~(niemals|nie wieder|nie mehr)( |$)
.75  (ich|wir) (bevorzuge|bevorzugen|hasse|mag es nicht)
.75  mir <3>lieber
.7   ~(antworte|schreib|schreibe|sprich|rede) <2>auf (deutsch|englisch|franzosisch|spanisch)
.7   ~(fass dich|sei|antworte|bitte) (kurzer|kurz|knapper|praziser|direkter|genauer)
"""

HINT = r"""
.7@  ^$lead*(nein+|nee+|no|nope|ne)[,.!:;]+ *[a-z]
.65@ ^$lead*(nein|nee) (das|nicht|ich|du|nimm|benutze|es|die|der|so)( |$)
.45@ ^$lead*(eigentlich|moment|warte|halt|stopp|stop|vielmehr|sondern)( |,|\.|!)
.5   (ernsthaft|echt jetzt|im ernst|verdammt|scheisse|mist|was soll das|zum teufel|herrgott|mann)( |$|,|!)
.5@  ^(danke|gut|netter versuch|guter versuch|fast|ok|ja|schon|nett|super)[ ,.]+(aber|jedoch|nur)
.2   (immer noch|leider|schon wieder)
"""

CALM = r"""
.9@  ^$lead*(nein|nee)[,. !]*(danke|kein problem|passt|schon gut|alles (gut|klar|ok)|das (war's|wars|ist alles|reicht)|ist (gut|ok
     |in ordnung)|noch nicht|nicht notig|weiss ich nicht|ich weiss nicht|keine ahnung|das passt)
.9   (kein problem|keine (sorge|ahnung|eile|ursache|frage)|warum nicht|oder nicht|wenn nicht|nicht (schlecht|schlimm|notig|wichtig|nur
     |sicher|vergessen|ubel)|^(das )?macht nichts$|ich weiss nicht|weiss nicht|stimmt das|ist das <2>(falsch|richtig|korrekt)
     |das ist nicht (schlimm|wichtig|notig|dringend))
.9   (was|wo|etwas|welche[rs]?) (ist|stimmt|daran|hier) <3>(falsch|nicht|kaputt|verkehrt)
.9   (finde|suche|zeige|zeig|liste|prufe|analysiere|erklare|behandle|fange|validiere|korrigiere|behebe) <4>(fehler|probleme|bugs|falsche
     |falschen|fehlerhafte)
.9   ^(bitte |und |jetzt |dann |nun )*(fuhre?|starte|zeige?|lies|sage?|erklare?|offne|baue?|kompiliere|schicke?|suche?|prufe?
     |teste) <4>(nochmal|noch einmal|wieder)( aus| vor)?$
"""

EXCUSE = r"""
.45@ ^(bitte |kannst du |jetzt )*(generiere|erstelle|schreibe|schreib|erklare|beschreibe|liste|fasse|implementiere|entwickle|fuge
     |analysiere|entwirf|was|wie|welche|welcher|wer)( |,)
.9   (mein fehler|meine schuld|ich habe mich geirrt|ich hab mich geirrt|du hast recht|sie haben recht|schon gut|egal|vergiss es
     |fehlalarm|hat sich erledigt)
.6   (funktioniert (jetzt|gut|super|perfekt)|jetzt (geht|funktioniert|passt|klappt)|vielen dank|gute arbeit|gut gemacht|sieht gut aus)
"""

TASK = r"""
.9   ~(bitte |kannst du |konntest du |jetzt )*(ubersetze|ubersetz|ubersetzen sie|paraphrasiere|transkribiere)
.9   (wie sagt man|was (bedeutet|heisst)|ins (englische|spanische|franzosische|italienische)|auf (englisch|spanisch|franzosisch
     |italienisch)$)
.9   ~(bitte |kannst du |konntest du |jetzt |hilf mir )*(schreib|schreibe|verfasse|erfinde|erzahl|erzahle|erstelle|generiere|schick
     |schicke|sende|entwirf|formuliere) <4>(geschichte|gedicht|lied|dialog|gesprach|aufsatz|email|e-mail|mail|brief|nachricht|witz|szene
     |drehbuch|rede|rezension|notiz|satz|satze|frage|fragen|beispiel|beispiele|antworten|marchen|dankesmail)
.9   (wahr oder falsch|richtig oder falsch|welche (der|von diesen) (folgenden|antworten)|multiple choice|wahle die richtige)
.9   ~(stell dir vor|angenommen|nehmen wir an|tu so als|spiel die rolle)
"""

EMBEDS = r"""
(wenn|falls|ob|was ware wenn|es sei denn|angenommen|stelle sicher|stell sicher|sicherstellen|prufe|pruf|uberprufe|bestatige|damit
    |so dass|sodass|bis|vermeide|muss|mussen|darf|durfen|soll|sollen|erklar|erklare|sag mir|zeige)\b
"""

OTHERS = r"""
(er|chef|chefin|kunde|kunden|kundin|lehrer|lehrerin|professor|kollege|kollegin|freund|freundin|mutter|vater|bruder|jemand|leute|nutzer
    |benutzer|autor|artikel|buch) <3>(sagt|sagen|sagte|meint|meinte|meinen|glaubt|denkt|schreibt|schrieb|behauptet|fragt|fragte
    |beschwert)\b
"""

WHEN = r"""
^<2>(wenn|sobald|immer wenn|wo|nachdem|wahrend|weil|da)\b
"""

PRAISE = r"""
.9   ~<3>(perfekt|ausgezeichnet|hervorragend|super|toll|prima|klasse|spitze|genial|fantastisch|wunderbar|grossartig|bravo|genau|richtig
     |korrekt|top|sehr gut|stark|schon|geil|cool|passt)( |!|$|,)<4>$
.9   (gut gemacht|gute arbeit|tolle arbeit|gute antwort|super gemacht|sehr gut|saubere arbeit)
.85  ($it|so|alles|jetzt) <1>(ist|passt|stimmt|sieht) <2>(gut|perfekt|super|richtig|so|korrekt|prima|toll|jetzt)( |$|,|!)
.85  (es|das|alles|jetzt) <1>(funktioniert|klappt|geht)( |$|,|!)
.8   ~<2>(danke|vielen dank|danke schon|dankeschon|besten dank)( |$|,|!)
.85  (gefallt mir|ich liebe|mag ich|hat geholfen)
.85  genau (das|so|was|richtig)
"""

COMPLAINT = r"""
.9   ($does|ist|war|gefallt|mag|hilft|sind) <3>$not( |$|,|!)
.85  ~<4>($wrong|schlimm|enttauschend|furchtbar|schrecklich|mies|unbrauchbar|schlechter|nicht (gut|richtig|korrekt|schon|hilfreich|okay
     |ok|perfekt))( |$|,|!)
.85  ~<1>(danke|gut|ok|nett|netter versuch|guter versuch|fast|schon),? aber <6>(nicht|falsch|fehlt|kein|das|schlecht)
.85  (zeitverschwendung|enttauscht|ich hasse|was fur ein mist|das nervt|katastrophe)
.8   ~(versuch|versuche|probier|mach) (es |das )?(nochmal|noch einmal|erneut)
"""
