"""Rules that contradict each other, two by two, as long as nobody has chosen between them."""

from habitus.layer import Layer
from habitus.types import Rule
from habitus.types.noun import noun

MANY = 100
"""Contradictions that are looked through: the newest."""


@noun
class Clash:
    id: str
    """Of the item in the inbox, which an answer goes to."""
    old: Rule
    new: Rule
    reason: str


def waiting(house: Layer) -> list[Clash]:
    """Of those whose rules both still hold."""
    asked = house.store.lessons().proposals("pending", kind="conflict", limit=MANY)
    ids = {str(one.body[side]) for one in asked for side in ("old", "new")}
    rules = {rule.id: rule for rule in house.store.lessons().rules_of(sorted(ids)) if rule.state == "active"}
    return [
        Clash(id=one.id, old=rules[one.body["old"]], new=rules[one.body["new"]], reason=one.reason)
        for one in asked
        if one.body["old"] in rules and one.body["new"] in rules
    ]
