"""What the built-in agent can do: files, a shell, memory, the web and skills. One behaviour per file.

tool       what a tool is, and where it works          arguments  what a model gave it, put right
options    what an app file says of a module           files      paths and files, from which nothing escapes
texts      bytes as text, and back                     answer     what is told, within the cap
walk       the files below a folder                    glob, grep, read, write, edit
bash       a command, with rail, environ and running   fetch, page: the web
memory     remember, recall                            skills     find, open, keep, publish
"""

from __future__ import annotations

from habitus.agent.tools.skills import skill_tools
from habitus.agent.tools.tool import Place, Tool, ToolFailed, checked, toolbox

__all__ = ["Place", "Tool", "ToolFailed", "checked", "skill_tools", "toolbox"]
