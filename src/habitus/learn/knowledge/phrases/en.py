"""English."""

from __future__ import annotations

from habitus.learn.knowledge.phrases import Frame, Phrases, words

HERE = (
    r"(?:here|over here|(?:in|for|on|across|throughout|within|inside) (?:this|our|the|my|all our|all my) (?:\w+ )?(?:repo|repository"
    r"|repositories|repos|project|projects|codebase|team|company|monorepo|organi[sz]ation|workspace)|at (?:work|our company|my company))"
)
OFTEN = r"(?:always |only |exclusively |generally |usually |normally |typically |mostly |still |all |mainly |just |already )?"
OURS = (
    r"(?:this|our|the|my) (?:whole |entire )?(?:\w+ )?(?P<w>repo|repository|project|codebase|code base|app|application|team|company"
    r"|backend|frontend"
    r"|api|service|site|website|monorepo|cli|library|package|stack|infra|infrastructure|pipeline|ci|build)"
)
THINGS = (
    r"(?:(?:unit|integration|e2e|end-to-end|staging|production|prod|dev|development|test|main|default|primary|shared|internal|public|local"
    r"|release|legacy|new|api|design|company|project|build|deploy|source|style|feature|db|database|frontend|backend|web|job) )*"
    r"(?:tests?|docs?|documentation|servers?|databases?|db|branch(?:es)?|migrations?|fixtures|configs?|configuration|settings|schemas?"
    r"|entry ?point|scripts?|templates?|components?|assets|logs|dashboards?|repo|repository|api|endpoint|base url|registry|bucket"
    r"|cluster|queue|backups?|wiki|changelog|styles|translations|environments?|package manager|test runner|linter|formatter|framework"
    r"|ci|pipelines?|deadline|code ?style|line length|naming convention|time ?zone|locale|currency|port|snapshots|mocks|stubs|proto"
    r" ?files|types|env files?|secrets|build output|artifacts?|source code|source files|adrs?|specs?|runbooks?)"
)
CHOSEN = (
    r"(?:(?:staging|production|prod|dev|development|test|main|default|primary|shared|internal|local|release|api|build) )*"
    r"(?:servers?|databases?|db|branch|base url|registry|bucket|cluster|package manager|test runner|linter|formatter|framework|ci|deadline"
    r"|code ?style|line length|naming convention|time ?zone|locale|currency|repo|repository)"
)
STANDS = (
    r"(?:(?:is|are)(?: (?:all|always|usually))?(?: (?:located|kept|stored|hosted|deployed|found|available|reachable|running"
    r"|maintained))?|lives?|sits?|resides?|runs?|goes?|go"
    r"|belongs?|can be found|should (?:always )?(?:go|live|be (?:put|kept|placed))|listens?) (?:all )?(?:at|in|on|under|inside|into"
    r"|within|to|over at)"
)
NAMED = (
    r"(?:is|are)(?: (?:called|named|written in|built (?:in|with|on)|set to|based on|configured as|managed (?:by|with|in)"
    r"|hosted (?:by|with)))?"
)
WORK = (
    r"deploy|host|store|keep|put|publish|release|ship|track|manage|document|write|build|test|lint|format|log|run|squash|rebase"
    r"|merge|tag|version|name"
)

PHRASES = Phrases(
    frames=(
        Frame(r"(?:please )?call me (?P<o>[\w' -]{2,30})$", "preference", "calledBy", "user", "name"),
        Frame(r"my (?:first |full |last )?name(?:'s| is) (?P<o>.+)", "fact", "name", "user", "name"),
        Frame(r"my pronouns are (?P<o>.+)", "preference", "pronouns", "user", "any", True),
        Frame(
            r"i(?: (?:really|much|always|generally|usually|strongly|personally|typically|normally)|(?:'d| would) (?:always"
            r"|generally|usually))* prefer"
            r" (?P<o>(?!(?:to|on|at|in|for|by|from|with|the|\d+) )(?:(?!(?:over|to|rather|instead) ).)+?)"
            r"(?: (?:over|to|rather than|instead of) (?P<y>.+))?$",
            "preference",
            "prefers",
            "user",
            "thing",
            True,
        ),
        Frame(
            r"i (?:really |much |always |generally |usually |strongly |personally )*(?:prefer|like) (?P<o>(?:to (?:see|have|get"
            r"|review|keep|write|read"
            r"|know|work|name|be)|having|seeing|getting|reading|my) .+)",
            "preference",
            "prefers",
            "user",
            "thing",
        ),
        Frame(
            r"i (?:really |absolutely )?(?:hate|dislike|don'?t like|do not like"
            r"|can'?t stand) (?P<o>.+)",
            "preference",
            "dislikes",
            "user",
            "thing",
        ),
        Frame(r"my (?:personal )?preference is (?:to use |for )?(?P<o>.+)", "preference", "prefers", "user", "thing", True),
        Frame(
            r"my (?:preferred|favou?rite|default|usual) (?P<s>[\w -]{2,40}?) is (?P<o>.+)", "preference", "prefers", "user", "thing", True
        ),
        Frame(
            r"i always (?P<o>(?:use|want|prefer|write|run|work|commit|review|squash|rebase|keep|format|name|deploy|start|read|expect) .+)",
            "preference",
            "does",
            "user",
            "any",
            True,
        ),
        Frame(
            r"i never (?P<o>(?:use|want|commit|push|squash|rebase|deploy|merge|write|work|force-push) .+)",
            "preference",
            "does",
            "user",
            "any",
            True,
        ),
        Frame(
            r"i(?:'m| am) (?:an? )(?P<o>(?:[\w/+#-]+ ){0,3}(?:developer|engineer|designer|scientist|analyst|manager|student|teacher"
            r"|researcher|admin|administrator|architect|writer|consultant|accountant|nurse|doctor|lawyer|founder))(?:[ ,].*)?$",
            "fact",
            "is",
            "user",
        ),
        Frame(r"i work (?:at|for|in|from) (?P<o>.+)", "fact", "works", "user", "name"),
        Frame(r"i live (?:at|in|on) (?P<o>.+)", "fact", "livesIn", "user", "name"),
        Frame(r"i(?:'m| am) (?:based|located) in (?P<o>.+)", "fact", "livesIn", "user", "name"),
        Frame(r"i (?:only )?speak (?P<o>.+)", "fact", "speaks", "user", "name"),
        Frame(
            r"i(?:'m| am) (?:on|running|using) (?P<o>(?:windows|mac ?os|a mac|linux|ubuntu|debian|fedora|arch|wsl|nixos)\b.*)",
            "fact",
            "runs",
            "user",
        ),
        Frame(rf"(?:{HERE},? )?i (?:always |only |mostly |usually )?use (?P<o>.+)", "preference", "uses", "user", "name"),
        Frame(rf"(?:{HERE},? )?we (?:do not|don'?t|never) use (?P<o>.+)", "preference", "avoids", "project", "thing", True),
        Frame(
            rf"(?:{HERE},? )?we {OFTEN}(?:use|rely on|standardi[sz]ed? on|work with|stick (?:to|with)) (?P<o>.+)",
            "preference",
            "uses",
            "project",
            "thing",
        ),
        Frame(
            rf"{OURS} (?:only |still )?(?:uses|relies on|runs on|targets|supports|requires|depends on) (?P<o>.+)",
            "fact",
            "uses",
            "project",
            "name",
        ),
        Frame(
            rf"{OURS} is (?:written|built|implemented|developed|coded) (?:in|with|on|using) (?P<o>.+)", "fact", "uses", "project", "name"
        ),
        Frame(
            rf"(?:{HERE},? )?we (?P<n>always|never|usually|normally|typically|generally|only) (?P<o>(?!had|got|said|did|was|were"
            r"|have|need|want|can|could|should|saw|know|see|get|been|end|hit|fail|forget|lose|find|wind|run into|come"
            r"|seem|\w+ed )[a-z-]+ .+)",
            "preference",
            "does",
            "project",
            "any",
            True,
        ),
        Frame(
            rf"(?:{HERE},? )?we (?:don'?t|do not) (?P<o>(?:commit|push|mock|write|allow|ship|merge|squash|rebase|check in|release"
            r"|deploy|log|hardcode"
            r"|abbreviate|touch|work|hire|open|test) .+)",
            "preference",
            "does",
            "project",
        ),
        Frame(rf"(?:{HERE},? )?we (?:{WORK}) (?P<s>[\w -]{{0,40}}?) ?(?:in|into|under|inside|at) (?P<o>.+)", "fact", "in", "thing", "name"),
        Frame(
            rf"(?:{HERE},? )?we (?P<s>(?:{WORK})(?: [\w-]+){{0,3}}?) (?:to|on|with|via|using|through|from|as) (?P<o>.+)",
            "fact",
            "does",
            "project",
            "name",
        ),
        Frame(rf"(?:all )?(?:our|(?P<mine>my)) (?P<s>[\w /-]{{2,40}}?) {STANDS} (?P<o>.+)", "fact", "in", "thing", "name"),
        Frame(rf"(?:all )?(?:our|(?P<mine>my)) (?P<s>[\w /-]{{2,40}}?) {NAMED} (?P<o>.+)", "fact", "is", "thing", "name"),
        Frame(rf"(?:(?:all|the|all the|all of the|any|every) )?(?P<s>{THINGS}) {STANDS} (?P<o>.+)", "fact", "in", "thing", "place"),
        Frame(rf"the (?P<s>{CHOSEN}) {NAMED} (?P<o>.+)", "fact", "is", "thing", "name"),
        Frame(
            r"(?:(?:all|the|all the|new|every new) )?(?P<s>[\w-]+(?: [\w-]+){0,3}?) (?:always )?(?:lives?|goes|go|belongs?"
            r"|resides?) (?:in|under|inside|into) (?P<o>.+)",
            "fact",
            "in",
            "thing",
            "place",
        ),
        Frame(
            r"(?:when (?:i|we) say|by) (?P<s>[`\"']?[\w -]{2,30}?[`\"']?),? (?:i|we) (?:always )?mean (?P<o>.+)",
            "definition",
            "means",
            "thing",
            "any",
            True,
        ),
        Frame(r"(?P<s>[\w-]{2,20}) (?:stands for|is short for) (?P<o>.+)", "definition", "means", "thing"),
    ),
    lead=r"(?:hi|hello|hey|ok(?:ay)?|so|and|but|also|well|oh|yes|yeah|yep|no+|nope|sure|thanks|thank you|great|perfect|btw"
    r"|by the way|fyi|note(?: that)?|please note(?: that)?"
    r"|just so you know|as you (?:may )?know|for context|for reference|some context|for your information|in general|generally"
    r"|actually|first|"
    r"because|since|then|again|now(?! that| on)|important|context|heads up|good|cool|nice|the thing is|it turns out|be aware"
    r"|you should know)(?: that)?(?!\w)[\s,.:;!-]*",
    recall=r"(?:please |always |also |just )*(?:remember|keep in mind|bear in mind|don'?t forget|do not forget|never forget"
    r"|for future reference|for the record|for next time"
    r"|make a note|take note|memori[sz]e|save this(?: for later)?|note for (?:later|the future|next time))(?!\w)(?:[,:]? that)?[\s,:]*",
    begins=r"[,:;]\s+|\s[-–—]+\s|,?\s(?:and|but|since|because|as)\s",
    ends=r",? (?:so|but|because|since|which|although|though|while|whereas|where|please|and (?:i|i'm|my|our|we|you|it|they|the"
    r"|please|then|that|this|there|so|want|need|would)|as (?:you|it|we|i)|if|when)\b"
    r"|, |: | [-–—]+ | \(|[;!?。]",
    asks=r"(?!when (?:i|we) say)(?:do|does|did|is|are|was|were|can|could|would|will|shall|should|have|has|what|which|who|whose|why"
    r"|how|where|when|any idea|isn'?t|aren'?t|don'?t (?:we|i)|am)\b",
    supposes=words(
        r"if|suppose|supposing|imagine|assum\w+|what if|maybe|perhaps|might|would|could|hypothetically|let'?s (?:say|pretend)|wish"
        r"|pretend|unless"
        r"|wonder\w*|whether|in case|say(?:s|ing)?|said|claims?|told|wants?|according to|thinks?|e\.g\.|for example|for instance"
        r"|such as|like this|as if|once|until|before|example(?!\.)"
    ),
    doubts=words(
        r"i (?:think|guess|believe|suppose|assume|forget|forgot)|not sure|unsure|maybe|perhaps|probably|possibly|iirc"
        r"|if i (?:remember|recall)|afaik|i'?m guessing|might|seems?|apparently|supposedly|joking|kidding|lol"
    ),
    moment=words(
        r"now|right now|currently|at the moment|at present|today|tonight|tomorrow|this (?:week|month|morning|afternoon|evening"
        r"|sprint|time|year)|temporarily|for the time being|for now|yet|these days|until \w+"
    ),
    passing=words(
        r"questions?|problems?|issues?|concerns?|guess|understanding|points?|goals?|plans?|ideas?|requests?|orders?|reservations?"
        r"|flights?|trips?|bookings?"
        r"|apolog\w+|thoughts?|suggestions?|intentions?|errors?|bugs?|failures?|changes?|diffs?|hope|tasks?|results?|outputs?|first"
        r"|next|last|"
        r"answer|mistake|focus|intent|function|method|class|button|variable|line|hook|typo|meeting|appointment|call|aim|priority"
        r"|interest|bad|turn|fault|choice|decision|budget|item|items|return|exchange|refund"
        r"|cancell?ation|question|worry|expectation|understanding|"
        r"current|previous|latest|it|that|this|there|they|these|those|what|which|cursor|message|prompt|above|below"
    ),
    vague=r"(?:too|so many|many|much|it|its|that|this|these|those|them|they|him|her|one|ones|so|there|both|another|everything"
    r"|nothing|something|anything|what|whatever|how|where|when|option|number|"
    r"either|neither|same|exactly|not|more|less|being|if|you|your|all of|none|some of|the (?:first|second|third|last|latter|former"
    r"|other|same|one|idea|way|new|old|existing|current"
    r"|following|above|next|original|approach|result|look|earlier|later|earliest|latest|cheapest|option)|an? (?:lot|few|bit|similar"
    r"|different|new|single|couple)|[a-d]$|we|i|us)(?!\w)",
    here=HERE,
    corrects=r"(?:no+|nope|nah|wrong|stop|don'?t|do not|that'?s (?:wrong|not)|that is (?:wrong|not)|not like that"
    r"|i (?:already )?(?:told|asked) you|i said|as i said|why (?:did|do|are) you|you (?:forgot|should|keep|didn'?t|did not|ignored"
    r"|were)|actually)(?![\w'])",
    you=r"(?:you|you'?re|you'?ll|your|yourself)\b",
)
