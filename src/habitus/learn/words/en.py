"""English."""

from __future__ import annotations

from habitus.learn.words import Verb, Words, anywhere, weighed
from habitus.parse.wordset import wordset

WEIGHTS = weighed(
    habit="use prefer avoid follow keep respect stick answer reply respond be stay speak talk obey adhere",
    act="ask print override bypass validate hide expose leak store cache generate fetch download upload drop truncate revert reset kill "
    "check verify look explain update test lint format confirm search document cite summarise summarize translate remember "
    "ensure run edit touch modify change commit push install call mock guess assume invent refactor reformat rewrite skip ignore "
    "read write "
    "import deploy merge rebase squash amend delete remove apologise apologize repeat hallucinate lie overwrite rename move restart start "
    "upgrade downgrade commit stage publish execute disable enable stub hardcode duplicate copy pretend promise claim state announce "
    "force-push export",
    task="add make put show open create include build fix find tell give say wait try "
    "work send share schedule book attach cc forward archive post "
    "log quote describe type name call split wrap sort return leave round force",
)
PAST = {
    "be": "been", "read": "read", "run": "run", "write": "written", "put": "put", "make": "made", "show": "shown", "keep": "kept",
    "stick": "stuck", "tell": "told", "give": "given", "say": "said", "find": "found", "build": "built", "rewrite": "rewritten",
    "send": "sent", "speak": "spoken", "split": "split",
}  # fmt: skip
DOUBLED = wordset("run put stick split stub log skip commit wrap")


def _forms(verb: str) -> tuple[str, ...]:
    short = verb[:-1] if verb.endswith("e") and verb not in ("be", "see") else verb
    doubled = verb + verb[-1] if verb in DOUBLED and verb != "stick" else short
    past = PAST.get(verb) or (doubled + "ed" if not verb.endswith("y") or verb[-2] in "aeo" else verb[:-1] + "ied")
    return verb, ("lying" if verb == "lie" else doubled + "ing"), past


VERBS = {form: Verb(verb, f"do not {verb}", weight) for verb, weight in WEIGHTS.items() for form in _forms(verb)}

MANNERS = (
    "comments|emojis?|explanations?|apologies|summar(?:y|ies)|docstrings?|bullet points|bullets|semicolons|abbreviations|tables|headings"
    "|jokes|placeholders|todos|mocks|disclaimers|warnings|filler|small talk|jargon|type (?:hints|annotations)|em ?dashes"
    r"|(?:print|debug|log) statements|console\.logs?|one-liners|magic numbers|(?:nested )?ternaries|default exports|inline styles"
    "|wildcard imports|new (?:files|dependencies)|force pushes"
)
THINGS = (
    "answers|repl(?:y|ies)|responses|summar(?:y|ies)|reports?|translations|release notes|(?:commit|log|error) messages?|commits?"
    "|branch(?:es)?|branch names?|tags|releases?|pull requests?|prs?"
    "|tests?|test (?:cases?|files?|names?)|fixtures?|functions?|methods?|class(?:es)?|modules?|packages?|components?|endpoints?|routes?"
    "|handlers?|quer(?:y|ies)|migrations?|schemas?|types?|interfaces?|enums?|variables?|constants?|(?:variable|function|file|class) names?"
    "|names|identifiers?|files?|filenames?|scripts?|configs?|secrets?|imports?|exports?|comments?|docstrings?|docs|dates?|times|timestamps?"
    "|strings|errors?|exceptions?|logs?|log lines?|change ?log entries|entries|dependenc(?:y|ies)|versions|paths|urls|ids"
)
BANNED = "npm|npx|yarn|pnpm|bun|pip|pipenv|poetry|conda|docker|docker-compose|sudo|jquery|lodash|moment|axios|redux|curl|sed|awk"
"""What people forbid by its bare name: "no npm". Of most other words that would be an answer to a question."""
EACH = "all|every|each|any"
WORKS = (
    rf"(?:(?:{EACH}|our|your|new) )*(?:(?!(?:from|to|in|of|on|with|for|as|into|and|or|the|an?|th(?:is|at|ese|ose)|some|both|my|two|three"
    rf"|what|which|why|how|do|does|if|when|no|are|is|more) )[\w-]+ )?(?:{THINGS})"
)
MUST = (
    r"must|should|shall|ha(?:s|ve) to|ought to|needs?(?: to)?|go(?:es)?|belongs?|live(?= (?:in|under|inside|next to"
    r"|beside) (?:the )?\S*[/._])"
    "|gets?(?= (?:an?|its|their|one) (?!error|exception))"
)
STATE = (
    "(?:(?:not |never |always |only )?be )?(?:gone|fixed|working|there|ok(?:ay)?|fine|done|green|passing|visible|work|pass|exist|appear"
    "|show"
    "|shown|load|refresh|be (?:generated|exported)|displayed|hidden|sorted|uploaded|downloaded|saved|sent|loaded|rendered|enabled"
    "|disabled|deleted|clickable|editable|cached)"
)
"""What is asked of the product as it is now, not of the work."""
FORM = (
    r"(?:in (?:english|spanish|french|german|portuguese|italian|chinese|british|american|iso|utc|markdown|json|csv|yaml|snake_case"
    r"|camelcase|kebab-case|pascalcase|(?:lower|upper|title|sentence) ?case|(?:[\w-]+ )?(?:format|tense|voice|mood)|capitals)"
    r"|as (?:[\w-]+ )?(?:json|csv|markdown|yaml))(?![\w-])"
)
"""How what is written looks: "dates in ISO format"."""
LESS = "shorter|briefer|simpler|fewer|smaller|clearer|terser|less|more (?:concise|detailed|readable)|less (?:verbose|wordy|formal)"
USE, AVOID, PREFER, CANNOT, NONE = "use {x}", "do not use {x}", "prefer {x}", "do not say that you cannot {x}", "no {x}"
FORGOTTEN = "do not forget {x}"

WORDS = Words(
    small=wordset(
        "the that this you i is are use not with and for don't dont always it to in of instead my we when stop never do why can't please no"
    ),
    lead=rf"(?:no+(?! (?:more )?(?:\w+ )?(?:{MANNERS})(?!\w)| (?:more )?(?:{BANNED})(?![\w-])| {WORKS} (?:{MUST}|may|can)(?!\w))"
    r"|nope|nah|wrong|hey|ok(?:ay)?|please"
    r"|pls|listen|look"
    r"|wait|again|and|but|so|then|well|oh|uh+|um+|hm+|ugh|sorry|thanks|yes"
    r"|actually|seriously|just|also|instead|dude|bro|man|buddy|come on|for god'?s sake|for the love of god|jesus|ffs|wtf|not like that"
    r"|that'?s (?:wrong|not (?:right|it|what i (?:asked|want(?:ed)?)))|i mean|i meant|you know|remember(?: that)?|in general"
    r"|i think|i(?:'d| would) (?:like|love) you to|be sure to"
    r"|(?:i )?(?:want|need) you to)(?![\w'])[\s,.:;!?-]*",
    told=r"(?:can|could|would|will) you (?:please |just )?(?=stop|always|never|not )|(?:(?:as )?i(?:'ve| have)? (?:already |just "
    r"|clearly |explicitly )?(?:told|asked) you(?: (?:twice|before|already"
    r"|(?:so )?many times"
    r"|a (?:hundred|thousand) times|several times|repeatedly|earlier|once|\d+ times))?(?: that| to)?"
    r"|(?:as )?i(?:'ve| have)? (?:already |just |clearly |explicitly )?said(?: (?:before|already|twice))?(?: that| to)?"
    r"|(?:how many times )?(?:do|must) i (?:have to |need to )?(?:tell you|say|repeat)(?: it)?(?: that| to)?"
    r"|you were (?:already )?(?:told|asked|instructed)(?: that| to)?|from now on|next time|in (?:the )?future|going forward|in general"
    r"|whenever possible|again(?=[,:;]))(?!\w)[\s,.:;-]*",
    frames=(
        (
            r"why (?:do|are|did) you (?:say|saying|keep saying|claim|claiming)(?: that)? you (?:can'?t|cannot|can not|couldn'?t) (.+)",
            CANNOT,
        ),
        (r"why (?:can'?t|cannot|couldn'?t) you (.+)", CANNOT),
        (r"(?:stop saying|don'?t (?:say|tell me))(?: that)? you (?:can'?t|cannot|can not) (.+)", CANNOT),
        (
            r"you(?:'re| are) (?:still )?(?:using|calling|running) (?P<y>[^,]+?),? (?:but |and )?(?:it (?:should be|is)|the (?:right"
            r"|correct) one is) (?P<x>.+)",
            "contrast",
        ),
        (r"why (?:do you (?:keep|always keep|insist on)|are you (?:still|always|constantly)) ", "dont"),
        (r"why (?:didn'?t|don'?t|haven'?t) you (?:ever )?", "do"),
        (r"you (?:keep forgetting|always forget|forget every time) (?!to |about )(.+)", FORGOTTEN),
        (r"you(?: keep(?: on)?| are still|'re still| always keep) (?=\w+ing\b)", "dont"),
        (r"(?:please )?(?:stop|quit|no more) (?=\w+ing\b)", "dont"),
        (r"you (?:forgot|failed|neglected|keep forgetting|always forget) to ", "do"),
        (r"(?:don'?t|do not|never) forget to ", "do"),
        (r"you (?:just )?(?=(?:ignored|skipped) )", "dont"),
        (r"you (?:didn'?t|did not|haven'?t|never) (?:even )?", "do"),
        (
            r"you(?: (?:should(?:n'?t| not) have|must not|mustn'?t|may not|should(?:n'?t| not)|don'?t (?:need|have) to)"
            r"|(?:'re not| are not| aren'?t) (?:supposed|allowed|meant|permitted) to) ",
            "dont",
        ),
        (
            r"you(?: (?:should have|should(?: really)?|must|have to|need to|ought to|had to)|(?:'re| are| were) supposed to) ",
            "do",
        ),
        (r"i(?:'d| would) (?:prefer|rather)(?: if)? you (?:did not|didn'?t|not) ", "dont"),
        (r"i(?:'d| would) rather you ", "do"),
        (r"i (?:don'?t|do not) (?:want|need) you to ", "dont"),
        (r"(?:here )?we (?:don'?t|do not) ", "dont"),
        (
            r"(?:in this (?:repo|project|codebase),? |here,? |over here,? )?we (?:only |exclusively |always )?use (.+?)(?: here"
            r"| in this (?:repo|project|codebase))?$",
            USE,
        ),
        (r"(?:this|our) (?:repo|repository|project|codebase|monorepo) is (?!read|write)(`[^`]+`|[\w.@/]+)[- ]only$", USE),
        (rf"no(?: more)? ((?:{BANNED})(?: in this (?:repo|project|codebase))?)(?: here)?$", AVOID),
        (r"(?=(?:open|make|create|send) an? (?:\w+ )?(?:pr|pull request|branch|issue|draft) (?:instead of|rather than) \w+ing\b)", "keep"),
        (r"(?:this|our) (?:repo|repository|project|codebase) (?:only |exclusively )?uses (?:only )?(`[^`]+`|[\w.@/-]+)$", USE),
        (r"we (?=always |never )", "do"),
        (
            r"(?:here,? |in this (?:repo|project|codebase),? )?we (?:only |usually )?(?=(?:deploy|commit|write|name|format|test|lint|run"
            r"|merge|rebase|squash|release|document|store|put|keep|mock|log|install|import|push|publish) )",
            "do",
        ),
        (
            r"i(?:'d| would)?(?: always| much| really)? prefer (?!you |that |it |this |if |not |to |on |at |in |for |by |the |\d)(.+)",
            PREFER,
        ),
        (r"leave (?=(?!me |it |him |her |them |that |this )\S.* (?:alone|untouched)$)", "keep"),
        (r"(?=`?[\w.-]*[./][\w./*-]*`? (?:is|are) (?:off[- ]limits|read[- ]only)$)", "keep"),
        (r"not to ", "dont"),
        (
            rf"(?:no(?: more)?|i (?:(?:don'?t|do not) (?:want|like|need)|hate|can'?t stand)(?: any| seeing)?) "
            rf"((?:\w+ )?(?:{MANNERS})(?: (?:in|on|for|at|with|after|before) .+)?)$",
            NONE,
        ),
        (r"(?:make|be) sure (?:that )?(?:not to |you (?:don'?t|do not|never) )", "dont"),
        (r"(?:make|be) sure (?:that )?(?:to |you (?=\w))", "do"),
        (rf"(?:make sure|ensure) (?:that )?(?=(?:no|{EACH}) (?:[\w-]+ )?(?:{THINGS}) (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?=(?:no|{EACH}) (?:[\w-]+ )?(?:{THINGS}) (?:{MUST}) (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?={WORKS}(?<=s) (?:{MUST}) (?!{STATE}(?!\w))\w)", "keep"),
        (rf"(?={WORKS}(?<=s) (?:(?:please|always|only) )*{FORM})", "keep"),
        (
            rf"(?=(?:{WORKS}|(?:\w+ )?(?:{MANNERS}))(?<=s) are (?:strictly )?(?:banned|forbidden|prohibited|immutable|off[- ]limits)"
            r"(?: here| in (?:this|our) \w+)?$)",
            "keep",
        ),
        (rf"(?:put|place|store|save|name) (?={WORKS}(?<=s) (?:in|into|under|inside|like|as|after|at|on|beside|next to) \S)", "keep"),
        (rf"(?:much |way |a lot )?(?:{LESS}) (?=(?:[\w-]+ )?(?:{THINGS}|{MANNERS}|sentences|paragraphs)$)", "keep"),
    ),
    sure=(USE, AVOID, PREFER, CANNOT, NONE, FORGOTTEN),
    stated=(AVOID, NONE),
    kinds={PREFER: "preference", CANNOT: "refusal"},
    verbs=VERBS,
    bare=frozenset(WEIGHTS),
    spells=True,
    alone=wordset("guess assume invent hallucinate lie apologise apologize pretend push commit rebase squash amend"),
    negation=r"(?:don'?t|do not)(?: ever| just| always| keep(?= \w+ing\b))? ",
    adverb=r"(?:always|never)(?: ever| just)? ",
    lasting=anywhere(
        r"always|never|ever|whenever|when you|(?:before|after) (?:you|\w+ing|each|every|any|a|an)|unless|by default|from now on"
        r"|next time|every time|each time"
        r"|in (?:the )?future|anymore|any more|all the time|at all|without asking|in (?:this|our) (?:repo|repository"
        r"|project|codebase)"
        r"|(?:every|each) (?:single )?(?:commit|change|edit|pr|pull request|push|file|answer|response|reply|message|function|test"
        r"|release|time)"
    ),
    once=anywhere(
        r"they|him|her|last \w+|yesterday"
        r"|(?<![\w-])(?:red|blue|yellow|orange|purple|pink)(?![\w-])|(?<!the real )one$|\d+:\d\d|\d+ ?[ap]m|\d+(?:st|nd|rd|th)"
        r"|the \d+|yet|for now|right now|just now|this time|(?<!from )now"
        r"|today"
        r"|tomorrow|tonight"
        r"|again"
        r"|back|undo|lines? \d+|step \d+|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day"
        r"|the (?:other|second|third|first|last|next|previous|red|blue|green|left|right|existing|new|old|same|correct|right|wrong"
        r"|actual|current) \w+"
        r"|above|below|option \w|number \d+|(?:this|that|these|those) (?!repo|repository|project|codebase|language|style|way of|(?:is"
        r"|are|were|was|have|has|had|you|we|i|the|it|they|do|does|can|will|should)\b)\w+"
        r"|(?:for|with|on|in|to|of|like|about|from) (?:this|that|these|those)(?! (?:repo|repository|project|codebase))"
    ),
    deictic=r"(?:is|isn't|was|are|were|has|had|will|does|did|would|you don'?t$|it|that|this|these|those|them|him|her|one|so|there|again"
    r"|both|another"
    r"|me to|everything|nothing|something)(?! (?:repo|repository|project|codebase))(?!\w)",
    definite=r"(?:(?:(?:ports?|versions?|pages?) )?\d[\d.,:]*|(?:\w+ )?\w+'s"
    r"|the|my|your|our|his|her|their|its|two|three|four|five|six|one)\b",
    indefinite=r"(?:an?|another|some|one)\b",
    rites=anywhere(
        r"(?:an?|your) (?:new |own |feature |separate )?branch"
        r"|tests?|checks|test suite|unit tests|linter|lint|formatter|type checker|type hints|types|change ?log|docs|documentation"
        r"|readme|lock ?file"
        r"|pre-commit|hooks?|style guide|guidelines|instructions|conventions?|makefile|claude\.md|agents\.md|requirements|spec"
        r"|specification"
    ),
    trigger=r"(?:(?:when(?:ever)?|if|unless|while|every time|each time) (?:you|i|we|the user (?:asks|wants|says)|\w+ing)|(?:before"
    r"|after) (?:you|\w+ing|each|every|any|a|an)|when in doubt|in this (?:repo|project|codebase)|in (?:tests|production)|for (?:tests|docs"
    r"|commits))\b",
    place=r"(?:in|for) (?:the |our |all |your |my )?[\w-]+s,? (?=\w)",
    condition=r"(?:when|whenever|if|while|unless|once|as soon as)\b",
    contrast=r"(?:\d|one|two|three|at (?:most|least)|max|not|never|instead of|rather than|and not|but not|unless|except|only|even if"
    r"|so that|because|since|and|or)\b",
    limits=r"(?:but |and |though |however,? )?(?:only|except|unless|other than|apart from|aside from|elsewhere)\b"
    r"|(?:but )?(?:in|on|for|at|inside|within|under|outside) (?!fact\b|case\b|general\b|short\b|god|christ|example|instance|me\b|you\b|us\b"
    r"|top of|other words|my opinion|all\b|that matter|the love|the \w+ time|the record|least|first\b|real\b|once\b)[\w`./*]"
    r"|(?!.*\b(?:rest|else|otherwise|everything|now|looks?|thanks)\b)(?:but )?(?:(?:it|that)(?:'s| is) (?:fine|ok|okay|allowed) (?:in"
    r"|on|for"
    r"|with|if|when|under|inside)\b|(?!it\b|that|this\b|which\b|i\b).+ (?:is|are|'s) (?:fine|ok|okay|allowed|an exception)(?: though)?$"
    r"|(?:you|we) (?:can|may)(?: still| also)? (?:use|push|commit|edit|run|delete|do|touch|change|modify|read|write|install|create)\b)",
    passing=r"(?:but |and |ok |just |only |at least )*(?:this (?:time|once|one time)|for (?:now|today|the moment|the time being"
    r"|th(?:is|at) (?!repo|project|codebase|kind|sort|type|language)\w+)|(?:in|on|with) th(?:is|at) (?!repo|project|codebase|kind|case\b"
    r"|respect)\w+|today|tonight|right now|at the moment|until (?:further notice|tomorrow|tonight|\w+day|i'?m (?:done|back))"
    r"|temporarily)(?!\w)",
    foreign=anywhere(
        r"says?|said|reads?|writes?|wrote|written|comment(?:s|ed)?|repl(?:y|ied)|errors?|warnings?|messages?|fails?|failed|failing"
        r"|(?:i|we)(?:'m| am| keep)? (?:get|got|getting|see|seeing) (?:this|these|the|an?)|output|logs?|prompts?|specs?|requirements?"
        r"|criteria|user story|readme|docs?|documentation|titles?|headings?|sections?|banners?|labels?|captions?|texts?|tooltips?|linter"
        r"|eslint|ruff|pylint|mypy|coderabbit|add|put|insert|append|rename|change|replace|update|set|paste|ticket|description|e-?mail"
        r"|slack|reviews?|reviewer|states?|suggests?|recommends?|prints?|shows?|(?:i|we) (?:get|got|see|saw)|issues?|guide|wiki"
        r"|articles?|threads?|excerpt|quote"
    ),
    trailing=r"(?:[\s,]+(?:please|pls|plz|instead|(?<!my )(?<!our )ok(?:ay)?|thanks|thank you|thx|dude|man|bro|got it|understood"
    r"|for god'?s sake|damn it"
    r"|dammit|ffs"
    r"|as (?:i|we) (?:said|asked|told you)|like i (?:said|told you|asked)|as requested|already|again)|\s+(?:even though|although"
    r"|though|because|since|as|like) (?:i|we|you)\b.*)+$",
    here=anywhere(
        r"here|(?:in|on|for|inside|within) (?:this|the|our) (?:repo|repository|project|codebase|workspace|package)|we (?:use|don'?t"
        r"|always|never|only)"
    ),
    everywhere=anywhere(
        r"everywhere|in (?:all|every|any|each) (?:of )?(?:my |our )?(?:project|repo|repositorie|repositor)\w*"
        r"|(?<!you )always|never|from now on"
    ),
    speech=anywhere(
        r"answers?|repl(?:y|ies)|respond|responses?|explanations?|explain|apologi[sz]e|apologies|emojis?|tone|brief|concise|short"
        r"|language|talk"
        r"|speak|english|spanish|french|german|portuguese|italian|chinese|bullet points|summar\w+|jargon|units|metric|imperial|tabs|spaces"
    ),
    works=WORKS,
    anew=r"\s+(?:and|but)(?: also)?\s+(?=(?:please )?(?:always|never|don'?t|do not|stop \w+ing)\b)",
    aside=r"(?:answer|repl|respond|speak|talk)\w* (?:(?:to|about|with|at|for|that|if) (?!the point|point)|question"
    r"|(?:my|his|her|the|this|that) \w)",
    swap_lead=r"(?:it'?s|it is|it should be|that should be|the (?:right |correct )?(?:\w+ )?(?:command|name|tool|branch|port"
    r"|way)(?: here)? is|we(?:'re| are) (?:on|using))(?: called| named| spelled| written)? ",
    refuses=r"\bI(?:'m| am)? (?:can(?:'t|not| not)|(?:am )?(?:un|not )able to|do(?:n't| not) have (?:access|the ability|permission)"
    r"|couldn't)\b[^.!?\n]*",
    tail=wordset("i you it that this he she they what how why is it's i'm you're that's there thanks thank sorry same ok okay lol"),
)
