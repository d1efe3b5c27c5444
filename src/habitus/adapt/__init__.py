"""The adaptive loop's pure half: what is wanted, how to go about it, whether it was delivered, what to learn, whether to go on.

    prompt    ─intent.read→        Intent       what is wanted, each criterion with the person's own words
    Intent    ─plan.plan→          Plan         what to do, by what has worked
    content   ─validate.validate→  Validation   what was checked: met, not met, could not be checked
    Validation─strategies.learn→   Strategy     what worked for which kind
    Validation─progress.update→    Progress     ─decide→ Decision: continue or stop, with the reason

No I/O, no clock, no model. `shapes.py` has the seed's spelling of each.
"""
