"""Which words cannot both hold of one thing. A line is a thing and its values; a value is the words that say it, joined by `|`.

The values that people give their agents (languages, units, package managers) stand in `habitus.parse.terms.lexicon`, where the index
needs them too; here is what it does not need.
"""

from __future__ import annotations

from functools import cache

from habitus.parse.terms import concept
from habitus.parse.terms.lexicon import VALUES
from habitus.parse.wordset import wordset

OPPOSITES = """
heat: hot|warm|heated|boiling|caliente|chaud|heiss|caldo cold|cool|frozen|chilly|frio|froid|kalt|freddo
fullness: full|crowded|lleno empty|vacant|vacio
filling: fill|filling empty|emptying|drain|draining
daytime: day|daytime|daylight night|nighttime|midnight
distance: near|close_to|next_to far|far_from|away
wetness: wet|soaked dry
handling: pick_up|lift|raise put_down|lower|drop
dressing: put_on|wear|dress take_off|undress
moving_in: into|get_in|enter|get_into|go_into out_of|get_out|exit|leave|get_out_of|come_out
rising: climb|ascend|climb_up|go_up|rise descend|get_down|climb_down|go_down|fall
sound: silent|quiet|mute|silently|quietly speak|talk|loud|noisy|shout|loudly
waking: asleep|sleep|nap awake|wake|wake_up
cleanness: clean dirty|filthy
life: alive|living dead
locking: lock unlock
admitting: allow|permit block|deny|bloquea|bloquear
folding: fold unfold
trade: buy sell
assembling: assemble|build|attach disassemble|dismantle|detach
love: love|like|enjoy hate|dislike|detest
retention: keep|retain|preserve|conserva|conservar|mantener|manten|garder|behalten|mantenere \
    remove|delete|drop|discard|elimina|eliminar|quita|quitar
sequence: first|primero|premier|zuerst|primo|beginning|principio|anfang|inizio|inicio \
    last|finally|ultimo|dernier|zuletzt|end|final|ende|fine
ordinal: first second third fourth
novelty: new same|mismo|existing|existente
side: left|izquierda|gauche|links|sinistra|esquerda right|derecha|droite|rechts|destra|direita
height: top|above|arriba bottom|below|abajo
depth: front behind|rear
direction: up down
sorting: ascending|ascendente|aufsteigend descending|descendente|absteigend
recency: newest|latest oldest|earliest
driving: manual|manually|manualmente automatic|automatically|automatico|automaticamente|automatisch
rigidity: static|estatico dynamic|dinamico
side_of_wall: internal external
mutability: mutable immutable
need: required|mandatory|obligatorio|obligatory optional|opcional|facultatif
sight: visible|shown hidden|invisible|oculto
network: online offline
axis: horizontal vertical
path_kind: absolute|absoluto relative|relativo
count_form: singular plural
spelling: american british
switch_state: on off
person_address: tuteo|tutea|tutear|duzen|duze|tutoie|tutoyer usteo|siezen|sieze|vouvoie|vouvoyer
strictness: strict|strictly lenient|loose|leniently
inheritance: inheritance composition
error_style: exceptions|exception|throw result_codes|result|return_codes
export_style: named_exports|named default_exports
typing: typed|annotated untyped
line_end: lf crlf
zone: utc local_time
weekday: monday|lunes|lundi|montag|lunedi tuesday|martes|mardi|dienstag|martedi wednesday|miercoles|mercredi|mittwoch \
    thursday|jueves|jeudi|donnerstag friday|viernes|vendredi|freitag|venerdi saturday|sabado|samedi|samstag \
    sunday|domingo|dimanche|sonntag|domenica
part_of_day: morning|manana afternoon|tarde evening|noche
rate: daily|diario weekly|semanal monthly|mensual hourly yearly|anual
rounding: up_to_integer|ceil floor
bound: maximum minimum
amount: more|mas less|fewer|menos
simplicity: simple|simpler complex|complicated
expertise: expert|advanced|experto|experta|avanzado beginner|novice|newbie|principiante|novato
optimism: optimistic pessimistic
branch_name: main|master develop|dev staging release
environment: production|prod|produccion staging testing_environment development
speech: silent|silence talk|speak|chat
"""

COMPLEMENTS = wordset("""
length register unit_system whitespace letter_case concurrency access place theme switch temperature strictness need sight network spelling
person_address driving difficulty truth quote_style magnitude level pace switch_state count_form path_kind axis
""")
"""Things of which one of two values must hold: not to have the one is to have the other. To delete nothing is not to add something."""

TOPICS = """
length: manner tone style answer say explain write message summary sentence word paragraph keep be text output user
register: manner speak answer say write message user tone style tono estilo
answer_language: answer say write message language explain speak user text output
whitespace: indent code file tab space format
unit_system: unit system measure measurement distance number answer
distance_unit: distance unit
weight_unit: weight unit
temperature: temperatur unit answer report
package_manager: install package run script project dependency job add manage manager
python_installer: install package project dependency environment manage manager python
python_tests: test run write python
javascript_tests: test run write javascript
formatter: format code run file
search_program: search file run code find
sql_engine: database store query project
naming_style: name variable function file method
quote_style: quote string code
money: price show cost currency amount
layout: point answer list write show format
data_format: answer write format text output show
integration: branch commit history pull request change
theme: theme mode show ui
driving: run test deploy
spelling: english write answer word
existence:
"""
"""What a value is usually a value of: said on one side only, it tells no other case apart."""


@cache
def sides() -> dict[str, tuple[tuple[str, str], ...]]:
    """Of each word or concept: what it is a value of, and which."""
    found: dict[str, dict[str, str]] = {}
    for line in VALUES.strip().splitlines():
        thing, _, values = line.partition(": ")
        for value in values.split():
            found.setdefault(value, {})[thing] = value
    for line in OPPOSITES.strip().splitlines():
        thing, _, values = line.partition(": ")
        for value in values.split():
            for word in value.split("|"):
                found.setdefault(word, {}).setdefault(thing, value.partition("|")[0])
    return {word: tuple(of.items()) for word, of in found.items()}


@cache
def topics() -> dict[str, frozenset[str]]:
    rows = (line.partition(":") for line in TOPICS.strip().splitlines())
    return {thing: frozenset(concept(word) for word in words.split()) for thing, _, words in rows}
