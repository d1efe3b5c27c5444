"""Paths that climb out of the place they start in."""

from habitus.evolve.skills.guard.rule import Rule

RULES = (
    Rule(
        "deep_traversal",
        "path_traversal",
        "climbs three or more folders up, out of the workspace",
        "name the file by its path from the workspace, or at most two folders up",
        signs=("../", "..\\", "%2e%2e", "%252e", "..%2f", "..%5c"),
        names=(
            r"(?<![.\w])(?:\.\.(?:[/\\]|%2f|%5c)+(?:\.(?:[/\\]|%2f|%5c)+)?){3}",
            r"(?:(?:%2e|\.){2}(?:%2f|%5c|[/\\])+){3}",
            r"(?:%252e%252e%252f){2}",
        ),
    ),
)
