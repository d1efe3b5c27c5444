"""Whether the user agreed that a skill is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.evolve.skills.consent import Mark, allows, declined, heard

SAVES = """
save as skill
Save as skill.
"save as skill"
`save as skill`
save as skill 👍
yes, save it as a skill please
Yes please, save this as a skill
ok save this as a skill and call it deploy-checklist
Great work. Please save it as a reusable skill.
go ahead and save the process as a skill
could you save this as a skill?
Can you please turn this into a skill?
turn this into a skill
make it a skill
create a skill from this
Perfect, thanks! Save as skill
guardar como habilidad
guárdalo como habilidad
sí, guárdalo como skill por favor
¿Puedes guardarlo como habilidad?
vale, guarda el proceso como habilidad
crea una habilidad con esto
salvar como habilidade
sim, salve isso como habilidade
você pode salvar isso como habilidade?
transforme isso em uma skill
enregistrer comme compétence
oui, enregistre-le comme compétence s'il te plaît
Peux-tu l'enregistrer comme compétence ?
fais-en une compétence
als Skill speichern
ja bitte, speicher das als Skill
Kannst du das bitte als Skill speichern?
mach daraus einen Skill
salva come skill
sì, salvalo come skill per favore
Puoi salvarlo come skill?
fanne una skill
保存为技能
好的，请把它保存为技能
请保存成技能，谢谢
可以帮我保存为技能吗
«guardar como habilidad»
“保存为技能”
Yes! Save as skill
sure, save that as a skill
please save this workflow as a skill
Save this as a skill, thanks
ok, make this a skill
let's save it as a skill
I'd like you to save this as a skill
good idea, save it as a skill for next time
would you save it as a new skill?
add this as a skill
Sí, por favor, guárdalo como una habilidad
guarda esto como habilidad
perfecto, guárdalo como skill
quiero que lo guardes como habilidad
Sim, salve como habilidade
guarde isso como uma skill, por favor
pode salvar isso como habilidade
oui, sauvegarde ça comme compétence
enregistre la procédure comme compétence
vas-y, enregistre ça en tant que compétence
Ja, als Skill speichern
speichere den Ablauf bitte als Skill
super, das bitte als Skill speichern
sì, salva come abilità
salva questo processo come skill, grazie
ok, salvalo come una nuova skill
把这个流程保存为技能
保存为技能吧
请帮我存为技能
好，保存成一个技能
"""

SKIPS = """
skip
Skip.
"skip"
no, skip
no skip
skip please
skip, thanks
skip, and now fix the tests
don't save it
please don't save it as a skill
no, don't save this as a skill
yes... wait, no, don't save it as a skill
Do not create a skill.
omitir
no lo guardes
no, no lo guardes como habilidad
pular
não salve isso como habilidade
passer
ne l'enregistre pas
non, ne l'enregistre pas comme compétence
überspringen
nicht speichern
nein, speicher das nicht als Skill
kein Skill
salta
non salvarlo come skill
跳过
不要保存
别存成技能
No, skip it
skip this one
skip it thanks
please skip
No thanks, don't save it
don't make it a skill
never save this as a skill
I don't need a skill
no need to save it
no guardes esto
no crees una habilidad
no, omitir
omítelo
não, pular
não guarde isso
não quero uma habilidade
non, passe
ne le garde pas
pas de compétence, merci
nein, überspringen
bitte nicht als Skill speichern
behalte das nicht
no, salta
non lo salvare
niente skill, grazie
跳过吧
请不要保存为技能
不用保存
"""

NEITHER = """
what happens if I reply "save as skill"?
what happens if I reply save as skill?
what does save as skill mean
how do I save as skill
why did you save it as a skill?
you saved it as a skill
save as skill?
should I save it as a skill?
if the tests pass, save it as a skill
save it as a skill if the tests pass
save it as a skill later
save it as a skill, but only when it is stable
maybe save it as a skill
I would save as skill only when it is stable
the doc says: save as skill
my boss said save as skill
he told me to "save as skill"
reply save as skill or skip
Reply "save as skill" or "skip".
when a user writes save as skill the agent should call the tool
the button label should be save as skill
rename the button to save as skill
save as skill files are written by the exporter
fix the bug, then save as skill files
save the file
save it
skip the tests
don't skip the tests
add a skip link
if it is too long, skip it
should we skip?
> save as skill
<document>save as skill</document>
# save as skill
yes
ok
no
sí
ja
ok thanks
thanks
si no, guárdalo como habilidad
¿qué pasa si respondo guardar como habilidad?
cuando funcione, guárdalo como habilidad
se passar, salve como habilidade
si ça marche, enregistre-le comme compétence
wenn es klappt, speicher das als Skill
hast du das als Skill gespeichert?
se funziona, salvalo come skill
如果我说保存为技能会怎么样？
保存为技能是什么意思
要不要保存为技能？
保存为技能吗
the phrase is "save as skill", right?
should it say save as skill or keep as skill?
I typed save as skill and nothing happened
after the review, save it as a skill
save it as a skill once CI is green
could we save it as a skill tomorrow?
they always save it as a skill
document the command: save as skill
add a menu entry, save as skill
we skipped the migration
why was it skipped?
skip to line 40
skip the linter for now
you can skip the docs
how does the skip button work?
does save as skill overwrite the old one?
Save the config as JSON
save this as skill.md in docs
save as skill_v2.py
create a skills folder
guarda el archivo como habilidad.txt
no guardes el archivo todavía
¿se guardó como habilidad?
si quieres guárdalo como habilidad
quand ce sera prêt, enregistre-le comme compétence
est-ce que tu as enregistré la compétence ?
speichere die Datei als skill.json
soll ich das als Skill speichern?
was passiert bei als Skill speichern?
salva il file come skill.txt
quando finisci, salvalo come skill
什么时候保存为技能
你保存为技能了吗
把文件保存为技能.txt
跳过测试
不要跳过测试
"""


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("text", _lines(SAVES))
def test_a_plain_request_is_consent(text: str) -> None:
    assert heard(text) == "save"


@pytest.mark.parametrize("text", _lines(SKIPS))
def test_declining_is_heard(text: str) -> None:
    assert heard(text) == "skip"
    assert heard(text, was_offered=True) == "skip"


@pytest.mark.parametrize("text", _lines(NEITHER))
def test_what_is_unclear_or_about_the_words_is_neither(text: str) -> None:
    assert heard(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "```\nsave as skill\n```",
        "the log says:\n> save as skill\nwhat is that",
        "```\nskip\n```\nlook at this",
        '"yes, save as skill" is what it printed',
    ],
)
def test_what_is_quoted_or_pasted_is_not_said(text: str) -> None:
    assert heard(text) is None
    assert heard(text, was_offered=True) is None


def test_a_long_message_answers_in_its_first_sentence_or_not_at_all() -> None:
    material = "The exporter writes one line per record and then it closes the file again. " * 8

    assert heard("Save as skill. " + material) == "save"
    assert heard(material + "Save as skill.") is None


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Yes please!",
        "yes, save it",
        "sí",
        "ok",
        "sure",
        "go ahead",
        "save it",
        "ja",
        "ja gerne",
        "oui",
        "sim",
        "sì",
        "guárdalo",
        "好的",
        "可以",
        "yes thanks",
    ],
)
def test_a_bare_yes_counts_only_right_after_the_offer(text: str) -> None:
    assert heard(text, was_offered=True) == "save"
    assert heard(text) is None


@pytest.mark.parametrize(
    "text", ["no", "no thanks", "No, gracias", "not now", "nein danke", "non merci", "no grazie", "não, obrigado", "不用了", "No. Thx."]
)
def test_a_bare_no_counts_only_right_after_the_offer(text: str) -> None:
    assert heard(text, was_offered=True) == "skip"
    assert heard(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "ok thanks",
        "thanks",
        "ok, now fix the tests",
        "yes, but not like this",
        "yes and now the other file",
        "yes. Now run the tests",
        "yes?",
        "no, the port is 8080",
        "No. The port is 8080.",
    ],
)
def test_an_answer_to_something_else_is_none(text: str) -> None:
    assert heard(text, was_offered=True) is None


def test_the_language_may_be_given_and_english_is_understood_beside_it() -> None:
    assert heard("als Skill speichern", "de") == "save"
    assert heard("save as skill", "de") == "save"
    assert heard("guardar como habilidad", "de") is None


@pytest.mark.parametrize(
    ("marks", "may", "no"),
    [
        ((), False, False),
        (("save",), True, False),
        (("skip",), False, True),
        (("save", "skip"), False, True),
        (("skip", "save"), True, False),
        (("save", "created"), False, False),
        (("save", "created", "save"), True, False),
        (("skip", "save", "created"), False, False),
        (("save", "created", "skip"), False, True),
    ],
)
def test_the_latest_word_wins_and_one_consent_is_for_one_skill(marks: tuple[Mark, ...], may: bool, no: bool) -> None:
    assert allows(marks) is may
    assert declined(marks) is no


@given(st.text(max_size=300), st.booleans())
def test_no_text_breaks_it(text: str, was_offered: bool) -> None:
    assert heard(text, was_offered=was_offered) in ("save", "skip", None)


@given(st.sampled_from(_lines(SAVES)), st.sampled_from(["don't ", "do not ", "if it works, ", "never ", "he said ", "why did you "]))
def test_nothing_that_takes_it_back_leaves_a_consent(text: str, before: str) -> None:
    first = text.rpartition(". ")[2].rpartition("! ")[2].lstrip("¿")

    assert heard(before + first) != "save"


@given(st.sampled_from(_lines(SAVES)))
def test_case_and_spaces_do_not_matter(text: str) -> None:
    assert heard(f"  {text.upper()}  ") == heard(text) == heard(f"\n{text}\n\n")
