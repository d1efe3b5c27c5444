"""Spanish."""

from __future__ import annotations

from habitus.learn.words import Verb, Words, anywhere, bare_of, weighed
from habitus.parse.wordset import wordset

WEIGHTS = weighed(
    habit="usar utilizar preferir evitar mantener respetar responder contestar hablar",
    act="seguir preguntar desactivar activar imprimir validar guardar revisar comprobar verificar mirar explicar probar formatear "
    "buscar recordar "
    "asegurar confirmar documentar resumir traducir "
    "pedir ejecutar correr editar tocar modificar cambiar instalar llamar inventar suponer asumir ignorar saltar leer escribir "
    "importar desplegar "
    "borrar eliminar repetir mentir sobrescribir renombrar mover reiniciar actualizar publicar enviar subir commitear refactorizar "
    "reescribir "
    "copiar duplicar adivinar mockear disculpar omitir prometer redondear firmar exportar",
    task="trabajar añadir agregar hacer poner mostrar abrir crear incluir arreglar corregir decir dejar meter quitar",
)
IRREGULAR = {
    "preferir": ("prefiere", "prefieras", "prefirieras"), "seguir": ("sigue", "sigas", "siguieras"),
    "mantener": ("mantén", "mantengas", "mantuvieras"), "suponer": ("supón", "supongas", "supusieras"),
    "leer": ("lee", "leas", "leyeras"), "desplegar": ("despliega", "despliegues", "desplegaras"),
    "repetir": ("repite", "repitas", "repitieras"), "mentir": ("miente", "mientas", "mintieras"),
    "mover": ("mueve", "muevas", "movieras"), "enviar": ("envía", "envíes", "enviaras"), "hacer": ("haz", "hagas", "hicieras"),
    "poner": ("pon", "pongas", "pusieras"), "mostrar": ("muestra", "muestres", "mostraras"),
    "comprobar": ("comprueba", "compruebes", "comprobaras"), "incluir": ("incluye", "incluyas", "incluyeras"),
    "probar": ("prueba", "pruebes", "probaras"), "corregir": ("corrige", "corrijas", "corrigieras"), "decir": ("di", "digas", "dijeras"),
    "recordar": ("recuerda", "recuerdes", "recordaras"), "traducir": ("traduce", "traduzcas", "tradujeras"),
    "pedir": ("pide", "pidas", "pidieras"), "actualizar": ("actualiza", "actualices", "actualizaras"),
}  # fmt: skip
SPELLED = {"c": "qu", "g": "gu", "z": "c"}


def _subjunctive(verb: str) -> str:
    stem = verb[:-2]
    if verb.endswith("ar"):
        return stem[:-1] + SPELLED.get(stem[-1], stem[-1]) + "es"
    return stem + "as"


def _forms(verb: str) -> tuple[str, str, str, list[str]]:
    """Command, prohibition, "te dije que …"; and every form that may follow a frame."""
    ar = verb.endswith("ar")
    do, dont, told = IRREGULAR.get(verb) or (verb[:-2] + ("a" if ar else "e"), _subjunctive(verb), verb[:-2] + ("aras" if ar else "ieras"))
    gerund = told[:-4].removesuffix("i") + "iendo" if not ar else verb[:-1] + "ndo"
    past = verb[:-2] + ("aste" if ar else "iste")
    return do, dont, told, [verb, do, dont, dont.removesuffix("s"), told, gerund, past, verb[:-2] + ("ado" if ar else "ido")]


TABLE = {verb: _forms(verb) for verb in WEIGHTS}
VERBS = {form: Verb(do, f"no {dont}", WEIGHTS[verb]) for verb, (do, dont, _, forms) in TABLE.items() for form in bare_of(forms)}
BARE = bare_of([form for do, dont, _, _ in TABLE.values() for form in (do, dont, dont.removesuffix("s"), dont.removesuffix("s") + "n")])
VERBS |= {form + "n": verb for form, verb in VERBS.items() if form in BARE}
ME = {"preguntame": "pregúntame", "consultame": "consúltame", "avisame": "avísame", "pideme": "pídeme"}
VERBS |= {form: Verb(do, f"no me {do.removesuffix('me')}", "act") for form, do in ME.items()}
BARE |= ME.keys()

MANNERS = "comentarios?|emojis?|explicaciones|disculpas|resumen(?:es)?|docstrings?|vinetas|tablas|bromas|mocks|abreviaturas|avisos|jerga"
THINGS = (
    "respuestas?|mensajes? de (?:commit|log|error)|commits?|ramas?|etiquetas|versiones|prs?|pull requests?|tests?|pruebas?|fixtures?"
    "|funcion(?:es)?|metodos?|clases?|modulos?|paquetes?|componentes?|endpoints?|rutas?|consultas?|migracion(?:es)?|esquemas?|tipos?"
    "|interfaces?|variables?|constantes?|nombres(?: de (?:variables?|funcion(?:es)?|archivos?|clases?|ramas?))?|identificadores?|archivos?"
    "|ficheros?|scripts?|secretos?|imports?|comentarios?|docstrings?|documentos?|fechas?|horas|cadenas|errores|error|excepcion(?:es)?|logs?"
    "|entradas del changelog|dependencias?|urls|ids|informes?"
)
MANY = r"(?:todos los|todas las|los|las|nuestr[oa]s|tus|cada|cualquier|ningun[oa]?)"
WORKS = rf"(?:{MANY} )?(?:nuev[oa]s? )?(?:{THINGS})(?: nuev[oa]s?| public[oa]s?)?"
MUST = "deben?|deberian?|tienen? que|ha[ny]? de|necesitan?|van?|llevan?(?= (?:un|una|su|sus|el|la|siempre) )"
FORM = (
    r"en (?:ingles|espanol|castellano|frances|aleman|portugues|italiano|chino|formato \S+|iso|utc|markdown|json|csv|snake_case|camelcase"
    r"|(?:minusculas|mayusculas|presente|pasado|imperativo|infinitivo))(?!\w)"
)
STATE = (
    "(?:estar )?(?:ahi|bien|mal|list[oa]s?|hech[oa]s?|verde|funcionar|funcionando|pasar(?! de)|salir|aparecer|verse|existir"
    r"|ser (?:mostrad|ocult|ordenad|subid|descargad|guardad|enviad|cargad|activad|desactivad|borrad|clicable|editable)\w*)"
)
BANNED = "npm|npx|yarn|pnpm|bun|pip|pipenv|poetry|conda|docker|docker-compose|sudo|jquery|lodash|moment|axios|redux|curl|sed|awk"
NO_USE, NONE = "no uses {x}", "nada de {x}"
USE, PREFER, CANNOT = "usa {x}", "prefiere {x}", "no digas que no puedes {x}"
FORGOTTEN = "no olvides {x}"

WORDS = Words(
    small=wordset(
        "a sin hacer el la los las que no es eso esto por para con usa deja siempre nunca te ya del una un se lo en y esta como mal "
        "porque aqui tienes antes de cuando mi al pero"
    ),
    lead=r"(?:no(?=[\s]*[,.:;!])|oye|mira|vale|ok|por favor|porfa|otra vez|de nuevo|pero|y|que|entonces|pues|bueno|a ver|eh|uf|ay|tio"
    r"|perdona"
    r"|en serio|venga|ademas|asi no|(?:eso )?esta mal|mal|recuerda(?: que)?|acuerdate(?: de)?(?: que)?|es que|(?:podrias"
    r"|puedes)(?= dejar de| siempre| no )"
    r"|quiero que|necesito que|me gustaria que)(?!\w)[\s,.:;!?¡¿-]*|[¡¿]+",
    told=r"(?:(?:ya )?te (?:lo )?(?:he dicho|habia dicho|habia pedido|he pedido|dije|pedi)(?: (?:ya|antes|dos veces|mil veces"
    r"|varias veces))?(?: que)?"
    r"|(?:como )?(?:ya )?(?:dije|te digo)(?: que)?|cuantas veces (?:te )?(?:tengo que decir(?:te)?|he de decirte)(?: que)?"
    r"|de ahora en adelante|a partir de ahora"
    r"|la proxima vez|en (?:el )?futuro|en adelante|desde ahora|(?:otra vez|de nuevo|repito)(?=[,:;]))(?!\w)[\s,.:;-]*",
    frames=(
        (r"(?:por ?que|xq|como) (?:me )?(?:dices |dijiste |sigues diciendo )?que no (?:puedes|podias) (.+)", CANNOT),
        (r"(?:por ?que|xq) no puedes (.+)", CANNOT),
        (r"(?:no (?:me )?digas|deja de decir) que no puedes (.+)", CANNOT),
        (r"estas usando (?P<y>[^,]+?),? (?:y|pero|cuando) (?:lo correcto es|deberia ser|debe ser|es) (?P<x>.+)", "contrast"),
        (r"(?:por ?que|xq) (?:sigues|insistes en|siempre estas) ", "dont"),
        (r"(?:por ?que|xq) no (?:has )?(?=\w+(?:aste|iste|ado|ido)(?!\w))", "do"),
        (r"(?:deja|dejad|dejen|deje|para|basta) (?:ya )?de ", "dont"),
        (r"sigues (?=\w+ndo(?!\w))", "dont"),
        (r"(?:te )?(?:has )?(?:olvidaste|olvidado|falto|falta)(?: de)? (?=\w+r(?!\w))", "do"),
        (r"no (?:has )?(?=\w+(?:aste|iste|ado|ido)(?!\w))", "do"),
        (r"no (?:deberias|debes|debias|tienes que|hay que|puedes)(?: haber)? ", "dont"),
        (r"(?:deberias|debes|debias|tienes que|tenias que|hay que|habia que)(?: haber)? ", "do"),
        (r"no (?:me |te |lo |la )?vuelvas a ", "dont"),
        (r"no (?:quiero|necesito) que ", "dont"),
        (r"no (?:te )?olvides(?: de)? ", "do"),
        (r"(?:aqui )?no (?:usamos|utilizamos) (.+)", NO_USE),
        (
            r"(?:aqui|en este (?:repo|repositorio|proyecto)),? no se"
            r" (?=(?:us|utiliz|toc|edit|modific|cambi|borr|elimin)an? )",
            "dont",
        ),
        (rf"(?:nada de|sin|no mas|basta de) ((?:{BANNED})(?: en este (?:repo|proyecto))?)(?: aqui)?$", NO_USE),
        (r"(?:este|nuestro) (?:repo|repositorio|proyecto) (?:es|va) (?:solo|solamente|unicamente) (?:con )?(`[^`]+`|[\w.@/-]+)$", USE),
        (r"(?:este|nuestro) (?:repo|repositorio|proyecto) (?:solo |siempre )?(?:usa|utiliza) (`[^`]+`|[\w.@/-]+)$", USE),
        (r"(?=(?:abre|crea|haz|manda) un[ao]? (?:pr|pull request|rama|issue|borrador) (?:en vez de|en lugar de) \w+[aei]r\b)", "keep"),
        (rf"sin ((?:{MANNERS}))$", NONE),
        (
            r"(?:no quiero|nada de|basta de|no mas|odio(?: l[oa]s)?|no me gustan?(?: l[oa]s)?) "
            rf"((?:{MANNERS})(?: \w+)?(?: (?:en|de|para) .+)?)$",
            NONE,
        ),
        (r"(?:siempre (?:te olvidas de|olvidas)|(?:se te olvida|olvidas|te olvidas de) siempre) (?!\w+r(?!\w))(.+)", FORGOTTEN),
        (r"asegurate de (?:que )?no ", "dont"),
        (r"asegurate de (?=\w+r(?!\w))", "do"),
        (rf"asegurate de que (?={MANY} (?:nuev[oa]s? )?(?:{THINGS}) (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?={MANY} (?:nuev[oa]s? )?(?:{THINGS})(?: \w+)? (?:no )?(?:{MUST}) (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?=l[oa]s (?:{THINGS}|{MANNERS}) estan (?:totalmente )?prohibid[oa]s(?: aqui| en este \w+)?$)", "keep"),
        (rf"(?=(?:{MANY} )?(?:{THINGS}) (?:(?:por favor|siempre|solo) )*{FORM})", "keep"),
        (rf"(?={MANY} (?:tests|pruebas|migraciones|commits) se (?:lanzan|ejecutan|corren|escriben|hacen) (?:con|desde) \S)", "keep"),
        (rf"(?:pon|coloca|guarda|llama) (?={MANY} (?:{THINGS}) (?:en|bajo|dentro de|como|al|a) \S)", "keep"),
        (rf"(?:{THINGS}|explicaciones|frases|parrafos) (?=(?:mucho )?(?:mas (?:cort|brev|concis|simpl|clar)\w+|menos \w+)$)", "keep"),
        (
            r"(?:aqui|en este (?:repo|proyecto)|nosotros)?,? ?(?:siempre |solo )?(?:usamos|utilizamos) (.+?)(?: aqui| en este (?:repo"
            r"|proyecto))?$",
            USE,
        ),
        (r"(?:yo )?prefiero (?!que |no |el |la |los |las |en |a |\d)(.+)", PREFER),
    ),
    sure=(USE, NO_USE, NONE, PREFER, CANNOT, FORGOTTEN),
    stated=(NO_USE, NONE),
    kinds={PREFER: "preference", CANNOT: "refusal"},
    verbs=VERBS,
    bare=BARE,
    after_told=bare_of([told for _, _, told, _ in TABLE.values()]),
    alone=bare_of(["inventes", "adivines", "supongas", "asumas", "mientas"]),
    negation=r"no (?:me |te |le )?",
    adverb=r"(?:siempre|nunca|jamas) ",
    lasting=anywhere(
        r"siempre|nunca|jamas|cada vez|todas las veces|cuando (?:el usuario|\w+[ae]s)|antes(?: de \w+r| de cada)?|despues de (?:\w+r"
        r"|cada)|cada (?:commit|pr|push|respuesta|mensaje|archivo|edicion)|salvo|a menos que|hasta que|por defecto"
        r"|de ahora en adelante"
        r"|la proxima vez|en (?:este|el) (?:repo|repositorio|proyecto)|en todo momento|sin preguntar"
    ),
    once=anywhere(
        r"demasiad[oa]s?|(?<!como )much[oa]s?|mas de|sin funcionar|siguientes?|actualizad[oa]|\d+:\d\d|todavia|aun|por ahora"
        r"|ahora(?: mismo)?"
        r"|esta vez|hoy|manana|otra vez|de nuevo|lineas? \d+"
        r"|paso \d+|el otro|la otra|los otros|las otras"
        r"|(?:el|la) (?:primer|primera|segundo|segunda|tercer|tercera|ultimo|ultima|siguientes?|siguiente|anterior|mismo|misma) ?\w*"
        r"|arriba|abajo|opcion \w"
        r"|(?:este|esta|estos|estas|ese|esa|esos|esas|aquel|aquella) (?!repo|repositorio|proyecto|bien|mal|list[oa]|hech[oa]"
        r"|\w+(?:[ai]d[oa]|ndo)(?!\w))\w+|(?:en|con|de|para|por|como"
        r"|a) (?:eso|esto|ello|ahi|ella)"
    ),
    deictic=r"(?:\w+(?:ando|iendo)|es|fue|eso|esto|lo|la que|el que|asi|ahi|aqui|ello|el otro|la otra|nada$|algo|todo)(?!\w)",
    definite=r"(?:(?:(?:el )?puertos? )?\d[\d.,:]*|el|la|los|las|mi|mis|tu|tus|su|sus|al|del|dos|tres|cuatro|cinco)\b",
    indefinite=r"(?:un|una|unos|unas|otro|otra|algun|alguna)\b",
    rites=anywhere(
        r"una (?:nueva )?rama(?: nueva| propia| aparte)?"
        r"|tests?|comprobaciones|pruebas|linter|formateador|tipos|changelog|documentacion|docs|readme|guia de estilo|instrucciones"
        r"|convenciones|requisitos|makefile"
    ),
    trigger=r"(?:cuando (?:el usuario|no |te |\w+[ae]s)|(?:antes|despues) de (?:\w+r|cada)|si (?:no )?\w+[ae]s|cada vez que|al \w+r\b"
    r"|en este (?:repo|proyecto)|para los? (?:tests|commits))\b",
    place=r"(?:en|para) (?:los |las |tus |mis |todos los |todas las )?[\w-]+s,? (?=\w)",
    condition=r"(?:cuando|si|mientras|en cuanto)\b",
    contrast=r"(?:\d|dos|tres|como (?:mucho|maximo)|maximo|no|y no|nunca|en vez de|en lugar de|salvo|excepto|solo|sino|sin|antes de"
    r"|cuando|y|o)\b",
    limits=r"(?:pero |y |aunque )?(?:solo|solamente|unicamente|salvo|excepto|menos|a menos que|a no ser que|aparte de)\b"
    r"|(?:pero )?(?:en|para|dentro de|fuera de) (?!serio|general|fin\b|cambio|realidad|cuanto|eso\b|absoluto|mi opinion)[\w`./*]"
    r"|(?!.*\b(?:resto|demas|todo|ahora|gracias)\b)(?:pero )?(?:.+ )?(?:(?:esta|estan) (?:bien|permitid\w+)|se puede)(?: en .+)?$"
    r"|(?:pero )?(?:puedes|podemos) (?:usar|hacer|editar|tocar|borrar|ejecutar|cambiar|modificar|instalar|leer|crear)\b",
    passing=r"(?:pero |y |solo |al menos )*(?:(?:por )?esta vez|por (?:ahora|hoy|el momento)|de momento|(?:para|en) est[eao]s? (?!repo"
    r"|proyecto"
    r"|caso|codigo)\w+|hoy|ahora mismo|temporalmente)(?!\w)",
    foreign=anywhere(
        r"dice|dicen|decir|diga|lee|leer|escribe|escribio|comento|errores|error|avisos?|mensajes?|falla|fallo|fallando|(?:me )?(?:sale"
        r"|da|aparece)"
        r"|salida|logs?|prompt|especificacion|requisitos?|historia de usuario|readme|docs?|documentacion|titulo|seccion|etiqueta|texto"
        r"|linter|anade|agrega|pon|inserta|renombra|cambia|reemplaza|actualiza|ticket|descripcion|correo|email|revisor|revision"
        r"|indica|sugiere|recomienda|imprime|muestra|obtengo|issue|incidencia|guia|wiki|articulo|hilo|cita"
    ),
    trailing=r"(?:[\s,]+(?:por favor|porfa|gracias|vale|ok|tio|como te dije|como te he dicho|otra vez|de nuevo|ya)|\s+(?:aunque|porque"
    r"|como) (?:te|ya|lo|se)\b.*)+$",
    here=anywhere(r"aqui|(?:en|para) (?:este|el|nuestro) (?:repo|repositorio|proyecto|codigo)|usamos|utilizamos"),
    everywhere=anywhere(
        r"en todas partes|en todos (?:los|mis|nuestros) (?:proyectos|repos|repositorios)|siempre(?! (?:te )?olvidas)|nunca|jamas"
        r"|de ahora en adelante|a partir de ahora"
    ),
    speech=anywhere(
        r"respuestas?|responde|contesta|explicaciones|explica|disculpas|emojis?|tono|breve|breves|corto|cortas|concis[oa]|idioma|habla"
        r"|ingles|espanol|castellano|frances|aleman|resumen|resumenes|unidades|metrico|imperial|tabuladores|espacios"
    ),
    works=WORKS,
    aside=r"(?:respond|contest|habl)\w+ (?:al?|con|de|sobre|que|si|l[ao]s?|mi|tu) \w",
    refuses=r"\b[Nn]o (?:puedo|tengo acceso|tengo permiso|soy capaz|me es posible)\b[^.!?\n]*",
    swap="usa {x}, no {y}",
    swap_lead=r"(?:es|se llama|debe ser|deberia ser) ",
    swap_not=r"(?:y )?no|en vez de|en lugar de",
    but_lead=r"no(?: es)?",
    but=r"sino",
    avoid="evita",
    always=("siempre",),
    tail=wordset("yo tu eso esto el ella ellos que como porque estoy eres esta gracias mal ya me te se lo es hay no si"),
)
