"""Agents that people build with a framework: one small file each, and one seat that they all take before the layer.

seat.py            what happens around a call and before the model speaks, the same for every framework
langchain.py       a middleware for `create_agent`            claude_sdk.py   hooks for `ClaudeAgentOptions`
openai_agents.py   guarded copies of agents                   functions.py    a decorator for plain functions
pydantic_ai.py     a capability

The frameworks are imported when an adapter is asked for: none of them is needed to install or to load Habitus.
"""
