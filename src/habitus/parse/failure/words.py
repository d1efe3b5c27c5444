"""The words by which a message tells what stands beside them: codes, values, places, people, dates, units. Grammar, not messages."""

from __future__ import annotations

from habitus.parse.wordset import wordset

TECHNIQUES = wordset(
    "utf8 utf-8 utf16 utf-16 utf-32 latin1 latin-1 cp1252 iso-8859-1 md5 sha1 sha224 sha256 sha384 sha512 base32 base64 ipv4 ipv6 "
    "http2 http3 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 i32 i64 u8 u32 u64 f32 f64 x86 x64 x86_64 "
    "amd64 arm64 aarch64 python2 python3 pip3 oauth2 s3 ec2 k8s log4j sqlite3 es6 win32 h264 bz2 mp3 mp4 tls1.2 tls1.3 x509 http/1.0 "
    "http/1.1 http/2"
)
"""Names that hold a digit and do not vary."""
FILES = wordset(
    "py pyc pyi js mjs cjs ts tsx jsx json jsonl yaml yml toml ini cfg conf txt md rst csv tsv xml html htm css scss log lock sh bash "
    "zsh ps1 bat exe dll so dylib jar war java kt go rs rb php c h cc cpp hpp cs swift scala sql sqlite parquet gz zip tar tgz xz whl "
    "png jpg jpeg gif svg pdf doc docx xls xlsx ppt pptx wav pem crt properties gradle ipynb proto tf bin dat tmp bak sock vue svelte"
)
HOSTS = wordset("com org net edu gov mil int io dev app ai co local localdomain internal lan corp home cloud example test invalid")
"""How the name of a host ends that has two parts only; with three it is one whatever the end."""
ERROR_HOMES = wordset("error errors exception exceptions")
MEDIA = ("application/", "text/", "image/", "audio/", "video/", "multipart/", "font/")

SWITCHES = wordset("true false yes no on off")
CODED = wordset(
    "http status errno sqlstate code error signal rc returncode exitcode exit_code exit_status status_code statuscode error_code "
    "errorcode hresult"
)
"""What a number must follow to be a code."""
SAYING = CODED | wordset("err reason cause exception msg message detail details type kind severity level")
"""Keys whose value says what happened."""
CODE_OF = wordset("exit error status return returned result response http reason with exited")
"""Which codes are codes of failure: exit code 1, but not message code 1."""
LINKS = wordset("is was of with = :")
_REASONS = wordset(
    "Bad Unauthorized Payment Forbidden Not Method Proxy Request Conflict Gone Length Precondition Payload URI Unsupported Range "
    "Expectation Misdirected Client Server Unprocessable Locked Failed Too Unavailable Internal Service Gateway HTTP Insufficient "
    "Loop Network OK Created Accepted Moved Found"
)
REASONS = frozenset(reason + tail for reason in _REASONS for tail in ("", ":", ".", ",", ";", ")", "'", '"'))
"""How the reason begins that follows an HTTP status."""

PLACED = wordset("file directory folder path pathspec open stat access remove read write create copy move load find script")
"""After these a quoted word is a path."""
GIVEN = wordset("value got received given literal input string text data")
"""After these a quoted word is a value."""
TELLING = PLACED | GIVEN
NAMED = wordset(
    "table column relation constraint attribute module named function argument type class method property field index sequence schema "
    "parameter option command keyword variable extension package database role trigger"
)
"""After these a quoted word is a name, digits or not."""
REACHED = wordset("to at on from host server via address connect connecting")
"""After these the number of `name:8080` is a port."""

PEOPLE = wordset("user username account principal")
BEFORE_NAME = wordset("for invalid illegal unknown as by of from to failed with")
AFTER_NAME = wordset("from by on at in to with via not does has already is")
SAID_OF_NAME = wordset("not does already has")
AUTH = wordset("authentication password login publickey session failures failure credentials logon")
NO_NAME = wordset(
    "the a an this that is was are not no has have had does did do and or in on at from to by for with unknown name names id ids "
    "input data request requests authentication password permission permissions error agent session defined cannot must should "
    "already"
)
NAMING = PEOPLE | {"for", "User", "Account"}
HEEDED = CODED | PEOPLE | {"for", "http/1.0", "http/1.1", "http/2"}
"""Words that tell what stands beside them."""

_DAYS_AND_MONTHS = wordset(
    "Mon Tue Wed Thu Fri Sat Sun Mon, Tue, Wed, Thu, Fri, Sat, Sun, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday, "
    "Jan Feb Mar Apr May Jun Jul Aug Sep Sept Oct Nov Dec January February March April June July August September October November "
    "December"
)
CALENDAR = frozenset(opening + each for each in _DAYS_AND_MONTHS for opening in ("", "(", "["))
_UNITS = wordset(
    "ns us µs ms msec msecs millis millisecond milliseconds s sec secs second seconds second(s) m min mins minute minutes h hr hrs "
    "hour hours d day days week weeks B b byte bytes Bytes kb kB KB Kb mb MB Mb gb GB tb TB KiB MiB GiB TiB kbps Mbps Hz kHz MHz GHz "
    "percent am pm AM PM UTC GMT CET CEST EST EDT PST PDT Z"
)
UNITS = {unit + tail: tail for unit in _UNITS for tail in ("", ",", ".", ";", ":", ")", "),", ").", ");", "):", "]", "],")}
UNITS |= {"***": "", "****": "", "*****": ""}
"""What belongs to the number before it, and the punctuation that does not belong to the unit. Stars are a number too wide for its field."""
