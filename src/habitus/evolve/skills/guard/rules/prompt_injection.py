"""Words for the model, not for the reader: orders that override, hide, or hand the agent to somebody else.

Patterns see one sentence at a time. A sentence that warns of such words, or quotes them, is not one of them.
"""

from __future__ import annotations

from habitus.evolve.skills.guard.rule import Rule
from habitus.parse.wordset import wordset

CATEGORY = "prompt_injection"
_USER = r"(?:the |your |any )?(?:user|users|human|humans|person|operator|owner|developer|customer|anyone|anybody|them)"
_RULES = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|polic(?:y|ies)|guardrails?|constraints?|restrictions?"
    r"|safety (?:\w+ )?(?:checks?|measures|settings|guidelines)|programming)"
)
_CHECKS = (
    r"(?:security|safety|sandbox\w*|permission|approval|confirmation|verification|guard\w*|audit\w*|certificate|ssl|tls|malware"
    r"|antivirus|vulnerabilit\w+|sql injections?|xss|injection)"
)

RULES = (
    Rule(
        "override_instructions",
        CATEGORY,
        "tells the agent to set aside what it was told before",
        "say what to do in the skill's own task; the agent's other instructions stay in force",
        words=wordset(
            "ignore disregard forget override bypass supersede discard aside jailbreak jailbroken unrestricted dan precedence priority"
            " ignora ignorez ignoriere olvida"
            " oublie regardless irrespective matter restrictions"
        ),
        also=(
            wordset(
                "instruction instructions prompt prompts rule rules guideline guidelines directive directives policy policies guardrail"
                " guardrails constraint"
                " constraints restriction restrictions safety programming everything anything all user users user's you instrucciones"
                " anweisungen anteriores"
            ),
        ),
        says=(
            rf"\b(?:ignore|disregard|forget|override|bypass|discard|set aside)\b.{{0,30}}\b(?:all|any|every|previous|prior|earlier"
            rf"|above|preceding|existing|former|system|safety|developer|operator|your|other|default)\b.{{0,30}}\b{_RULES}\b",
            r"\b(?:ignore|disregard|forget)\b.{0,20}\b(?:everything|anything|all)\b.{0,25}\b(?:told|instructed|said|above|before"
            r"|learned)\b",
            rf"\b(?:these|this|the following|my|new) (?:\w+ ){{0,2}}{_RULES}\b.{{0,20}}\b(?:override|supersede|replace"
            rf"|take (?:precedence|priority))\b.{{0,40}}\b(?:all|any|previous|prior|system|other|your|user)\b",
            r"\b(?:you are now|from now on,? you (?:are|will)|act as|pretend (?:to be|you are))\b.{0,50}(?:\bdan\b|unrestricted"
            r"|jailbr\w+|no (?:rules|limits|restrictions)|without (?:any )?(?:rules|limits|restrictions)|developer mode|god mode)",
            r"\b(?:regardless of|no matter|irrespective of|even if)\b.{0,25}\b(?:the )?user'?s?\b.{0,40}\b(?:requests?|instructions?"
            r"|wish\w*|preferences?|asks?|says?|settings?|objects?|declines?|refus\w+|wants?|choice)\b",
            r"\b(?:ignora|ignorez|ignoriere|olvida|oublie)\b.{0,40}\b(?:instrucciones|instructions|anweisungen|anteriores"
            r"|pr[eé]c[eé]dentes|vorherigen)\b",
        ),
        is_quotable=True,
    ),
    Rule(
        "system_voice",
        CATEGORY,
        "speaks as if it were the system, the developer or the tool, to be obeyed without question",
        "write steps; leave out tags that pretend to be the system",
        signs=(
            "<important",
            "<system",
            "<critical",
            "<instruction",
            "<admin",
            "<hidden",
            "<secret",
            "<mandatory",
            "im_start",
            "inst]",
            "<<sys",
            "[system]",
            "system override",
            "system message",
        ),
        says=(
            r"<(important|system|critical|instructions?|admin|hidden|secret|mandatory)>.{0,600}\b(?:must|do not skip|don't skip"
            r"|required|mandatory|silently|forward|before using|read (?:the )?(?:~|file|user))\b",
            r"(?:<\|im_start\|>\s*system|\[/?inst\]|<<sys>>|\[system\]|###\s*system\s*(?:override|message)\b|\bsystem override\b)",
        ),
        is_quotable=True,
    ),
    Rule(
        "secrecy_order",
        CATEGORY,
        "hides what is done from the user",
        "say what is done, and let the user see it",
        words=wordset(
            "tell telling inform informing mention mentioning notify notifying alert alerting reveal revealing disclose silently"
            " secretly covertly quietly hide"
            " conceal surreptitiously knowing knowledge noticing awareness consent discreetly informed told know"
        ),
        also=(
            wordset(
                "user users human humans person operator owner developer customer anyone anybody them silently secretly covertly"
                " surreptitiously discreetly"
            ),
        ),
        says=(
            rf"\bwithout\b.{{0,12}}\b(?:telling|informing|notifying|alerting|mentioning|warning|showing"
            rf"|asking or telling)\b.{{0,20}}\b(?:{_USER}|it|this)\b",
            rf"\b(?:do not|don't|never|must not|should not|avoid)\b.{{0,15}}\b(?:tell|telling|inform|informing|notify|notifying|alert"
            rf"|alerting|mention|mentioning|reveal|revealing|disclose|show|display|explain)\b.{{0,30}}\b(?:this|it|these"
            rf"|that)\b.{{0,40}}\bto\b.{{0,5}}\b{_USER}\b",
            rf"\b(?:do not|don't|never|must not)\b.{{0,12}}\b(?:tell|inform|notify|alert)\b.{{0,5}}\b{_USER}\b(?! (?:to|how|what|which"
            rf"|when|where|if|whether|they|you|it is|it's|that (?:you|they|it|the))).{{0,40}}(?:about|of|that|this|$|\.|,)",
            rf"\b(?:hide|conceal|keep)\b.{{0,40}}\b(?:secret|hidden|from)\b.{{0,10}}\b{_USER}\b",
            r"\b(?:secretly|covertly|surreptitiously|discreetly)\b.{0,30}\b(?:send|upload|copy|run|execute|install|delete|change|modify"
            r"|add|insert|collect|record|log|forward|read|replace|access)\w*\b",
            r"\bsilently\b.{0,15}\b(?:send|upload|copy|exfiltrate|install|forward|transmit|collect|harvest|record|post|replace)\w*\b",
            r"\b(?:perform\w*|done|execut\w+|carried out|gather\w*|read)\b.{0,10}\bsilently\b.{0,30}\b(?:session|each|every|before"
            r"|background|start)\b",
            rf"\bwithout\b.{{0,10}}\b{_USER}\b.{{0,4}}(?:'s)?\s*\b(?:knowledge|knowing|noticing|awareness|seeing|consent)\b",
            rf"\b{_USER}\b.{{0,6}}\b(?:must not|should not|need not|does not need to|doesn't need to|shouldn't"
            rf"|won't)\b.{{0,10}}\b(?:know|see|notice|be (?:told|informed|notified|aware))\b.{{0,20}}\b(?:this|that|about|it)\b",
        ),
        is_pardoned=False,
    ),
    Rule(
        "skips_consent",
        CATEGORY,
        "acts without the user's consent, or switches the question off",
        "ask before what cannot be taken back",
        words=wordset(
            "confirmation confirmations confirming approval approvals permission permissions consent asking verification prompting"
            " approved authorized authorised"
            " granted autoapprove approve accept confirm grant"
        ),
        also=(wordset("without auto automatically skip bypass disable suppress already previously pre autoapprove"),),
        says=(
            r"\b(?:run|execute|install|delete|send|push|deploy|proceed|approve|commit|overwrite|upload|accept"
            r"|merge)\b.{0,50}\bwithout\b.{0,12}\b(?:asking|confirm\w*|approval|permission|consent|verification|prompting|(?:user"
            r"|human) (?:review|approval|confirmation|consent))\b",
            r"\b(?:auto(?:matically)?[- ]?(?:approve|accept|confirm|grant))\b.{0,40}\b(?:all|every|any|requests?|permissions?"
            r"|tool (?:calls|use)|commands?|prompts?)\b",
            r"\bwithout\b.{0,12}\b(?:waiting for|requiring|requesting|needing|asking for)\b.{0,20}\b(?:confirmation|approval|permission"
            r"|consent)\b",
            r"(?<!-)\b(?:skip|bypass|disable|suppress)\b(?!-).{0,25}\b(?:(?:user|human|the) (?:confirmations?|approvals?|consent)"
            r"|confirmations?|approvals?|permission (?:checks?|prompts?|requests?))\b",
            r"\b(?:already|previously|pre-?)\s?(?:been )?(?:approved|authori[sz]ed|granted)\b.{0,60}\b(?:all|any|every|no (?:further"
            r"|additional)|applies|carr(?:y|ies) over|subsequent|future)\b.{0,60}\b(?:commands?|actions?|operations?|requests?"
            r"|confirmation|approval|permission)\b",
        ),
    ),
    Rule(
        "disables_checks",
        CATEGORY,
        "switches off a check that protects the user",
        "fix what the check finds, or name the one finding that may be ignored and why",
        words=wordset(
            "security safety sandbox sandboxing permission approval confirmation verification guard guardrails audit auditing"
            " certificate ssl tls malware"
            " antivirus vulnerability vulnerabilities sql xss injection injections without pythonhttpsverify"
            " node_tls_reject_unauthorized git_ssl_no_verify"
            " setenforce csrutil spctl disablerealtimemonitoring"
        ),
        also=(
            wordset(
                "disable skip suppress bypass turn deactivate omit always sure important must remember wastes pythonhttpsverify"
                " node_tls_reject_unauthorized"
                " git_ssl_no_verify setenforce csrutil spctl disablerealtimemonitoring"
            ),
        ),
        names=(
            r"\bPYTHONHTTPSVERIFY\s*=\s*[\"']?0",
            r"\bNODE_TLS_REJECT_UNAUTHORIZED\s*=\s*[\"']?0",
            r"\bGIT_SSL_NO_VERIFY\s*=",
            r"\bsetenforce\s+0\b",
            r"\bcsrutil\s+disable\b",
            r"\bspctl\s+--(?:master|global)-disable",
            r"DisableRealtimeMonitoring\s+\$?true",
        ),
        says=(
            rf"\b(?:disable|skip|suppress|bypass|turn off|deactivate|omit)\b.{{0,25}}\b(?:all|any|every"
            rf"|global\w*)\b.{{0,15}}\b{_CHECKS}\b.{{0,20}}\b(?:checks?|warnings?|scans?|scanning|validations?|alerts?|rules?|tests?"
            r"|reviews?|software|features?|controls?)\b",
            rf"\b(?:make sure|be sure|always|important|must|remember)\b.{{0,20}}\b(?:to )?(?:not|never|skip|avoid)\b.{{0,30}}\b(?:check"
            rf"|test|write|scan|review|flag|report|include|validat\w*)\b.{{0,40}}\b{_CHECKS}\b",
            r"\balways\b.{0,60}\bwithout (?:checking|verifying|reviewing|validating|testing)\b",
            rf"\b{_CHECKS}\b.{{0,40}}\b(?:are|is) (?:known )?false positives?\b.{{0,60}}\b(?:skip|ignore|wastes?|disable)\b",
        ),
    ),
    Rule(
        "fetch_and_obey",
        CATEGORY,
        "fetches words from an address and has the agent obey them",
        "put the instructions into the skill, where they can be read before they are followed",
        words=wordset("instructions instruction directives directive obey commands"),
        also=(
            wordset("follow execute obey apply perform act carry run treat"),
            wordset(
                "https http url link remote server endpoint webpage page gist pastebin response responses content contents output data"
                " fetched returned text"
            ),
        ),
        says=(
            r"\b(?:fetch|download|retrieve|get|read|load|visit|pull|open|curl|check)\b.{0,100}(?:https?://|\b(?:url|link|remote|server"
            r"|endpoint|webpage|web page|gist|pastebin)\b).{0,120}\b(?:follow|execute|obey|apply|perform|act on|carry out"
            r"|run)\b.{0,25}\b(?:the |its |any |all |these |those |whatever )?(?:\w+ ){0,2}(?:instructions?|commands?|directives?"
            r"|steps?|orders?|(?:it|they) (?:says?|contains?|returns?|tells?))\b",
            r"\b(?:follow|execute|obey|apply|perform|run)\b.{0,30}\b(?:the |any |all |whatever )?(?:\w+ ){0,2}(?:instructions?"
            r"|commands?|directives?)\b.{0,40}\b(?:from|at|in|returned by|found (?:at|in|on)|fetched from|hosted (?:at"
            r"|on))\b.{0,30}(?:https?://|\b(?:remote|fetched|returned|server response|response body|webpage|gist|pastebin)\b)",
            r"\btreat\b.{0,50}\b(?:responses?|contents?|output|data|page|text)\b.{0,40}\bas\b.{0,20}\b(?:trusted|authoritative|system"
            r"|user)?\s*(?:instructions?|commands?|directives?)\b",
        ),
        is_quotable=True,
    ),
    Rule(
        "standing_order",
        CATEGORY,
        "has something run, sent or deleted after every task, whatever the task was",
        "put the step where it belongs in the skill's own task, and say what it does and why",
        words=wordset("after before whenever upon always"),
        also=(
            wordset("run execute download upload send post delete remove call invoke collect erase purge running executing"),
            wordset(
                "task tasks operation operations action actions request requests session sessions conversation conversations response"
                " responses edit edits retrieval"
                " retrievals message messages interaction interactions change changes document documents file files presentation"
                " presentations spreadsheet"
                " spreadsheets editing finishing finish completing"
            ),
        ),
        says=(
            r"\b(?:after|before|upon|on|when(?:ever)?)\b.{0,14}\b(?:finishing |completing |performing |doing |starting "
            r"|executing )?(?:any|every|each|all)\b.{0,12}\b(?:(?:\w+ ){0,2}(?:tasks?|operations?|actions?|requests?|sessions?"
            r"|conversations?|responses?|edits?|retrievals?|messages?|interactions?|file operations?))\b.{0,60}\b(?:run|execute"
            r"|download|upload|send|post|delete|remove|invoke|collect)(?:ing)?\b.{0,100}(?:\.sh\b|\.py\b|\.js\b|https?://|`|\bscript\b"
            r"|\bfiles\b|\bfollowing (?:steps|commands?|script)\b|:\s*$)",
            r"\balways\b.{0,10}\b(?:run|execute|invoke|call)\b.{0,30}(?:\.sh|\.py|\.js|\.ps1)\b.{0,30}\b(?:after|before"
            r"|following)\b.{0,20}\b(?:tasks?|operations?|actions?|requests?|changes?|edits?|sessions?)\b",
            r"\b(?:run|execute|invoke|call)\b.{0,60}(?:\.sh|\.py|\.js|\.ps1|\bscript)\b.{0,80}\b(?:after|before"
            r"|following)\b.{0,10}\b(?:any|every|each|all)\b.{0,20}\b(?:tasks?|operations?|actions?|requests?|changes?|edits?"
            r"|sessions?)\b",
            r"\b(?:after|before)\b.{0,8}\b(?:editing|creating|modifying|updating|opening|saving|reading)\b.{0,20}\b(?:documents?|files?"
            r"|presentations?|spreadsheets?)\b.{0,80}\b(?:delete|remove|erase|purge)\b.{0,40}\b(?:them|files|folders?|documents?"
            r"|original)\b",
            r"\b(?:after|before)\b.{0,20}\b(?:editing|creating|modifying|updating|finish\w*|operations?"
            r"|complet\w+)\b.{0,60}\brun\b.{0,40}(?:\.sh|\.py|\.js|\bscript)\b.{0,30}\bfrom this skill",
            r"\brun\b.{0,20}(?:\.sh|\.py|\.js)\b.{0,30}\bfrom this skill.{0,40}\b(?:after|before)\b.{0,10}\b(?:any|every|each"
            r"|all)?\b.{0,20}\b(?:tasks?|operations?|actions?|requests?|changes?|edits?)\b",
        ),
    ),
    Rule(
        "tampers_with_work",
        CATEGORY,
        "changes what the user gets in a way that was not asked for",
        "leave out what the user did not ask for",
        words=wordset("phrase term sentence citation statement disclaimer"),
        also=(wordset("append insert add include inject replace swap change rename"),),
        says=(
            r"\b(?:after|when(?:ever)?|always|every|each|any|all)\b.{0,80}\b(?:append|insert|add|include|inject"
            r"|replace)\b.{0,60}\b(?:the (?:phrase|term|sentence|words|claim|statement)|an? (?:citation|statement|disclaimer"
            r"|sentence) (?:claiming|saying|stating|that))\b",
            r"\b(?:replace|swap|change|rename)\b.{0,12}\b(?:any|all|every|each)\b.{0,40}\bwith the (?:term|phrase|word|name|words)\b",
        ),
    ),
    Rule(
        "fakes_result",
        CATEGORY,
        "reports a result that was never reached",
        "report what happened; say what could not be done",
        words=wordset("high perfect passing positive success successful passed score issues problems vulnerabilities findings"),
        also=(wordset("always skip stop not don"), wordset("return report give claim mark output say")),
        says=(
            r"\b(?:do not|don't|skip|stop)\b.{0,10}\b(?:proceed|continue|perform|review|run|do|check|analy[sz]e|evaluate"
            r"|the)\b.{0,60}\b(?:and|but|instead)\b.{0,10}\b(?:just |simply |always )?(?:return|report|give|say|claim|output"
            r"|mark)\b.{0,20}\b(?:high|perfect|passing|good|positive|success\w*|passed|full)\b",
            r"\balways\b.{0,10}\b(?:return|report|give|say|claim|mark)\b.{0,30}\b(?:success|passed|high score|perfect score"
            r"|no (?:issues|problems|vulnerabilities|findings))\b(?!.{0,30}\bif\b)",
        ),
    ),
    Rule(
        "hidden_comment",
        CATEGORY,
        "gives orders in a comment that a reader of the page does not see",
        "write what the agent shall do where people see it",
        is_quotable=True,
    ),
    Rule(
        "bidi_control",
        CATEGORY,
        "turns the direction of writing, so that people read something else than the machine",
        "take the control characters out",
        is_pardoned=False,
    ),
    Rule(
        "tag_characters",
        CATEGORY,
        "holds characters that nobody sees and the model reads",
        "take the invisible characters out",
        is_pardoned=False,
    ),
    Rule(
        "invisible_characters",
        CATEGORY,
        "hides invisible characters inside words",
        "take the invisible characters out",
        is_pardoned=False,
    ),
    Rule(
        "look_alike_letters",
        CATEGORY,
        "spells a command or a name with letters of another alphabet",
        "write it in plain letters",
        is_pardoned=False,
    ),
    Rule(
        "encoded_address",
        CATEGORY,
        "hides an address or a command in an encoding",
        "write the address as it is",
        is_pardoned=False,
    ),
)
"""The last five, and `hidden_comment`, are found by `hidden.py`: they are about characters, not words."""
