"""Commands that run tests, that look around in folders, and that bring files into form, as data for `effects.py`."""

from __future__ import annotations

from habitus.parse.synopsis import Program

_NAMES = (
    "pytest|py.test|tox|nox|ctest|rspec|phpunit|vitest|jest|mocha|ava|karma|cypress|nextest|behave|nose2|nosetests|trial|bats|busted|prove|pest"
    "|ginkgo|gotestsum|unittest|stestr|phpspec|elm-test|testem|tap|tape|jasmine"
    "|test.sh|tests.sh|run_tests.sh|run-tests.sh|runtests.sh|run_tests.py|runtests.py"
)
_TASKS = "test|tests|test:*|test-*|*:test|*-test|unit|unit:*|e2e|e2e:*|integration|coverage|check"
_BUILDERS = (
    "dotnet|swift|mix|sbt|lein|stack|cabal|bazel|bazelisk|buck|buck2|flutter|dart|meson|zig|crystal|gleam|pants|forge|hardhat|anchor"
)

TESTS = (
    Program(_NAMES, {"": "tests"},
            harmless="--help --version -V --collect-only --co --listTests --clearCache --fixtures --markers --list -l --showconfig"),
    Program("npm|pnpm|yarn|bun|deno|composer|hatch|pdm|rye|uv|mise|just|task|invoke|inv|rake|rails", {
        f"{_TASKS}|t|tst|spec|spec:*": "tests",
        f"run|run-script {_TASKS}": "tests",
    }, valued="-C -F -w --prefix --filter --cwd --workspace --dir"),
    Program("make|gmake|ninja|bmake", {f"... {_TASKS}|test_*|*-tests|unittest|pytest": "tests"},
            valued="-C -f -j -l -o -W --directory --file", harmless="--help --version -n --dry-run --just-print -q --question"),
    Program("cargo|cross", {"test|t|nextest|llvm-cov|tarpaulin|miri": "tests"},
            valued="-p --manifest-path --config", harmless="--help --version --no-run"),
    Program("go", {"test": "tests"}, valued="-C", harmless="-list --help -h", one_dash=True),
    Program(_BUILDERS, {"test|tests|testOnly|testQuick|coverage": "tests", "build|run test": "tests"}),
    Program("dune", {"test|runtest": "tests"}),
    Program("mvn|mvnw|mvnd|gradle|gradlew|ant", {"... test|verify|check|integration-test|*:test|*:check|*Test|surefire:*": "tests"},
            valued="-f -p -b -P --file --project-dir", harmless="--help --version --dry-run -DskipTests -Dmaven.test.skip"),
    Program("playwright|nx|turbo|lerna|ng|ember|moon", {
        "test|e2e|test:*": "tests",
        "run test|*:test|test:*": "tests",
        "run-many -t=test|--target=test": "tests",
    }, valued="-t --target"),
    Program("python|python3|py", {"*manage.py|setup.py test": "tests", "*runtests.py|*run_tests.py": "tests"}),
    Program("manage", {"test": "tests"}),
    Program("php", {"artisan test": "tests", "*phpunit|*pest": "tests"}),
    Program("node|bun", {"--test": "tests"}),
    Program("ruby", {"*_test.rb|*_spec.rb": "tests"}, valued="-I -r"),
    Program("xcodebuild", {"... test|test-without-building": "tests"},
            valued="-scheme -project -workspace -destination -configuration -sdk", one_dash=True),
    Program("coverage", {"run": "tests"}, valued="-m --source"),
    Program("cmake", {"-t=test|--target=test|--target=check": "tests"}, valued="-t --build --target --config"),
)  # fmt: skip

BROWSERS = (
    Program("ls|gls|eza|exa|lsd|dir|vdir", {
        "-l|-R|-a|-A|-T|--all|--almost-all|--long|--recursive|--tree": "browses",
        "<.|./|..|../|[/]>": "browses",
        "</s|/S>": "browses",
    }, valued="-I -w --ignore --hide --color --sort --time"),
    Program("find|gfind|bfs|tree", {"": "browses"}, one_dash=True),
)  # fmt: skip

ALL, BEHIND = "every operand is a file", "every operand behind the first"
_LINTS = "-c -f -o --config --ext --rule --format --output-file --ignore-path --ignore-pattern --parser --plugin --max-warnings"
_TIDY = "-l -t -p -s --line-length --target-version --config --include --exclude --extend-exclude --profile --settings-path --src --skip"

FORMATTERS = (
    Program("prettier", {"--write|-w": ALL}, valued="--config --parser --ignore-path --log-level --loglevel --plugin"),
    Program("eslint|stylelint|oxlint", {"--fix": ALL}, valued=_LINTS),
    Program("black|isort", {"<*> !--check|--check-only|--diff|-c|--code|-d": ALL}, valued=_TIDY),
    Program("ruff", {"format <*> !--check|--diff": BEHIND, "check --fix|--fix-only <*> !--diff": BEHIND},
            valued="-e --config --select --ignore --extend-select --line-length --target-version --exclude --output-format"),
    Program("autopep8|yapf|autoflake", {"-i|--in-place": ALL}, valued="--max-line-length --style --select --ignore --imports"),
    Program("pyupgrade|mdformat|dos2unix|unix2dos|stylua|swiftformat", {"<*> !--check|--lint": ALL}, valued="--config --wrap"),
    Program("gofmt|goimports|gofumpt|shfmt", {"-w": ALL}, valued="-r -local -i -ln"),
    Program("rustfmt", {"<*> !--check": ALL}, valued="--edition --config --config-path --emit"),
    Program("clang-format", {"-i": ALL}),
    Program("biome", {"format|check|lint --write|--fix|--apply": BEHIND}, valued="--config-path"),
    Program("rubocop", {"-a|-A|--autocorrect|--autocorrect-all|--auto-correct": ALL}, valued="-c -f --only --config --format"),
    Program("terraform|tofu", {"fmt <*> !-check|-diff": BEHIND}, one_dash=True),
    Program("ktlint", {"-F|--format": ALL}),
    Program("sqlfluff", {"fix|format <*>": BEHIND}, valued="-d -r --dialect --rules"),
    Program("taplo|zig|dart|mix", {"fmt|format <*> !--check|--check-formatted": BEHIND}),
)  # fmt: skip
