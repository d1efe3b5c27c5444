"""Portuguese."""

from __future__ import annotations

from habitus.learn.words import Verb, Words, anywhere, bare_of, weighed
from habitus.parse.wordset import wordset

WEIGHTS = weighed(
    habit="usar utilizar preferir evitar manter respeitar responder falar",
    act="seguir perguntar verificar revisar olhar explicar testar formatar buscar lembrar garantir confirmar documentar citar "
    "resumir traduzir pedir "
    "executar rodar editar tocar modificar mudar alterar instalar chamar inventar supor assumir ignorar pular ler escrever "
    "importar apagar "
    "excluir remover repetir mentir sobrescrever renomear mover reiniciar atualizar publicar enviar refatorar reescrever copiar "
    "duplicar adivinhar commitar mexer marcar arredondar",
    task="adicionar fazer colocar mostrar abrir criar incluir corrigir consertar dizer deixar tirar",
)
IRREGULAR = {
    "preferir": "prefira", "seguir": "siga", "manter": "mantenha", "supor": "suponha", "ler": "leia", "repetir": "repita",
    "mentir": "minta", "fazer": "faça", "incluir": "inclua", "corrigir": "corrija", "dizer": "diga", "traduzir": "traduza",
    "pedir": "peça", "excluir": "exclua", "renomear": "renomeie",
}  # fmt: skip
SPELLED = {"c": "qu", "g": "gu", "ç": "c"}


def _command(verb: str) -> str:
    stem = verb[:-2]
    return IRREGULAR.get(verb) or (stem[:-1] + SPELLED.get(stem[-1], stem[-1]) + "e" if verb.endswith("ar") else stem + "a")


def _informal(verb: str) -> str:
    return verb[:-1] if verb.endswith("ar") else verb[:-2] + "e"


def _forms(verb: str) -> list[str]:
    do = _command(verb)
    past = verb[:-2] + ("ou" if verb.endswith("ar") else "eu" if verb.endswith("er") else "iu")
    participle = verb[:-2] + ("ado" if verb.endswith("ar") else "ido")
    return [verb, do, do + "m", do + "s", _informal(verb), verb[:-1] + "ndo", verb[:-1] + "sse", past, participle]


VERBS = {form: Verb(_command(verb), f"não {_command(verb)}", weight) for verb, weight in WEIGHTS.items() for form in bare_of(_forms(verb))}

MANNERS = (
    "comentarios|emojis?|explicacoes|desculpas|resumos?|docstrings?|marcadores|tabelas|piadas|mocks|abreviacoes|abreviaturas|avisos|jargao"
)
THINGS = (
    "respostas?|mensage(?:m|ns) de (?:commit|log|erro)|commits?|branch(?:es)?|prs?|pull requests?|testes?|fixtures?|func(?:ao|oes)|metodos?"
    "|classes?|modulos?|pacotes?|componentes?|endpoints?|rotas?|consultas?|migrac(?:ao|oes)|esquemas?|tipos?|interfaces?|variave(?:l|is)"
    "|constantes?|nomes(?: de \\w+)?|identificadores?|arquivos?|ficheiros?|scripts?|imports?|comentarios?|docstrings?|datas?|horas|erros"
    "|excec(?:ao|oes)|logs?|dependencias?|relatorios?"
)
MANY = "(?:todos os|todas as|os|as|noss[oa]s|teus|tuas|seus|suas|cada|qualquer|nenhuma?)"
NEW = "(?:nov[oa]s? )?"
MUST = (
    r"devem?|deveriam?|tem que|tem de|precisam?|(?:ficam?|vao|vai)(?= (?:(?:em|n[oa]s?|dentro de) \S*[/._]|em (?:ingles"
    r"|portugues|formato|minusculas|maiusculas|utc|iso)))"
)
FORM = (
    r"(?:em (?:ingles|portugues|frances|alemao|espanhol|italiano|chines|formato \S+|markdown|json|csv|utc|snake_case|camelcase"
    r"|minusculas|maiusculas)|no (?:formato \S+|presente|passado|imperativo|infinitivo))(?!\w)"
)
STATE = (
    r"(?:estar )?(?:ai|bem|mal|ok|pront[oa]s?|feit[oa]s?|verdes?|funcionar|funcionando|passar(?! de)|sair|aparecer|existir|sumir"
    r"|desaparecer"
    r"|ser (?:exibid|mostrad|enviad|salv|carregad|baixad|ordenad|ocult|escondid|apagad|clicave|visive)\w*)"
)
"""What is asked of the product, or of how it is now."""
NO_USE, NONE, FORGOTTEN = "não use {x}", "nada de {x}", "não esqueça {x}"
USE, PREFER, CANNOT = "use {x}", "prefira {x}", "não diga que não consegue {x}"

WORDS = Words(
    small=wordset(
        "o a os as que nao e isso isto por para com use sempre nunca ja do da uma um se em voce esta porque aqui antes de quando meu "
        "ao mas pare eu disse no na voces tem"
    ),
    lead=r"(?:nao(?=\s*[,.:;!])|olha|olhe|ei|ok|ta|por favor|de novo|outra vez|mas|e|entao|bom|poxa|cara|nossa|errado|ta errado|esta errado"
    r"|me(?= pergunte | pergunta | avise | consulte )"
    r"|isso (?:esta|ta) errado|assim nao|lembre(?:-se)?(?: de)?(?: que)?|(?:voce )?(?:pode|poderia)(?= parar de| sempre| nao )"
    r"|(?:eu )?(?:quero|preciso) que voce)(?!\w)[\s,.:;!?-]*",
    told=r"(?:(?:eu )?ja (?:te |lhe )?(?:disse|falei|pedi)(?: (?:antes|duas vezes|mil vezes|varias vezes))?(?: que| pra| para)?(?: voce)?"
    r"|(?:eu )?(?:te |lhe )?(?:disse|falei|pedi)(?: que| pra| para)(?: voce)?|quantas vezes (?:eu )?(?:tenho que|preciso) (?:dizer"
    r"|falar)(?: que| pra| para)?"
    r"|de agora em diante|a partir de agora|da proxima vez|no futuro|daqui (?:pra|para) frente)(?!\w)[\s,.:;-]*",
    frames=(
        (r"(?:por ?que|pq|como assim)(?: voce)? (?:diz |disse |fala |falou )?que nao (?:pode|consegue) (.+)", CANNOT),
        (r"(?:por ?que|pq)(?: voce)? nao (?:pode|consegue) (.+)", CANNOT),
        (r"(?:nao diga|pare de dizer) que nao (?:pode|consegue) (.+)", CANNOT),
        (r"(?:voce )?(?:esta|ta) usando (?P<y>[^,]+?),? (?:e|mas) (?:o certo e|o correto e|deveria ser|deve ser) (?P<x>.+)", "contrast"),
        (r"(?:por ?que|pq)(?: voce)? (?:continua|insiste em|fica) ", "dont"),
        (r"(?:por ?que|pq)(?: voce)? nao (?=\w+(?:ou|eu|iu)(?!\w))", "do"),
        (r"(?:pare|para|parem|chega) de ", "dont"),
        (r"voce (?:continua|fica) (?=\w+ndo(?!\w))", "dont"),
        (r"(?:voce )?(?:se )?esqueceu de ", "do"),
        (r"(?:voce )nao (?=\w+(?:ou|eu|iu)(?!\w))", "do"),
        (r"(?:voce )?nao (?:deveria|deve|devia|precisa|pode)(?: ter)? ", "dont"),
        (r"(?:voce )?(?:deveria|deve|devia|tem que|tem de|precisa|tinha que)(?: ter)? ", "do"),
        (r"nao (?:volte|voltes|torne) a ", "dont"),
        (r"(?:eu )?nao (?:quero|preciso) que voce ", "dont"),
        (r"nao (?:se )?esqueca de ", "do"),
        (r"(?:aqui )?nao (?:usamos|utilizamos) (.+)", NO_USE),
        (
            rf"(?:(?:eu )?nao quero|nada de|chega de|odeio(?: [oa]s)?|detesto(?: [oa]s)?) ((?:{MANNERS})(?: \w+)?(?: (?:em|n[oa]s?|de"
            rf"|para) .+)?)$",
            NONE,
        ),
        (r"(?:voce )?sempre (?:se )?esquece (?!de \w+r(?!\w))(.+)", FORGOTTEN),
        (rf"(?:garanta|certifique-se de) que (?={MANY} {NEW}(?:{THINGS})(?: \w+)? (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?={MANY} {NEW}(?:{THINGS})(?: (?!nao )\w+)? (?:nao )?(?:{MUST}) (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?=[oa]s (?:{THINGS}|{MANNERS}) sao proibid[oa]s(?: aqui| neste \w+)?$)", "keep"),
        (rf"(?=(?:{MANY} )?(?:{THINGS}) (?:(?:por favor|sempre|so) )*{FORM})", "keep"),
        (rf"(?:coloque|coloca|ponha|guarde|nomeie) (?={MANY} {NEW}(?:{THINGS}) (?:em|n[oa]s?|dentro de|como|sob) \S)", "keep"),
        (rf"(?:{THINGS}|explicacoes|frases) (?=(?:bem )?mais (?:curt|brev|concis|simpl|clar)\w+$)", "keep"),
        (
            r"(?:aqui|neste (?:repo|projeto)|nos)?,? ?(?:sempre |so )?(?:usamos|utilizamos|a gente usa) (.+?)(?: aqui| neste (?:repo"
            r"|projeto))?$",
            USE,
        ),
        (r"(?:eu )?prefiro (?!que |o |a |os |as |no |na |em |\d)(.+)", PREFER),
    ),
    sure=(USE, NO_USE, PREFER, CANNOT, NONE, FORGOTTEN),
    kinds={PREFER: "preference", CANNOT: "refusal"},
    verbs=VERBS,
    bare=bare_of([form for verb in WEIGHTS for form in (_command(verb), _command(verb) + "m", _command(verb) + "s", _informal(verb))]),
    after_told=bare_of([form for verb in WEIGHTS for form in (verb, verb[:-1] + "sse")]),
    alone=bare_of(["invente", "adivinhe", "suponha", "assuma", "minta"]),
    negation=r"nao (?:me |te |lhe )?",
    adverb=r"(?:sempre|nunca|jamais) ",
    lasting=anywhere(
        r"sempre|nunca|jamais|cada vez|toda vez|quando (?:o usuario|voce|for)|antes(?: de \w+r| de cada)?|(?:depois de|apos) (?:\w+r"
        r"|cada)|cada (?:commit|pr|push|resposta|mensagem|arquivo)|a menos que|ate que|por padrao|de agora em diante|da proxima vez"
        r"|n(?:este|o|esse) (?:repo|repositorio|projeto)|sem perguntar"
    ),
    once=anywhere(
        r"demais|muit[oa]s?|mais de|ainda|por enquanto|agora|desta vez|dessa vez|hoje|amanha|de novo|outra vez|linhas? \d+|passo \d+"
        r"|o outro|a outra"
        r"|(?:o|a) (?:primeiro|primeira|segundo|segunda|ultimo|ultima|proximo|proxima|anterior|mesmo|mesma) ?\w*|acima|abaixo|opcao \w"
        r"|(?:este|esta|estes|estas|esse|essa|esses|essas|aquele|aquela) (?!repo|repositorio|projeto)\w+"
        r"|(?:com|para|por|como) (?:isso|isto|ele|ela)|n?d?(?:isso|isto|esse|essa)"
    ),
    deictic=r"(?:\w+(?:ando|endo|indo)|foi|isso|isto|o que|assim|ai|ali|ele|ela|o outro|a outra|nada$|algo|tudo)(?!\w)",
    definite=r"(?:(?:(?:a )?portas? )?\d[\d.,:]*|o|a|os|as|meu|minha|seu|sua|ao|do|da|dois|duas|tres|quatro)\b",
    indefinite=r"(?:um|uma|uns|umas|outro|outra|algum|alguma)\b",
    rites=anywhere(
        r"testes?|linter|formatador|tipos|changelog|documentacao|docs|readme|guia de estilo|instrucoes|convencoes|requisitos"
        r"|makefile"
    ),
    trigger=r"(?:quando (?:o usuario|voce|for)|(?:antes|depois) de (?:\w+r|cada)|se voce|sempre que|toda vez que|ao \w+r\b|neste (?:repo"
    r"|projeto))\b",
    place=r"(?:n[oa]s|em|para) (?:os |as |seus |meus |todos os )?[\w-]+s,? (?=\w)",
    condition=r"(?:quando|se|enquanto|assim que)\b",
    contrast=r"(?:\d|dois|duas|tres|no maximo|nao|e nao|nunca|em vez de|ao inves de|exceto|so|mas nao|sem|antes de|quando|e|ou)\b",
    limits=r"(?:mas |e )?(?:so|somente|apenas|exceto|salvo|menos|a menos que|a nao ser que)\b"
    r"|(?:mas )?(?:em|no|na|nos|nas|para|dentro d[aeo]s?) (?!geral|fim\b|serio|entanto|verdade)[\w`./*]"
    r"|(?!.*\b(?:resto|tudo bem|agora|obrigad\w)\b)(?:mas )?(?:.+ )?(?:pode|podem|(?:sao|e|esta) (?:permitid\w+|ok))$"
    r"|(?:mas )?voce pode (?:usar|fazer|editar|apagar|rodar|executar|mudar|instalar|ler|criar)\b",
    passing=r"(?:mas |e |so )*(?:d?essa vez|desta vez|so dessa vez|por (?:enquanto|ora|hoje)|(?:para |n)(?:este|esta|esse|essa) (?!repo"
    r"|projeto|caso)"
    r"\w+|hoje|agora|temporariamente)(?!\w)",
    foreign=anywhere(
        r"diz|dizem|dizer|escreveu|comentou|erros?|avisos?|mensage(?:m|ns)|falha|falhou|saida|logs?|prompt|especificacao|requisitos?|readme"
        r"|docs?|documentacao|titulo|secao|rotulo|texto|linter|adicione|coloque|insira|renomeie|mude|altere|substitua|atualize|ticket"
        r"|descricao|e-?mail|revisor|sugere|recomenda|imprime|mostra|issue|guia|wiki|artigo|citacao"
    ),
    trailing=r"(?:[\s,]+(?:por favor|obrigad[oa]|valeu|ok|ta|cara|como (?:eu )?(?:disse|falei)|de novo|outra vez))+$",
    here=anywhere(r"aqui|(?:n|para )(?:este|o|osso|nosso) (?:repo|repositorio|projeto|codigo)|usamos|utilizamos|a gente usa"),
    everywhere=anywhere(
        r"em todos? (?:os |lugar)?(?:meus |nossos )?(?:projetos|repositorios|repos)?|sempre(?! (?:se )?esquece)|nunca|jamais"
        r"|de agora em diante|a partir de agora"
    ),
    speech=anywhere(
        r"respostas?|responda|explicacoes|explique|desculpas|emojis?|tom|breve|curt[oa]s?|concis[oa]|idioma|fale|ingles"
        r"|portugues|espanhol|resumos?|unidades"
    ),
    works=rf"(?:{MANY} )?{NEW}(?:{THINGS})",
    aside=r"(?:respond|fal)\w+ (?:ao?s?|com|de|d[oa]s?|sobre|que|se|minha) \w",
    refuses=r"\b(?:[Ee]u )?[Nn]ão (?:posso|consigo|tenho acesso|tenho permissão|sou capaz)\b[^.!?\n]*",
    swap="use {x}, não {y}",
    swap_lead=r"(?:e|se chama|deve ser|deveria ser) ",
    swap_not=r"(?:e )?nao|em vez de|ao inves de",
    but_lead=r"nao(?: e)?",
    but=r"mas|e sim|mas sim",
    avoid="evite",
    always=("sempre",),
    tail=wordset("eu tu voce isso isto ele ela eles que como porque estou esta obrigado errado ja me te se e ha nao sim"),
)
