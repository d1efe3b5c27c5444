"""The classifier's word on a turn."""

from pydantic import BaseModel

from habitus.server.api.given import REFUSED, Given, House, Text, noun

routes = noun("classifier")


class Turn(Given):
    session: Text
    message: Text


class Directive(BaseModel):
    directive: str


@routes.post("/classify", responses=REFUSED)
def classify(house: House, given: Turn) -> Directive:
    """Ask the classifier how to go about a message; empty where there is none, or it has nothing to say."""
    return Directive(directive=house.classify(given.session, given.message, manual=True))
