"""Programs that run another program, as data. How each kind is read stands in `unwrap.py`, `shells.py` and `feed.py`."""

from __future__ import annotations

from typing import NamedTuple

from habitus.parse.wordset import wordset


class Wrapper(NamedTuple):
    """`sudo -u bob CMD ...`: flags, then operands of its own, then the command."""

    valued: str = ""
    """Flags whose value is the next word."""
    operands: int = 0
    """Words of its own before the command: the seconds of `timeout`, the host of `ssh`."""
    assigns: bool = False
    """`NAME=value` may come before the command."""
    joins: bool = False
    """The words are joined again and read by a shell."""
    logs_in: bool = False
    """Without a command it starts a shell, which reads standard input."""
    script: str = ""
    """Flags whose value is a script for a shell: `su -c`."""
    only_script: bool = False
    """Without such a flag it runs nothing of ours."""
    describes: str = ""
    """Flags with which it only tells about the command."""
    dashes: bool = False
    """The command stands after `--`, wherever that is."""
    far: bool = False
    """It runs on another machine, or in a container: its files are not ours."""


_DOCKER_RUN = (
    "-a -c -e -h -l -m -p -u -v -w --add-host --attach --cap-add --cap-drop --cidfile --cpus --cpuset-cpus --device --dns --entrypoint"
    " --env --env-file --expose --gpus --group-add --health-cmd --hostname --ip --ipc --label --label-file --link --log-driver --log-opt"
    " --memory --mount --name --net --network --network-alias --pid --pids-limit --platform --publish --pull --restart --runtime"
    " --security-opt --shm-size --stop-signal --sysctl --tmpfs --ulimit --user --userns --uts --volume --volumes-from --workdir"
)
_DOCKER_EXEC = "-e -u -w --detach-keys --env --env-file --user --workdir --index"
_KUBECTL = (
    "-n -c -f -s --namespace --container --context --kubeconfig --cluster --user --server --token --as --filename --image --labels"
    " --pod-running-timeout"
)
_RUN = (
    "-p -P -C -n -e --env-file --extra --group --index --index-url --with --with-editable --with-requirements --package --project"
    " --directory --python --only-group"
)
_NPM = "-p --package --registry --cache --prefix --userconfig -w --workspace"
_UVX = "-p --from --with --python -i --index --default-index --index-url --extra-index-url -f --find-links"
_CONDA = "-n -p --name --prefix --cwd"
_CONTAINER_RUN = Wrapper(_DOCKER_RUN, operands=1, far=True)
_CONTAINER_EXEC = Wrapper(_DOCKER_EXEC, operands=1, far=True)
_CLUSTER_EXEC = Wrapper(_KUBECTL, operands=1, dashes=True, far=True)

WRAPPERS: dict[str, Wrapper] = {
    # the shell's own
    "!": Wrapper(),
    "builtin": Wrapper(),
    "command": Wrapper(describes="-v -V"),
    "coproc": Wrapper(),
    "eval": Wrapper(joins=True),
    "exec": Wrapper("-a"),
    "noglob": Wrapper(),
    "time": Wrapper("-f -o --format --output"),
    "trap": Wrapper(joins=True, describes="-l -p"),
    # as someone else
    "doas": Wrapper("-u -C -a", logs_in=True, describes="-L"),
    "gosu": Wrapper(operands=1),
    "pkexec": Wrapper("-u --user"),
    "runuser": Wrapper("-u -g -G -s -l --user --group --shell --login", script="-c --command"),
    "su": Wrapper("-g -G -s --group --shell", script="-c --command", only_script=True, logs_in=True),
    "su-exec": Wrapper(operands=1),
    "sudo": Wrapper(
        "-u -g -h -p -C -T -U -D -R -r -t --user --group --host --prompt --close-from --chdir --chroot --role --type --other-user"
        " --command-timeout",
        assigns=True,
        logs_in=True,
        describes="-l -e -v -V --list --edit --validate --version --help",
    ),
    # with other surroundings
    "chroot": Wrapper("--userspec --groups", operands=1),
    "dbus-run-session": Wrapper(),
    "env": Wrapper("-u -C -P --unset --chdir", assigns=True, describes="--help --version"),
    "fakeroot": Wrapper("-l -s -i -u -b"),
    "faketime": Wrapper("-f", operands=1),
    "firejail": Wrapper(),
    "nsenter": Wrapper("-t -S -G --target --setuid --setgid"),
    "proxychains": Wrapper("-f"),
    "proxychains4": Wrapper("-f"),
    "setarch": Wrapper(operands=1),
    "systemd-inhibit": Wrapper(),
    "systemd-run": Wrapper("-p -u -E -H -M --unit --property --description --slice --setenv --uid --gid --nice --working-directory"),
    "torsocks": Wrapper(),
    "unshare": Wrapper("-R -w -S -G --root --wd --setuid --setgid"),
    "xvfb-run": Wrapper("-e -f -n -p -s -w --error-file --server-num --server-args"),
    "cross-env": Wrapper(assigns=True),
    "dotenv": Wrapper("-e -f -v -c -p --file", assigns=True),
    "prlimit": Wrapper(),
    "rlwrap": Wrapper("-f -H -p -s -S"),
    "setpriv": Wrapper("--reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits"),
    "sg": Wrapper(operands=1, joins=True, script="-c --command"),
    # for so long, so loud, so often
    "caffeinate": Wrapper("-t -w"),
    "chronic": Wrapper(),
    "chrt": Wrapper("-T -P -D", operands=1),
    "entr": Wrapper(),
    "flock": Wrapper("-w -E --timeout --wait --conflict-exit-code", operands=1, script="-c --command"),
    "gtimeout": Wrapper("-s -k --signal --kill-after", operands=1),
    "hyperfine": Wrapper(
        "-w -r -m -M -L -P -D -n -S --warmup --runs --min-runs --max-runs --export-json --export-markdown --export-csv --parameter-list"
        " --command-name --shell",
        joins=True,
        script="-p --prepare -s --setup -c --cleanup",
    ),
    "ionice": Wrapper("-c -n -p -P -u --class --classdata"),
    "ltrace": Wrapper("-e -o -p -s -u"),
    "nice": Wrapper("-n --adjustment"),
    "nohup": Wrapper(),
    "screen": Wrapper("-S -c -e -h -p -s -t -T -L", describes="-ls -list -r -x -X -wipe"),
    "script": Wrapper("-a -I -O -B -m -E -o", script="-c --command", only_script=True),
    "setsid": Wrapper(),
    "sshpass": Wrapper("-p -f -d -P"),
    "stdbuf": Wrapper("-i -o -e --input --output --error"),
    "strace": Wrapper("-a -b -e -E -I -o -O -p -P -s -S -u -U -X"),
    "taskset": Wrapper(operands=1),
    "timeout": Wrapper("-s -k --signal --kill-after", operands=1),
    "tmux new": Wrapper("-s -n -c -t -F -x -y -e", joins=True),
    "tmux new-session": Wrapper("-s -n -c -t -F -x -y -e", joins=True),
    "tmux new-window": Wrapper("-n -c -t -F -e", joins=True),
    "tmux send-keys": Wrapper("-t -N", joins=True),
    "unbuffer": Wrapper(),
    "valgrind": Wrapper(),
    "watch": Wrapper("-n -q --interval --equexit", joins=True),
    "watchexec": Wrapper("-w -e -f -i -d -s --watch --exts --filter --ignore --debounce --signal", joins=True),
    # one program that is many
    "busybox": Wrapper(describes="--list --help --install"),
    "java -jar": Wrapper(),
    "toybox": Wrapper(),
    "shx": Wrapper(),
    # in a project's environment
    "bundle exec": Wrapper(),
    "bun x": Wrapper("-p --package --registry"),
    "bunx": Wrapper("-p --package --registry"),
    "conda run": Wrapper(_CONDA),
    "corepack": Wrapper(),
    "direnv exec": Wrapper(operands=1),
    "devbox run": Wrapper("-c -e --config --env --env-file"),
    "dotenvx run": Wrapper("-f -e --env-file --env", dashes=True),
    "fnm exec": Wrapper("--using --fnm-dir --arch --log-level"),
    "hatch run": Wrapper(),
    "mamba run": Wrapper(_CONDA),
    "micromamba run": Wrapper(_CONDA),
    "mise exec": Wrapper(dashes=True),
    "mise x": Wrapper(dashes=True),
    "nix develop -c": Wrapper(),
    "nix develop --command": Wrapper(),
    "nix-shell": Wrapper("-A -I -p -E", script="--run --command", only_script=True),
    "npm exec": Wrapper(_NPM, script="-c --call"),
    "npm x": Wrapper(_NPM, script="-c --call"),
    "npx": Wrapper(_NPM, script="-c --call"),
    "nvm exec": Wrapper(operands=1),
    "pdm run": Wrapper(_RUN),
    "pipenv run": Wrapper(),
    "pipx run": Wrapper("--spec --python --index-url -i --pip-args"),
    "pixi run": Wrapper(_RUN),
    "pnpm dlx": Wrapper("--package --registry"),
    "pnpm exec": Wrapper(),
    "poetry run": Wrapper(),
    "pyenv exec": Wrapper(),
    "rbenv exec": Wrapper(),
    "rye run": Wrapper(),
    "uv run": Wrapper(_RUN),
    "uv tool run": Wrapper(_UVX),
    "uvx": Wrapper(_UVX),
    "yarn dlx": Wrapper("-p --package --registry"),
    "yarn exec": Wrapper(),
    # with secrets in the environment
    "aws-vault exec": Wrapper("-d -r --duration --region", operands=1),
    "chamber exec": Wrapper(dashes=True),
    "doppler run": Wrapper("-p -c -t --project --config --token --mount", script="--command", dashes=True),
    "infisical run": Wrapper(script="--command", dashes=True),
    "op run": Wrapper("--env-file --account", dashes=True),
    # elsewhere
    "adb shell": Wrapper(joins=True, far=True),
    "ansible": Wrapper("-m -i -u --module-name --inventory --user", script="-a --args", only_script=True, far=True),
    "docker compose exec": _CONTAINER_EXEC,
    "docker compose run": _CONTAINER_RUN,
    "docker container exec": _CONTAINER_EXEC,
    "docker container run": _CONTAINER_RUN,
    "docker exec": _CONTAINER_EXEC,
    "docker run": _CONTAINER_RUN,
    "docker-compose exec": _CONTAINER_EXEC,
    "docker-compose run": _CONTAINER_RUN,
    "fly ssh console": Wrapper("-a --app", script="-C --command", only_script=True, far=True),
    "gcloud compute ssh": Wrapper(script="--command", only_script=True, dashes=True, far=True),
    "heroku run": Wrapper("-a -s -e -r --app --size --env --remote", joins=True, far=True),
    "kubectl exec": _CLUSTER_EXEC,
    "kubectl run": _CLUSTER_EXEC,
    "lxc exec": Wrapper("--env --cwd --user", operands=1, far=True),
    "nerdctl exec": _CONTAINER_EXEC,
    "nerdctl run": _CONTAINER_RUN,
    "oc exec": _CLUSTER_EXEC,
    "podman exec": _CONTAINER_EXEC,
    "podman run": _CONTAINER_RUN,
    "ssh": Wrapper("-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w", operands=1, joins=True, logs_in=True, far=True),
    "vagrant ssh": Wrapper(script="-c --command", only_script=True, far=True),
    "wsl": Wrapper("-d -u --distribution --user --cd", far=True),
    # git runs things too
    "git bisect run": Wrapper(),
    "git filter-branch": Wrapper(script="--tree-filter --index-filter --msg-filter --env-filter --commit-filter", only_script=True),
    "git rebase": Wrapper(script="-x --exec", only_script=True),
    "git submodule foreach": Wrapper(joins=True),
}

BEFORE_SUBCOMMAND = {
    "docker": "-c -H -l -f -p --config --context --host --log-level --file --project-name --profile --env-file --project-directory",
    "adb": "-s -t -H -P -L",
    "docker-compose": "-f -p --file --project-name --profile --env-file --project-directory",
    "gcloud": "--project --zone --region --account",
    "git": "-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix",
    "kubectl": _KUBECTL,
    "npm": "-C -w --prefix --workspace",
    "oc": _KUBECTL,
    "pnpm": "-C -F --dir --filter",
    "podman": "-c -l --context --log-level",
    "poetry": "-C -P --directory --project",
    "uv": "--directory --project --python",
    "yarn": "--cwd",
}
"""Flags that take a value and stand between a program's name and the subcommand."""

NODE_PROGRAMS = wordset(
    "rimraf del-cli shx cross-env dotenv dotenvx prettier eslint stylelint biome jest vitest mocha ava cypress playwright prisma knex"
    " sequelize sequelize-cli typeorm drizzle-kit wrangler firebase serverless sls cdk"
)
"""Programs that a project brings along, and that `yarn`, `pnpm` and `bun` run by their bare name. Another bare word is a script of the
project, of which only its file knows what it does, or a subcommand: `pnpm rm x` removes a dependency."""

SHELLS = wordset("sh bash zsh dash ksh mksh ash fish csh tcsh rbash pwsh powershell cmd")
SHELL_VALUED = wordset("-o -O +o +O --rcfile --init-file -executionpolicy -ep -file")

XARGS_VALUED = wordset(
    "-a -d -E -I -J -L -n -P -R -S -s --arg-file --delimiter --eof --max-args --max-procs --max-chars --max-lines --process-slot-var"
)
PARALLEL_VALUED = wordset(
    "-j -P -n -N -L -S -a -C -d -I -s -E --jobs --max-procs --max-args --max-replace-args --results --joblog --delay --timeout --sshlogin"
    " --sshloginfile --slf --colsep --tmpdir --tempdir --retries --arg-file --wd --workdir --memfree --load --nice --halt --tagstring"
    " --delimiter --basefile --return --env --transferfile --block --recstart --recend --limit --replace"
)
