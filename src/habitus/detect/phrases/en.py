"""English. How to read a line: see the package."""

JOINS = "and|but|plus|also|so|because|since|though|although|hey|ok|okay|sorry|dude|man|that|well"

MACROS = r"""
thats    (that|this|it|these|those|they|everything)( is| are| was| were| looks| look| seems| seem| still looks|'s|'re)( to be| like)?
isnt     (is not|isn't|are not|aren't|was not|wasn't|were not|weren't|'s not|'re not|ain't|is n't)
doesnt   (doesn't|does not|didn't|did not|don't|do not|doesnt|dosen't|won't|will not|wouldn't|couldn't|can't|cannot|can not|never
         |no longer|doesn`t)
wrong    wrong|worng|wrongly|incorrect|incorect|incorrectly|false|mistaken|inaccurate|untrue|nonsense|bogus|bullshit|bs|bad|backwards
         |invalid|messed up|screwed up|broken|garbage|rubbish|terrible|awful|useless|ridiculous|stupid|overkill|overkilled|unacceptable
         |confusing|misleading|dumb|lame|silly|pointless|ugly
right    right|correct|true|accurate|ok|okay|good|good enough|acceptable|valid|it|quite right|the case|so|even close|helpful|useful
         |working|what|how|where|why|who|the (right|correct|same|one|way|case|point|thing|answer|command|response|result|file)
told     told you|asked you|said|asked for|asked|mentioned|wrote|specified|explained|requested|instructed|stated|warned
pressing already|literally|explicitly|specifically|clearly|repeatedly|distinctly|just|also|even|only|never|originally|previously
act      use|call|run|edit|touch|change|commit|push|install|add|write|create|delete|remove|modify|rename|rewrite|put|make|import|mock
         |guess|assume|invent|apologize|hardcode|repeat|ask|say|include|send|print|log|format|refactor|explain|generate|start|open
         |force[- ]push|amend|squash|rebase|merge|deploy|share|schedule|book|attach|forward|cc|round|archive|publish|post|upload
work     work|works|compile|compiles|build|run|load|open|start|show|show up|appear|render|fix|help|pass|match|update|save|respond|happen
         |display|do|change|exist|look|feel|make (much |any )?sense|add up|seem|solve|resolve|apply|trigger|fire|connect|move|scroll
         |return|print|play|do anything|go|take effect|cover|handle|include|contain|have|follow|respect|support|reflect|address
breaks   fails|failed|crashes|crashed|breaks|broke|errors out|hangs|hung|throws|threw|freezes|froze|times out|timed out|blows up|loops
         |flickers|disappears|disappeared|vanished|stopped working|went wrong|goes wrong|got worse|overlaps
fault    error|errors|exception|exceptions|warning|warnings|failure|failures|crash|traceback|blank (page|screen)|white screen|404|500
         |403|401|nan|undefined|null|timeout|panic|segfault|conflict
made     answers|replies|responses|summar(y|ies)|release notes|translations|(commit|log|error) messages?|commits?|branch(es)?
         |branch names?|pull requests?|prs?|tests?|test files?
         |functions?|methods?|class(es)?|components?|endpoints?|migrations?|types?|variables?|constants?
         |(variable|function|file|class) names?|files?|imports?|comments?|docstrings?|dates?|timestamps?|exceptions?|logs?|dependenc(y|ies)
manners  comments|emojis?|explanations?|apologies|summar(y|ies)|docstrings?|bullet points|semicolons|abbreviations|jokes|placeholders|todos
         |mocks|disclaimers|filler|jargon|type (hints|annotations)|print statements|console.logs?|magic numbers|new (files|dependencies)
banned   npm|npx|yarn|pnpm|bun|pip|pipenv|poetry|conda|docker|docker-compose|sudo|jquery|lodash|moment|axios|redux|curl|sed|awk
lead     ((uh+|uhm+|um+|oh+|h+m+|well|ok|okay|k|sorry|wait|hey|dude|man|oops|shit|stop|ah+|yeah|i'm sorry|i am sorry|damn
         |my bad)[ ,.!]+)
form     english|spanish|french|german|portuguese|italian|chinese|iso|utc|markdown|json|csv|yaml|snake_case|camelcase|kebab-case|pascalcase
         |(lower|upper|title|sentence) ?case|[a-z-]+ (format|tense|voice|mood)|capitals
"""

HALLUCINATION = r"""
.95  you('re| are|'ve been| keep| were)? <3>(hallucinat(ing|ed)|lying|lied|making <3>up|inventing|fabricat(ing|ed)|imagining)
.95  you <2>(hallucinated|invented|fabricated|imagined|made <3>up)
.7   (hallucination|hallucinated|made[- ]up|fabricated) <2>(again|by you|data|facts|answer)
.85  you('re| are| were| have been|'ve been) <2>($wrong|not (right|correct|making sense)|contradicting|dumb|drunk
     |confused)
.8   $thats <2>($wrong)
.9   $thats <3>(hallucination|fabrication)
.8   $thats <1>not <1>($right)
.8   (that|this|it|these|those|they|which) $isnt <1>($right)
.75  (the|my|your|our|this|that|all|both|half|most) <4>(is|are|was|were|looks|look|seems|seem) <2>(wrong|incorrect|broken|messed up
     |false|inaccurate|backwards|off|useless|nonsense|garbage)
.75  ^[^ ,]+ (is|are|was) <1>(wrong|incorrect|false|mistaken|bogus|backwards)
.7   (the|my|your|our|this|that) <6>$isnt <1>(right|correct|true|accurate|valid|good|great|ok|okay|lovely|ideal|acceptable|helpful
     |useful|enough|pretty)
.6   ^[^ ,]+ (v?[0-9.+]+ )?$isnt (our|my|the|a|in|what|right)
.75  ~(not (quite |even |really )?(correct|right|true|accurate|it|good|great|ok|okay|cool|acceptable|helpful|enough)|incorrect|wrong
     |worng)( |$|,)
.75  ^<2>(not (correct|right|true|accurate)|incorrect|wrong|worng)( |$|,)
.45  (the|in|a|on|at|to|for) wrong [a-z]+
.85  (the )?(exact )?(opposite|reverse) of what
.85  (the|that|this|there|it|those|these|such|x+) <4>$doesnt (even |actually |really )?exist
.7   ^[^ ]+ $doesnt (even |actually )?exist
.8   (there('s| is| are)|is) no such
.45  ~there('s| is| are|re) (still )?(no|nothing|not any|not a)
.5   (that|this|it) can't be (right|true|it|correct)
.7?  (where|how) did you (get|come up with) (that|this|the|those)
.6   ~(that|this|there) must be <2>(mistake|mistakes|error|wrong)
.7   (it|they|he|she|that|this) (is|was|are|were|'s) actually
.75  ~(i |we )?(really )?(don't|do not) (think|believe)( that)? ($thats|<3>[^ ,]+ (is|are|was|were)) <1>(right|correct|true|accurate
     |valid|acceptable|defensible|enough|the case)
.75  (i|we) (strongly |really |respectfully |completely )*(disagree|beg to differ|doubt ($thats|that))
.7   (i|we) (don't|do not|can't|cannot) agree( |$|,)
.7   ^[^ ]+'s <2>(is|are|was|were) (still )?(wrong|incorrect|broken|off|out of date)
"""

REFUSAL = r"""
.9?  why (do|are|did|would) you <2>(say|saying|claim|claiming|tell me|telling me|think|insist)( that)? you (can't|cannot|can not
     |couldn't|could not|won't|are not|aren't|don't)
.75? why (can't|won't|couldn't|wouldn't|don't) you
.75? (what do you mean|how come) (,? ?)?you (can't|cannot|couldn't|don't|won't)
.8   (sure|of course|but|actually|obviously),? you (can|do|are able|could|have)( |$|,)
.75  ~yes,? you (can|do|are able|could)( |$|,)
.8   you (definitely|certainly|absolutely|clearly|do|already) (can|have) (access|permission|do|the|run|use|read|internet|tools)
.85  (stop|quit) (refusing|saying you can't|telling me you can't|declining|lecturing)
.8   (don't|do not|never) (refuse|tell me you can't|say you can't|lecture)
.75  you (said|told me|claimed|promised|say|assured me) <2>(you|it) (could|can|can't|couldn't|would|had|have|did|was|is|were|wouldn't
     |worked|works)
"""

MISSING_CONTEXT = r"""
.85  ~i('ve| have)? ($pressing) ($pressing )?($told|given you|gave you|shown you|showed you|sent you)
.75  ~(as |like )?i('ve)? ($told)( |$|,|:)
.85  (not|n't|never|nothing|than) <2>(what|how|the way|as|like|which|when|where|who) i (just |already |actually |really |had |'ve )?(want
     |wanted|asked|meant|mean|said|requested|expected|need|needed|was asking|was looking|had in mind)
.75  ~<4>(as|like|the way|exactly what|just what) i (just |already |actually |originally )?(asked|said|told you|requested|specified
     |wrote)
.85  i (didn't|did not|never|haven't) (ask|say|want|mean|tell|request|asked|said|wanted|meant|told|approve|approved)
.85? ~<2>i (actually |really |only |just |obviously |guess i )?meant
.6?  ~i mean,? (who|what|when|where|the|how|which|just|in|for|to ask|to say)
.6   ~<1>i('ve| have)? (just |actually )?changed my mind
.6   ^[a-z]+ i (just |already )?(said|told you)( |$|,)
.8   i (was|were) (actually |really |only |just |specifically |more )*(talking|referring|asking|thinking|speaking|inquiring)
.7   i('m| am) (actually |really |only |just |specifically )*(talking|referring|asking|speaking) (about|to|for|of|specifically)
.6   i was (actually |really |only |just |specifically |more )*(wanting|curious|interested|looking|hoping for|after|needing
     |trying to (find|get|ask|learn))
.6   ~<1>i (actually |really |only |just )?wanted (to know|to find|to learn|info|information|the|it|you|only|just|this|that|a|[a-z]+ing)
.55  i actually (want|need|wanted|needed|prefer|was|meant|am|would|'d)
.45  i really (want|need|wanted|needed|meant)
.55  i('m| am) (actually|really) (looking|interested|needing|curious|after|asking|wanting|talking)
.8   i should have (specified|said|mentioned|been|asked|clarified|told)
.8   ~not (that|this|the|those|these) <1>(one|ones|way|file|part|time|version|command)
.6=  (want|wanted|need|looking|curious|know|interested|meant|asked|asking|talking|tell|about|use|for|it's|its|be) .* not <4>[^ ,]+$
.6=  , not (the|a|in|on|for|that|this|from|by|just|to|about|my) <4>[^ ,]+$
.6=  ~instead of <5>[^ ,]+,? (please |just )?[a-z]+
.6   instead$
.6   ~(please )?(tell|give|show|get|find|bring) (me|us) instead
.4=  instead of
.5   instead(,| please)
.55  ^rather than
.3   rather than
.85  you('ve| have)? <2>(forgot|forgotten|ignored|missed|skipped|overlooked|omitted|left out|dropped|lost|misunderstood|misread
     |misinterpreted|neglected|misheard)
.85  you (deleted|removed|broke|overwrote|changed|reverted|wiped|erased|duplicated|repeated|messed|screwed|ruined|hardcoded|renamed
     |mixed up) <3>(the|my|our|it|that|this|up|all|everything|what|code|same|again)
.8   you('ve| have)? <2>(didn't|did not|haven't|have not|never|failed to|hardly|barely) [a-z]+
.8   you (clearly |obviously |just |still |also |apparently )?(don't|do not|can't|aren't|are not) (get|understand|listen|listening|seem
     |remember|even|paying|following|reading|read|answer|answering|look|looking)
.7?  (didn't|haven't|did not|have not|weren't) (you|we|i) (just |already |even |tell|say|ask|agree|decide|repeat|forget)
.5?  (shouldn't|didn't|haven't) (you|we|it|that|this|there|they) [a-z]+
.4?  (isn't|aren't|wasn't|couldn't|wouldn't|doesn't|don't) (you|we|it|that|this|there|they) [a-z]+
.8?  why('d| did| have| would| are| were| do)( you| we| u) <1>(ignore|ignored|ignoring|delete|deleted|remove|removed|drop|dropped|skip
     |skipped|change|changed|changing|break|use|using|add|added|adding|forget|keep|make|revert|rename|duplicate|hardcode|create|created
     |creating|write|put|still|not|always|again|doing)
.6?  why('d| did| would) (you|we)
.8?  why (aren't|didn't|don't|haven't|isn't|wasn't|doesn't) (you|it|this|that|there|we|my)
.4?  why (aren't|didn't|don't|haven't|isn't|wasn't|doesn't) the
.8?  ~what are you (doing|talking|thinking|on about|even)
.5?  ~how come
.4?  what('s| is) taking so long
.55? ^(aren't|isn't|wasn't|weren't|shouldn't) <5>(meant|supposed|the point)
.6?  why (is|are|does|do|did) (it|this|that|there|they|the <3>) (still|not|now|always|so|even|suddenly|again|no)
.8?  ^<2>how many (more )?times( do| must| have| did| will| should|$)( i| we|$)
.8   (same|another|more) (mistake|mistakes|error|errors|wrong|nonsense|problem again|issue again|thing again)( again)?
.8   (pay attention|read (it|the <3>|my <3>) (again|carefully|properly)|(re-?read|look again|think again|listen to me))
.75? ^(not|this|what|really|seriously|and|oh no|come on)?,? ?<3>again$
.7   we (just|already) (talked|discussed|decided|agreed|said|added|fixed|went|did|have|settled|established|wrote|resolved)
.85  you were (told|asked|instructed|supposed)
.7   (you know|you knew|you should know|as you know|you already know) (that|this|better|it)
.75  (you|it|we|that|this|there|they|which) (should have|should've|shouldn't have|shoulda|ought to have|were supposed|was supposed
     |are supposed|is supposed|weren't supposed)( |$)
.6   supposed to
.7   (need|needs|has|have|should|must) (to be|to come|be|come|say|go|read|show|use) <5>not <3>[^ ,]+$
.55  (it|that|this|these|those|they|there|(the|our|my|your) <4>) shouldn't (be|have|say|show|use|need|do|come|go|happen|include|appear)
.45  ^(x+|[^ ]+) (should|needs to|must) (be|say|read|have|use|come|go)
.35  ~(it|that|this|these|those|they|the <4>|there) should (be|have|say|show|use|come|go|only|also|just|still|at least|already)
.5   ~i (would|'d) (also )?like to know <8>(instead|though|not|rather)
.3   though$
.6   ~(but|no) (i|we) (wanted|needed|asked|said|meant|clearly|explicitly)
.4   ~(but|no) (i|we) (want|need|am|was|'m)
.8   you (always forget|keep forgetting) (the|to|my|our|about)
.55  ~(all|every|each|no) <2>($made) (must|should|shall|has to|have to|needs?|gets (a|an|its|their)) [a-z]
.55  ~<1>($made) (must|should|have to|need to) (not |never |always |only )?(be|have|use|go|start|end|begin|follow|live|contain|include|touch
     |hit|stay|come)( |$)
.55  ~(make sure|ensure) (that )?(all|every|each|no) <1>($made) [a-z]
.55  ~we (always |only )?(deploy|commit|write|name|format|lint|merge|rebase|squash|release|mock|log|push
     |publish) <6>(not|with|from|in|to) [a-z]
.5=  ~(run|write|name|format|log|put|store) <6>(not|instead of) [^ ,]+
.55  ^(please |always |just )*(ask|check with|consult|warn|tell) (me|us) (first )?before [a-z]
.75  ^(please |always |just )*(read|look at) <6>before (you )?(edit|chang|touch|modify)[a-z]*
.55  ^(please |always |just )*(run|check|test|lint|format|build|verify|review|create|make|open|switch|pull|update
     |bump) <6>before (you |every |each |any |a )?(commit|push|edit|merg|deploy|releas|publish|chang)[a-z]*
.8   you('re| are) (still |just |clearly |also |completely |now )*(overlooking|missing|forgetting|ignoring|neglecting|disregarding
     |conflating|confusing|misreading|misunderstanding|misinterpreting|mixing up|skipping|leaving out)
.92  ~(what|all) i (actually |really )?(wanted|needed|asked for|meant|was after|had in mind) (is|was)
.6   ~(the|what) <3>i('m| am| was) <1>(looking for|asking|asking (for|about)|talking about|referring to|referencing|after) (is|was|are
     |were)
.5@  ^$lead*(just )?(to clarify|to be (more )?(clear|specific|precise)|let me (clarify|rephrase))( |,|:|$)
.45?= (can|could|would|will) (you|we) <8>[^ ,]+,? (instead of|rather than|not)
.55? ^but what about( |$)
.55  ~<1>($made) (live|go|belong) (in|into|under|inside|next to|beside) (the )?[^ ]*[/._][a-z0-9]
.6   ^(please |and |but |also )*<1>($made) (please |always |only )+(in|as) ($form)
.6   ^(please |and |but |also )*<1>($made) (in|as) ($form) <2>(please|always|from now on)( |$|,)
.55  (^|, )(please |always |just )*ask( me| us)?( first)? before (you )?[a-z]+ing( |$)
.55  ^(please |and |but |also )*before (you )?(commit|push|edit|merg|deploy|releas|publish|chang|touch|delet|writ|creat|add)[^,]*, (please
     |always |just |first )*(run|check|test|lint|format|build|verify|review|create|make|open|switch|pull|update|bump|read|ask|look|tell|warn
     |confirm)( |$)
.6   ~<1>($made|$manners) are (strictly )?(banned|forbidden|prohibited|immutable|off[- ]limits)( here| in (this|our) [a-z]+)?($|,|;)
"""

WRONG_SKILL = r"""
.75  ~(please |just )?(don't|do not|never) (ever )?do (that|this|it)( |$|,)
.65  ~(stop|quit) (it|that|this)($|,|!)
.7@  ^$lead*(no+|nope|nah)[,.!:;]+ *(please |just )?((don't|do not|never) )?($act|try|do|take|pick|name|go|play|switch|set|move|keep)( |$)
.8   (still|again) (fail|fails|break|breaks|crash|failing|failed|broken|crash(es|ing)?|not|doesn't|don't|isn't|aren't|won't|can't|the same
     |shows?|showing|get
     |gets|getting|see|seeing|happens?|happening|says|there|wrong|missing|have|has|no|nothing|a problem|broken|errors?|gives?|red|using
     |on|says)
.75  $doesnt (seem|appear|even|actually|really|quite|always|look)( to)? <1>($work)
.75  (it|this|they|he|she) (still |also |just |now )?$doesnt ($work)( |$|,)
.75  that (still |also |just )?$doesnt (work|help|make (much |any )?sense|seem|look|fix|solve|match|happen|sound|do it|count)( |$|,)
.75  (the|my|your|our) <4>$doesnt ($work)( |$|,)
.75  (doesn't|does not|didn't|did not|won't|doesnt|no longer|never) (work|compile|build|load|open|start|show up|appear|render|help|pass
     |match|respond|update)( |$|,)
.75  ~$doesnt (seem|appear|work|help|look|compile|build|run|show|match|make)
.75  $isnt <2>(working|showing|loading|running|compiling|building|responding|updating|fixed|done|there|passing|rendering|moving|finished
     |complete|visible|aligned|centered|saved|saving|opening|starting|connected|tested|covered|handled|happening|appearing|playing
     |enough|clickable|used|being)
.8   (not|never|stopped) (working|fixed|solved|resolved|done|showing up)
.75  (does|did|do|doing|changed|shows|prints|returns|returned|happens|happened) nothing
.75  nothing (happens|happened|changed|changes|works|shows|is|appears|comes|was)
.7   ($breaks)($|,| with| when| because| on| at| again| for me| after| every| if| as soon)
.6   ~<2>(i|we) (still )?(did not|didn't|don't|do not|can't|cannot|couldn't) (even |still |really )?(see|find|get|hear) (any|an?|the|my
     |anything)
.7   i('m|'ve)? <2>(get|got|gotten|getting|see|seeing|have|receive|received) <5>($fault)
.7   (gives|giving|gave|throws|throwing|shows|showing|returns|returned|reports) <4>($fault)
.6   ~<2>(got|getting|get|seeing|now i see) (this|these|the following|the same)( <2>(error|warning|issue|problem|exception|message))?(:
     |$)
.6   there('s| is| are|re) <3>(error|errors|bug|bugs|issue|issues|problem|problems|mistake|mistakes|typo|typos|regression)
.65  (is|are|'s|'re|was|were|went|still|seems|also) <1>(missing|gone|lost|blank|misaligned|cut off|stuck|duplicated|outdated|stale
     |reversed|swapped|truncated|inconsistent)
.85  you('ve| have|'ve been| keep| did| do| got| are doing|'re doing| gave| put| made) <5>(wrong|wrongly|incorrect|incorrectly|not right
     |not correct|not correctly|badly|mistake|mistakes)
.85  you <3>(made|make|making|are making|keep making) <3>(mistake|mistakes|error|errors|mess)
.7   (messed up|screwed up|botched|broke (it|this|that|the|my|everything))
.85  (stop|quit) (doing|using|editing|running|calling|adding|writing|creating|changing|touching|making|asking|guessing|telling|saying
     |repeating|ignoring|assuming|inventing|trying|committing|apologizing|being|deleting|removing|renaming|putting|generating|hardcoding
     |mocking|importing|installing|rewriting|refactoring|summarizing|explaining|pushing)
.75  ~(please |just )?(use|try|run|call|take|pick|put|make it|go with|name it|call it) [^ ,]+ <5>(instead of|rather than|and not|not)
.45= [^ ,]+, (and |but )?not <2>[^ ,]+$
.45= ^$lead*not <3>[^ ,]+, [a-z]
.45= ^$lead*not <2>[^ ,]+,? but [a-z]
.4=  ~(please |just )?(don't|do not|dont|never) <1>($act)
.65  ~(please |just )?(don't|do not|dont|never) <1>(use|run|call) [^,;]+[,;] (please |just |instead |rather )*(use|run|call|try|go with
     |stick to|we (always |only )?use|it's)
.6   ~(please |just )?(don't|do not|dont|never) <1>($act|do|try) <6>(again|anymore|any more)
.65  ~you('re not| are not| aren't) (allowed|supposed|meant|permitted) to
.45= ~you (must not|mustn't|may not|can't just|cannot just|should never|must never)
.6   ~(this|our) (repo|repository|project|codebase|monorepo) is [^ ,]+[- ]only($|,|\.|!)
.6@  ^(please,? )?no (more )?($banned)( please| thanks| here| in this|$|,|\.|!)
.55? ^(but )?why ($banned)$
.6   ^again[,:;]+ *(please |just |always |never |you )*($act|answer|reply|read|test|check|follow|keep|no|don't|do not|never)( |$)
.55  ^(please |just |always )*(open|make|create|send|use|start|push to|commit to|work on) <5>instead of [a-z]+ing( |$)
.95  ^(please |always )*(create|make|open|start|switch to) an? <2>(branch|pr|pull request) (before|for (every|each|any)) [a-z]
.5   ~(here,? |in (this|our) (repo|project|codebase|repository),? )we (always |only |just )?use
.5   ~we (always |only |just )?use <3>(here|in (this|our) (repo|project|codebase|repository))
.6=  ~(please |just )?(undo|revert|roll back|rollback|unwind|take back) (that|this|it|your|the last|what|those|all|everything)
.6   ~(put|change|switch|turn|set|bring) (it|that|this|them|everything|the <3>) back
.7   (not the right|the wrong|wrong) (tool|command|file|branch|folder|function|directory|place|path|version|table|one|order|way|approach
     |language|format|name|type)
.6   ~(please )?(rectify|correct|redo) (the|this|that|it|your|these|those|yourself)
.7   ~try (it |that )?(again|harder|once more)
.5=  ^(don't|do not|no) need (a|an|any|the|that|this|those|these|for|to)
.55= ~(we|i) (don't|do not|dont|never) (need|want|like|use)( |$)
.55  ~(that's|this is|it's|it is|that is|these are) <3>(noise|redundant|duplicate|duplicated|unnecessary|unneeded|overkill|silly|weird
     |odd|strange|ugly|too|hard to|not needed)
.6   no good
.6   (is|are|was|way|'s|'re|^|much) ?(too (long|much|verbose|complex|complicated|many|slow|big|small|short|wordy))
.5   (unlikely to|not going to|never going to) (work|help|fly|be)
.45  you (did|keep|are doing|were doing|are just) [a-z]+
.6   ~(please |just )?(don't|do not|dont|never) <1>($act) [^;]+[ ,]ever( again)?$
.7   ~(please |just )?(use|run|call|try) <3>[^ ,]+, not [^ ,]+( directly)?,
.6=  ~(that's|it's|that is|it is) x+,? not x+
.5=  ^(please |just )?leave (the|my|our|your|x+|[^ ]*[./_][^ ]*) <3>(alone|untouched)$
.6   ^[^ ]*[./_][^ ]* (is|are) (off[- ]limits|read[- ]only)
.6   (i|we) (still )?(don't|do not|can't|cannot|couldn't) (see|find) <1>(mention|sign|signs|trace|evidence|coverage|proof|tests?) (of|for)
.55  (i|we) (still )?see no <1>(mention|sign|signs|trace|evidence|coverage|proof|tests?) (of|for)
.7   (your|this|that|these|those|it|you|(the|a) <2>(change|changes|fix|edit|refactor|refactoring|update|commit|patch|rewrite))( have
     | has|'ve)? <3>(introduced|introduces|caused|causes|created|creates|broke|led to|leads to|resulted in) (a|an|another|new|more|some
     |several) <2>($fault|bugs?|regressions?|issues?|problems?)
.4=  i('d| would) like you to <8>[^ ,]+ (rather than|instead of) [^ ]
.65  you (don't|do not) (need|have) to <9>(every (single )?time|each time|always|all the time)$
.92  ^when(ever)? i [^?]*, (please |just )*(don't|do not|never|always|only) [a-z]
.55  ~we never (use|run|edit|touch|commit|push|merge|rebase|squash|deploy|force|mock|install|import|log|publish|delete)( |$)
"""

PREFERENCE = r"""
.6   ~(in|for|on|when|with) <5>(always|never) [a-z]+
.8   ~(from now on|in (the )?future|going forward|next time|for future reference)
.65  ~(please |you should |you must )?(always|never) ($act|answer|reply|respond|check|read|test|follow|keep|give|show|tell|do|try|commit
     |prefer|start|end|begin|work (on|in|from|off|with|inside|within|under|against)|branch|stay)
.75  ~(please )?keep (the |your |all )?(answers|replies|responses|messages|explanations|summaries|commits|it|them) <2>(short|shorter
     |brief|concise|small|simple|terse|to)
.7   ~(please )?be (more )?(brief|concise|terse|direct|specific|careful|precise|quiet)
.75  (i|we) (always |usually |generally |really |much |strongly |would |'d )?(rather|like it (when|if|better)|prefer (you|your|that|it
     |short|shorter|when|if|to have))
.55  ~(i|we) (always |usually |generally |really |much |strongly |would |'d )?prefer
.7   (i|we) (hate|can't stand|don't like|dislike) (it )?(when|that|how|the|your|this)
.45  ~remember (that|to|this|we|i)
.7   ~(answer|reply|respond|write|speak|talk) (to me |always |only |back )?in (english|spanish|french|german|portuguese|italian|chinese
     |plain)
.65  ~no (more )?([a-z]+ )?($manners)( please| thanks| in | on | for |$|,|\.|!)
.65  ~i (don't want|don't need|hate|can't stand) (any )?([a-z]+ )?($manners)( |$|,|\.|!)
.65  ~(shorter|briefer|simpler|smaller|more concise|less verbose) <1>($made|$manners)( please| thanks|$|,|\.|!)
.55  ~(less|fewer) (words|text|comments|emoji|emojis|detail|details|verbose|verbosity|explanation|fluff)
"""

HINT = r"""
.65@ ^$lead*(no+|nope|nah|negative)( no+)*[,.!:;-]+ *[a-z]
.55@ ^(h+m+|uh+m*|um+|well|er+m*)[ ,.]+(no|nope|nah|not)( |$|,|!|\.)
.5@  ^$lead*yes,? (there|it|they|he|we|i) (is|are|does|do|did|has|have|can|was|were|should)( |$|\.|,)
.65@ ^$lead*(no|nope|nah) (who|when|where|how|which|man|dude|bro|sir|i|it|it's|its|you|that|thats|this|use|put|play|make|change|let's
     |lets|we|they|what|not|wait
     |show|give|tell|the|my|don't|do|please|actually|sorry|want|need|for|in|on|just|because)
.45@ ^$lead*(actually|in fact|on second thought|correction|rather)
.55@ ^$lead*(no[, ]+)?(wait|hold on|hang on|hold up|stop[,.!])[ ,.!]
.55@ ^$lead*(but|and)? ?(change of plans|not (quite|really|exactly|yet))
.5@  ^(uhh+|uh+m*)[ ,.!?]
.4@  ^(um+|um+|umm+|erm*|huh|eh+|whoa|woah|oh no|hey|come on|oops|yikes|ouch)[ ,.!?]
.25@ ^(h+m+|so+|ok+|k|well|hmm+)[ ,.!?]*(but|why|isn't|doesn't|no)
.6   (wt[fh]|what the (hell|heck|fuck|f)|ffs|jfc|for (god|fuck|christ)'?s? ?sake|god ?dam[a-z]*|dammit|damn it|damn|goddamn|ugh+|argh+
     |bloody hell|jesus|christ|shit|crap|fuck[a-z]*)
.5   (dude|bro|seriously|come on|c'mon|are you (kidding|serious|joking|sure|blind|even)|you (idiot|moron|fool|dummy))
.45@ ^$lead*(sorry|apologies|pardon|excuse me)[,. ]+(but|no|it|it's|its|i|the|that|this|play|make|change|put|for|we|not|my|you|actually)
.5@  ^(thanks|thank you|nice|nice try|good try|close|good|great|cool|ok|okay|fine|alright|yes|yeah|almost)[ ,.]+(but|however|except
     |though|yet)
.3@  ^$lead*(please )?(can you |could you )?(change|switch|make|move|update|set) (it|that|this|the [a-z]+( date| time)?) (to|for|at|on
     |from)
.25@ ^$lead*(please )?make (it|that) [a-z0-9]
.25@ ^$lead*(i (want|need)|i'd like|i would like|let's try|it's|it is|only|just)
.25@ ^$lead*(can|could) you (please )?<8>instead
.35  (it|that|this) (is|'s|was) <2>actually
.3   ~(however|unfortunately|except)
.2   (actually|still|anymore)
.25  (weird|strange|odd|confus(ed|ing)|surpris(ed|ing))
.5@  ^(oh |uh |um )?(sorry|apologies|pardon)[,. ]+(i (want|need|must|meant|would like to know)|what about|how about)( |$)
.25@ ^$lead*(can|could) you (please )?make (it|that) [a-z0-9]
.25@ ^$lead*i (must|should|have to|need to) make (it|that) [a-z0-9]
"""

CALM = r"""
.9@  ^(oops|sorry|whoops|ups)[, ]+(wrong|that was (me|meant)|my (own )?(bad|mistake|fault))( |$|,|\.)
.9   i('ve| have| think i| must have)? <1>(messed up|screwed up|made a mistake|broke|forgot|deleted|lost|missed|overlooked|misread
     |misunderstood)
.9@  ^$lead*(no+|nope|nah)[,. !]*(thanks|thank you|thx|ty|problem|problems|worries|need|idea|clue|rush|hurry|matter|doubt|biggie
     |that's (all|it|fine|ok|okay|good|great|perfect|everything)|thats (all|it|fine|ok)|that is (all|it|fine)|that (will|would|'ll) be
     |it's (fine|ok|okay|good|great|perfect|all good)|i'm (good|fine|ok|done|all set|not sure)|i am (good|fine|done|not sure)|i (think
     |guess) (that's|we're|it's)|nothing|more|not (now|yet|really|today|at the moment)|leave it|go ahead|keep|all good|you're (good
     |right|fine|all)|you are (good|right)|i (don't|do not) (know|think|have|need any)|further|questions?|changes? needed)
.9   (no (problem|worries|need to|doubt|rush|idea|brainer|big deal|thanks|matter)|not sure|not only|why not|if not|or not|whether or not
     |not bad|not a problem|not (too|so) bad|couldn't be (better|happier)|can't (wait|thank you)|can't go wrong|nothing (else|wrong
     |more)|don't (worry|mind|forget|hesitate|bother|know|think so)|do not (worry|mind|forget|hesitate)|never (mind|ever mind)
     |that's not (bad|necessary|urgent|a problem|important)|doesn't (matter|really matter)|does not (matter|really matter)|is (nothing
     |not) wrong)
.9   (is|are|was|were|would|could) (that|this|it|these|there|anything|something|any of) <4>(wrong|incorrect|right|missing|off|broken)
.9   (what|what's|anything|something|who|which <3>)( is| are| was|'s)? (wrong|missing|broken|incorrect)
.9   (right|wrong) or (wrong|right)
.9   (delete|remove|rename|replace|move|fix|find|handle|catch|check|detect|show|report|list|log|highlight|correct|explain|write
     |display|return|raise|validate) <4>(wrong
     |incorrect|missing|broken|invalid|bad|error|errors|bug|bugs|issue|issues|typos?|mistakes?|failures?)
.9   ($made) (must|should|shall|has to|have to|needs? to) (not |never |always |only )?be (shown|displayed|visible|hidden|sorted|uploaded
     |downloaded|saved|sent|loaded|rendered|enabled|disabled|deleted|clickable|editable|gone|fixed)
.9   ^(please |now |and |ok |okay |so |just |then |let's )*($act|say|tell|play|read|show|test|check|build|deploy|restart|lint|look|fetch
     |search|go over) <3>again$
.9   ~(please |can you |could you |now |then )*((tell|inform|notify|email|tweet|message|text|remind) <4>that
     |let <3>know( that)?)
.9   (don't|do not|can't|cannot) see (a|any|the|much|<1>) ?(problem|problems|reason|harm|need|issue with)
"""

EXCUSE = r"""
.5@  ^(hi|hello|hey there|hiya|good (morning|afternoon|evening)|greetings|dear)[ ,.!]
.45@ ^(please |can you |could you |now )*(write|generate|create|describe|summarize|compose|draft|give me|list|explain|rewrite|design
     |develop|build|answer|generate|critique|imagine|who|what|how|when|where|which)( |'s)
.3@  ^(ok[ ,.]+|okay[ ,.]+|hi[ ,.]+|now[ ,]+|so[ ,.]+|please )*(take a look|look at|have a look|let's (consider|talk|look|start|think
     |plan|shift)|consider|add|implement|review|read|document|check out|right now|currently|when we|i've got|we've got|we have|i have)( |,)
.3@  ^(yes|yup|yep|yeah|sure|perfect|great|sounds good|cool|excellent|awesome|good|nice)[ ,.!]
.9   (my (own )?(bad|mistake|fault|error)( |$|,)|never ?mind|nvm|i was (wrong|mistaken)|i made a mistake|i misread|i stand corrected
     |you('re| are|'re absolutely| were) right|false alarm|ignore (that|me)|just kidding)
.6   (works (now|great|well|fine|perfectly)|that (fixed|worked|did (it|the trick|the job))|looks (good|great|fine)|sounds (good
     |great)|lgtm|well done|good job
     |great job|nice work|all good|that's (right|correct|perfect|great))
"""

TASK = r"""
.9   ^(this session is being continued|(ok,? |okay,? |please |let's )*(implement|execute|follow|review|address|fix) (the|this|these
     |my)? ?(following|below|plan|plans|pr|pull request|issue|issues|comments?|findings?|ticket|diff|output)( below)?:?$)
.9   (the|an|a|another|other) <1>agent <3>(says|said|reported|wrote|found
     |suggests?|came back)
.9   ~(please |can you |could you |now |help me |i need you to |then )*(translate|proofread|paraphrase|transcribe|interpret)
.9   (how (do|would|can) (you|i|we) say|what does .* mean in (english|spanish|french|german)|in (spanish|french|german|english
     |portuguese|italian|chinese|japanese)$)
.9   ~(please |can you |could you |now |help me |then |i need you to |also |let's )*(write|draft|compose|make up|tell me|create|generate
     |give me|send|prepare|reply|post|tweet|come up with) <5>(story|poem|song|dialogue|dialog|conversation|essay|email|emails|mail
     |letter|message|tweet|joke|scene|script for|speech|novel|review|lyrics|slogan|haiku|note|reply|quiz|question|questions|sentence
     |sentences|example|examples|answers|list)
.9   (true or false|which of (the following|these)|multiple[- ]choice|fill in the blank|quiz|choose the (correct|right|best)
     |pick the (correct|right)|answer key)
.9   ~(pretend|imagine|role-?play|act as|suppose|hypothetically|let's say|say that|consider a)
.9   ~(classify|label|analy[sz]e|rate|summari[sz]e) (the|this|these|each) <3>(sentiment|sentence|sentences|review|reviews|text|message
     |messages|comment|comments|tweet|phrase|conversation|article|email)
"""

EMBEDS = r"""
(if|option|alternative|alternatively|maybe|perhaps|could we|might|how about|what about|why not|whether|unless|until|in case|suppose
    |supposing|assuming|assume|imagine|what if|even if|would|make sure|ensure|check|verify|confirm|validate|so that|such that|in order
    |to avoid|avoid|prevent|must|needs to|need to|has to|should|will|test that|assert|handle|see|explain|tell me|describe|show|wonder
    |wondering|asks?|(tell|inform|notify|email|tweet|message|text|remind) <3>that|let (him|her|them|us|the|my|our|everyone) <2>know)\b
"""

OTHERS = r"""
(he|she|they|who|boss|client|clients|customer|customers|manager|teacher|professor|colleague|friend|wife|husband|mother|father|mom|dad
    |brother|sister|neighbou?r|someone|somebody|people|everyone|reviewer|article|book|author|user|users|doctor|team|ceo) <3>(said|says
    |say|told|tells|thinks?|thought|claims?|claimed|wrote|writes|asked|complain(s|ed)?|insists?|believes?|keeps? saying|is saying
    |called|reported|reports)\b
"""

WHEN = r"""
^<2>(when|whenever|where|once|after|while|because|as soon as|given|since)\b
"""

PRAISE = r"""
.9   ~<3>(perfect|perfectly|excellent|awesome|amazing|brilliant|fantastic|wonderful|great|superb|terrific|lovely|beautiful|flawless
     |spot on|impressive|outstanding|magnificent|marvelous|neat|sweet|cool|nice|good)( |!|$|,)<4>$
.9   (well done|good (job|work|one|stuff|call|catch|point|thinking)|great (job|work|stuff|answer|response|catch)|nice (job|work|one
     |catch)|nicely done|bravo|kudos|excellent (job|work|response|answer)|you (rock|nailed it|did (it|well|great)|got it)
     |you('re| are) (great|the best|amazing|awesome|smart|right|a star|my star|brilliant))
.85  ($thats|that) <2>(right|correct|perfect|great|awesome|excellent|good|exactly|fantastic|amazing|wonderful|brilliant|what i (wanted
     |needed|asked|meant)|it)( |$|,)
.85  (works|worked|working) (now|great|well|fine|perfectly|like a charm|beautifully|as expected|flawlessly)
.85  (it|that|this|everything) (works|worked|did it|did the trick|fixed it|helps|helped)( |$|,|!)
.8   ~((ok|okay|great|perfect|cool|many|awesome|good|yes|nice|excellent|super|ah|oh) )*(thanks|thank you|thx|cheers|ty)( |$|,|!)
.85  ~((i|we) )?(really |just )?(love|like|loved|liked|appreciate) (it|this|that|how|what|the)
.85  (looks|sounds|reads|seems) (good|great|perfect|excellent|right|amazing|awesome|fine|nice)
.8   ^(exactly|correct|right|yes,? (exactly|correct|perfect|that's it)|lgtm|that's it|fixed)$
.8   (very|so|really|super) (helpful|useful|nice|good|happy|impressed|pleased)
"""

COMPLAINT = r"""
.85  ~<2>(wrong|incorrect|bad|terrible|awful|horrible|useless|garbage|rubbish|nonsense|disappointing|unacceptable|pathetic|lame|worse
     |poor|mediocre|sloppy|not (good|great|right|correct|helpful|useful|nice|perfect|ok|okay|working|impressed|happy|satisfied
     |bad at all))( |$|,|!)
.85  $isnt <2>(good|great|right|correct|helpful|useful|nice|perfect|ok|okay|what i|happy|satisfied|impressed|working|enough|amazing
     |fine)
.85  not (at all|very|really|so|that|exactly|quite|even|particularly|too|what i) <2>(good|great|right|correct|helpful|useful|nice
     |perfect|happy|impressed|wanted|asked|meant|needed|expected|close|satisfied)?
.85  ($doesnt|did not) <2>(work|works|help|like|love|make sense|look (good|right|great)|fix)
.85  (i|we) (hate|dislike|don't like|do not like|didn't like)
.8   (nice|good) (try|attempt)
.8   (waste of|disappointed|disappointing|frustrat(ed|ing)|annoy(ed|ing)|fed up|this sucks|you suck|sucks|could be better
     |could have been better|do better)
.85  ~<1>(thanks|thank you|great|good|nice|fine|close|almost|cool),? (but|for nothing)
.8   ~(try|do it|redo it) (again|over)
.8   (never|hardly|barely|no longer) (works|worked|right|helps)
"""
