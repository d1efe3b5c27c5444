"""Italian. How to read a line: see the package."""

JOINS = "e|ma|pero|perche|quindi|anche se|ok|senti"

MACROS = r"""
wrong    sbagliato|sbagliata|sbagliati|sbagliate|errato|errata|falso|falsa|scorretto|scorretta|rotto|rotta|male|incompleto|incompleta
         |al contrario|inutile|orribile|pessimo|pessima|vuoto|vuota|duplicato|inventato|inventata|assurdo
it       questo|questa|quello|quella|cio|tutto|quello che hai fatto
pron     ((si|mi|ti|lo|la|ci|gli|le) )
does     funziona|funzionano|funzionava|vede|vedono|vedo|mostra|mostrano|appare|appaiono|compare|compaiono|carica|caricano|salva
         |aggiorna|aggiornano|apre|aprono|risponde|compila|parte|partono|cambia|cambiano|fa|fanno|va|vanno|passa|passano|muove|muovono
         |trova|risolve|aiuta|serve|esiste|esistono|permette|lascia|avvia|invia|arriva|crea|restituisce|esce|cancella|corrisponde
         |combacia|gira|sente|legge|succede|rispetta|torna|quadra
fault    errore|errori|eccezione|avviso|problema|problemi|bug|404|500|nan|undefined|null
made     rispost[ae]|messaggio? di (commit|log|errore)|messaggi di (commit|log|errore)|commit|branch|pr|pull request|test|funzion[ei]
         |metod[oi]
         |class[ei]|component[ei]|endpoint|migrazion[ei]|variabil[ei]|costant[ei]|nomi (di|dei|delle) [a-z]+|file|import|comment[oi]
         |docstring|dat[ae]|log|dipendenz[ae]|report
manners  commenti|emoji|spiegazioni|scuse|riassunt[oi]|docstring|battute|mock|abbreviazioni|gergo
lead     ((ah|oh|eh|ehm+|uhm+|hm+|beh|be|allora|senti|scusa|aspetta|ok|guarda|ma|mah)[ ,.!]+)
form     inglese|italiano|francese|tedesco|spagnolo|portoghese|cinese|formato [^ ]+|iso|utc|markdown|json|csv|snake_case|camelcase
         |minuscolo|maiuscolo
"""

HALLUCINATION = r"""
.95  (ti |te lo )?(stai|continui a) <2>(allucinando|inventando|mentendo|sbagliando|inventare|mentire|delirando|confondendo|inventandoti
     |inventandotelo)
.9   (hai|te lo sei|ti sei|te la sei) <2>(inventato|inventata|allucinato|mentito|sbagliato|confuso|confusa)
.9   (ti sbagli|sbagli|ti confondi|menti)( |$|,)
.85  (e|e'|sono|era|sembra|risulta|viene) <2>($wrong)( |$|,|:)
.8   ~(e |e' |tutto |e tutto )?(sbagliato|sbagliata|errato|errata)( |$|,)
.8   non (e|e'|era|sono|sembra) (affatto |proprio |molto |del tutto |per niente )*(corretto|corretta|giusto|giusta|vero|vera|esatto
     |esatta|cosi|quello|questo|valido|quella)($|,|:|;)
.85  non (e|e'|era) (cosi |questo |quello )?(che|quello che|cio che|come) <2>(chiesto|detto|volevo|voglio|intendevo|chiedevo|aspettavo
     |serve|serviva)
.85  (quel|quella|quello|questo|questa|il|la|lo|i|le|x+|tale) <4>non (esiste|esistono)
.75  ^[^ ]+ non esiste( |$|,)
.8   non (c'e|esiste|ci sono) (nessun|nessuna|alcun|alcuna|nulla|niente)
.7?  da dove (hai preso|l'hai|lo hai|viene)
.7   (in realta|a dire il vero),? (e|sono|il|la|era|non)
.75  (non (credo|penso|mi (sembra|pare)) che|dubito che) <3>(sia|siano|e|sono) <1>(giust|corrett|ver[oai]|cosi|esatt|valid|bene)[a-z]*
.75  ~(io )?(non sono d'accordo|dissento)( |$|,)
.75  non mi (sembra|pare) <1>(giust|corrett|vero|vera|esatt|valid|bene)[a-z]*
"""

REFUSAL = r"""
.9?  perche (dici|hai detto|continui a dire|sostieni) (che|di) non (puoi|poter|potere|riesci|sai)
.9?  come (sarebbe|mai)?( che| a dire che)? ?non (puoi|riesci|sai)
.8?  ^<1>perche non (puoi|riesci|vuoi|lo fai|hai)
.8   (certo che|ma|si che|ovvio che),? (puoi|riesci|hai accesso)
.85  (hai|avevi) (detto|promesso|affermato) (che|di) (non )?(potevi|puoi|poter|poterlo|avresti|funzionava|riuscivi|sapevi|eri)
"""

MISSING_CONTEXT = r"""
.9   (te |ti )?(l'ho|lo ho|ho|l'avevo|avevo) gia (detto|chiesto|spiegato|scritto|dato)
.8   (ti|te) (ho|avevo|l'ho|l'avevo|lo avevo) <1>(detto|chiesto|spiegato)
.8   ~ho (detto|chiesto|scritto)( |$|,|:)
.8   (come|quello che|cio che) (ti )?(ho|avevo) (gia )?(detto|chiesto|spiegato|scritto)
.85  non (ti )?(ho|avevo) (chiesto|detto|mai|voluto|scritto)( |$|,)
.8   ~(io )?(intendevo|volevo dire|mi riferivo|mi riferisco|parlavo|sto parlando)
.7   ~(io )?volevo( |$)
.85  (hai|ti sei|avete) <2>(dimenticato|ignorato|saltato|omesso|cancellato|eliminato|rimosso|rotto|cambiato|duplicato|perso|lasciato
     |frainteso|capito male|sovrascritto|scordato|tralasciato|rovinato)
.8   non (l'|li |le |lo |la |mi )?hai <1>(letto|fatto|messo|aggiunto|incluso|capito|ascoltato|seguito|testato|aggiornato|corretto
     |risposto|guardato|controllato|eseguito|usato|creato|finito|cambiato|salvato|rispettato|considerato)
.75  non (capisci|ascolti|mi ascolti|leggi|stai)( |$|,)
.8?  ^<1>perche (hai|stai|continui|usi|fai|metti|ancora|sempre|lo|la|mi)( |$)
.8?  (quante volte|^<3>(di nuovo|ancora|un'altra volta)$)
.75  (lo|la|gli|le|il) (stesso|stessa|stessi|stesse|solito|solita) (errore|errori|problema|cosa|sbaglio)
.5   (manca|mancano|mancava|mancavano)( |$)
.45  (dovrebbe|dovrebbero|doveva|dovevano|dovevi|avresti dovuto|avrebbe dovuto)( |$)
.4=  (invece di|al posto di|anziche|e non|, non) <4>[^ ,]+$
.45= ^$lead*non (e )?<2>[^ ,]+,? (ma|bensi) [a-z]
.55  ~(tutti i|tutti gli|tutte le|ogni|nessuna?) (nuov[oaie] )?($made) ([a-z]+ )?(non )?(dev(e|ono)|dovrebbe(ro)?) [a-z]
.55  ~(i|gli|le|i nostri|le nostre) ($made) ([a-z]+ )?(non )?(devono|dovrebbero) (essere|avere|usare|seguire|iniziare|finire|stare
     |contenere|toccare|superare)( |$)
.55  ~assicurati che (tutti i|tutti gli|tutte le|ogni|nessuna?) (nuov[oaie] )?($made) [a-z]
.8   (ti )?dimentichi sempre( |$)
.55  ^(per favore |sempre )*(chiedimi|avvisami) <2>prima di [a-z]
.55  ^(per favore )?(esegui|lancia|leggi|controlla) <5>prima di (fare|committare|modificare|pushare|cambiare)
.8   (ti )?stai (dimenticando|ignorando|trascurando|tralasciando|saltando|omettendo|fraintendendo)( |$)
.65  ~(quello|cio) che (volevo|chiedevo|cercavo|intendevo) (e|era)
.5@  ^$lead*(per (chiarire|essere (piu )?(chiar|precis)[oai])|chiarisco)( |,|:|$)
.45?= (puoi|potresti|possiamo) <8>[^ ,]+,? (invece di|al posto di|anziche|e non|non)
.55  ~(i|gli|le|tutti i|tutte le|i nostri|le nostre) ($made) ([a-z]+ )?vanno (in ($form)|(in|nel|nella|sotto) [^ ]*[/._][a-z0-9]+)
.6   ^(e |ma |per favore )*((i|gli|le|tutti i|tutte le) )?($made) (per favore |sempre |solo )*in ($form)( |,|$)
.55  ^(per favore |e |ma )*prima di (fare )?(commit|push|committare|modificare|pushare|cambiare|cancellare|pubblicare
     |deploy)[^,]*, (sempre )*(esegui
     |lancia|leggi|controlla|chiedi|chiedimi|avvisami|crea|aggiorna)( |$)
.6   ~(i|gli|le) ($made|$manners) sono (assolutamente )?vietat[ie]( qui| in questo [a-z]+)?($|,|;)
"""

WRONG_SKILL = r"""
.75@ ^$lead*no+[,.!:;]+ *(usa|utilizza|metti|fai|esegui|chiama|modifica|cambia|crea|scrivi|cancella|togli|prova|prendi)( |$)
.7   non (riesco|riusciamo) (a|ad|piu)( |$)
.7   (resta|rimane|appare|schermata|schermo|viene) <2>(bianca|bianco|nera|vuoto|vuota|bloccato|bloccata|tagliato|tagliata)
.8   non ($pron)*($does)( |$|,|:|;)
.8   (ancora|ora|adesso|nemmeno|neanche|piu) non ($pron)*($does)
.85  (continua|continuano|resta|rimane) (a non|a dare|a fallire|a mostrare|a crashare|ad|uguale|rotto|sbagliato|lo stesso|a)( |$)
.8   non (fa|succede|cambia|appare|mostra) (niente|nulla)
.75  (fallisce|falliscono|crasha|si blocca|si rompe|si e rotto|da errore|scompare|sparisce|non parte|e fallito|va in errore|e sparito)( |$
     |,)
.75  (ricevo|ottengo|appare|esce|compare|mi da|da|vedo|ho|c'e|ci sono|restituisce|ancora) <3>($fault)
.85  (hai|l'hai|lo hai) <4>(sbagliato|male|sbagliata)
.85  ~(smettila|smetti|finiscila|basta|piantala)( di| con)?( [a-z]+|$|,)
.8   ~(usa|utilizza|metti|fai|prendi|devi usare) <6>(invece di|al posto di|anziche|e non|non)
.4=  ~non (mi |lo |la )?(usare|chiamare|eseguire|modificare|toccare|cambiare|installare|fare|mettere|cancellare|inventare|ripetere
     |aggiungere|creare|scrivere|rinominare|rimuovere)
.65  ~non (usare|eseguire|chiamare|lanciare) [^,;]+[,;] (ma |piuttosto |invece )*(usa|usiamo|esegui|chiama|lancia)
.75  ~non [a-z]+(are|ere|ire|arlo|erlo) (mai )?piu( |$|,)
.75  ~(annulla|annullalo|ripristina|torna indietro|rimetti|toglilo|togli questo|eliminalo|disfa)( |$|,)
.65  ~(io )?non (voglio|volevo|mi serve|mi piace|mi servono)( |$)
.75  ~(correggi|correggilo|sistema|sistemalo|rifai|rifallo|aggiusta) (questo|questa|quello|subito|di nuovo|il tuo|cio)
.8   ~(riprova|prova|rifallo|fallo) (di nuovo|ancora|bene|meglio)
.7   (e|sono|^|hai messo|c'e|ci sono) ?<1>(troppo|troppa|troppi|troppe)( |$)
.7   (file|strumento|comando|cartella|branch|funzione|tabella) (sbagliato|sbagliata|errato|errata)
.6=  (usa|utilizza|scrivi|metti) [^,;]+, (e )?non <3>[^ ,]+$
.75  (ha|hai|hanno) (causato|introdotto|provocato|generato|creato) <3>($fault|regressione|regressioni)
.7   non (vedo|trovo) (nessun|nessuna|alcun|alcuna|il|lo|la|i|gli|le|l'[a-z]+)( |$)
.5   ~(qui|in questo (repo|progetto)) (sempre |solo )?(usiamo|utilizziamo|si usa)( |$)
.55= ~(qui |noi )?non (usiamo|utilizziamo)( |$)
"""

PREFERENCE = r"""
.8   ~(d'ora in poi|da ora in poi|da adesso in poi|d'ora in avanti|la prossima volta|in futuro)
.75  ~(usa|rispondi|scrivi|fai|metti|controlla|esegui|utilizza) <1>sempre
.7   ~sempre (usa|rispondi|scrivi|controlla)( |$)
.7   ~non [a-z]+re mai( |$)
.7   ~(non )?<2>mai (piu|usare|fare|modificare|cancellare|toccare)( |$)
.75  (preferisco|preferirei|preferiamo|odio|detesto|non sopporto)
.7   ~(rispondi|scrivi|parla|rispondimi) <1>in (italiano|inglese|francese)
.7   ~(sii|risposte) piu (breve|brevi|conciso|concisa|diretto|chiaro|corte)
.65  ~(niente|basta|non voglio|odio) (le |i |gli )?($manners)( |$|,|!)
.65  ~($made|$manners) piu (cort|brev|concis)[a-z]+
.65  ~mai [a-z]+(are|ere|ire)( |$)
"""

HINT = r"""
.7@  ^$lead*no+[,.!:;]+ *[a-z]
.65@ ^$lead*no (non|quello|questo|usa|voglio|volevo|e|era|il|la)( |$)
.45@ ^$lead*(in realta|anzi|aspetta|un momento|fermo|ferma|scusa|veramente|ma come)( |,|\.|!)
.5   (sul serio|cazzo|merda|accidenti|ma dai|che diavolo|ma che|uffa|mannaggia|porca)( |$|,|!)
.5@  ^(grazie|bene|bel tentativo|quasi|ok|si|bello)[ ,.]+(ma|pero|tuttavia)
.2   (ancora|tuttora)
"""

CALM = r"""
.9@  ^$lead*no[,. !]*(grazie|problem|c'e problema|importa|ti preoccupare|serve|so|lo so|va bene|basta cosi|per ora|e tutto|tutto (bene
     |ok)|va (benissimo|bene)|cosi va)
.9   (non (c'e problema|importa|ti preoccupare|preoccuparti|serve|so|lo so|e male|e un problema|dimenticare|c'e di che|solo)
     |^(non )?fa niente$|perche no|se no|o no|niente male|mica male)
.9   (cosa|dove|qualcosa|quale|che cosa) (c'e|e|e'|non) <2>(sbagliato|errato|va|errore)
.9   (correggi|trova|cerca|elenca|mostra|mostrare|rileva|analizza|controlla|spiega|gestisci|valida) <5>(errore|errori|sbagliato
     |sbagliati|problemi|bug)
.9   ($made) ([a-z]+ )?(non )?(dev(e|ono)|dovrebbe(ro)?) essere (mostrat|visibil|nascost|ordinat|inviat|scaricat|salvat|caricat|attivat
     |disattivat|cancellat|cliccabil|modificabil|risolt)[a-z]*
.9   ^(per favore |ora |adesso |e )*(esegui|lancia|avvia|mostra|leggi|di|dimmi|spiega|apri|compila|invia|manda|cerca|controlla)(mi|lo|la|li
     |le|melo|mela)? <3>(di nuovo|ancora|un'altra volta)$
.9   non (vedo|vediamo) (nessun |alcun |molti )?(problema|problemi|motivo|ragione)
"""

EXCUSE = r"""
.45@ ^(per favore |puoi |adesso |ora )*(genera|crea|scrivi|spiega|descrivi|elenca|riassumi|elabora|implementa|sviluppa|aggiungi|analizza
     |fai un|cosa|come|quale|chi)( |,)
.9   (errore mio|colpa mia|mia colpa|mi sono sbagliato|mi sono sbagliata|hai ragione|lascia stare|lascia perdere|^(non )?fa niente$
     |falso allarme|ho sbagliato io)
.6   (ora funziona|adesso funziona|funziona (bene|ora|perfettamente)|va (bene|benissimo)|grazie mille|ottimo lavoro|ben fatto)
"""

TASK = r"""
.9   ~(per favore |puoi |potresti |ora |adesso )*(traduci|tradurre|traducimi|parafrasa|trascrivi)
.9   (come si dice|cosa significa|in (inglese|francese|tedesco|spagnolo|portoghese|cinese)$)
.9   ~(per favore |puoi |potresti |ora |aiutami a )*(scrivi|scrivimi|scrivere|redigi|inventa|racconta|raccontami|crea|genera|manda|invia
     |prepara) <4>(storia|racconto|poesia|canzone|dialogo|conversazione|tema|email|mail|lettera|messaggio|barzelletta|scena|copione
     |discorso|recensione|nota|frase|frasi|domanda|domande|esempio|esempi|risposte)
.9   (vero o falso|quale (delle|dei) (seguenti|queste)|scelta multipla|scegli la (corretta|risposta)|questionario)
.9   ~(immagina|supponi|supponiamo|fingi|fai finta|agisci come)
"""

EMBEDS = r"""
(se|e se|qualora|a meno che|supponendo|assicurati|verifica|controlla|conferma|affinche|in modo che|finche|evita|deve|devono|bisogna
    |spiega|spiegami|dimmi|sapere|(di|di'|digli|scrivi|avvisa|informa) <3>che)\b
"""

OTHERS = r"""
(lui|lei|loro|capo|cliente|clienti|professore|professoressa|collega|amico|amica|madre|padre|fratello|qualcuno|gente|utente|utenti|autore
    |articolo|libro) <3>(dice|dicono|detto|pensa|crede|credono|scrive|scritto|sostiene|chiede|chiesto|lamenta)\b
"""

WHEN = r"""
^<2>(quando|ogni volta|dove|dopo|mentre|appena)\b
"""

PRAISE = r"""
.9   ~<3>(perfetto|perfetta|eccellente|ottimo|ottima|fantastico|fantastica|grande|geniale|splendido|meraviglioso|stupendo|bravo|brava
     |bravissimo|esatto|corretto|magnifico|bello|bellissimo)( |!|$|,)<4>$
.9   (ben fatto|molto bene|ottimo lavoro|bel lavoro|buon lavoro|complimenti|sei (un grande|il migliore|bravo))
.85  (va|e|tutto|cosi) <1>(bene|benissimo|perfetto|ok|giusto|corretto)( |$|,|!)
.85  (ora |adesso |tutto )?funziona( |$|,|!)
.8   ~<2>(grazie|grazie mille|ti ringrazio)( |$|,|!)
.85  mi (piace|e piaciuto|e servito|ha aiutato)
.85  (e|era) (proprio|esattamente) (quello|cio|cosi)
"""

COMPLAINT = r"""
.9   non <3>(va bene|e corretto|e giusto|funziona|serve|mi piace|mi e piaciuto|e quello|era quello|e cosi|e vero|aiuta|e utile|ci siamo
     |e perfetto|e buono)
.85  ~<4>(sbagliato|sbagliata|male|pessimo|pessima|orribile|terribile|errato|schifo|inutile|deludente|peggio|brutto|scadente)( |$|,|!)
.85  ~<1>(grazie|bene|ok|bello|bel tentativo|quasi),? (ma|pero) <6>(non|sbagliato|manca|e|male)
.85  (che schifo|che disastro|un disastro|perdita di tempo|deluso|delusa|odio|fa schifo)
.8   ~(riprova|prova ancora|rifallo)
"""
