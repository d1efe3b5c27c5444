"""App files: what they say, and what a wrong one is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from habitus.agent import app
from habitus.config import Settings
from habitus.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from habitus.agent.app import App

KEY = "sk-0123456789abcdef"
SEED = """\
app:
  app_id: behavior-bot
  name: Behavior Bot
  version: "1.0"

runtime:
  mode: conversation
  workdir_mode: auto
  max_turns: 6
  timeout: 90

agents:
  - id: main
    role: assistant
    brain:
      provider: deepseek
      model: deepseek-chat
      backend: openai_compat
      credential:
        ref: deepseek_main
        scope: per_user
        provider: deepseek
      config:
        api_key: "{{env.DEEPSEEK_API_KEY}}"
        base_url: https://api.deepseek.com/v1
      temperature: 0
      max_tokens: 400
    system_prompt: |
      You are a code-editing assistant. Use Read, Edit, and Bash.
      Reply concisely.

tools:
  modules:
    filesystem: {}
    shell: {}
    memory: {}
  capabilities:
    default_policy: auto

security:
  behavior:
    profile: coding
    classify_turns: false
"""
BRAIN = "{provider: ollama, model: m}"
ONE = f"agents: [{{id: main, brain: {BRAIN}}}]\n"


def parsed(text: str, environ: Mapping[str, str] | None = None) -> App:
    return app.parsed(text, "apps/bot.yaml", environ or {})


def refused(text: str, environ: Mapping[str, str] | None = None) -> list[str]:
    with pytest.raises(ConfigError) as error:
        parsed(text, environ)
    return [line.removeprefix("apps/") for line in str(error.value).split("\n")]


# ── the seed's file ──────────────────────────────────────────────────────────────────────────────


def test_the_seeds_file_is_read_unchanged() -> None:
    bot = parsed(SEED, {"DEEPSEEK_API_KEY": KEY})

    assert (bot.id, bot.name, bot.version, bot.mode, bot.workdir_mode) == ("behavior-bot", "Behavior Bot", "1.0", "conversation", "auto")
    assert (bot.max_turns, bot.timeout, bot.entry, bot.known_as()) == (6, 90.0, "main", "behavior-bot")
    main = bot.agent()
    assert main.system_prompt == "You are a code-editing assistant. Use Read, Edit, and Bash.\nReply concisely.\n"
    brain = main.brain
    assert (brain.provider, brain.model, brain.backend) == ("deepseek", "deepseek-chat", "openai_compat")
    assert (brain.base_url, brain.temperature, brain.max_tokens) == ("https://api.deepseek.com/v1", 0.0, 400)
    assert brain.api_key.value == KEY
    assert bot.modules == {"filesystem": {}, "shell": {}, "memory": {}}
    assert bot.behavior.profile == "coding"
    assert bot.capabilities.default_policy == "auto"


def test_a_file_is_read_from_disk_and_json_is_yaml(tmp_path: Path) -> None:
    file = tmp_path / "bot.json"
    file.write_text(json.dumps({"agents": [{"id": "main", "brain": {"provider": "ollama", "model": "m"}}]}))
    bot = app.read(file, {})
    assert (bot.id, bot.file, bot.agent().brain.model) == ("bot", file, "m")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone.yaml cannot be read: No such file"):
        app.read(tmp_path / "gone.yaml", {})


def test_without_its_key_a_file_is_read_and_the_key_is_missed_when_it_is_needed() -> None:
    key = parsed(SEED).agent().brain.api_key
    assert key.variables == ("DEEPSEEK_API_KEY",)
    with pytest.raises(ConfigError) as error:
        _ = key.value
    assert str(error.value) == (
        "apps/bot.yaml:24 `agents.0.brain.config.api_key` needs the environment variable DEEPSEEK_API_KEY, which is not set:"
        " set it, or choose with --model"
    )


def test_what_is_not_said_has_its_default() -> None:
    bot = parsed(ONE)
    assert (bot.id, bot.name, bot.mode, bot.max_turns, bot.timeout) == ("bot", "bot", "conversation", 50, 1800.0)
    assert (bot.modules, bot.own, bot.settings) == ({}, {}, Settings())
    assert (bot.agent().role, bot.agent().modules, bot.agent().switches) == ("assistant", None, {})


def test_both_spellings_of_a_key_are_read() -> None:
    bot = parsed(f"runtime: {{maxTurns: 3}}\nagents: [{{id: a, brain: {BRAIN}, systemPrompt: hi, skillEvolve: true}}]\n")
    assert (bot.max_turns, bot.agent().system_prompt, bot.agent().switches) == (3, "hi", {"skill_evolve": True})


@pytest.mark.parametrize("word", ["one_shot", "oneshot", "task"])
def test_ending_with_the_first_answer_has_several_names(word: str) -> None:
    assert parsed(f"runtime: {{mode: {word}}}\n{ONE}").mode == "one_shot"


def test_keys_for_other_programs_screens_are_read_over() -> None:
    assert parsed(f"app: {{app_id: a, icon: star, tags: [x], quickPrompts: []}}\nui: {{layout: code}}\n{ONE}").id == "a"


# ── agents ───────────────────────────────────────────────────────────────────────────────────────

CREW = f"""\
app: {{app_id: crew}}
runtime: {{entry_agent: lead}}
skills: {{skill_evolve: true, skill_nudge_interval: 5}}
persona: {{self_evolve: true}}
tools: {{modules: {{filesystem: , shell: {{timeout: 5}}}}}}
agents:
- {{id: reader, brain: {BRAIN}, modules: {{filesystem: [read, Grep]}}, skill_nudge_interval: 0}}
- {{id: lead, brain: {BRAIN}}}
- {{id: runner, brain: {BRAIN}, modules: [shell, filesystem: [Read]], delegate_to: [reader], self_evolve: false, kind: open}}
"""


def test_agents_have_fewer_modules_and_call_each_other_as_the_file_says() -> None:
    crew = parsed(CREW)
    reader, lead, runner = crew.agents
    assert crew.agent() is lead
    assert (reader.modules, lead.modules, runner.modules) == (
        {"filesystem": ("Read", "Grep")},
        None,
        {"shell": (), "filesystem": ("Read",)},
    )
    assert (reader.delegate_to, lead.delegate_to, runner.delegate_to) == ((), ("reader", "runner"), ("reader",))
    assert [crew.known_as(one.id) for one in crew.agents] == ["crew.reader", "crew", "crew.runner"]


def test_an_agents_switches_win_over_the_apps() -> None:
    reader, lead, runner = parsed(CREW).agents
    usual = {"skill_evolve": True, "skill_nudge_interval": 5, "self_evolve": True}
    assert lead.switches == usual
    assert reader.switches == usual | {"skill_nudge_interval": 0}
    assert runner.switches == usual | {"self_evolve": False, "kind": "open"}


def test_an_agent_that_is_not_there_is_named() -> None:
    with pytest.raises(ConfigError, match="crew has no agent called 'x': known are reader, lead, runner"):
        parsed(CREW).agent("x")


# ── brains ───────────────────────────────────────────────────────────────────────────────────────


def brain_of(brain: str, environ: Mapping[str, str] | None = None) -> app.Brain:
    return parsed(f"agents:\n- id: main\n  brain: {brain}\n", environ).agent().brain


def test_a_provider_brings_its_api_its_address_and_its_key() -> None:
    brain = brain_of("{provider: anthropic, model: c}", {"ANTHROPIC_API_KEY": KEY})
    assert (brain.backend, brain.base_url, brain.api_key.value) == ("anthropic", "https://api.anthropic.com", KEY)


def test_a_providers_key_goes_to_no_other_address_unless_the_file_says_so() -> None:
    environ = {"OPENAI_API_KEY": KEY}
    assert not brain_of("{provider: openai, model: m, config: {base_url: https://example.org/v1}}", environ).api_key
    named = "{provider: openai, model: m, config: {base_url: https://example.org/v1, api_key: '{{env.OPENAI_API_KEY}}'}}"
    assert brain_of(named, environ).api_key.value == KEY


def test_any_provider_will_do_with_an_address() -> None:
    brain = brain_of("{provider: mine, model: m, config: {base_url: 'http://127.0.0.1:{{env.PORT}}/v1'}}", {"PORT": "8080"})
    assert (brain.provider, brain.backend, brain.base_url, brain.api_key.value) == ("mine", "openai_compat", "http://127.0.0.1:8080/v1", "")


def test_a_local_model_is_a_file_seen_from_the_app_file() -> None:
    assert brain_of("{provider: local, model: models/a.gguf}").model == "apps/models/a.gguf"
    assert brain_of("{backend: local, model: /a.gguf}").model == "/a.gguf"


def test_headers_and_prices_are_the_files() -> None:
    brain = brain_of(
        "{provider: ollama, model: m, config: {headers: {X-Team: 'a {{env.T}}'}}, prices: {input: 0.5, output: 2}}", {"T": "b"}
    )
    assert brain.headers == {"X-Team": "a b"}
    assert brain.prices
    assert brain.prices.cost(1_000_000, 500_000) == 1.5
    assert brain_of(BRAIN).prices is None


@pytest.mark.parametrize("value", ["two words", "caf\u00e9", "a\nb"])
def test_a_key_that_no_header_can_carry_is_refused_without_being_shown(value: str) -> None:
    with pytest.raises(ConfigError) as error:
        _ = parsed(SEED, {"DEEPSEEK_API_KEY": value}).agent().brain.api_key.value
    assert value not in str(error.value)
    assert "copy the key again" in str(error.value)


def test_an_empty_key_is_a_missing_one() -> None:
    with pytest.raises(ConfigError, match="DEEPSEEK_API_KEY, which is empty"):
        _ = parsed(SEED, {"DEEPSEEK_API_KEY": " "}).agent().brain.api_key.value


# ── the folder ───────────────────────────────────────────────────────────────────────────────────


def test_tools_work_where_the_command_says_or_the_file_or_where_one_stands(tmp_path: Path) -> None:
    (tmp_path / "named").mkdir()
    (tmp_path / "filed").mkdir()
    file = tmp_path / "bot.yaml"

    def bot(runtime: str) -> App:
        file.write_text(f"runtime: {runtime}\n{ONE}")
        return app.read(file, {"F": "filed"})

    assert bot("{}").folder(None, tmp_path) == tmp_path
    assert bot("{}").folder("named", tmp_path) == tmp_path / "named"
    assert bot("{workdir: '{{env.F}}'}").folder(None, Path("/")) == tmp_path / "filed"
    assert bot("{workdir: filed}").folder("named", tmp_path) == tmp_path / "named"
    assert bot("{workdir_mode: fixed, workdir: filed}").folder(None, Path("/")) == tmp_path / "filed"
    assert bot("{workdir_mode: none}").folder(None, tmp_path) is None
    with pytest.raises(ConfigError, match="and in no other folder"):
        bot("{workdir_mode: fixed, workdir: filed}").folder("named", tmp_path)
    with pytest.raises(ConfigError, match="add --workdir FOLDER"):
        bot("{workdir_mode: required}").folder(None, tmp_path)
    with pytest.raises(ConfigError, match="missing is no folder: make it"):
        bot("{}").folder("missing", tmp_path)


# ── capabilities ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("block", ["capabilities: {}", "tools: {{capabilities: {}}}"])
def test_capabilities_stand_in_either_place_in_either_language(block: str) -> None:
    theirs = "{default_policy: approve, grant: [Read, {module: filesystem, tools: [grep, glob]}], deny: [web.fetch]}"
    found = parsed(f"{block.replace('{}', theirs).replace('{{', '{').replace('}}}', '}}')}\n{ONE}").capabilities
    assert (found.default_policy, found.allow, found.deny) == ("ask", ["Read", "filesystem.grep", "filesystem.glob"], ["web.fetch"])


# ── faults ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("runtime:\n  mode: often", "bot.yaml:2 `runtime.mode` must be 'conversation', 'one_shot', 'oneshot' or 'task', got 'often'"),
        ("runtime: {max_turns: 0}", "bot.yaml:1 `runtime.max_turns` must be a whole number from 1 to 10000, got 0"),
        ("runtime: {timeout: soon}", "bot.yaml:1 `runtime.timeout` must be a number from 1 to 86400, got 'soon'"),
        ("runtime: {timeot: 1}", "bot.yaml:1 `runtime.timeot` is not a setting; did you mean `runtime.timeout`?"),
        ("runtime: {triggers: []}", "bot.yaml:1 `runtime.triggers` is nothing that Habitus does: take it out"),
        ("runtime: {entry_agent: man}", "bot.yaml:1 `runtime.entry_agent` names no agent, got 'man': did you mean 'main'?"),
        ("runtime: {workdir_mode: fixed}", "bot.yaml:1 `runtime.workdir_mode` is fixed, and needs the folder as `runtime.workdir`"),
        ('runtime: {workdir: "a\\0b"}', "bot.yaml:1 `runtime.workdir` must be the path of a folder"),
        ("runtime: 5", "bot.yaml:1 `runtime` holds settings such as `runtime.mode`, not a single value"),
        ("app: {app_id: ../x}", "bot.yaml:1 `app.app_id` cannot be used: an agent's name is a word or a few"),
        ("apps: {}", "bot.yaml:1 `apps` is not a setting; did you mean `app`?"),
        ("hooks: []", "bot.yaml:1 `hooks` is nothing that Habitus does: take it out"),
        ("store: {url: x}", "bot.yaml:1 `store` is the machine's and not an app's: put it into habitus.yaml"),
        ("tools: {modules: {shel: {}}}", "bot.yaml:1 `tools.modules.shel` is not a module; did you mean `shell`?"),
        ("tools: {modules: {shell: 5}}", "bot.yaml:1 `tools.modules.shell` must be a mapping with the module's options, or {} for none"),
        ("tools: {modules: {shell: {timeot: 5}}}", "bot.yaml:1 `tools.modules.shell.timeot` is not an option; did you mean `timeout`?"),
        ("tools: {modules: {memory: {x: 5}}}", "bot.yaml:1 `tools.modules.memory` has no options; remove `x`"),
        ("tools: {modules: [shell]}", "bot.yaml:1 `tools.modules` must be names with anything each, got a list"),
        ("capabilities: {deny: [shell]}", "bot.yaml:1 `capabilities.deny.0` names a module: name its tools, or leave `shell` out of"),
        ("tools:\n  capabilities:\n    grant: 5", "bot.yaml:3 `tools.capabilities.grant` must be a list of tools"),
        ("capabilities: {grant: [], allow: []}", "bot.yaml:1 `capabilities.grant` is given twice, as `grant` and as `allow`; keep one"),
        ("capabilities: {}\ntools: {capabilities: {}}", "bot.yaml:2 `tools.capabilities` is given at the top of the file too: keep one"),
        ("learning: {min_confidence: 2}", "bot.yaml:1 `learning.min_confidence` must be a number from 0 to 1, got 2"),
        ("persona: {self_evolve: maybe}", "bot.yaml:1 `persona.self_evolve` must be true or false, got 'maybe'"),
        ("app: {name: '{{user.name}}'}", "bot.yaml:1 `app.name` holds '{{user.name}}', which nothing fills: only {{env.NAME}} is known"),
        ("app: {name: '{{env.NOPE}}'}", "bot.yaml:1 `app.name` needs the environment variable NOPE, which is not set"),
        (
            "security: {behavior: {profile: codin}}",
            "bot.yaml:1 `security.behavior.profile` names the profile 'codin', which does not exist",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, said: str) -> None:
    (line,) = refused(f"{text}\n{ONE}")
    assert line.startswith(said)


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (f"{{brain: {BRAIN}}}", "bot.yaml:1 `agents.0.id` is missing: give the agent a name"),
        ("{id: a}", "bot.yaml:1 `agents.0` needs a `brain` with `provider` and `model`"),
        ("{id: a, brain: {provider: ollama}}", "bot.yaml:1 `agents.0.brain` needs a `model`"),
        ("{id: a, brain: {model: m}}", "bot.yaml:1 `agents.0.brain` needs a `provider`: one of anthropic, "),
        ("{id: a, brain: {provider: deepsek, model: m}}", "bot.yaml:1 `agents.0.brain.provider` is not known here: did you mean deepseek?"),
        (
            "{id: a, brain: {provider: deepseek, model: m, backend: anthropic}}",
            "bot.yaml:1 `agents.0.brain.config` needs a `base_url`: where deepseek speaks anthropic is not known here",
        ),
        (
            "{id: a, brain: {provider: x, model: m, config: {base_url: 'http://me:pw@x/'}}}",
            "bot.yaml:1 `agents.0.brain.config.base_url` must hold no user, password or query",
        ),
        (
            "{id: a, brain: {provider: x, model: m, config: {base_url: x}}}",
            "bot.yaml:1 `agents.0.brain.config.base_url` must look like https://host:port/path",
        ),
        (
            "{id: a, brain: {provider: ollama, model: m, config: {api_key: '{{secret.x}}'}}}",
            "bot.yaml:1 `agents.0.brain.config.api_key` holds '{{secret.x}}', which nothing fills",
        ),
        (
            "{id: a, brain: {provider: ollama, model: m, config: {headers: {a b: c}}}}",
            "bot.yaml:1 `agents.0.brain.config.headers.a b` must be a header",
        ),
        (
            "{id: a, brain: {provider: ollama, model: m, credential: [1]}}",
            "bot.yaml:1 `agents.0.brain.credential` must be a name, or a mapping",
        ),
        (
            "{id: a, brain: {provider: ollama, model: m, temperature: .nan}}",
            "bot.yaml:1 `agents.0.brain.temperature` must be a number from 0 to 2, got NaN",
        ),
        (
            "{id: a, brain: {provider: ollama, model: m, max_tokens: 0}}",
            "bot.yaml:1 `agents.0.brain.max_tokens` must be a whole number of at least 1",
        ),
        (f"{{id: a, brain: {BRAIN}, prompt: x, system_prompt: y}}", "bot.yaml:1 `agents.0.prompt` is given twice"),
        (
            f"{{id: a, brain: {BRAIN}, modules: [web]}}",
            "bot.yaml:1 `agents.0.modules` names a module that the app does not have, got 'web'",
        ),
        ('{id: a, brain: {provider: local, model: "a\\0.gguf"}}', "bot.yaml:1 `agents.0.brain.model` must be a name or a path"),
        (f"{{id: a, brain: {BRAIN}, modules: 5}}", "bot.yaml:1 `agents.0.modules` must be a list of modules"),
        (f"{{id: a, brain: {BRAIN}, delegate_to: [b]}}", "bot.yaml:1 `agents.0.delegate_to` names no agent, got 'b': did you mean 'a'?"),
        (f"{{id: a, brain: {BRAIN}, timezone: Mars}}", "bot.yaml:1 `agents.0.timezone` is no time zone, got 'Mars'"),
        (f"{{id: a, brain: {BRAIN}, evolution_cron_schedule: x}}", "bot.yaml:1 `agents.0.evolution_cron_schedule` cannot be used: "),
        (f"{{id: a, brain: {BRAIN}, evolution_guardrails: {{x: 1}}}}", "bot.yaml:1 `agents.0.evolution_guardrails` cannot be used: "),
        ("5", "bot.yaml:1 `agents.0` holds settings such as `id`, not a single value"),
    ],
)
def test_what_is_wrong_with_an_agent_is_named_with_its_line(agent: str, said: str) -> None:
    (line,) = refused(f"agents: [{agent}]\n")
    assert line.startswith(said)


def test_a_tool_that_a_module_does_not_have_is_named_with_the_nearest() -> None:
    assert refused(f"tools: {{modules: {{filesystem: {{}}}}}}\nagents: [{{id: a, brain: {BRAIN}, modules: {{filesystem: [Reed]}}}}]") == [
        "bot.yaml:2 `agents.0.modules` names a tool that filesystem does not have, got 'Reed': did you mean `Read`?"
    ]


def test_a_file_without_agents_says_what_is_missing() -> None:
    assert refused("app: {app_id: a}") == ["bot.yaml `agents` must list one agent at least, with an `id` and a `brain`"]
    assert refused("agents: []") == ["bot.yaml:1 `agents` must list one agent at least, with an `id` and a `brain`"]


def test_an_id_is_given_once() -> None:
    assert refused(f"agents:\n- {{id: a, brain: {BRAIN}}}\n- {{id: a, brain: {BRAIN}}}\n") == [
        "bot.yaml:3 `agents.1.id` is given twice: 'a' stands above it"
    ]


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    text = """\
app: {nam: x}
runtime: {mode: x}
agents:
  - id: a
    brain: {provider: deepsek, model: m, temprature: 1}
  - id: a
    brain: {provider: x, config: {base_url: y}}
tools: {modules: {x: }}
learnin: 1
"""
    assert [line.split("`")[1] for line in refused(text)] == [
        "app.nam",
        "runtime.mode",
        "agents.0.brain.provider",
        "agents.0.brain.temprature",
        "agents.1.id",
        "agents.1.brain",
        "agents.1.brain.config.base_url",
        "tools.modules.x",
        "learnin",
    ]


# ── secrets ──────────────────────────────────────────────────────────────────────────────────────


def test_a_secret_is_in_no_repr() -> None:
    text = SEED.replace('"{{env.DEEPSEEK_API_KEY}}"', KEY).replace("classify_turns: false", f"brain: {{config: {{api_key: {KEY}}}}}")
    text = text.replace("shell: {}", f"shell: {{env: [{KEY}]}}")
    bot = parsed(text)
    laid = app.settings(bot, Settings())
    assert bot.agent().brain.api_key.value == KEY
    assert KEY not in repr(bot) + repr(laid) + repr(bot.settings) + repr(bot.agent().brain.api_key)


def test_a_key_of_the_wrong_type_is_not_shown() -> None:
    assert refused("agents: [{id: a, brain: {provider: ollama, model: m, config: {api_key: 123456}}}]") == [
        "bot.yaml:1 `agents.0.brain.config.api_key` must be text"
    ]


def test_what_comes_from_the_environment_is_no_template_and_is_not_shown() -> None:
    assert parsed(f"app: {{name: '{{{{env.A}}}}'}}\n{ONE}", {"A": "{{env.B}}", "B": "no"}).name == "{{env.B}}"
    assert refused(f"runtime: {{mode: '{{{{env.A}}}}'}}\n{ONE}", {"A": KEY})[0].endswith("got '{{env.A}}'")


def test_a_refusal_does_not_carry_the_file_in_its_traceback() -> None:
    with pytest.raises(ConfigError) as error:
        parsed("agents: [{id: 5}]")
    assert error.value.__cause__ is None
    assert error.value.__context__ is None
