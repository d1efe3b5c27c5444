"""Every rule of the guard, one file per category. A new rule is an entry in one of them; a new category is a file and a line here."""

from habitus.evolve.skills.guard.commanded import UNREADABLE
from habitus.evolve.skills.guard.rules import (
    code_injection,
    credential_exfil,
    destructive_shell,
    malware,
    path_traversal,
    persistence,
    privilege_escalation,
    prompt_injection,
    reverse_shell,
    sql_injection,
)

RULES = (
    *destructive_shell.RULES,
    *code_injection.RULES,
    *credential_exfil.RULES,
    *path_traversal.RULES,
    *sql_injection.RULES,
    *privilege_escalation.RULES,
    *prompt_injection.RULES,
    *reverse_shell.RULES,
    *persistence.RULES,
    *malware.RULES,
    UNREADABLE,
)
