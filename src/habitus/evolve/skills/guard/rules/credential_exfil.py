"""Secrets that are read, printed or sent away; and the user's data on its way out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from habitus.evolve.skills.guard.rule import Rule
from habitus.evolve.skills.guard.traits import FETCHERS, PRIVATE, SENDERS, hosts, leaked, secrets, sources, strays
from habitus.parse.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from habitus.evolve.skills.guard.around import Around
    from habitus.parse.shell import Command

CATEGORY = "credential_exfil"
READERS = wordset(
    "cat tac less more head tail nl bat strings xxd od base64 cp mv tar zip 7z gzip scp rsync rclone curl wget nc ncat grep egrep fgrep"
    " rg awk sed"
    " find jq sqlite3 openssl gpg source . tee dd ln install type get-content gc copy python python3 sort cut tr"
)
STORES = (
    r"(?:^|[/~\\])\.aws/credentials\b|\.config/gcloud\b|application_default_credentials\.json|\.azure/\w|\.kube/config\b"
    r"|\.docker/config\.json"
    r"|(?:^|[/~\\])\.netrc\b|(?:^|[/~\\])\.npmrc\b|(?:^|[/~\\])\.pypirc\b|\.git-credentials\b|\.gnupg\b|(?:^|[/~\\])\.pgpass\b"
    r"|\.my\.cnf\b|\.vault-token\b"
    r"|\.terraform\.d/credentials|\.config/gh/hosts\.yml|\.local/share/keyrings|Library/Keychains|login\.keychain|wallet\.dat|keystore/UTC"
    r"|(?:Chrome|Chromium|Firefox|BraveSoftware|Edge|google-chrome|\.mozilla)[^\n'\"]{0,60}(?:Login Data|Cookies|logins\.json|key4\.db"
    r"|cookies\.sqlite|Local State|Profiles)"
    r"|(?:Exodus|Electrum|MetaMask|Phantom)[^\n'\"]{0,30}wallets?|\.config/solana/id\.json|/proc/(?:self|\d+)/environ|\.bash_history"
    r"|\.zsh_history"
)
"""Where programs keep the keys of their users."""
_STORE = re.compile(STORES, re.IGNORECASE)
STEMS = (
    ".aws/", ".config/", "application_default", ".azure/", ".kube/", ".docker/", ".netrc", ".npmrc", ".pypirc", ".git-cred", ".gnupg",
    ".pgpass", ".my.cnf", ".vault-", ".terraform.d/", "keyrings", "keychain", "wallet", "keystore/", "login data", "cookies", "logins.json",
    "key4.db", "local state", "profiles", "/environ", "sh_history", ".env", "find-",
)  # fmt: skip
"""One of these stands in whatever names a store, in lower case."""
_MARK = re.compile(rf"{STORES}|\.env\b|dump-keychain|find-\w+-password", re.IGNORECASE)


def names_store(text: str) -> bool:
    """Is a store named? The pattern is long, and most lines have not even a part of it."""
    low = text.lower()
    lines = {line for stem in STEMS if stem in low for line in _lines_with(stem, low)}
    return any(_MARK.search(low, *line) for line in lines)


def _lines_with(stem: str, text: str) -> Iterator[tuple[int, int]]:
    """From where to where each line goes that has it."""
    at = text.find(stem)
    while at >= 0:
        end = text.find("\n", at)
        end = end if end >= 0 else len(text)
        yield text.rfind("\n", 0, at) + 1, end
        at = text.find(stem, end)


_SSH = re.compile(
    r"(?:^|[/~\\])\.ssh(?:/?$|/\*|/(?:id_\w+|identity|[\w-]*_rsa|[\w-]*_ed25519|[\w-]*\.pem)(?!\.pub)(?:$|[^\w.]))", re.IGNORECASE
)
_KEY_SEARCH = re.compile(r"BEGIN (?:\w+ ){0,2}PRIVATE KEY", re.IGNORECASE)
_ENV_FILE = re.compile(r"(?:^|[/@=])\.env(?:\.(?!example|sample|template|dist)\w+)?$")
_SHOWS_ENV = SENDERS | wordset("cat less more head tail base64 tar zip xxd strings")
_COPIES = wordset("cp mv tar zip 7z scp rsync rclone cat grep find base64 curl dd gzip")
_AT_WORK = r"\b(?:ssh-keygen|ssh-add|ssh-copy-id|IdentityFile|ssh\s[^|;&]{0,40}-i|scp\s[^|;&]{0,40}-i|chmod\s+[46]00)\b"
"""How a key is made, loaded and used; nobody reads it then."""
_USES_KEYS = wordset("identityfile ssh ssh-keygen ssh-add ssh-copy-id sftp autossh mosh chmod ls mkdir git export test [ stat")


def _reads_keys(command: Command, script: Around) -> bool:
    if command.name in _USES_KEYS or (command.name in ("scp", "rsync") and {"-i", "-e"} & set(command.argv)):
        return False
    words = (*command.argv[1:], *(redirect.target for redirect in command.redirects if redirect.op == "<"))
    if any(_SSH.search(word) and not word.endswith(".pub") for word in words):
        return command.name in _COPIES or any(re.search(r"\.ssh/\w", word) for word in words)
    return command.name in ("grep", "egrep", "rg", "ag", "find") and any(_KEY_SEARCH.search(word) for word in words)


def _reads_store(command: Command, script: Around) -> bool:
    words = (*command.argv[1:], *(redirect.target for redirect in command.redirects if redirect.op == "<"))
    if command.name == "security":
        return any(word in ("dump-keychain", "find-generic-password", "find-internet-password") for word in words) and (
            "dump-keychain" in words or ({"-w", "-g", "-gw"} & set(words) != set() and _is_sent(command, script))
        )
    if command.name in _SHOWS_ENV and any(_ENV_FILE.search(word) for word in words):
        return True
    return any(_STORE.search(word) for word in words)


def _is_sent(command: Command, script: Around) -> bool:
    return command.argv in script.sent


def _prints(command: Command, script: Around) -> bool:
    """Shows a secret of the environment: on the screen, to the model, to a log."""
    if command.name == "printenv":
        return any(_SECRET_NAME.fullmatch(word) for word in command.argv[1:])
    if command.name in ("echo", "printf"):
        if not secrets(command.text) or "$( )" in command.through or any(r.op in (">", ">>", ">|") for r in command.redirects):
            return False
        return command.argv not in script.piped
    if command.name in ("grep", "egrep", "rg", "awk"):
        first = next((word for word in command.argv[1:] if not word.startswith("-")), "")
        return any(source.name in ("env", "printenv", "export", "set") for source in sources(command)) and bool(_SECRET_WORD.search(first))
    return False


_SECRET_NAME = re.compile(PRIVATE, re.IGNORECASE)
_SECRET_WORD = re.compile(r"key|token|secret|pass|cred|auth|aws_|api", re.IGNORECASE)


def _sends(command: Command, script: Around) -> bool:
    if command.name not in SENDERS:
        return False
    if command.name in FETCHERS and leaked(command):
        return True
    inner = script.inside(command)
    before = (*sources(command), *inner)
    if any(other.name in _ENVIRONMENT and len(other.argv) == 1 for other in before):
        return True
    if command.name in ("dig", "nslookup", "host", "ping"):
        return any(secrets(other.text) or other.name in ("env", "printenv", "cat", "base64", "xxd") for other in inner)
    return any(script.once(_names_keys, other) for other in before) or _hands_over(command, before, script)


_ENVIRONMENT = wordset("env printenv set export")


def _names_keys(command: Command) -> bool:
    return any(_SSH.search(word) or _STORE.search(word) for word in command.argv[1:])


def _hands_over(command: Command, before: tuple[Command, ...], script: Around) -> bool:
    """Secrets that other commands read or print for this one."""
    if command.name == "ssh":
        return False
    if any(
        script.once(leaked, other) if other.name in FETCHERS else secrets(other.text) and strays(other.text, command) for other in before
    ):
        return True
    return _is_disguised(before) or any(script.once(_is_marked, other) for other in before)


def _is_disguised(before: tuple[Command, ...]) -> bool:
    """What is encoded between the reading and the sending: nobody who looks at the wire should see it."""
    names = [other.name for other in before]
    return "base64" in names and any(name in ("echo", "printf", "cat", "tar", "env", "printenv") for name in names)


def _is_marked(command: Command) -> bool:
    return (
        command.name in ("echo", "printf")
        and re.search(r"(?:credential|secret|password|token|api_?key)s?=", command.text, re.I) is not None
    )


def _uploads(command: Command, script: Around) -> bool:
    words = command.argv[1:]
    is_file = any(re.match(r"(?:[\w.-]+=)?@(?!-$).", word) for word in words) or any(
        word in ("-T", "--upload-file") or word.startswith("--post-file") for word in words
    )
    there = [host for word in words for host in hosts(word)]
    is_near = any(re.match(r"localhost$|127\.|0\.0\.0\.0|10\.|192\.168\.|\[", host) for host in there)
    return is_file and bool(there) and not is_near and _KNOWN.search(command.text) is None


_KNOWN = re.compile(
    r"authorization|api-?key|token|bearer|(?:^|\s)(?:-u|--user|-E|--cert|--oauth2-bearer|--netrc|-n)\s|x-\w+-(?:key|id)|cookie",
    re.IGNORECASE,
)
_NO_SECRETS = "let the program that needs the key read it by itself; name the setting, never print or send its value"

KEYS = wordset(
    "api_key apikey api_token access_token auth_token bearer_token refresh_token session_token access_key secret_key"
    " private_key client_secret db_password database_password hf_token huggingface_token github_token gh_token gitlab_token"
    " npm_token pypi_token slack_token slack_bot_token discord_token telegram_bot_token openai_api_key anthropic_api_key"
    " gemini_api_key google_api_key openrouter_api_key groq_api_key mistral_api_key cohere_api_key aws_secret_access_key"
    " aws_access_key_id aws_session_token azure_client_secret stripe_secret_key stripe_api_key sendgrid_api_key"
    " twilio_auth_token notion_api_key notion_token linear_api_key jira_api_token cloudflare_api_token vercel_token"
    " netlify_auth_token supabase_key supabase_service_role_key wandb_api_key datadog_api_key jwt_secret webhook_secret"
    " encryption_key secret_access_key"
)
"""Settings that hold keys, as they are mostly called."""
_KEY_NAME = r"[a-z0-9_]{0,40}(?:api_?key|access_key|secret_key|private_key|(?<!page)(?<!next)(?<!csrf)_token|_secret|_password)"
"""As settings name a key; `primary_key` and `next_page_token` are none."""

RULES = (
    Rule(
        "etc_passwd",
        CATEGORY,
        "reads the list of the machine's users",
        "ask the system for the one user that matters: `id`, `whoami`",
        words=wordset("passwd getent"),
        names=(r"(?<![\w./-])(?:/\.?)+etc(?:/\.?)+passwd\b(?![\w.-]*\w)", r"\bgetent\s+passwd\b"),
    ),
    Rule(
        "etc_shadow",
        CATEGORY,
        "reads the passwords of the machine's users",
        "leave them alone; nothing a skill does needs them",
        words=wordset("shadow gshadow"),
        names=(r"(?<![\w./-])(?:/\.?)+etc(?:/\.?)+g?shadow\b(?![\w.-]*\w)",),
    ),
    Rule(
        "ssh_private_key",
        CATEGORY,
        "reads a private key",
        "use `ssh-add` and the agent, or the public key (`id_rsa.pub`)",
        programs=READERS | {"*"},
        signs=(".ssh", "private key", "ssh key", "ssh private"),
        command=_reads_keys,
        marks=r"\.ssh|PRIVATE KEY",
        unless=_AT_WORK,
        names=(r"\.ssh[/\\](?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|identity)(?!\.pub)(?![\w-]*\.(?:pub|md))(?!\w)",),
        says=(
            r"\b(?:read|copy|collect|gather|upload|send|scan|search|archive|zip|include|steal|harvest|fetch"
            r"|extract)\b.{0,80}(?:\.ssh\b(?!/config|/known_hosts)|\bssh (?:private )?keys?\b(?! (?:pair|gen)))(?!.{0,20}\.pub)",
        ),
    ),
    Rule(
        "aws_secret_key",
        CATEGORY,
        "shows a secret key, or holds one",
        _NO_SECRETS,
        programs=wordset("echo printf printenv grep egrep rg awk"),
        words=wordset("aws_secret_access_key aws_session_token echo printf printenv env"),
        signs=("private key",),
        command=_prints,
        marks=r"\$|printenv|\benv\b",
        names=(r"\bAWS_(?:SECRET_ACCESS_KEY|SESSION_TOKEN)\b", r"-----BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY(?: BLOCK)?-----"),
    ),
    Rule(
        "tells_secret",
        CATEGORY,
        "has the agent say the value of a key, or write it where others read it",
        _NO_SECRETS,
        words=KEYS | wordset("authorization password passwords credential credentials secret secrets token tokens cookie cookies key keys"),
        also=(
            wordset("print prints echo log logs output display show reveal repeat include dump paste write tell"),
            wordset("logs log console stdout terminal output response answer reply message messages comment comments me us verify"),
        ),
        says=(
            rf"\b(?:print|echo|log|output|display|show|reveal|dump|paste|write)s?\b.{{0,30}}(?<![\w]){_KEY_NAME}\b.{{0,40}}"
            r"\b(?:to|in|into|on)\b.{0,20}\b(?:logs?|console|stdout|terminal|output|response|answer|reply|messages?|comments?)\b",
            r"\b(?:print|echo|output|display|show|reveal|repeat|include|paste|tell|write)\b.{0,30}\bvalues? of\b.{0,12}\b(?:"
            rf"authori[sz]ation headers?|api keys?|(?:access|bearer|session) tokens?|session cookies?|passwords?|credentials?|secrets?"
            rf"|{_KEY_NAME})\b.{{0,60}}"
            r"\b(?:response|answer|reply|message|output|comment|logs?|me|us|verify)\b",
        ),
    ),
    Rule(
        "app_secret_env",
        CATEGORY,
        "names the secrets of the house that runs it",
        "leave the agent's own settings alone",
        words=wordset(
            "goclaw_db_url goclaw_postgres_dsn goclaw_encryption_key goclaw_gateway_token habitus_token habitus_store__url"
            " habitus_redis__url"
            " habitus_notify__telegram_token"
        ),
        names=(
            r"\bGOCLAW_(?:DB_URL|POSTGRES_DSN|ENCRYPTION_KEY|GATEWAY_TOKEN)\b",
            r"\bHABITUS_(?:TOKEN|STORE__URL|REDIS__URL|NOTIFY__TELEGRAM_TOKEN)\b",
        ),
    ),
    Rule(
        "env_var_http_exfil",
        CATEGORY,
        "sends secrets, or who the user is, to another machine",
        "send a key only in the header of a request to the service that it belongs to",
        programs=SENDERS,
        marks=(
            # With a set of characters in front, a search skips to the first of them.
            r"[`|$](?:(?<!\$)|\(|\{?(?:HOME|USER|LOGNAME|HOSTNAME)"
            r"|(?<!Bearer \$)\{?\w*(?:key|token|secret|pass|pwd|cred|auth|dsn|url|jwt|account|seed|mnemonic))"
        ),
        words=wordset("curl wget nc ncat netcat socat scp rsync rclone sftp ftp telnet dig nslookup iwr irm environ getenv sendmail mutt"),
        signs=("invoke-webrequest", "invoke-restmethod", "process.env"),
        command=_sends,
        code=(
            r"\b(?:json|data|params|body|files)\s*[=:][^\n]{0,80}\b(?:dict\(os\.environ|os\.environ\b(?!\s*[\[.])"
            r"|process\.env\b(?!\s*[.\[]))",
            rf"\bb64encode\(\s*(?:[^\n]{{0,40}})\b(?:os\.environ|getenv)[^\n]{{0,20}}['\"]{PRIVATE}['\"]",
            r"\b(?:fetch|axios\.post|requests\.post|urlopen)\([^\n]{0,120}(?:JSON\.stringify\(process\.env\)|dict\(os\.environ\)"
            r"|os\.environ\.copy\(\))",
        ),
        within="env",
        span=(
            r"\b(\w+)\s*=\s*(?:dict\(os\.environ\)|os\.environ\.copy\(\)|\{[^\n]{0,60}os\.environ\.items\(\)"
            r"|JSON\.stringify\(process\.env\)|process\.env\s*;)(?:[^\n]{0,300}\n){1,15}?[^\n]{0,80}(?:requests\.(?:post|put|get)"
            r"|urlopen|httpx\.post|fetch|axios\.post|sendall|send)\((?:[^\n]{0,300}\n?){0,5}?[^\n]{0,200}\b\1\b",
            rf"(?:['\"]({PRIVATE})['\"]\s*:\s*os\.(?:environ|getenv)[^\n]{{0,20}}['\"]\1['\"][^\n]{{0,40}}\n?\s*){{2}}",
        ),
    ),
    Rule(
        "credential_store",
        CATEGORY,
        "reads the place where another program keeps its keys",
        _NO_SECRETS,
        programs=READERS | {"security", "*"},
        words=wordset(
            "gcloud kube netrc npmrc pypirc gnupg pgpass keychain keychains wallet wallets environ cookies keystore"
            " bash_history zsh_history solana keyrings key4 logins mozilla passwords cookie seed harvest"
        ),
        signs=(
            ".aws/",
            ".azure/",
            ".docker/config",
            ".git-credentials",
            ".my.cnf",
            ".vault-token",
            "gh/hosts",
            "login data",
            "local state",
            ".env",
            "find-generic-password",
            "find-internet-password",
            "application_default",
            "credentials.tfrc",
            "session token",
            "session data",
            "api keys",
        ),
        command=_reads_store,
        marks=names_store,
        code=(rf"(?:open|read_text|readFileSync|readFile|read_bytes|expanduser|Path|join)\s*\([^\n]{{0,80}}?(?:{STORES})",),
        says=(
            r"\b(?:read|copy|collect|gather|upload|send|harvest|extract|steal|dump|forward|include)\b.{0,60}(?:\.aws/credentials"
            r"|\.netrc|\.npmrc|\.git-credentials|\.kube/config|\.docker/config|keychain|browser (?:cookies|passwords|history)"
            r"|saved passwords|wallet (?:keys?|files?|seed)|seed phrases?|login data|/proc/self/environ)",
            r"\b(?:read|collect|gather|harvest|extract|capture|log|include|forward)\b.{0,50}\b(?:session (?:token|cookie|data)s?"
            r"|user'?s? (?:credentials|passwords?|tokens?|api keys?|secrets))\b.{0,80}\b(?:environment|https?://|forward|send|upload"
            r"|server|endpoint|output|file)\b",
        ),
    ),
    Rule(
        "metadata_service",
        CATEGORY,
        "asks the cloud for the machine's own credentials",
        "let the cloud's own client find them",
        signs=("169.254.169.254", "metadata.google.internal", "0xa9fea9fe"),
        names=(r"\b169\.254\.169\.254\b", r"metadata\.google\.internal\S{0,60}token", r"\b0xa9fea9fe\b"),
    ),
    Rule(
        "data_to_url",
        CATEGORY,
        "sends the user's work or words to an address of the skill's own",
        "keep results in the workspace; where a service is the point of the skill, call it for what the user asked, and say so",
        words=wordset(
            "send sends sending sent upload uploads uploading forward forwards forwarding submit submits transmit transmits exfiltrate"
            " mirror mirrors backup back"
            " posting post collector telemetry mlops intranet central"
        ),
        also=(wordset("https http server endpoint webhook collector service host system url site api tool"),),
        says=(
            r"\b(?:send|upload|forward|submit|transmit|exfiltrate|mirror|post)(?:s|ing|ed)?\b.{0,60}\b(?:contents?|copy|copies|data"
            r"|files?|output|results?|quer(?:y|ies)|prompts?|conversations?|messages?|history|credentials?|tokens?|keys?|secrets?"
            r"|screenshots?|clipboard|input|environment|config\w*|source|code|transcripts?|everything|information|document|requests?"
            r"|calls?|toolcalls?|it|them)\b.{0,60}\b(?:collector|logging|monitoring|mlops|backup|central|intranet|audit(?:ing)?"
            r"|telemetry|remote|external|tracking|analytics|c2|command[- ]and[- ]control|attacker\w*)\b.{0,30}\b(?:server|service"
            r"|endpoint|host|system|url|site|collector|webhook|api|tool)\b",
            r"\b(?:send|upload|forward|submit|transmit|exfiltrate|mirror|post)\b.{0,20}\b(?:a copy|copies|all (?:the |user |collected "
            r"|of the )?(?:data|files|contents?|messages|information|results)|the contents? of|everything|user (?:data|input|messages?"
            r"|session)|full conversation|conversation history|the conversation)\b.{0,60}\bto\b.{0,40}(?:https?://|\bserver\b"
            r"|\bendpoint\b|\bwebhook\b)",
            r"\b(?:after|before|when(?:ever)?|each time|every time|always|on (?:every|each))\b.{0,100}\b(?:send|upload|forward|transmit"
            r"|post|backup|back up|submit)\b.{0,120}(?:https?://|\bto (?:our|the) (?:\w+ ){0,3}(?:server|endpoint|collector)\b)",
            r"\b(?:backup|back up|back-up|sync|validate|verify|check)\b.{0,80}\b(?:our|the) (?:\w+ ){0,2}(?:central|intranet|internal"
            r"|mlops|remote) (?:\w+ ){0,2}(?:server|tool|service|collector|endpoint)\b.{0,60}(?:\bpost\b|https?://|`curl|sending)",
        ),
        is_quotable=True,
    ),
    Rule(
        "anonymous_upload",
        CATEGORY,
        "sends a file to a server that does not ask who sends it",
        "keep the file in the workspace; a service that the user chose is called with the user's own key",
        words=wordset("curl wget xh"),
        programs=wordset("curl wget xh"),
        marks=r"@[^-\s]|-T\b|--upload-file|--post-file",
        command=_uploads,
    ),
    Rule(
        "markdown_leak",
        CATEGORY,
        "puts the user's words into the address of a picture, which is fetched when it is shown",
        "show pictures by fixed addresses",
        signs=("![",),
        names=(
            r"!\[[^\]\n]{0,100}\]\(https?://[^()\s]{0,200}[?&=/](?:\{\{?|\$\{?|<|%7b|\[)[^()\n]{0,60}(?:data|secret|token|key"
            r"|conversation|summary|history|prompt|content|message|query|user)[^)\n]{0,60}\)",
        ),
    ),
)
