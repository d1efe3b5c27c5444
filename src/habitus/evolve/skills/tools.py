"""The two tools by which a model changes skills, as it is told of them: JSON Schema, in as few words as will do."""

from __future__ import annotations

from typing import Any

SKILL_MANAGE: dict[str, Any] = {
    "name": "skill_manage",
    "description": (
        "Keep a way of working as a skill, once the user has agreed; improve or remove one you made. "
        "create: content. patch: slug with find and replace, files or visibility. delete: slug (it can be restored)."
    ),
    "parameters": {
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": ["create", "patch", "delete"]},
            "slug": {"type": "string", "description": "Name the skill is kept under, e.g. deploy-checklist"},
            "content": {"type": "string", "description": "The whole SKILL.md: YAML frontmatter with name and description, then steps"},
            "find": {"type": "string", "description": "Text that occurs exactly once in SKILL.md"},
            "replace": {"type": "string", "description": "What takes its place"},
            "files": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "Files beside SKILL.md: path to text",
            },
            "visibility": {"type": "string", "enum": ["private", "internal", "public"]},
        },
        "required": ["action"],
    },
}

PUBLISH_SKILL: dict[str, Any] = {
    "name": "publish_skill",
    "description": "Register a folder as a skill, with all its files. It starts private and is granted to you.",
    "parameters": {
        "type": "object",
        "properties": {"path": {"type": "string", "description": "Folder with a SKILL.md that has a name in its frontmatter"}},
        "required": ["path"],
    },
}
