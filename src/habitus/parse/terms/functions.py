"""Words that say how, not what: they carry no topic, so an index is better off without them. Per language, folded.

A word that is a function word in one language and a topic in another is listed only where rules are full of it (`die`, `son`), not
where it would hide a topic (`man`, `car`, `bin`, `os`).
"""

from __future__ import annotations

ENGLISH = """
a an the this that these those there here it its i me my mine we us our ours you your yours he him his she her hers they them their theirs
who whom whose which what where when while why how if then else than as because since so though although unless until whether and or but nor
yet both either neither not no never none nothing nobody always ever only just also too very much many more most less least such
same own few some
any all each every another other others again once still even already of in on at by for from to into onto with without within
about above below
over under between among through during before after against per via up down out off upon toward towards around across along is am
are was were be
been being do does did doing done have has had having can could may might must shall should will would ought need needs let lets
don doesn didn
isn aren wasn weren won wouldn shouldn couldn can't cannot dont doesnt ain ll ve re im ive youre please instead rather prefer
avoid ensure sure use
uses used using usage like want wants make makes making made go going get gets getting got try when-ever whenever wherever
whatever e.g i.e etc ok okay yes well
yourself myself own thing things something anything everything someone anyone everyone way ways really quite maybe perhaps however
therefore thus whenever
"""

SPANISH = """
el la los las lo un una unos unas este esta esto estos estas ese esa eso esos esas aquel aquella aquello yo mi mis mio tu tus te
ti usted ustedes
le les nos nosotros nuestro nuestra se su sus suyo ella ellos ellas que quien quienes cual cuales donde cuando cuanto como porque
si pero sino y e
o u ni no nunca jamas nada nadie ningun ninguna ninguno siempre solo solamente tambien tampoco muy mucho mucha muchos muchas mas
menos tan tanto
mismo misma otro otra otros otras cada todo toda todos todas algun alguna alguno algunos algo alguien ya aun todavia de del al en
con sin por para
sobre entre hasta desde hacia segun tras durante antes despues contra es son soy eres era eran ser sea sean fue fueron estar estan estas
este haya han has he hay haber habia puede puedes pueden poder debe debes deben deber tiene tienes tienen tener hacer hacerlo
hacerla hacerlos hacerlas hace haz
hagas haga hagan
usa usar uses usen usando uso utiliza utilizar utilices utilice evita evitar evites prefiere por-favor favor vez ves asi aqui alli
ahora luego entonces asegurate
quiero quieres vamos va vaya ir cualquier cualquiera mientras aunque lugar
"""

PORTUGUESE = """
em o um uma uns umas isto isso aquilo este esse essa esta aquele aquela eu meu minha voce voces teu tua seu sua nos nosso eles elas ele
que quem qual quais onde quando como porque se mas e ou nem nao nunca jamais nada ninguem sempre apenas tambem muito muita muitos mais menos
mesmo outro outra cada todo toda todos todas algum alguma algo do da dos das no na nos nas ao aos pelo pela com sem por para sobre entre ate
desde antes depois contra e sao ser seja foi foram estar esta estao ter tem tenha ha pode podem deve devem fazer faca faz use usar
usando evite
evitar prefira ja ainda aqui ali agora entao vez
"""

FRENCH = """
le la les un une des du de d l au aux ce cet cette ces ca cela je j me m mon ma mes tu te t ton ta tes il elle on nous vous ils
elles se s son sa
ses leur leurs notre nos votre vos qui que qu quoi dont ou quand comme pourquoi parce si mais et donc or ni ne n pas jamais rien
personne aucun aucune toujours seulement aussi tres beaucoup plus moins meme autre autres chaque tout toute tous toutes quelque quelques en
dans sur sous avec sans par vers chez entre avant apres depuis pendant contre est sont etre suis es sera soit etait ete avoir as avons avez
ont veux veut voudrais voulez peut peux peuvent pouvoir doit dois doivent devoir faire fait fais faites utilise utiliser utilisez
evite eviter evitez
prefere y lorsque plutot
"""

GERMAN = """
der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem jener ich mich mir mein meine du dich
dir dein deine er
ihn ihm sie ihr ihre es wir uns unser euch euer sich wer wen wem was welche welcher welches wo wann wenn wie warum weil ob dass
aber und oder
sondern denn doch nicht kein keine keinen keinem keiner nie niemals nichts niemand immer nur auch sehr viel viele mehr weniger
gleiche andere
anderen jede jeder jedes jeden alle alles etwas im in an am auf aus bei beim mit nach von vom vor zu zum zur uber unter zwischen
durch fur gegen
ohne um bis seit wahrend bevor nachdem ist sind bist war waren sein wird werden wurde hat habe haben hast hatte kann kannst konnen
muss musst sollen
mussen soll sollst sollte sollten darf darfst mochte mache machen macht tu tun verwende verwenden verwendet benutze benutzen nutze
nutzen vermeide vermeiden bitte
stattdessen statt anstatt so als dann hier dort noch schon
"""

ITALIAN = """
il lo la gli le un uno una i questo questa questi queste quello quella quelli io mi mio mia tu ti tuo tua lui lei noi ci nostro
voi vi vostro loro
si suo sua che chi cui quale quali dove quando come perche se ma e ed o ne non mai niente nulla nessuno nessuna sempre solo
soltanto anche molto
molti piu meno stesso altro altra altri ogni tutto tutta tutti tutte qualche qualcosa di del dello della dei degli delle al allo alla agli
alle da dal dalla dai in nel nello nella nei nelle con senza su sul sulla sui per tra fra prima dopo contro e sono sei essere sia
era stato ha ho
hai abbiamo hanno avere puo puoi possono potere deve devi devono dovere fare fai fa usa usare utilizza utilizzare evita evitare
preferisci invece
"""

CHINESE = """
的 了 是 在 我 你 他 她 它 们 和 或 与 请 不 没 别 要 会 能 可以 应该 必须 总是 永远 不要 不能 不得 使用 用 就 都 也 还 再 这 那 个
这个 那个 一个 什么
"""

LANGUAGES = {"en": ENGLISH, "es": SPANISH, "pt": PORTUGUESE, "fr": FRENCH, "de": GERMAN, "it": ITALIAN, "zh": CHINESE}
