"""Portuguese, of Brazil and Portugal. How to read a line: see the package."""

JOINS = "e|mas|porque|pois|embora|entao|ok|olha"

MACROS = r"""
wrong    errado|errada|errados|erradas|incorreto|incorreta|falso|falsa|mentira|mal|quebrado|quebrada|ruim|pessimo|invertido|incompleto
         |incompleta|desatualizado|duplicado|vazio|inventado|inventada|horrivel
it       isso|isto|esse|essa|este|esta|aquilo|tudo|o que voce fez
pron     ((se|me|lhe|o|a|te|nos) )
does     funciona|funcionam|funcionou|aparece|aparecem|apareceu|mostra|mostrou|carrega|carregou|salva|salvou|atualiza|atualizou|abre
         |abriu|responde|compila|compilou|roda|rodou|muda|mudou|faz|fez|deu|da|passa|passou|conecta|move|toca|encontra|resolve|resolveu
         |ajuda|ajudou|serve|bate|existe|existem|permite|deixa|inicia|envia|chega|cria|devolve|retorna|adianta|adiantou|corrige|corrigiu
         |grava|vai|foi|esta
fault    erro|erros|excecao|falha|falhas|aviso|problema|problemas|bug|bugs|404|500|nan|undefined|null
made     respostas?|mensage(m|ns) de (commit|log|erro)|commits?|branch(es)?|prs?|pull requests?|testes?|func(ao|oes)|metodos?|classes?
         |componentes?
         |endpoints?|migrac(ao|oes)|variave(l|is)|constantes?|nomes de [a-z]+|arquivos?|ficheiros?|imports?|comentarios?|docstrings?|datas?
         |logs?|dependencias?|relatorios?
manners  comentarios|emojis?|explicacoes|desculpas|resumos?|docstrings?|piadas|mocks|abreviacoes|abreviaturas|jargao
lead     ((ah|oh|eh|hm+|bom|bem|olha|desculpa|desculpe|espera|ok|po|ei)[ ,.!]+)
form     ingles|portugues|frances|alemao|espanhol|italiano|chines|formato [^ ]+|markdown|json|csv|utc|snake_case|camelcase|minusculas
         |maiusculas|presente|passado|imperativo|infinitivo
"""

HALLUCINATION = r"""
.8   nao (esta|estao|estava|ficou) <1>(bem|bom|certo|certa|correto|correta|corretamente|[a-z]+ando|[a-z]+endo)( |$|,)
.95  (voce |vc |tu )?(esta|estas|ta|continua|anda) <2>(alucinando|inventando|mentindo|delirando|errado|errada|enganado|enganada
     |confundindo|equivocado|a alucinar|a inventar|a mentir)
.9   (voce |vc |tu )(inventou|alucinou|mentiu|errou|se enganou|se confundiu|se equivocou|inventaste|erraste|enganaste-te)
.9   (te enganas|enganaste|estas enganado|inventou isso|alucinou)
.85  (esta|estao|estava|ficou|ficaram|saiu|ta) <2>($wrong)( |$|,|:)
.85  ($it) (e|sao|era) <2>(mentira|falso|falsa|incorreto|incorreta|um erro|errado|errada|absurdo)
.8   ~(esta |ta |tudo )?(errado|errada|incorreto|incorreta)( |$|,)
.8   nao (e|era|esta|sao|foi) (bem |nada |muito |exatamente )*(correto|correta|certo|certa|verdade|valido|isso|assim|real)($|,|:|;)
.85  nao (e|era|foi) (isso |assim )?(o que|como) (eu )?(pedi|disse|queria|quero|quis|falei|esperava|preciso|te pedi)
.85  (esse|essa|esses|essas|isso|o|a|os|as|x+|este|esta) <4>nao (existe|existem)
.75  ^[^ ]+ nao existe( |$|,)
.7?  (de onde|onde) (voce |vc )?(tirou|tiraste|inventou)
.7   (na verdade|na realidade),? (e|sao|o|a|era|nao)
.75  (nao (acho|creio|penso) que|duvido que) <3>(seja|sejam|esteja|estejam|esta|e) <1>(cert|corret|verdade|assim|bem|bom|valid)[a-z]*
.75  ~(eu )?(discordo|nao concordo|nao concordamos)( |$|,)
"""

REFUSAL = r"""
.9?  (por ?que|porque|pq) (voce |vc )?(diz|disse|fala|falou|dizes|disseste|insiste) que nao (pode|consegue|podes|consegues|tem)
.9?  como assim <1>nao (pode|consegue|podes|consegues|tem|da)
.8?  (por que|pq|^porque) (voce |vc )?nao (pode|consegue|podes|consegues|faz|quer)
.8   (claro que|e claro que|sim,?) (voce |vc )?(pode|consegue|podes|consegues|tem)
.85  (voce |vc )?(disse|falou|tinha dito|prometeu|disseste) que (nao )?(podia|conseguia|ia|funcionava|faria|pode|consegue|tinha)
"""

MISSING_CONTEXT = r"""
.9   (eu )?ja (te |lhe )?(disse|falei|pedi|expliquei|tinha dito|avisei|mandei|passei)
.8   (eu )(te |lhe )?(disse|falei|pedi|expliquei)( |$|,|:)
.85  te (disse|pedi|falei)( |$)
.8   (como|o que) (eu )?(ja )?(te |lhe )?(disse|falei|pedi|expliquei|combinamos)
.85  (eu )?nao (pedi|disse|falei|queria|quis|mandei)( |$|,)
.8   ~(eu )?(quis dizer|queria dizer|me refiro|me referia|estava falando|estou falando|refiro-me|referia-me)
.65  ~(eu )(queria|quero) <6>(nao|em vez|ao inves)
.85  (voce |vc |tu )(esqueceu|ignorou|pulou|omitiu|apagou|removeu|quebrou|mudou|duplicou|perdeu|deixou|estragou|sobrescreveu
     |entendeu mal|trocou)
.85  ~(esqueceu|ignorou|esqueceste|ignoraste|apagaste|esqueceu-se|esqueceste-te|faltou)( |$|,)
.8   (voce |vc |tu )nao (leu|fez|colocou|adicionou|incluiu|entendeu|entende|ouviu|ouve|seguiu|testou|atualizou|corrigiu|respondeu|olhou
     |verificou|rodou|usou|criou|esta|terminou|mudou|salvou)
.8   nao (leste|fizeste|puseste|percebeste|entendeste|seguiste|testaste|atualizaste|corrigiste|respondeste)
.8?  (por que|pq|^porque) (voce |vc )?(fez|apagou|mudou|removeu|usou|esta|criou|colocou|ignorou|continua|sempre|ainda|fica|nao)
.8?  (quantas vezes|^<3>(de novo|outra vez)$)
.75  (o|a|os|as) (mesmo|mesma|mesmos) (erro|problema|coisa|falha|bug)
.5   (falta|faltam|faltou|faltaram|faltando)( |$)
.45  (deveria|deveriam|devia|deviam|tinha que|era para|era pra|precisava)( |$)
.4=  (em vez de|ao inves de|em lugar de|e nao|, nao) <4>[^ ,]+$
.45= ^$lead*nao (e )?<2>[^ ,]+,? (mas|e sim|mas sim) [a-z]
.55  ~(todos os|todas as|cada|qualquer|nenhuma?) (nov[oa]s? )?($made) ([a-z]+ )?(devem?|tem que|tem de|precisam?|pode) [a-z]
.55  ~(os|as|noss[oa]s) ($made) ([a-z]+ )?(nao )?(devem|tem que|tem de) (ser|estar|ir|ter|usar|seguir|comecar|terminar|ficar|tocar
     |passar de)( |$)
.55  ~(garanta|certifique-se de) que (todos os|todas as|cada|nenhuma?) (nov[oa]s? )?($made) [a-z]
.8   sempre (se )?esquece (d[oa]s?|o|a|os|as)( |$)
.55  ^(por favor |sempre )*(me )?(pergunte|pergunta|avise|avisa|consulte) <2>antes de [a-z]
.55  ^(por favor |sempre )*(rode|roda|execute|executa|leia|verifique) <5>antes de (fazer|dar|commitar|editar|mudar|alterar|subir|enviar)
.8   (voce |vc |tu )?(esta|estas|ta) (se )?(esquecendo|ignorando|pulando|omitindo|deixando de fora|a ignorar|a esquecer|a omitir)
.65  ~o que (eu )?(queria|pedi|precisava|procurava) (e|era)
.5@  ^$lead*(para (esclarecer|ser (mais )?(clar|precis)[oa])|esclarecendo)( |,|:|$)
.45?= (pode|podes|poderia|podemos) <8>[^ ,]+,? (em vez de|ao inves de|e nao|nao)
.55  ~(os|as|todos os|todas as|nossos|nossas) ($made) ([a-z]+ )?((ficam|vao) (em|nos?|nas?) (($form)|[^ ]*[/._][a-z0-9]+)|levam (um|uma
     |seu|sua) [a-z]+)
.6   ^(e |mas |por favor )*((os|as|todos os|todas as) )?($made) (por favor |sempre |so )*(em|no) ($form)( |,|$)
.55  ^(por favor |e |mas )*antes de (fazer |dar )?(commit|push|commitar|editar|mudar|alterar|subir|enviar|apagar|publicar
     |deploy)[^,]*, (sempre
     |primeiro )*(rode|roda|execute|leia|verifique|pergunte|avise|crie|atualize)( |$)
.6   ~(os|as) ($made|$manners) sao proibid[oa]s( aqui| neste [a-z]+)?($|,|;)
"""

WRONG_SKILL = r"""
.75@ ^$lead*nao+[,.!:;]+ *(por favor )?(usa|use|utilize|coloque|faca|execute|rode|chame|edite|mude|crie|escreva|apague
     |tire|tente|pegue)( |$)
.7   nao (consigo|conseguimos|vejo|encontro) (ver|entrar|fazer|abrir|acessar|que|nada|o|a|os|as|salvar|usar)
.8   (voltou|voltaram|volta) a (falhar|acontecer|aparecer|dar|quebrar)
.7   (fica|ficou|aparece|tela) <2>(em branco|travado|travada|preta|branca|vazio|vazia|cortado|desalinhado)
.8   nao ($pron)*($does)( |$|,|:|;)
.8   (ja|agora|ainda|tambem|mesmo assim) nao ($pron)*($does)
.85  (continua|continuam|segue|ainda esta|ainda) (sem|falhando|dando|aparecendo|mostrando|igual|errado|errada|quebrado|com|a falhar
     |a dar|o mesmo|o erro|da|falha|mal)
.8   (nao (faz|acontece|aparece|muda)|nada) (nada|acontece|aconteceu|mudou|funciona)
.75  (falha|falhou|quebra|quebrou|trava|travou|da erro|deu erro|some|sumiu|deu errado|parou de funcionar|crashou)( |$|,)
.75  (aparece|apareceu|da|deu|mostra|tenho|recebo|recebi|estou recebendo|ha|tem|vejo|retorna) <3>($fault)
.85  (voce |vc |tu )?(fez|fizeste|entendeu|colocou|pos|usou) <3>(errado|errada|mal|tudo errado)
.85  ~(pare|para|parem|deixa|deixe|chega) de [a-z]+r
.8   ~(usa|use|utilize|coloque|faca|poe|tem que usar) <6>(em vez de|ao inves de|em lugar de|e nao|nao)
.4=  ~nao (me )?(use|uses|usa|rode|roda|rodes|chame|execute|edite|toque|mude|instale|faca|coloque|apague|invente|repita|modifique
     |adicione|crie|escreva
     |mexa|mexas|facas|delete)
.65  ~nao (use|uses|rode|execute|chame) [^,;]+[,;] (mas |sim |por favor )*(use|usa|usamos|execute|chame)( |$)
.75  ~nao (volte|voltes|torne) a [a-z]+r
.75  ~(desfaz|desfaca|desfazer|reverte|reverta|volta atras|volte atras|tira isso|tire isso|apaga isso|remove isso)( |$|,)
.65  ~(eu )?nao (quero|queria|preciso|gosto|gostei)( |$)
.75  ~(corrige|corrija|arruma|arrume|conserta|conserte|refaz|refaca) (isso|isto|o que|esse|essa|de novo)
.8   (tenta|tente|faz|faca) (de novo|outra vez|novamente|direito)
.75  (demais|muito (longo|longa|lento|grande|pequeno|complicado|verboso|texto))
.7   (arquivo|ficheiro|ferramenta|comando|pasta|branch|funcao|tabela) (errado|errada)
.6=  (use|usa|utilize|escreva|coloque) [^,;]+, (e )?nao <3>[^ ,]+$
.75  ~<4>(causou|introduziu|gerou|provocou|causaste|introduziste) <3>($fault|regressao|regressoes)
.7   nao (vejo|encontro) (nenhuma?|mencao)( |$)
"""

PREFERENCE = r"""
.8   ~(de agora em diante|a partir de agora|daqui em diante|daqui pra frente|da proxima vez|na proxima vez|no futuro)
.75  ~(use|usa|responda|responde|escreva|escreve|faca|coloque|verifique|rode) <1>sempre
.7   ~sempre (use|usa|responda|escreva|verifique|faca|rode|execute|pergunte|teste|coloque|inclua|envie|mostre)( |$)
.7   ~nunca (use|uses|faca|apague|mude|edite|escreva|instale|execute|mais)( |$)
.75  (prefiro|preferia|preferimos|odeio|detesto)
.7   ~(responda|responde|escreva|escreve|fale|fala) <1>em (portugues|ingles|espanhol)
.7   ~(seja|se) mais (breve|conciso|concisa|direto|curto|claro)
.65  ~((eu )?nao quero|nada de|chega de|odeio|detesto) ([oa]s )?($manners)( |$|,|!)
.65  ~($made|$manners) mais (curt|brev|concis)[a-z]+
"""

HINT = r"""
.7@  ^$lead*(nao+|nada disso)[,.!:;]+ *[a-z]
.65@ ^$lead*nao (esse|essa|isso|este|esta|use|usa|quero|queria|e|era|foi)
.45@ ^$lead*(na verdade|na realidade|alias|espera|espere|calma|opa|desculpa)( |,|\.|!)
.5   (serio|a serio|porra|merda|caramba|droga|que isso|pelo amor de deus|caralho)( |$|,|!)
.5@  ^(obrigado|obrigada|valeu|bom|boa tentativa|quase|ok|sim|legal)[ ,.]+(mas|porem|so que)
.2   (ainda|continua)
"""

CALM = r"""
.9@  ^$lead*nao[,.!]+ *(esta|ficou|assim esta) (bom|otimo|perfeito|bem)
.9@  ^$lead*nao[,. !]*(obrigado|obrigada|tem problema|ha problema|faz mal|se preocupe|precisa|importa|sei|tenho|e so|so isso
     |por enquanto|agora nao|assim esta)
.9   (nao (tem problema|ha problema|se preocupe|faz mal|importa|precisa|sei|esta mal|tem de que|esqueca|so)|por que nao$|se nao|ou nao
     |nada mal|nao e (um )?problema)
.9   (o que|onde|algo|qual) (esta|ha|tem|e) <2>(errado|mal|incorreto|erro)
.9   (corrija|corrige|encontre|procure|liste|mostre|mostrar|detecte|analise|revise|explique|trate|valide|capture) <5>(erro|erros|falhas
     |incorreto|problemas)
.9   ($made) ([a-z]+ )?(nao )?(devem?|tem que|tem de) (ser|estar) (exibid|mostrad|visive|ocult|ordenad|enviad|baixad|salv|carregad|ativad
     |desativad|apagad|clicave|editave|corrigid)[a-z]*
.9   ^(por favor |agora |e |entao )*(rod[ae]|execut[ae]|mostr[ae]|leia|le|diga|diz|expli(ca|que)|abr[ae]|compil[ae]|envi[ae]|procur[ae]
     |verifi(ca|que))(-me|-o|-a)? <3>(de novo|outra vez|novamente)$
.9   nao (vejo|vemos) (nenhum |nenhuma |muito )?(problema|problemas|motivo|razao)
"""

EXCUSE = r"""
.45@ ^(por favor |voce pode |agora |preciso que |quero que )*(gere|crie|escreva|explique|descreva|liste|resuma|elabore|implemente
     |desenvolva|adicione|analise|faca um|o que|como|qual|quem)( |,)
.9   (meu erro|erro meu|culpa minha|minha culpa|eu errei|me enganei|voce tem razao|tens razao|deixa pra la|^(esquece|esqueca)( isso|$)
     |alarme falso)
.6   (funcionou|ja funciona|funciona (bem|agora|perfeitamente)|ficou (bom|otimo|perfeito)|muito obrigado|bom trabalho)
"""

TASK = r"""
.9   ~(por favor |voce pode |pode |podes |agora )*(traduza|traduz|traduzir|parafraseie|transcreva)
.9   (como se diz|o que significa|para (o )?(ingles|frances|alemao|italiano|espanhol|chines)$)
.9   ~(por favor |voce pode |pode |agora |me ajude a )*(escreva|escreve|redija|invente|conte|conta|crie|gere|envie|mande
     |prepare) <4>(historia|conto|poema|musica|dialogo|conversa|redacao|email|e-mail|carta|mensagem|piada|cena|roteiro|discurso|resenha
     |nota|frase|frases|pergunta|perguntas|exemplo|exemplos|respostas)
.9   (verdadeiro ou falso|qual das (seguintes|opcoes)|multipla escolha|escolha a (correta|resposta)|questionario)
.9   ~(imagine|imagina|suponha|suponhamos|finja|atue como|aja como)
"""

EMBEDS = r"""
(se|e se|caso|a menos que|supondo|verifique|verifica|confirme|garanta|garante|certifique|certifica|para que|de forma que|ate que|evite
    |deve|devem|precisa|tem que|explique|diga|dizer|saber)\b
"""

OTHERS = r"""
(ele|ela|eles|chefe|cliente|clientes|professor|professora|colega|amigo|amiga|mae|pai|irmao|alguem|pessoal|usuario|usuarios|autor|artigo
    |livro) <3>(disse|diz|dizem|disseram|falou|acha|acham|pensa|escreveu|afirma|perguntou|reclamou)\b
"""

WHEN = r"""
^<2>(quando|sempre que|onde|depois|enquanto|assim que)\b
"""

PRAISE = r"""
.9   ~<3>(perfeito|perfeita|excelente|otimo|otima|genial|fantastico|maravilhoso|incrivel|brilhante|show|legal|massa|bravo|exato|correto
     |top|maravilha)( |!|$|,)<4>$
.9   (muito bem|bem feito|bom trabalho|otimo trabalho|mandou bem|parabens|boa resposta)
.85  (esta|ficou|tudo|assim) <1>(bom|bem|perfeito|otimo|certo|correto|legal)( |$|,|!)
.85  (agora |ja |tudo )?(funciona|funcionou)( |$|,|!)
.8   ~<2>(obrigado|obrigada|valeu|muito obrigado|muito obrigada)( |$|,|!)
.85  (gostei|adorei|amei|me ajudou|ajudou muito)
.85  (e|era) (isso|exatamente) <2>(que|o que|mesmo)
"""

COMPLAINT = r"""
.9   nao <3>(esta bom|esta certo|esta bem|e correto|e certo|funciona|funcionou|serve|serviu|gostei|ajudou|ajuda|e isso|era isso|e o que
     |era o que|ficou bom|e verdade|presta|deu certo|e util)
.85  ~<4>(errado|errada|pessimo|pessima|horrivel|terrivel|ruim|incorreto|incorreta|lixo|inutil|decepcionante|pior|mal)( |$|,|!)
.85  ~<1>(obrigado|obrigada|bom|ok|legal|boa tentativa|quase),? (mas|so que) <6>(nao|errado|falta|esta|mal)
.85  (que droga|que desastre|odiei|detestei|perda de tempo|decepcionado|decepcionada|que pessimo)
.8   ~(tenta|tente|faz|faca) (de novo|outra vez|novamente)
"""
