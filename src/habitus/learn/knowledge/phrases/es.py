"""Spanish."""

from __future__ import annotations

from habitus.learn.knowledge.phrases import Frame, Phrases, words

HERE = (
    r"(?:aqui|(?:en|para|dentro de) (?:este|el|nuestro|mi|todo el|la|nuestra|esta) (?:\w+ )?(?:repo|repositorio|proyecto|codigo"
    r"|equipo|empresa|monorepo|organizacion)|en (?:el trabajo|mi empresa))"
)
OURS = (
    r"(?:este|nuestro|el|mi|esta|nuestra|la) (?:\w+ )?(?P<w>repo|repositorio|proyecto|codigo|equipo|empresa|backend|frontend|api"
    r"|servicio|sitio|web|app"
    r"|aplicacion|monorepo|libreria|paquete|stack|pipeline|ci|compilacion)"
)
THINGS = (
    r"(?:tests?|pruebas|documentacion|docs|servidor(?:es)?|bases? de datos|rama|migraciones|fixtures|configuracion|ajustes"
    r"|esquemas?|scripts?|plantillas?"
    r"|componentes|recursos|logs|registros|panel|repo|repositorio|api|endpoint|url base|bucket|cluster|cola|copias de seguridad"
    r"|wiki|changelog|estilos"
    r"|traducciones|entorno|gestor de paquetes|linter|formateador|framework|ci|pipeline|zona horaria|moneda|puerto|tipos"
    r"|codigo fuente|especificaciones)"
    r"(?: (?:de|del|unitari[oa]s|integracion|produccion|staging|desarrollo|principal|local|pruebas|preproduccion|e2e|compartid[oa]"
    r"|intern[oa]|la|el|los|las)){0,4}"
)
CHOSEN = (
    r"(?:tests?|pruebas|documentacion|docs|servidor(?:es)?|bases? de datos|rama|migraciones|fixtures|configuracion|ajustes"
    r"|esquemas?|plantillas?"
    r"|recursos|logs|registros|panel|repo|repositorio|api|url base|bucket|cluster|cola|copias de seguridad"
    r"|wiki|changelog|estilos"
    r"|traducciones|entorno|gestor de paquetes|linter|formateador|framework|ci|pipeline|zona horaria|moneda|tipos"
    r"|codigo fuente|especificaciones)"
    r"(?: (?:de|del|unitari[oa]s|integracion|produccion|staging|desarrollo|principal|local|pruebas|preproduccion|e2e|compartid[oa]"
    r"|intern[oa]|la|el|los|las)){0,4}"
)
STANDS = (
    r"(?:esta|estan|viven?|va|van|corre|corren|se (?:guardan?|encuentran?|ponen?|alojan?|despliegan?|ejecutan?)|deben? (?:ir"
    r"|estar))(?: (?:todos|todas|siempre|alojad[oa]s?|guardad[oa]s?))? "
    r"(?:en|dentro de|bajo|sobre)"
)
NAMED = r"(?:es|son|se llaman?|esta escrit[oa] en|esta hech[oa] (?:en|con))"

PHRASES = Phrases(
    frames=(
        Frame(r"(?:por favor )?(?:llamame|me llamo) (?P<o>[\w' -]{2,30})$", "fact", "name", "user", "name"),
        Frame(r"mi nombre (?:completo )?es (?P<o>.+)", "fact", "name", "user", "name"),
        Frame(
            r"(?:yo )?(?:siempre |normalmente |generalmente |personalmente )?prefiero (?P<o>(?!que )(?:(?!(?:a|antes que|en vez de"
            r"|en lugar de|sobre) ).)+?)(?: (?:a|antes que|en vez de|en lugar de|sobre) (?P<y>.+))?$",
            "preference",
            "prefers",
            "user",
            "thing",
            True,
        ),
        Frame(r"(?:a mi )?(?:no me gustan?|odio|detesto) (?P<o>.+)", "preference", "dislikes", "user", "thing"),
        Frame(
            r"mi (?P<s>[\w -]{2,40}?) (?:preferid[oa]|favorit[oa]|habitual|por defecto) es (?P<o>.+)",
            "preference",
            "prefers",
            "user",
            "thing",
            True,
        ),
        Frame(
            r"(?:yo )?siempre (?P<o>(?:uso|quiero|prefiero|escribo|ejecuto|trabajo|reviso|hago|pongo|empiezo|leo) .+)",
            "preference",
            "does",
            "user",
            "any",
            True,
        ),
        Frame(r"(?:yo )?nunca (?P<o>(?:uso|quiero|hago|subo|escribo|mezclo|despliego) .+)", "preference", "does", "user", "any", True),
        Frame(
            r"soy (?:una? )?(?P<o>(?:desarrollador|ingenier|disenador|cientific|analista|estudiante|profesor|investigador"
            r"|administrador|arquitect|medic|abogad|contable)\w*.*)",
            "fact",
            "is",
            "user",
        ),
        Frame(r"trabajo (?:en|para|desde|como) (?P<o>.+)", "fact", "works", "user", "name"),
        Frame(r"vivo en (?P<o>.+)", "fact", "livesIn", "user", "name"),
        Frame(rf"(?:{HERE},? )?(?:yo )?(?:siempre |solo )?(?:uso|utilizo) (?P<o>.+)", "preference", "uses", "user", "name"),
        Frame(
            rf"(?:{HERE},? )?(?:nosotros )?(?:no|nunca) (?:usamos|utilizamos) (?P<o>.+)", "preference", "avoids", "project", "thing", True
        ),
        Frame(
            rf"(?:{HERE},? )?(?:nosotros )?(?:siempre |solo |normalmente |todos )?(?:usamos|utilizamos|trabajamos con|empleamos) (?P<o>.+)",
            "preference",
            "uses",
            "project",
            "thing",
        ),
        Frame(
            rf"{OURS} (?:solo )?(?:usa|utiliza|depende de|corre en|soporta|requiere|funciona con|se apoya en) (?P<o>.+)",
            "fact",
            "uses",
            "project",
            "name",
        ),
        Frame(
            rf"{OURS} esta (?:escrit[oa]|hech[oa]|construid[oa]|desarrollad[oa]) (?:en|con|sobre) (?P<o>.+)",
            "fact",
            "uses",
            "project",
            "name",
        ),
        Frame(
            rf"(?:{HERE},? )?(?:nosotros )?(?P<n>siempre|nunca|normalmente|solo) (?P<o>(?!terminamos|llegamos|conseguimos|pudimos"
            r"|supimos|vimos|tuvimos|fuimos|logramos|acabamos|encontramos|hemos)[a-z]+mos .+)",
            "preference",
            "does",
            "project",
            "any",
            True,
        ),
        Frame(
            rf"(?:{HERE},? )?no (?P<o>(?:hacemos|subimos|mezclamos|desplegamos|escribimos|commiteamos|mockeamos|permitimos) .+)",
            "preference",
            "does",
            "project",
        ),
        Frame(
            rf"(?:{HERE},? )?(?:guardamos|ponemos|dejamos|alojamos|almacenamos) (?P<s>[\w -]{{2,40}}?) (?:en|dentro de|bajo) (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "place",
        ),
        Frame(
            rf"(?:{HERE},? )?(?P<s>desplegamos|publicamos|compilamos|alojamos|probamos|formateamos)(?: [\w-]+){{0,3}}? (?:en|con|a"
            rf"|via|mediante|usando) (?P<o>.+)",
            "fact",
            "does",
            "project",
            "name",
        ),
        Frame(rf"(?:tod[oa]s )?(?:nuestr[oa]s?|(?P<mine>mis?)) (?P<s>[\w -]{{2,40}}?) {STANDS} (?P<o>.+)", "fact", "in", "thing", "name"),
        Frame(rf"(?:tod[oa]s )?(?:nuestr[oa]s?|(?P<mine>mis?)) (?P<s>[\w -]{{2,40}}?) {NAMED} (?P<o>.+)", "fact", "is", "thing", "name"),
        Frame(rf"(?:todos |todas )?(?:el|la|los|las) (?P<s>{THINGS}) {STANDS} (?P<o>.+)", "fact", "in", "thing", "place"),
        Frame(rf"(?:el|la|los|las) (?P<s>{CHOSEN}) {NAMED} (?P<o>.+)", "fact", "is", "thing", "name"),
        Frame(
            r"(?:todos |todas )?(?:el|la|los|las) (?P<s>[\w-]+(?: [\w-]+){0,3}?) (?:viven?|van?|se (?:guardan?|ponen?)) (?:en"
            r"|dentro de|bajo) (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "place",
        ),
        Frame(
            r"(?:cuando digo|por) (?P<s>[\"'`]?[\w -]{2,30}?[\"'`]?),? (?:quiero decir|me refiero a|entendemos) (?P<o>.+)",
            "definition",
            "means",
            "thing",
            "any",
            True,
        ),
    ),
    lead=r"(?:ahora(?! mismo)|hola|ok|vale|bueno|buenas|bien|oye|mira|ah|no(?=[,.:;!])|gracias|por favor|por cierto|ademas|tambien"
    r"|y|pero|es que|como|porque|ya que|para que (?:lo )?sepas|ten en cuenta|nota|ojo|en general|de hecho|contexto|como contexto"
    r"|entonces|pues|perfecto|que sepas|has de saber)(?: que)?(?!\w)[\s,.:;!-]*",
    recall=r"(?:por favor,? |tambien )*(?:recuerda|recorda|recuerde|acuerdate|no (?:te )?olvides|ten (?:en mente|presente)|apunta"
    r"|apuntate|anota|memoriza|guarda esto|para (?:el futuro|la proxima))(?!\w)(?: de)?(?:[,:]? que)?[\s,:]*",
    begins=r"[,:;]\s+|\s[-–—]+\s|,?\s(?:y|pero)\s|,\s(?:porque|ya que|como)\s",
    ends=r",? (?:asi que|pero|porque|ya que|por lo que|aunque|mientras|por favor|entonces|y (?:yo|mi|mis|nuestr[oa]s?|tu|el|la|los"
    r"|las|por favor|luego|quiero|necesito)|si|cuando|para que)\b|, |: | [-–—]+ | \(|[;!?。]",
    asks=r"(?:¿|que\b|cual|cuales|quien|como (?:se|puedo|hago|es)|donde|cuando|por que|puedes|podrias|hay|es (?:posible|verdad)|sabes)\b",
    supposes=words(
        r"si|supon\w*|supongamos|imagina\w*|quizas?|tal vez|a lo mejor|podria\w*|seria\w*|usaria\w*|ojala|a menos que|dice|dijo"
        r"|dicen|segun|por ejemplo|p\. ?ej\.|como si|hasta que|cuando|ejemplo"
    ),
    doubts=words(
        r"creo|supongo|imagino|no (?:se|estoy segur[oa])|quizas?|tal vez|a lo mejor|probablemente|parece|diria|si no me equivoco"
        r"|si mal no recuerdo|es broma"
    ),
    moment=words(
        r"ahora|ahora mismo|actualmente|de momento|por ahora|hoy|esta (?:semana|manana|tarde|noche|vez)|este (?:mes|sprint)|manana"
        r"|temporalmente|todavia|aun"
    ),
    passing=words(
        r"preguntas?|funcion|metodo|clase|boton|variable|linea|reunion|cita|problemas?|dudas?|objetivos?|planes|plan|ideas?"
        r"|pedidos?|reservas?|vuelos?|viajes?|errores|error|fallos?|bugs?"
        r"|cambios?|tareas?|resultados?|salida|opinion|primer[oa]?|ultim[oa]|unic[oa]|respuesta|decision|mensaje|intencion|"
        r"actual|anterior|eso|esto|esta|ese|que"
    ),
    vague=r"(?:eso|esto|esta|este|ese|esa|estos|estas|lo|la (?:primera|segunda|otra|misma|que|ultima|opcion|idea|forma)"
    r"|el (?:primero|segundo|otro|mismo|que|ultimo|enfoque)|asi|ambos|algo|nada|todo|otr[oa]|mism[oa]|opcion|no|mas|menos|como"
    r"|donde|que|un poco|tu|tus|usted)(?!\w)",
    here=HERE,
    corrects=r"(?:no|mal|incorrecto|para|deja|basta|eso (?:no|esta mal)|te (?:dije|he dicho|pedi)|ya te|por que|olvidaste|asi no"
    r"|en realidad)(?!\w)",
    you=r"(?:tu|tus|te|usted|tienes|debes|puedes|eres)\b",
)
