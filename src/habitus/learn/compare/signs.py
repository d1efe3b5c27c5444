"""Small words that turn, bound or oppose what is said, in seven languages; folded, as text is before it is read."""

from __future__ import annotations

from habitus.parse.wordset import wordset

NOT = wordset("""
not never none nobody nothing neither nor cannot
nunca jamas nadie nada ningun ninguna ninguno tampoco
nao jamais ninguem nenhum nenhuma
ne pas aucun aucune rien
nicht kein keine keinen keinem keiner nie niemals niemand nichts
non mai nessuno nessuna niente nulla
""")
"""`no` stands apart: in Portuguese it means "in the"."""
PORTUGUESE = wordset("nao voce voces com uma sempre em pelo pela ao sao")
WITHOUT = wordset("without sin sem sans ohne senza")
HAVING = wordset("with con com avec mit having has have wearing of in")
"""Before `no`, they make it say what something is without."""

TURNING = wordset("""
avoid hate dislike detest odio odia fail skip refrain neglect quit cease hesitate abstain
evita evitar evites evite evitez eviter vermeide vermeiden evitare prohibido verboten interdit vietato proibido
""")
"""Verbs that say not to do what follows; after a negation they say to do it."""
TURNED = {"refuse": "", "omit": "include", "forbid": "allow", "disable": "enable", "forget": ""}
"""The same, as concepts, with what is left of the verb once its refusal has been taken out."""
SETTLED = frozenset(TURNED.values())

WHEN = wordset("""
when if unless whenever while once except whether
cuando si salvo excepto mientras
quando enquanto exceto
quand lorsque sauf
wenn falls ausser solange
tranne mentre
""")
WHERE = wordset("""
in on for at inside within under outside en para dentro fuera em no na nos nas dans pour sur sous im fur bei unter nel nella nei nelle per
""")
"""Before the comma of a rule they say where the rest holds: "in the docs folder, use npm"."""
ONLY = wordset("only solo solamente somente apenas so seulement uniquement nur soltanto")
"""Behind "but" they bound what was said, and open nothing new."""
EXCEPT = wordset("except unless excepto salvo exceto sauf ausser tranne")
BEFORE = wordset("before antes avant bevor vor prima")
AFTER = wordset("after despues depois apres nachdem dopo tras")
ORDER = BEFORE | AFTER
BUT = wordset("but pero sino aber sondern however")
AND = wordset("and y e et und ed or o ou oder")
BE = wordset("""
is are was were be been being am do does did has have had should must can could may might will would shall ought need
esta estan es son fue era debe deben debes puede pueden hay est sont doit ist sind soll sollte darf muss deve devono e sao
""")
MODAL = wordset("""
want wants prefer prefers like hate dislike quiero quiere prefiero prefiere veux veut mochte voglio vorrei preferisco quero prefiro
should must shall always never debe debes deben siempre nunca doit dois sollte soll muss darf deve devi devono sempre toujours immer
""")
ALWAYS = wordset("always please siempre sempre toujours immer bitte por favor just simply solo also ensure")
CHOOSE = wordset("""
use prefer choose call usa utiliza emplea prefiere llama utilise prefere appelle verwende benutze nutze utilizza preferisci
""")
FOR = wordset("for to para pour fur zum zur um per")
NAMING = wordset("llamame llamarme appelle-moi chiamami nenne")
TOWARDS = wordset("to into onto towards a hacia vers nach zu")
KEPT = wordset("up down on off first last above below more less same mismo")
"""Function words that can be one of two opposites."""
SUBJECTS = wordset("""
a an the this that there he she it they we i some one two three four five several many each every these those people someone somebody
my his her el la los las un una unos unas hay este esta ese esa ellos ella il lo gli le les des der die das ein eine o os as um uma
""")
"""Who opens with one of these tells what is the case, unless there is a `must` in it."""

_COUNT = """
zero cero null / one uno eins / two dos deux zwei due dois / three tres trois drei tre / four cuatro quatre vier quattro quatro /
five cinco cinq funf cinque / six seis sechs sei / seven siete sept sieben sette sete / eight ocho huit acht otto oito /
nine nueve neuf neun nove / ten diez dix zehn dieci dez / eleven elf onze / twelve doce zwolf douze dodici doze
"""
NUMBERS = {word: str(number) for number, words in enumerate(_COUNT.split("/")) for word in words.split()}
