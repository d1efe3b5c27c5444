"""Spanish, of Spain and the Americas, with and without accents. How to read a line: see the package."""

JOINS = "y|e|pero|porque|pues|aunque|oye|ok|ya que|entonces|ademas|sin embargo"

MACROS = r"""
wrong    mal|equivocado|equivocada|equivocados|equivocadas|incorrecto|incorrecta|incorrectos|incorrectas|erroneo|erronea|falso|falsa
         |mentira|roto|rota|al reves|fatal|horrible|inutil|desactualizado|desactualizada|incompleto|incompleta|duplicado|duplicada|vacio
         |vacia|cortado|descuadrado|inventado|inventada
right    correcto|correcta|correctos|correctas|cierto|verdad|asi|lo que|eso|valido|valida|bueno|buena|el|la|los|las|como|esa|ese|este
         |esta|necesario
it       eso|esto|esta|este|ese|esa|aquello|todo|lo que has hecho|lo que dices|lo que hiciste
made     respuestas?|mensajes de (commit|log|error)|commits?|ramas?|pull requests?|prs?|tests?|pruebas?|funcion(es)?|metodos?|clases?
         |componentes?|endpoints?|migracion(es)?|tipos?|variables?|constantes?|nombres de [a-z]+|archivos?|ficheros?|imports?|comentarios?
         |docstrings?|fechas?|excepcion(es)?|logs?|dependencias?|informes?
manners  comentarios?|emojis?|explicaciones|disculpas|resumen(es)?|docstrings?|vinetas|bromas|mocks|abreviaturas|jerga
banned   npm|npx|yarn|pnpm|bun|pip|pipenv|poetry|conda|docker|docker-compose|sudo|jquery|lodash|moment|axios|redux|curl|sed|awk
pron     ((se|me|le|lo|la|te|nos|les|los|las) )
does     funciona|funcionan|funciono|funcionaba|ve|ven|veo|vio|mueve|mueven|muestra|muestran|mostro|aparece|aparecen|aparecio|carga
         |cargan|cargo|guarda|guardan|guardo|actualiza|actualizan|actualizo|sale|salen|hace|hacen|hizo|deja|dejan|permite|permiten
         |compila|arranca|arrancan|abre|abren|responde|responden|cambia|cambian|cambio|borra|elimina|reproduce|escucha|escuchan|oye
         |ejecuta|ejecutan|detecta|detectan|pasa|pasan|conecta|coincide|coinciden|encuentra|encuentran|renderiza|suma|cuenta|para|pinta
         |dibuja|envia|llega|llegan|crea|crean|devuelve|devuelven|entra|entiende|respeta|cumple|sirve|sirven|va|van|refleja
         |registra|inicia|reinicia|dispara|gira|colisiona|incluye|contiene|aplica|soluciona|resuelve|arregla|arreglo|soluciono|logra
         |puede|pueden|tiene sentido|corresponde|calcula|valida|suena|queda|quedo|termina|empieza|hay|existe|existen|aumenta|disminuye
         |avanza|baja|sube|cae|salta|toma|acepta|redirige|navega|recarga|lee|trae|persiste|sigue|distingue|agrega|anade|marca|bloquea
         |filtra|ordena|visualiza|visualizan|añade
fault    error|errores|excepcion|fallo|fallos|warning|aviso|problema|problemas|bug|bugs|404|500|401|403|nan|undefined|null
lead     ((ay|ah|uy|eh|hm+|mm+|bueno|pues|oye|perdon|espera|lo siento|ok|vale|ya|que|vaya)[ ,.!]+)
form     ingles|espanol|castellano|frances|aleman|portugues|italiano|chino|formato [^ ]+|iso|utc|markdown|json|csv|snake_case|camelcase
         |minusculas|mayusculas|presente|pasado|imperativo|infinitivo
"""

HALLUCINATION = r"""
.8   no (esta|estan|estaba|queda|quedo|quedan) <1>(bien|correcto|correcta|correctamente|[a-z]+ando|[a-z]+iendo)( |$|,)
.95  (estas|estabas|te estas|te lo estas|sigues|andas) <2>(alucinando|inventando|inventandotelo|inventandote|mintiendo|delirando
     |equivocado|equivocada|confundiendo|confundido|confundida|mezclando|equivocandote|equivocando)
.9   te (lo |la |los |las )?(has |habias )?(inventaste|inventado|inventas|equivocas|equivocaste|equivocado|confundes|confundiste
     |confundido|liado)
.85  (has|habias) (alucinado|inventado|mentido)
.9   (alucinas|mientes|inventaste|alucinaste|mentiste)( |$|,)
.85  (esta|estan|estaba|quedo|quedaron|sale|salio|salieron|va|queda|ha quedado|se ve|se ven|te ha quedado) <2>($wrong)( |$|,|:)
.8   ~(muy |esta |estan |todo )?mal( |$|,)
.85  ($it) (es|son|era) <2>(mentira|falso|falsa|incorrecto|incorrecta|erroneo|un error|una mentira|absurdo|ridiculo|una tonteria|basura)
.8   no (es|era|son|eran|fue|seria) (del todo |nada |muy |exactamente |lo |para nada )*(correcto|correcta|correctos|correctas|cierto
     |verdad|valido|valida|bueno|buena|adecuado|adecuada|real|que)( |$|,)
.8   ~no (es|era|fue) (asi|eso|esa|ese|esto)($|,|:|;)
.85  no (es|era) (eso |asi )?(lo que|como) (te |yo |se )?(pedi|pedia|dije|decia|queria|quiero|quise|esperaba|necesito|necesitaba
     |he pedido|te he|buscaba|te)
.8   (el|la|los|las) <4>(no es|no son|no era|es|son) (la correcta|el correcto|las correctas|correcto|correcta|incorrecto|incorrecta|otro
     |otra|erroneo|erronea)
.85  (ese|esa|esos|esas|eso|el|la|los|las|x+|este|esta|dicho|dicha|tal) <4>no (existe|existen|existia|esta definido|esta definida)
.75  ^[^ ]+ no existen?( |$|,)
.8   no (hay|existe) (ningun|ninguna|tal|nada)
.7?  de donde (sacas|sacaste|has sacado)
.7   (en realidad|realmente|de hecho) (es|son|era|esta|el|la|hay|no)
.75  (no (creo|pienso|me parece) que|dudo( de)? que) <3>(sea|sean|este|esten|es|esta) <1>(correct|ciert|verdad|asi|bien|valid|buen
     |adecuad)[a-z]*
.75  ~(yo )?(no (estoy|estamos) de acuerdo|discrepo)( |$|,)
.75  no me parece (muy |nada |del todo )?(correct|bien|buen|adecuad|logic)[a-z]*
"""

REFUSAL = r"""
.9?  (por ?que|porque|xq|como) (me )?(dices|dijiste|has dicho|decis|sigues diciendo|insistes en) que no (puedes|podias|podes|tienes
     |sabes)
.9?  como que no (puedes|podes|podias|sabes|tienes|hay|existe|se puede)
.85? (por que|xq|^porque) no (puedes|podes|quieres|lo haces|has|haces|me)
.8   ~(si,? )?(claro que|por supuesto que|si que) (puedes|podes|tienes)
.85  (si |pero |tu |me )?(dijiste|habias dicho|has dicho|prometiste|afirmaste|decias) que (si |no )?(podias|puedes|podes|lo harias
     |funcionaba|ibas|tenias|estaba|funciona|ya|habias)
.8   (deja de|para de|no te) (negarte|niegues|rechazar|poner excusas|decir que no)
"""

MISSING_CONTEXT = r"""
.9   ya te (lo |la |los |las )?(dije|he dicho|habia dicho|pedi|he pedido|habia pedido|explique|mencione|comente|indique|di|pase|mande
     |envie)
.85  te (lo |la |los )?(dije|pedi|he dicho|he pedido|habia dicho|habia pedido|comente|indique|especifique|explique|estoy diciendo
     |estoy pidiendo)( |$|,|:)
.8   (como|lo que|lo) (ya )?(te )?(dije|pedi|he dicho|he pedido|comente|indique|mencione|habiamos|hablamos|acordamos)
.85  (yo )?no (te )?(pedi|dije|he pedido|he dicho|queria|quise|me referia|era mi)( |$|,)
.8   ~(yo )?(me refiero|me referia|queria decir|quise decir|hablaba de|hablo de|preguntaba|estaba preguntando)
.7   ~(yo )?(queria|quise|lo que quiero es|lo que queria)( |$)
.85  (te )?(has|habeis) <2>(olvidado|ignorado|saltado|omitido|dejado|perdido|borrado|eliminado|quitado|roto|cambiado|duplicado|repetido
     |puesto mal|liado|cargado|malinterpretado|mezclado|sobrescrito)
.85  ~(te )?(olvidaste|ignoraste|saltaste|omitiste|borraste|eliminaste|rompiste|cambiaste|duplicaste|quitaste|faltaste|repetiste
     |perdiste|dejaste|te olvidas|olvidas|te falto|te falta|te faltan|ignoras|te saltas)
.8   no (lo |la |me |los |las |te |le |se )*(has|habeis|hiciste|leiste|has leido|hicieron|entendiste|entiendes|escuchas|escuchaste
     |miraste|revisaste|pusiste|agregaste|anadiste|incluiste|implementaste|cumpliste|respetaste|seguiste|guardaste|tuviste|consideraste
     |tomaste|corregiste|arreglaste|generaste|actualizaste|cambiaste|terminaste|probaste|mostraste|diste|contestaste|respondiste|estas
     |haces|ves|sabes)( |$|,)
.8?  (por que|xq|pq|^porque) <1>(has|hiciste|borraste|cambiaste|eliminaste|usas|usaste|haces|pones|pusiste|quitaste|anades|agregaste
     |creaste|modificaste|ignoras|ignoraste|sigues|repites|estas|me|siempre|todavia|aun|no)
.8?  (cuantas veces|^<3>(otra vez|de nuevo)$)
.8   (otra vez|de nuevo|siempre) (lo mismo|el mismo|la misma|igual|mal|con)
.75  (el|la|los|las) (mismo|misma|mismos|mismas) (error|errores|problema|fallo|cosa)
.45  (falta|faltan|faltaba|falto|faltaron)( |$)
.6   (deberia haber|debia|tenia que|debio|tenias que|debiste|deberias) (haber|ser|estar|aparecer|salir|mostrar|verse|ir|tener|hacer
     |decir|funcionar|quedar|llevar|usar|contener|moverse|incluir|ponerse|poner|verificar|revisar|leer)
.35  (deberia|deberian|tendria que|tendrian que)( |$)
.4=  (en vez de|en lugar de|y no|no el|no la|, no) <4>[^ ,]+$
.45= ^$lead*no (es )?<2>[^ ,]+,? sino [a-z]
.65  (en lugar de eso|en vez de eso)
.75  (lo correcto|lo que era correcto|la correcta|el correcto) (es|era|seria)
.8   (ya lo |lo )?(habiamos|hemos) (dicho|acordado|hablado|quedado|decidido|definido|visto)
.8   (siempre (te olvidas de|olvidas)|se te olvida siempre) (el|la|los|las|mi|nuestro|nuestra)
.55  ~(todos los|todas las|cada|ningun|ninguna) ($made) ([a-z]+ )?(deben?|tienen? que|necesitan?) [a-z]
.55  ~(los|las|nuestros|nuestras) ($made) ([a-z]+ )?(no )?(deben|tienen que) (ser|estar|ir|tener|usar|llevar|seguir|empezar|terminar|tocar
     |pasar de)( |$)
.55  ~asegurate de que (todos los|todas las|cada|ningun|ninguna) ($made) [a-z]
.5=  ~(ejecuta|escribe|nombra|formatea|pon|guarda) <6>(en vez de|en lugar de|no con) [^ ,]+
.55  ^(por favor |siempre )*(preguntame|consultame|avisame|pideme permiso) <2>antes de [a-z]
.55  ^(por favor |siempre )*(ejecuta|corre|pasa|lanza|lee|revisa|comprueba) <5>antes de (que )?(hacer|commit|push|editar|cambiar|modificar
     |subir|desplegar|tocar|mergear|fusionar)[a-z]*
.6   ~(aqui|en este (repo|repositorio|proyecto)),? no se (usa|utiliza|toca|edita|modifica|cambia)n? [^ ,]
.8   (te |lo |la )?(estas|sigues) (olvidando|ignorando|omitiendo|obviando|pasando por alto|dejando fuera|malinterpretando|saltando
     |olvidandote|saltandote)
.65  ~(lo|el|la) que (yo )?(te )?(queria|pedia|pedi|buscaba|necesitaba) (es|era)
.5@  ^$lead*(para aclarar|para ser (mas )?(clar[oa]|precis[oa])|aclaro|aclaracion)( |,|:|$)
.45?= (puedes|podrias|puede|podemos) <8>[^ ,]+,? (en vez de|en lugar de|y no|no)
.55  ~(los|las|todos los|todas las|nuestros|nuestras) ($made) ([a-z]+ )?(van (siempre )?(en|bajo) (($form)|[^ ]*[/._][a-z0-9]+)
     |llevan (un|una|su|sus|siempre) [a-z]+)
.55  ~(los|las|todos los|todas las|nuestros|nuestras) (tests|pruebas|migraciones|commits) se (lanzan|ejecutan|corren|escriben|hacen) (con
     |desde) [^ ]
.6   ^(y |pero |por favor )*((los|las|todos los|todas las) )?($made) (por favor |siempre |solo )*en ($form)( |,|$)
.55  ^(por favor |y |pero )*antes de (hacer )?(commit|push|commitear|editar|cambiar|modificar|subir|desplegar|tocar|mergear|fusionar|borrar
     |publicar)[^,]*, (siempre |primero )*(ejecuta|corre|pasa|lanza|lee|revisa|comprueba|pregunta|preguntame|avisame|crea|actualiza)( |$)
.6   ~(los|las) ($made|$manners) estan (totalmente )?prohibid[oa]s( aqui| en este [a-z]+)?($|,|;)
"""

WRONG_SKILL = r"""
.75@ ^$lead*no+[,.!:;]+ *no (me |lo |la |los |las |te )*[a-z]+(es|as)( |$)
.75@ ^$lead*no+[,.!:;]+ *(por favor )?(usa|utiliza|pon|haz|ejecuta|llama|edita|cambia|crea|escribe|borra|quita
     |prueba|toma|deja|ponlo|hazlo)( |$)
.7   no (lo |la |los |las |me |nos )?(puedo|podemos|logro|consigo|veo|vemos|encuentro) (ver|entrar|hacer|abrir|iniciar|ejecutar|acceder
     |que|nada|el|la|los|las|ningun|ninguna|guardar|jugar|mover|usar)
.65  no se (ha|han|habia) [a-z]+(ado|ido|to|cho|ada|ida|ados|idos)
.7   (tengo|tenemos|hay|obtengo|existe|ocurre|salta|encuentro|da|dio) (este|estos|el siguiente|los siguientes|otro|el mismo|un|varios
     |algunos|unos) <1>(error|errores|bug|bugs|fallo|fallos)
.6   ^(error|errores|fallo) (al|en|cuando|de|con)( |$)
.8   (vuelve|vuelven|volvio|ha vuelto|volvieron) a (fallar|pasar|salir|aparecer|dar|ocurrir|romperse|mostrar)
.7   (se queda|se quedan|se quedo|queda|aparece|aparecen|sale|salen|se ve|se ven|muestra|pantalla) <3>(cargando|en blanco|en negro
     |bloqueado|bloqueada|pillado|congelado|congelada|mal|cortado|cortada|borroso|desalineado|descuadrado|descentrado|vacio|vacia|negra
     |blanca|pegado|encima|fuera|undefined|nan)
.55  ~<2>ahora (me )?(sale|salen|aparece|aparecen|da|dan|se)( |$)
.65  (deberia|deberian|tendria que|tendrian que) <8>(pero|y no|y sale|y aparece|y hace)
.65  has (modificado|tocado|movido|creado|generado|usado|utilizado|puesto|anadido|hecho|implementado) <8>(y no|pero|cuando|sin|en vez
     |en lugar|que no)
.65  (va|van|es|se mueve|se mueven|baja|cae|sube|avanza) (muy|demasiado) (lento|rapido|despacio|lenta|rapida|grande|pequeno)
.8   no ($pron)*($does)( |$|,|:|;)
.8   no ($pron)+(creo|crearon)( |$|,|:|;)
.8   (ya |ahora |aun |todavia |sigue |siguen |aun asi |tampoco )no ($pron)*($does)
.85  (sigue|siguen|seguimos|continua|continuan) (sin|saliendo|fallando|dando|apareciendo|mostrando|igual|mal|estando|ocurriendo|pasando
     |habiendo|viendose|con (el|los) (mismos?|error|errores|problemas?|fallos?)|siendo|haciendo|roto|teniendo|marcando|lanzando|usando
     |diciendo)
.6   ~(aun|todavia|tampoco|aun asi) <3>(sale|aparece|falla|da|se ve|me da|me sale|muestra|veo)
.8   (no hace|no hacen|no pasa|no ocurre|no se ve|no sale|no cambia|no muestra|no aparece) nada
.75  (falla|fallan|fallo|se cae|se rompe|se rompio|se cuelga|se bloquea|revienta|explota|da error|dan error|dio error|desaparece
     |desaparecen|se congela|se sale|se superpone|se solapa|parpadea|se pierde)( |$|,)
.75? (me|nos) (sale|salen|da|dan|aparece|aparecen|lanza|muestra|devuelve|dio|salio|marca|tira|arroja|sigue|esta dando
     |esta saliendo) <4>($fault|mensaje)
.75  (sale|salen|da|aparece|aparecen|lanza|muestra|devuelve|tira|arroja|obtengo|recibo|veo|esta dando|estoy recibiendo) <3>($fault)
.7   (aparece|aparecen|sale|salen|muestra|esta mostrando|hace|devuelve|usa|pone|usando|haciendo|anade|tiene|quedo) <6>(en vez de
     |en lugar de|cuando deberia|y deberia|y no)
.75  (estoy viendo|veo|he visto|he comprobado|he notado|note|noto|observo|hemos observado|me he dado cuenta|me di cuenta|he probado
     |lo probe|probe) (de )?(que|y) <9>(no|se|mal|sigue|ha|esta|hay|falta)
.85  (has|lo has|la has|los has|me has) <4>mal
.85  (hiciste|lo hiciste|haces|estas haciendo|pusiste|entendiste|interpretaste|estas usando) <3>mal
.85  (deja|para|deje|pare) de (hacer|usar|utilizar|editar|anadir|agregar|cambiar|tocar|crear|escribir|borrar|inventar|decir|repetir
     |preguntar|poner|ejecutar|modificar|generar|mentir|ignorar|instalar|llamar|suponer|asumir|disculparte|[a-z]+rlo|[a-z]+rme)
.8   ~(mejor )?(usa|utiliza|pon|haz|emplea|ponlo|hazlo|tienes que usar|debes usar|hay que usar) <6>(en vez de|en lugar de|y no|no)
.4=  ~no (me |lo |la |te |los )*(uses|utilices|llames|ejecutes|edites|toques|cambies|instales|hagas|pongas|borres|inventes|repitas
     |modifiques|anadas|agregues|crees|escribas|generes|elimines|quites|asumas|expliques|incluyas|mezcles|importes|reescribas|supongas
     |digas)
.8   ~no (me |lo |la |te |los |las |se )*vuelvas a
.65  ~no (lo |la |los |las )*(uses|utilices|ejecutes|llames) [^,;]+[,;] (mejor |por favor |sino )*(usa|utiliza|ejecuta|llama|usamos)
.45= ~no (debes|debias|tienes permiso para|estas autorizado a) [a-z]+r( |$|,)
.55= ~(aqui |en este (repo|proyecto),? |nosotros )?no (usamos|utilizamos)( |$)
.6   ~(este|nuestro) (repo|repositorio|proyecto) (es|va) (solo|solamente|unicamente) (con )?[^ ,]+($|,|\.|!)
.55  ~(este|nuestro) (repo|repositorio|proyecto) (solo |siempre )?(usa|utiliza) [^ ,]+($|,|\.|!)
.6   ^(por favor,? )?(nada de|sin|no mas|basta de) ($banned|$manners)( por favor| aqui| en este|$|,|\.|!)
.6   ^(otra vez|de nuevo|repito)[,:;]+ *(por favor |siempre |nunca )*(no|usa|utiliza|ejecuta|corre|responde|escribe|pon|haz)( |$)
.55  ^(por favor |mejor |siempre )*(abre|crea|haz|manda|usa|trabaja en) <5>(en vez de|en lugar de) (hacer|[a-z]+[aei]r)( |$)
.95  ^(por favor |siempre )*(crea|haz|abre) (una rama|un pr|un pull request) <2>(antes de|para cada) [a-z]
.5   ~(aqui|en este (repo|repositorio|proyecto)),? (siempre |solo )?(usamos|utilizamos)( |$)
.75  ~(deshaz|deshacer|revierte|revertir|deshazlo|reviertelo|vuelve atras|quitalo|quitala|quita eso|borralo|eliminalo|vuelve a (como|la
     |lo)|dejalo como estaba|ponlo como estaba|regresa|recupera)( |$|,)
.7   (regresar|revertir|deshacer|volver a|recuperar) <3>(cambios|anterior|como estaba|version|atras|cambio|contenido)
.65  ~(yo )?no (quiero|queremos|queria|necesito|necesitamos|hace falta|me gusta|me gustan|me sirve|me convence) (que|eso|esto|ese|esa
     |tantos?|tantas?|el|la|los|las|como|nada|ningun)
.7   ~(eso|esto|asi|ese|esa|este|esta|esos|esas) no( |$|,)
.75  ~(corrige|corrigelo|arregla|arreglalo|rectifica|corregir|vamos a corregir|hay que corregir|debes corregir) <7>(mal|que hiciste
     |lo que|tu)( |$)
.8   (vuelve a|intentalo|intenta|prueba|hazlo|repite)( intentarlo| hacerlo| revisar| mirar)? ?(otra vez|de nuevo|bien|nuevamente)
.7   (es|son|esta|estan|hay|has puesto|sale|salen|va|queda|^) ?<1>(demasiado|demasiada|demasiados|demasiadas|muy (largo|larga|lento
     |grande|pequeno|feo|complicado|verboso))
.7   (hay|tiene|tienes|cometiste|has cometido|contiene|existe|existen) <3>(error|errores|fallo|fallos|equivocacion|incoherencia
     |incoherencias|inconsistencia|inconsistencias|duplicados?)
.7   (se (esta|estan)|sigue|siguen) <2>(acelerando|duplicando|repitiendo|mostrando mucho|perdiendo|saliendo|solapando|superponiendo
     |borrando|cortando|quedando|descuadrando|rompiendo|generando mal)
.6   (deja|dejo|ha dejado|han dejado|dejaron) de (funcionar|verse|aparecer|moverse|andar|responder|salir|compilar|cargar)
.6=  (usa|utiliza|escribe|pon) [^,;]+, (y )?no <3>[^ ,]+$
.75  (ha|han|has) (provocado|causado|introducido|generado|producido|creado) <3>($fault|regresion|regresiones)
.75  ~<4>(provoco|causo|introdujo) <3>($fault|regresion|regresiones)
"""

PREFERENCE = r"""
.8   ~(de ahora en adelante|a partir de ahora|desde ahora|en adelante|la proxima vez|en el futuro|de aqui en adelante)
.75  (usa|responde|escribe|contesta|utiliza|haz|pon|habla|manten|comprueba|revisa|ejecuta|quita|incluye|excluye|muestra|ordena|redondea
     |guarda|crea|deja|exporta|formatea|nombra|firma|traduce|redacta|cita|trata) <1>siempre
.65  ~no (trabajes|trabajen) (nunca )?(en|sobre|con) (main|master|x+|la rama)
.7   ~siempre (usa|responde|trabaja|escribe|contesta|revisa|comprueba|utiliza|ejecuta|pon|haz|di|pregunta|corre|verifica|que)( |$)
.7   ~nunca (uses|hagas|pongas|edites|borres|toques|cambies|escribas|vuelvas|inventes|me|instales|ejecutes|modifiques)
.75  (prefiero|preferiria|preferimos|me gusta mas|odio|no soporto)
.7   ~(responde|contesta|escribe|habla|hablame|respondeme|contestame)(me)? <1>en (espanol|castellano|ingles|frances)
.7   ~(se|sea|respuestas|responde) mas (breve|breves|conciso|concisa|cortas|corto|directo|preciso|claro)
.65  ~(nada de|no quiero|basta de) ($manners)( |$|,|\.|!)
.65  ~($made|$manners) mas (cort|brev|concis)[a-z]+
.4   ~(recuerda|acuerdate|ten en cuenta|no olvides) (que|de que|siempre)
"""

HINT = r"""
.7@  ^$lead*no+[,.!:;]+ *[a-z]
.65@ ^$lead*(no,? )*(no) (esa|ese|eso|usa|utiliza|pon|haz|queria|digo|dije)
.45@ ^$lead*(en realidad|mejor dicho|perdon|espera|un momento|alto|a ver|oye|hombre|pero bueno|cuidado)( |,|\.|!)
.5   (que dices|que haces|en serio|joder|mierda|coño|carajo|maldita sea|no me jodas)( |$|,|!)
.35  ~(pero|sin embargo|no obstante) <5>(no|falta|mal|error|esta)
.5@  ^(gracias|bien|vale|ok|buen intento|casi|si|perfecto)[ ,.]+(pero|aunque|sin embargo)
.3   ~(al reves|al contrario)
.2   (aun|todavia|sigue|siguen|tampoco)
"""

CALM = r"""
.9@  ^$lead*no[,.!]+ *((esta|va|queda|asi esta) (bien|perfecto|genial)|creo( |$))
.9@  ^$lead*no[,.]+ *(esa |ese |eso |asi |si |esta |este )?(me (encanta|gusta|sirve|vale)|esta (bien|perfecto|perfecta)|perfecto
     |perfecta)
.9@  ^$lead*no[,. !]*(gracias|pasa nada|hay problema|hace falta|te preocupes|importa|se$|se |lo se|eso no lo se|estoy seguro|mas
     |nada mas|asi (esta|es|me)|es todo|es necesario|era nada|tengo|gracias|dejalo|por ahora|de momento|todavia|solo)
.9   (no (pasa nada|hay problema|hay de que|te preocupes|te olvides|se preocupe|importa|me importa|me preocupa|hace falta|dudes|se nada
     |lo se|se si|se que|se como|se cual|tengo claro|estoy seguro|esta mal|esta nada mal|solo|obstante)|por que no$|si no|o no
     |no funcionales|nada mal|no es (un )?problema|no es necesario|menos mal|no se (permite|permiten|debe|deben|podra|podran)|no (puede
     |pueden|se puede|se pueden|podra|podran) (superar|exceder|ser|repetirse|haber|estar|tener))
.9   (que|donde|algo|cual)( es lo que)? (esta|hay|es) <2>(mal|incorrecto|error)
.9   ((no existe|no existen|no hay) <3>(aun|todavia)|(aun|todavia) no (hay|existe|existen|tenemos|tengo))
.9   (corrige|encuentra|busca|lista|muestra|detecta|identifica|analiza|revisa|explica|maneja|gestiona|controla|valida|captura|lanza
     |emitir|mostrar|devolver|mostrara|devuelva|muestre) <5>(error|errores|fallos|incorrecto|incorrecta|problemas|mensaje de error)
.9   ($made) ([a-z]+ )?(no )?(deben?|tienen? que) (ser|estar) (mostrad|visible|ocult|ordenad|subid|descargad|guardad|enviad|cargad|activad
     |desactivad|borrad|clicable|editable|arreglad)[a-z]*
.9   ^(por favor |ahora |y |entonces )*(ejecuta|corre|lanza|pasa|muestra|ensena|lee|di|dime|explica|abre|compila|despliega|arranca|reinicia
     |genera|envia|manda|busca|comprueba|revisa)(me|lo|la|los|las|melo|mela)? ?<3>(otra vez|de nuevo)$
.9   no (veo|vemos) (ningun |ninguna |mucho )?(problema|problemas|motivo|inconveniente|razon)
"""

EXCUSE = r"""
.5@  ^(hola|buenas|buenos dias|buenas tardes)[ ,.!]
.45@ ^(por favor |puedes |podrias |ahora |necesito que |quiero que )*(genera|generes|crea|crees|escribe|explica|describe|enumera|resume
     |elabora|proporciona|dame|implementa|implementes|desarrolla|disena|redacta|anade|agrega|actua|construye|documenta|define|analiza
     |haz un|hazme|refina|que (es|son)|como (se|puedo|hago|es)|cual|cuales|quien)( |,)
.9   (mi error|error mio|culpa mia|mi culpa|me equivoque|me he equivocado|tienes razon|da igual|dejalo|olvidalo|falsa alarma|me confundi
     |es broma)
.6   (ya funciona|funciona (bien|perfecto|perfectamente|genial|ahora)|quedo (bien|perfecto|genial)|asi esta (bien|perfecto)
     |muchas gracias|buen trabajo|bien hecho|todo (bien|correcto|perfecto))
.5   ~(probe|he probado|intente|he intentado|use|usamos|tengo|tenemos) (con )?(una|un|otra|otro)
"""

TASK = r"""
.9   ~(por favor |puedes |podrias |ahora )*(traduce|traducir|traduceme|traduzca|tradúceme|parafrasea|transcribe)
.9   (como se dice|que significa|como dirias|al (ingles|frances|aleman|italiano|portugues|chino)$)
.9   ~(por favor |puedes |podrias |ahora |ayudame a )*(escribe|escribeme|redacta|redactar|redactame|inventa|cuenta|cuentame|crea|genera
     |envia|manda|escribir|prepara|hazme|haz) <4>(historia|cuento|poema|cancion|dialogo|conversacion|ensayo|correo|correos|email|carta
     |mensaje|tuit|chiste|escena|guion|discurso|resena|reseña|nota|frase|frases|pregunta|preguntas|cuestionario|ejemplo|ejemplos|oracion
     |oraciones|respuestas)
.9   (verdadero o falso|cual de (las|los|estas|estos) (siguientes|opciones)|opcion multiple|rellena los huecos|elige la (correcta
     |respuesta)|cuestionario)
.9   ~(imagina|imaginate|supon|supongamos|supon que|haz como si|actua como|finge)
.9   ~(clasifica|etiqueta|resume|evalua) (el|la|los|las|este|esta|estos|estas) <3>(sentimiento|frase|frases|resena|texto|mensaje
     |mensajes|comentario|comentarios|articulo)
"""

EMBEDS = r"""
(si|y si|que pasa si|aunque|a menos que|salvo que|en caso de|suponiendo|asegurate|asegurarte|asegura|verifica|comprueba|confirma|valida
    |para que|de forma que|de manera que|hasta que|evita|evitar|debe|deben|debera|deberan|tiene que|tienen que|hay que|necesito
    |quiero que|queremos que|requiere|mostrar|notificar|notificarle|indicar|avisar|explica|explicame|dime|por si|cuyo|los que|las que
    |el que|la que|una que|un que|libreria|test|prueba|escenario|caso|casos|que siguen|opcion|quizas|tal vez|podriamos
    |(dile|diles|escribele|avisa|avisale|informa|comunica|notifica) <3>que)\b
"""

OTHERS = r"""
(el|ella|ellos|jefe|jefa|cliente|clientes|profesor|profesora|companero|companera|amigo|amiga|mujer|marido|madre|padre|hermano|vecino
    |alguien|gente|usuario|usuarios|autor|articulo|libro|equipo) <3>(dice|dicen|dijo|dijeron|piensa|cree|creen|opina|afirma|escribio
    |me dijo|ha dicho|pregunta|pregunto|se queja)\b
"""

WHEN = r"""
^<2>(cuando|siempre que|donde|una vez|despues|mientras|como|dado que|en cuanto)\b
"""

PRAISE = r"""
.9   ~<3>(perfecto|perfecta|excelente|genial|estupendo|fantastico|fenomenal|increible|maravilloso|magnifico|brillante|buenisimo
     |impresionante|espectacular|guay|bravo|crack|exacto|correcto|eres (el|la) mejor)( |!|$|,)<4>$
.9   (bien hecho|muy bien|buen trabajo|buena respuesta|gran trabajo|buenisima|lo lograste|lo has clavado|lo clavaste)
.85  (esta|quedo|ha quedado|queda|estan|va|todo|asi|me parece) <1>(bien|perfecto|perfecta|genial|excelente|correcto|correcta|muy bien
     |estupendo)( |$|,|!)
.85  (ya |ahora |todo |asi )?(funciona|funciono)( (bien|perfecto|perfectamente|genial|de maravilla|ahora|correctamente|todo))?( |$|,|!)
.8   ~<2>(gracias|muchas gracias|mil gracias|te lo agradezco)( |$|,|!)
.85  me (gusta|gusto|encanta|encanto|ha gustado|sirve|sirvio|ayudo|ha ayudado|vale)
.85  (eso|esto|asi) (es|era)( |$|,)
.85  (es|era) (justo |exactamente )?lo que (queria|buscaba|necesitaba|pedi|pedia)
"""

COMPLAINT = r"""
.9   no <3>(esta bien|es correcto|es correcta|funciona|funciono|sirve|sirvio|me gusta|me gusto|me sirve|es lo que|era lo que|era eso
     |es eso|es asi|ayuda|es perfecto|esta correcto|quedo bien|va bien|vale|es bueno|es cierto|es verdad|ha quedado|queria eso
     |me convence|es util)
.85  ~<4>(mal|fatal|horrible|pesimo|pesima|terrible|malisimo|incorrecto|incorrecta|inutil|desastre|basura|porqueria|decepcionante|penoso
     |peor|malo|mala|lamentable)( |$|,|!)
.8   (buen intento|casi),? (pero|mas)
.85  ~<1>(gracias|bien|bueno|vale|perfecto),? pero <6>(no|mal|falta|esta|incorrecto|equivocado)
.85  (me decepciona|decepcionado|estoy harto|estoy harta|que desastre|vaya desastre|perdida de tiempo|no sirves|que mal|muy mal|odio
     |no me gusto|nada bien|nada util)
.8   ~(intentalo|hazlo|prueba) (de nuevo|otra vez)
"""
