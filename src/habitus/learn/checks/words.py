"""The words that rules are made of, in seven languages, and a sentence read as a row of them.

Every word of a rule is one of these kinds, or a name (`x`): of a program, a file, a tool. Forms (`forms.py`) are written over the letters,
so one form serves all languages. Words that change nothing about what is meant have no letter and are left out.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from habitus.learn.checks import code, names
from habitus.parse.wordset import wordset

KINDS: dict[str, str] = {
    # not
    "N": "不再|不用|"
    "ne pas|ne jamais|never|don't|dont|do not|must not|mustn't|should not|shouldn't|may not|cannot|can't|stop|avoid|no|not"
    "|no longer|refrain from|nunca|jamás|jamas|evita|evitar|deja de|dejad de|não|nao|jamais|evite|evite de|pare de|deixe de|ne|n'"
    "|pas|évite|évite de|évitez|arrête de|arrêtez de|nie|niemals|nicht|kein|keine|keinen|vermeide"
    "|non|mai|smetti di|不要|不要再|别|别再|不能"
    "|禁止|请勿|勿|不得|绝不|永远不要|不可|不许|不准",
    # use
    "U": "sondern|sino|"
    "call|calling|invoke|llama|llama a|llamar|llames|llames a|invoques|chame|chamar|appelle|appeler|chiama|chiamare|调用"
    "|use|using|uses|utilize|utilise|prefer|choose|stick to|stick with|go with|usa|usar|usen|usando|usad|utiliza|utilizar|utilices"
    "|utilice|usamos|prefiere|emplea|emplees|prefira|utilisez|utiliser|utilisons|préfère|emploie|verwende|verwenden|benutz|benutze"
    "|benutzen|nutze|nutzen|nimm|bevorzuge|usare|usi|utilizza|utilizzare|preferisci|usiamo|用|使用|采用|改用|请用",
    # run
    "E": "run|running|runs|execute|executing|launch|ejecuta|ejecutar|ejecutes|ejecute|corre|correr|corras"
    "|lanza|lances|pasa|pasar|executar|rode|rodar|exécute|exécuter|exécutez"
    "|lance|lancer|lancez|führe|ausführen|starte|starten|esegui|eseguire|lancia|lanciare|运行|执行|跑"
    "",
    # change
    "C": "editarlo|editarla|editarlos|modificarlo|modificarlos|cambiarlo|editá-lo|make changes in|make any changes to"
    "|make any changes in|make edits in|edit|edits|editing|modify|modifying|change|changes|changing|touch|touching|alter|altering"
    "|update|updating|overwrite|overwriting|write to|writing to|write into|mess with|make changes to|make edits to|rewrite|edita"
    "|editar|edites|modifica|modificar|modifiques|cambia|cambiar|cambies|cambio|cambios|toca|tocar|toques|altera|alteres"
    "|actualices|sobrescribas|hagas cambios en|edite|modifique|altere|alterar|mude|mexa em|mexa|toque em|alteração|alterações"
    "|modifie|modifier|modifiez|édite|éditer|changer|touche|touche à|toucher|toucher à|modification|modifications|bearbeite"
    "|bearbeiten|ändere|ändern|verändere|editiere|anfassen|fass|fasse|änderung|änderungen|modificare|cambiare|tocca|toccare"
    "|modifiche|修改|编辑|改|改动|动|更改|碰",
    # delete, read, create
    "D": "delete|deleting|remove|removing|borra|borrar|borres|elimina|eliminar|elimines|apague|apagar|exclua|excluir|remova|remover"
    "|supprime|supprimer|efface|effacer|lösche|löschen|entferne|entfernen|eliminare|cancella|cancellare|rimuovere|删除|删",
    "R": "read|reading|open|opening|look at|looking at|view|lee|leer|leas|leerlo|abras|abre|abrir|leia|ler|abra|lis|lire|ouvre|ouvrir"
    "|lies|lesen|öffne|leggi|leggere|apri|读|阅读|读取|查看",
    "K": "create|creating|crees|crea|crear|crie|criar|crée|créer|erstelle|erstellen|creare|创建|新建",
    "H": "install|installing|packages|package|dependencies|dependency|instala|instalar|instales|paquetes|dependencias|instale|pacotes"
    "|dependências|installe|installer|paquets|dépendances|installiere|installieren|pakete|abhängigkeiten|installare|pacchetti"
    "|dipendenze|安装|依赖|依赖包|包",
    # instead of; before, after; with, without; to; only
    "I": "instead of|rather than|in place of|in lieu of|as opposed to|and not|en vez de|en lugar de|y no|antes que|em vez de"
    "|ao invés de|em lugar de|no lugar de|e não|au lieu de|au lieu d'|plutôt que|plutot que|à la place de|et pas|et non|statt"
    "|anstatt|anstelle von|und nicht|invece di|al posto di|anziché|piuttosto che|e non|代替|而不是|替代|取代|而非",
    "G": "over",
    "B": "再|"
    "before|prior to|until|till|antes de|antes de que|hasta|até|avant|avant de|avant d'|bevor|vor|ehe|prima di",
    "b": "之前|前",
    "A": "after|después de|despues de|tras|luego de|depois de|após|après|nach|nachdem|dopo",
    "p": "之后|后",
    "V": "with|con|com|avec|mit",
    "W": "without|sin|sem|sans|ohne|senza",
    "z": "sur|"
    "to|on|into|al|au|à|ao|zum|zu|到",
    "q": "for|para|pour|für|per|为了",
    "Y": "write|writing|put|introduce|adding|escribas|escribe|escribir|pongas|pon|añadas|metas|"
    "give|pass|passing|add|include|pasa|añade|incluye|passe|ajoute|aggiungi|加|加上|带上",
    "1": "only|solo|sólo|solamente|seulement|nur|soltanto|somente|只|只能",
    "L": "leave|deja|lass|laisse|deixe|lascia",
    "l": "alone|untouched|unchanged|as is|as it is|as they are|en paz|sin tocar|in ruhe|tranquille|em paz|in pace",
    "O": "is read-only|are read-only|is read only|are read only|is off limits|are off limits|is off-limits|are off-limits"
    "|es de solo lectura|son de solo lectura",
    # the tests; commit, push
    "T": "test|tests|the test suite|test suite|unit tests|unit test|pruebas|testes|测试|单元测试",
    "M": "hagas commits|haz commits|committest|dar commit|"
    "commit|committing|commits|commitear|commitees|hacer commit|hagas commit|haz commit|hacer un commit|committer|commite"
    "|fazer commit|faça commit|faire un commit|fais un commit|committe|committen|comitar|fare commit|提交",
    "P": "dar push|dê push|pushst|"
    "push|pushing|pushes|pushear|pushees|hacer push|hagas push|haz push|hacer un push|pousser|pousse|pushen|pushe|fazer push"
    "|faça push|faire un push|fare push|pushare|推送|推",
    "F": "force push|force-push|force pushing|force-pushing|force pushes|push forzado|hagas push forzado|强制推送|强推",
    # ask before
    "Q": "ask|ask me|check with me|confirm with me|get my approval|get approval|ask for permission|ask for approval|pregunta|pregúntame"
    "|preguntame|consulta|consúltame|pide permiso|pídeme permiso|pergunte|me pergunte|demande|demande-moi|frag|frage|frag mich"
    "|chiedi|chiedimi|询问|问我|询问我",
    # nouns around a name
    "f": "code|código|file|files|archivo|archivos|fichero|ficheros|fichier|fichiers|datei|dateien|arquivo|arquivos|文件",
    "d": "folder|folders|directory|directories|dir|carpeta|carpetas|directorio|dossier|répertoire|ordner|verzeichnis|pasta|diretório"
    "|cartella|目录|文件夹",
    "i": "in|under|inside|within|below|from|en|dentro de|bajo|dans|sous|unter|im|em|sob|nel|nella"
    "|sotto|里|下|中|里的|下的|中的|里面的|下面的",
    "a": "anything|nada|rien|nichts|niente|everything|it|them|任何|任何东西",
    "e": "ending in|ending with|that end in|that end with|with extension|with the extension|que terminen en|que terminan en"
    "|terminados en|con extensión|con la extensión|terminant par|mit der endung|con estensione",
    "c": "flag|flags|option|options|opción|opciones|switch|cli|package manager|gestor de paquetes|command|commands|comando|comandos"
    "|commande|commandes|befehl|befehle|命令",
    "t": "tool|tools|herramienta|herramientas|outil|outils|ferramenta|ferramentas|werkzeug|strumento|工具",
    "w": "statement|statements|calls|keyword|keywords|type|types|tag|tags|element|elements|attribute|attributes|cast|casts|hook|hooks"
    "|comments|decorator|decorators|operator|macro|macros|sentencia|sentencias|llamadas|tipo|tipos|etiqueta|etiquetas|comentarios|elemento|elementos",
    "o": "or|nor|and|o|y|ni|u|ou|nem|et|e|oder|und|noch|né|和|或|或者|、",
    # what limits a rule to something that no call shows
    "?": "if|unless|when|whenever|while|except|but|however|where|during|si|cuando|salvo|excepto|mientras|pero|donde|quando|se|enquanto"
    "|mas|sauf|quand|lorsque|mais|wenn|außer|falls|aber|bei|tranne|ma|如果|除非|当|除了|时|的时候",
    # what changes nothing
    "": "it's|it is|be|es ist|c'est|nuevo|nuevos|"
    "branch|rama|branche|zweig|分支|don't forget to|do not forget to|never forget to|no olvides|n'oublie pas de|vergiss nicht"
    "|não esqueça de|non dimenticare di|别忘了|不要忘记|the|a|an|this|that|these|those|please|always|ever|again|anymore|any more|here|you"
    "|your|my|our|we|me|i|must|should|really|just|simply|directly|straight|automatically|yourself|also|at all|from now on|in future"
    "|in this project|in this repo|in this repository|in this codebase|for this project|this project|this repo|of|all|every|each"
    "|any|make sure to|make sure you|make sure|be sure to|remember to|you need to|you have to|have to|need to|i want you to"
    "|instead|first|new|making|own|under any circumstances|in any case|pass|passed|being|by hand|manually|existing|without asking"
    "|without asking me|without asking me first|without asking first|without my permission|without my approval|without permission"
    "|without my consent|without approval|without confirmation|unless i ask|unless i ask you to|unless i ask for it|unless asked"
    "|unless i say so|unless i tell you|unless i tell you to|unless i told you to"
    "|unless told to|el|la|los|las|un|una|unos|unas|lo|de|del|su|tu|mi|tus|mis|por favor|siempre|aquí"
    "|en este proyecto|en este repo|en este repositorio|debes|tienes que|hay que|asegúrate de|recuerda|más|otra vez|de nuevo"
    "|en su lugar|primero|cada|todos|todas|directamente|directement|diretamente|direttamente|direkt|este proyecto|ningún|ninguna"
    "|sin preguntar|sin preguntarme|sin mi permiso"
    "|sin permiso|sin consultarme|lo que hay|a mano|le|les|l'|une|des|du|d'|s'il te plaît|s'il vous plaît|toujours|ici"
    "|dans ce projet|il faut|tu dois|d'abord|à la place|sans demander|chaque|der|die|das|den|dem|ein|eine|einen|bitte|immer|hier"
    "|in diesem projekt|musst|sollst|man|zuerst|aus|auf|stattdessen|ohne zu fragen|jedem|jeder|laufen|wieder|os|as|um|uma|do|da"
    "|no projeto|sempre|aqui|neste projeto|você|deve|antes|em vez disso|primeiro|sem perguntar|il|gli|uno|qui|in questo progetto"
    "|per favore|devi|invece|prima|senza chiedere|ogni|di|请|总是|始终|务必|一定要|一定|先|的|了"
    "|来|去|必须|应该|应|要|直接|这个|项目|这个项目|本项目|在|就|未经允许|每次",
}  # fmt: skip

TOOLS = wordset("Read Edit Write Grep Glob Bash WebSearch WebFetch MultiEdit NotebookEdit Task")
"""Tools by the name that hosts give them: with a capital letter, these are no verbs."""

NAMED = {**names.DEEDS, **code.PHRASES}
"""Words of ours that name a command, or code."""

PUNCTUATION = str.maketrans("’‘“”「」『』，。：；（）！？、", '\'\'"""""",.:;()!?、')
CODE = re.compile(r"`+([^`]+)`+|\"([^\"]+)\"|(?<![\w'])'([^']+)'(?!\w)|(?<![\w.])(\.?[A-Za-z_][\w.]*\([^()\s]*\))")
TOKEN = re.compile(r"\0\d+\0|->|=>|→|[,:()—–]|(?:[nldNLD]|s)'(?=\w)|[^\s,:()—–'→\0]+(?:'\w+)?|'")
MARKS = {**dict.fromkeys((",", ":", "(", ")", "—", "–", "-"), ","), **dict.fromkeys(("->", "=>", "→"), ">")}
CHINESE = re.compile(r"[㐀-鿿、]+")
BECAUSE = re.compile(
    r"[\s,;:(—–-]*(?:\b(?:because|since|as it|so that|porque|ya que|pois|parce qu|car|weil|da es|perché|poiché)\b|因为|由于).*$"
    r"|,\s*(?:it'?s|it is|it|they|that'?s|that|this|es|c'est|das ist|è|é)\s"
    r"(?!(?:\w+\s)?(?:fine|ok|okay|allowed|bon|bien|permis|erlaubt|permesso|permitido)\b).*$",
    re.IGNORECASE | re.DOTALL,
)


class Word(NamedTuple):
    kind: str
    text: str
    is_code: bool = False
    """It stood between backticks. What stands between quotes is a name too, but it may be one of anything."""


COMMA = Word(",", ",")


def read(sentence: str) -> list[Word]:
    """A sentence as words, those that change nothing left out. Programs come with what is said of their command line."""
    spans: list[Word] = []

    def hide(found: re.Match[str]) -> str:
        spans.append(Word("x", (found[1] or found[2] or found[3] or found[4]).strip(), is_code=bool(found[1])))
        return f"\0{len(spans) - 1}\0"

    visible = "".join(c if c.isprintable() else " " if c.isspace() else "" for c in sentence)
    plain = BECAUSE.sub("", CODE.sub(hide, visible.translate(PUNCTUATION)).strip())
    plain = re.sub(r"(?:\s*[!;…]|(?<=\S)\.)+$", "", plain.rstrip(" ,:"))  # a dot of its own is a folder: `git add .`
    tokens = [part for token in TOKEN.findall(plain) for part in _parts(token)]
    found: list[Word] = []
    at = 0
    while at < len(tokens):
        word, at = _word(tokens, at, spans)
        if word.kind:
            found.append(word)
    return found


def _word(tokens: list[str], at: int, spans: list[Word]) -> tuple[Word, int]:
    token = tokens[at]
    if token.startswith("\0"):
        return spans[int(token.strip("\0"))], at + 1
    if token in MARKS:
        return Word(MARKS[token], token), at + 1
    if token in TOOLS and at:
        return Word("x", token), at + 1
    kinds, longest = _phrases()
    for many in range(min(longest, len(tokens) - at), 0, -1):
        if many == 1 and token.lower() in names.PROGRAMS:
            break  # "make sure" is a phrase, "make" is a program
        kind = kinds.get(" ".join(tokens[at : at + many]).lower())
        if kind is not None:
            return Word(kind, " ".join(tokens[at : at + many])), at + many
    named = next((n for n in (2, 1) if " ".join(tokens[at : at + n]).lower() in NAMED), 0)
    if named:
        return Word("x", NAMED[" ".join(tokens[at : at + named]).lower()]), at + named
    many = names.command_line(tokens[at:]) if token.lower() in names.PROGRAMS else 1
    return Word("x", " ".join(tokens[at : at + many])), at + many


def _parts(token: str) -> list[str]:
    """`grep/rg` is two programs. Chinese has no blanks: it is cut where a word that we know begins."""
    if "/" in token and all(part.lower() in names.PROGRAMS for part in token.split("/")):
        return [word for part in token.split("/") for word in ("or", part)][1:]
    if not CHINESE.search(token) or token.startswith("\0"):
        return [token]
    kinds, _ = _phrases()
    found: list[str] = []
    for run in re.findall(r"[㐀-鿿、]+|[^㐀-鿿、]+", token):
        at = 0
        while CHINESE.match(run) and at < len(run):
            many = next((n for n in range(min(6, len(run) - at), 0, -1) if run[at : at + n] in kinds), 1)
            found.append(run[at : at + many])
            at += many
        if not CHINESE.match(run):
            found.append(run)
    return found


@cache
def _phrases() -> tuple[dict[str, str], int]:
    """Phrase -> kind, and how many words the longest has. The first kind that claims a phrase has it."""
    kinds: dict[str, str] = {}
    for kind, line in KINDS.items():
        for phrase in line.split("|"):
            kinds.setdefault(phrase, kind)
    return kinds, max(phrase.count(" ") for phrase in kinds) + 1
