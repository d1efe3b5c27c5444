"""Is there such a skill already?"""

from hypothesis import given
from hypothesis import strategies as st

from habitus.evolve.skills import document, likeness
from habitus.evolve.skills.document import Document


def skill(name: str, description: str, *steps: str) -> Document:
    return document.read(f"---\nname: {name}\ndescription: {description}\n---\n# {name}\n\n" + "".join(f"1. {step}\n" for step in steps))


DEPLOY = skill(
    "deploy-checklist",
    "Steps to deploy the shop to production safely.",
    "Run the tests with `npm test`",
    "Build the image with `docker build -t shop .`",
    "Push it to the registry",
    "Apply the manifests with kubectl",
    "Verify the rollout and watch the error rate",
)
REVIEW = skill("review-pull-request", "How to review a pull request.", "Read the description", "Check the tests", "Comment on risky lines")
INVOICE = skill("monthly-invoices", "Send the invoices at the end of a month.", "Export the hours", "Fill in the template", "Mail the PDF")
STORE = [("review-pull-request", REVIEW), ("deploy-checklist", DEPLOY), ("monthly-invoices", INVOICE)]


def test_a_skill_told_anew_is_found() -> None:
    again = skill(
        "Ship the shop",
        "Deploy the shop safely to production",
        "Run tests (`npm test`)",
        "docker build -t shop .",
        "Push the image to the registry",
        "kubectl apply the manifests",
        "Watch the rollout",
    )
    found = likeness.nearest(again, STORE)
    assert found is not None
    assert found[0] == "deploy-checklist"


def test_a_shorter_telling_of_the_same_steps_is_found() -> None:
    short = skill("deploy-checklist", "Steps to deploy the shop safely.", "Run the tests with `npm test`", "Push it to the registry")
    assert likeness.nearest(short, STORE) is not None


def test_a_new_skill_is_new() -> None:
    new = skill("rotate-keys", "Rotate the keys of the payment provider.", "Create a key", "Store it in the vault", "Restart the workers")
    assert likeness.nearest(new, STORE) is None


def test_a_first_skill_is_new() -> None:
    assert likeness.nearest(DEPLOY, []) is None


def test_two_of_one_template_with_subjects_of_their_own_are_two() -> None:
    def made(subject: str) -> Document:
        return skill(
            f"{subject}-automation",
            f"Automate {subject} tasks with the connector.",
            f"Connect to {subject}",
            f"Search the {subject} tools first",
            "Check the connection",
            "Call the tool",
            "Read the answer",
        )

    assert likeness.nearest(made("yelp"), [("jira-automation", made("jira"))]) is None
    assert likeness.nearest(made("yelp"), [("jira-automation", made("jira")), ("yelp-automation", made("yelp"))]) == (
        "yelp-automation",
        1.0,
    )


WORDS = st.lists(
    st.sampled_from(["deploy", "build", "test", "push", "image", "shop", "review", "invoice", "mail", "key"]), min_size=1, max_size=8
).map(" ".join)
DOCUMENTS = st.builds(lambda name, description, body: skill("n " + name, description, body), WORDS, WORDS, WORDS)


@given(DOCUMENTS, DOCUMENTS)
def test_the_score_is_the_same_from_both_sides_and_whole_for_the_same(one: Document, other: Document) -> None:
    a, b = likeness.told(one), likeness.told(other)
    assert likeness.score(a, b) == likeness.score(b, a)
    assert 0 <= likeness.score(a, b) <= 1
    assert likeness.score(a, a) == 1
