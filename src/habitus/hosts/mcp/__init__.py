"""The Model Context Protocol, without the protocol: what we offer over it, and what the gateway does with a message. Standard library only.

    declared.py   tools, resources and prompts as values; arguments, checked
    tools.py      what an agent may ask: check, guidance, lessons, skills, skill, correct, inbox, recall
    keeping.py    skill_manage, for an agent that may keep skills
    pages.py      resources: rules in force, a session's timeline, a skill's SKILL.md
    prompts.py    prompts: correct, review_inbox
    fence.py      learned text between marks, as data
    gate.py       the gateway: a message of the client's or of the server's in, what follows out
    frames.py     JSON-RPC messages

Nothing here grants an approval, answers a proposal or switches a rule: a person does that, and no tool can.
The transports are in `habitus.server.mcp`.
"""
