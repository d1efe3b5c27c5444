"""Which well-known names stand for one and the same choice: of two package managers a project uses one, and the newer statement holds.

Written by hand from common knowledge. `one`: of these a project has one; of the others it may have several, each for a purpose of its own.
"""

from __future__ import annotations

from functools import cache

from habitus.learn.knowledge.items import dimension
from habitus.parse.terms import tokens

ONE = """
package_manager npm pnpm yarn bun pip pipenv poetry uv conda hatch pdm cargo composer bundler maven gradle nuget homebrew
test_runner jest vitest mocha pytest unittest nose rspec junit phpunit ava jasmine
linter eslint ruff flake8 pylint golangci-lint rubocop clippy biome stylelint
formatter prettier black yapf gofmt rustfmt autopep8
type_checker mypy pyright tsc flow pyre
bundling webpack vite rollup esbuild parcel turbopack
editor vim neovim nvim emacs vscode helix sublime zed intellij pycharm webstorm xcode nano
system windows macos linux ubuntu debian fedora arch nixos wsl mac
shell_program zsh bash fish powershell
tracker jira linear asana trello clickup shortcut
chat slack discord teams mattermost
ci jenkins circleci travis buildkite teamcity
code_host github gitlab bitbucket gitea forgejo
whitespace tabs spaces
branch main master develop trunk
"""
SEVERAL = """
database postgres postgresql mysql mariadb sqlite mongodb mongo cockroachdb oracle dynamodb cassandra clickhouse duckdb supabase
cache redis memcached valkey
queue kafka rabbitmq sqs nats celery sidekiq
language python golang go rust java kotlin typescript javascript ruby php scala elixir swift csharp c++ c# haskell clojure
framework django flask fastapi rails laravel spring express nestjs nextjs next.js nuxt phoenix gin react vue svelte angular solid
cloud aws gcp azure heroku vercel netlify fly fly.io render railway cloudflare digitalocean hetzner
deploying docker kubernetes k8s nomad ansible terraform pulumi helm
e2e_tests playwright cypress selenium puppeteer
styling tailwind bootstrap sass styled-components
orm prisma sqlalchemy typeorm drizzle sequelize hibernate activerecord
"""


def family(text: str) -> tuple[str, bool]:
    """What a thing is one of, and whether there is only one of it. Empty: nothing that is known."""
    found = next((known for token in tokens(text) if (known := _families().get(token.strip(".")))), None)
    return found or (dimension(text), True)


def is_famous(text: str) -> bool:
    """Does it name something that anybody would know for a name, however it is spelled?"""
    return any(token.strip(".") in _families() for token in tokens(text))


@cache
def _families() -> dict[str, tuple[str, bool]]:
    lines = [(line.split(), is_one) for text, is_one in ((ONE, True), (SEVERAL, False)) for line in text.strip().splitlines()]
    return {name: (words[0], is_one) for words, is_one in lines for name in words[1:]}
