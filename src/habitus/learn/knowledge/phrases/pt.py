"""Portuguese."""

from __future__ import annotations

from habitus.learn.knowledge.phrases import Frame, Phrases, words

HERE = (
    r"(?:aqui|(?:neste|nesse|no|em nosso|no nosso|nesta|na nossa|na|para este) (?:repo|repositorio|projeto|codigo|time|equipe"
    r"|empresa|monorepo))"
)
OURS = (
    r"(?:este|nosso|o|o nosso|meu|a|nossa|a nossa) (?:\w+ )?(?P<w>repo|repositorio|projeto|codigo|time|empresa|backend|frontend"
    r"|api|servico|site|app|aplicacao|monorepo|pipeline|ci)"
)
THINGS = (
    r"(?:testes?|documentacao|docs|servidor(?:es)?|bancos? de dados|branch|migracoes|fixtures|configuracao|esquemas?|scripts?"
    r"|templates?|componentes|logs|repo|api"
    r"|endpoint|url base|bucket|cluster|fila|backups?|wiki|changelog|traducoes|ambiente|gerenciador de pacotes|linter|framework|ci"
    r"|pipeline|fuso horario|porta|tipos)"
    r"(?: (?:de|do|da|unitarios|integracao|producao|staging|desenvolvimento|principal|local|homologacao|e2e)){0,4}"
)
CHOSEN = (
    r"(?:testes?|documentacao|docs|servidor(?:es)?|bancos? de dados|branch|migracoes|fixtures|configuracao|esquemas?|scripts?"
    r"|templates?|logs|repo|api"
    r"|url base|bucket|cluster|fila|backups?|wiki|changelog|traducoes|ambiente|gerenciador de pacotes|linter|framework|ci"
    r"|pipeline|fuso horario)"
    r"(?: (?:de|do|da|unitarios|integracao|producao|staging|desenvolvimento|principal|local|homologacao|e2e)){0,4}"
)
STANDS = (
    r"(?:fica|ficam|esta|estao|vive|vivem|vai|vao|roda|rodam|mora|moram)(?: (?:todos|todas|sempre|hospedad[oa]s?))? (?:em|no"
    r"|na|nos|nas|dentro de|sob)"
)
NAMED = r"(?:e|é|sao|se chama|chama-se|e escrit[oa] em|é escrit[oa] em)"

PHRASES = Phrases(
    frames=(
        Frame(r"(?:me chame de|me chamo|meu nome e) (?P<o>[\w' -]{2,30})$", "fact", "name", "user", "name"),
        Frame(
            r"(?:eu )?(?:sempre |normalmente |geralmente )?prefiro (?P<o>(?!que )(?:(?!(?:a|ao|do que|em vez de) ).)+?)(?: (?:a|ao"
            r"|do que|em vez de) (?P<y>.+))?$",
            "preference",
            "prefers",
            "user",
            "thing",
            True,
        ),
        Frame(r"(?:eu )?(?:nao gosto de|odeio|detesto) (?P<o>.+)", "preference", "dislikes", "user", "thing"),
        Frame(r"meu (?P<s>[\w -]{2,40}?) (?:preferido|favorito|padrao) e (?P<o>.+)", "preference", "prefers", "user", "thing", True),
        Frame(r"eu sempre (?P<o>(?:uso|quero|escrevo|rodo|reviso|faco) .+)", "preference", "does", "user", "any", True),
        Frame(r"trabalho (?:em|na|no|para|como) (?P<o>.+)", "fact", "works", "user", "name"),
        Frame(r"moro (?:em|na|no) (?P<o>.+)", "fact", "livesIn", "user", "name"),
        Frame(
            rf"(?:{HERE},? )?(?:nos |a gente )?(?:nao|nunca) (?:usamos|utilizamos|usa) (?P<o>.+)",
            "preference",
            "avoids",
            "project",
            "thing",
            True,
        ),
        Frame(
            rf"(?:{HERE},? )?(?:nos |a gente )?(?:sempre |so |apenas |normalmente )?(?:usamos|utilizamos|trabalhamos com) (?P<o>.+)",
            "preference",
            "uses",
            "project",
            "thing",
        ),
        Frame(rf"(?:{HERE},? )?a gente (?:sempre |so )?usa (?P<o>.+)", "preference", "uses", "project", "thing"),
        Frame(rf"{OURS} (?:so )?(?:usa|utiliza|depende de|roda em|requer) (?P<o>.+)", "fact", "uses", "project", "name"),
        Frame(rf"{OURS} (?:e|é|foi) (?:escrit[oa]|feit[oa]|construid[oa]) (?:em|com) (?P<o>.+)", "fact", "uses", "project", "name"),
        Frame(
            rf"(?:{HERE},? )?(?:nos )?(?P<n>sempre|nunca|normalmente) (?P<o>(?!terminamos|chegamos|conseguimos|pudemos|vimos"
            r"|tivemos|fomos|acabamos|encontramos)[a-z]+mos .+)",
            "preference",
            "does",
            "project",
            "any",
            True,
        ),
        Frame(
            rf"(?:{HERE},? )?(?:guardamos|colocamos|deixamos|hospedamos) (?P<s>[\w -]{{2,40}}?) (?:em|no|na|dentro de) (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "place",
        ),
        Frame(
            rf"(?:{HERE},? )?(?P<s>fazemos deploy|publicamos|hospedamos|compilamos|testamos) (?:em|no|na|com|via|para) (?P<o>.+)",
            "fact",
            "does",
            "project",
            "name",
        ),
        Frame(
            rf"(?:tod[oa]s )?(?:o |a |os |as )?(?:noss[oa]s?|(?P<mine>meus?|minhas?)) (?P<s>[\w -]{{2,40}}?) {STANDS} (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "name",
        ),
        Frame(
            rf"(?:tod[oa]s )?(?:o |a |os |as )?(?:noss[oa]s?|(?P<mine>meus?|minhas?)) (?P<s>[\w -]{{2,40}}?) {NAMED} (?P<o>.+)",
            "fact",
            "is",
            "thing",
            "name",
        ),
        Frame(rf"(?:todos |todas )?(?:o|a|os|as) (?P<s>{THINGS}) {STANDS} (?P<o>.+)", "fact", "in", "thing", "place"),
        Frame(rf"(?:o|a|os|as) (?P<s>{CHOSEN}) {NAMED} (?P<o>.+)", "fact", "is", "thing", "name"),
    ),
    lead=r"(?:agora|oi|ola|ok|bom|bem|ah|sim|nao(?=[,.:;!])|obrigado|obrigada|por favor|alias|tambem|alem disso|e|mas|porque|ja que"
    r"|para (?:sua )?informacao|nota|em geral|contexto|entao|so para voce saber|saiba)(?: que)?(?!\w)[\s,.:;!-]*",
    recall=r"(?:por favor,? )*(?:lembre(?:-se)?|lembra(?:-te)?|nao (?:se )?esqueca|tenha em mente|anote|anota|memorize|guarde isto"
    r"|para o futuro)(?!\w)(?: de)?(?:[,:]? que)?[\s,:]*",
    begins=r"[,:;]\s+|\s[-–—]+\s|,?\s(?:e|mas)\s|,\s(?:porque|ja que)\s",
    ends=r",? (?:entao|mas|porque|ja que|embora|enquanto|por favor|por isso|e (?:eu|voce|o|a|depois|quero|preciso)|se|quando"
    r"|para que)\b|, |: | [-–—]+ | \(|[;!?。]",
    asks=r"(?:o que|que|qual|quais|quem|como (?:eu|posso|faco)|onde|quando|por que|voce pode|pode|sera que|ha)\b",
    supposes=words(
        r"se|suponha\w*|imagine\w*|talvez|poderia\w*|seria\w*|quem sabe|a menos que|disse|diz|dizem|segundo|por exemplo|como se"
        r"|ate que|quando|exemplo"
    ),
    doubts=words(r"acho|suponho|imagino|nao (?:sei|tenho certeza)|talvez|provavelmente|parece|se nao me engano|brincadeira"),
    moment=words(r"agora|atualmente|no momento|por enquanto|hoje|esta semana|este mes|amanha|temporariamente|ainda|desta vez"),
    passing=words(
        r"perguntas?|funcao|metodo|classe|botao|variavel|linha|reuniao|problemas?|duvidas?|objetivo|planos?|ideias?|pedidos?"
        r"|reservas?|voos?|erros?|falhas?|bugs?|mudancas?|tarefas?"
        r"|resultados?|saida|opiniao|primeir[oa]|ultim[oa]|resposta|mensagem|isso|isto|esse|que"
    ),
    vague=r"(?:isso|isto|esse|essa|este|esta|o (?:primeiro|segundo|outro|mesmo|que|ultimo)|a (?:primeira|segunda|outra|mesma|que"
    r"|ultima|opcao|ideia)|assim|ambos|algo|nada|tudo|outr[oa]|mesm[oa]|opcao|nao|mais|menos|como|onde|que|voce|seu|sua)(?!\w)",
    here=HERE,
    corrects=r"(?:nao|errado|pare|isso (?:nao|esta errado)|eu (?:disse|pedi|falei)|ja (?:disse|falei)|por que voce|voce esqueceu"
    r"|assim nao|na verdade)(?!\w)",
    you=r"(?:voce|vc|seu|sua|tu|te)\b",
)
