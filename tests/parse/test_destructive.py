"""What is destructive, family by family, in the spellings people use; and beside each what only looks like it."""

from __future__ import annotations

import pytest

from habitus.parse.destructive import FAMILIES, find, find_sql
from habitus.parse.shell import commands
from habitus.parse.synopsis import compiled

DESTRUCTIVE: dict[str, list[str]] = {
    "files": [
        "rm -rf build",
        "rm -fr build",
        "rm -r -f -- build",
        "rm build -rf",
        "rm -vRf build",
        "rm --recursive --force build",
        "rm --recurs --forc build",
        "rm -r''f build",
        "'rm' -rf build",
        "\\rm -rf build",
        "/bin/rm -rf build",
        "rm \\\n  -rf build",
        "rm -rf /tmp/x",
        "rm -r ~",
        "rm -r /etc",
        "rm -f /*",
        "sudo rm -rf /",
        "env A=1 rm -rf build",
        "timeout 5 rm -rf build",
        "sh -c 'rm -rf build'",
        "echo $(rm -rf build)",
        "cd x && rm -rf .",
        "if true; then rm -rf build; fi",
        "D=build; rm -rf $D",
        "X='rm -rf'; $X build",
        "$(which rm) -rf build",
        "{rm,-rf,build}",
        "rm${IFS}-rf${IFS}build",
        "find . -delete",
        "find . -type f -exec rm -f {} +",
        "find . -name x | xargs rm -f",
        "find . -name x -print0 | xargs -0 rm -rf",
        "fd x -X rm -f",
        "parallel rm -rf ::: a b",
        "busybox rm -rf build",
        "echo cm0gLXJmIGJ1aWxk | base64 -d | sh",
        "bash <<'E'\nrm -rf build\nE",
        "cat > c.sh <<'E'\nrm -rf build\nE\nsh c.sh",
        "python3 -c \"import shutil; shutil.rmtree('build')\"",
        "node -e \"fs.rmSync('build', {recursive: true, force: true})\"",
        "perl -e 'system(\"rm -rf build\")'",
        "docker exec c rm -rf /data",
        "ssh host 'rm -rf /data'",
        "shred -u f",
        "truncate -s 0 f",
        "dd if=/dev/zero of=/dev/sda bs=1M",
        "mkfs.ext4 /dev/sdb1",
        "wipefs -a /dev/sdb",
        "echo x > /dev/sda",
        "cat image | sudo tee /dev/nvme0n1",
        "chmod -R 777 /",
        "chown -R me ~",
        "mv data /dev/null",
        "rsync -a --delete a/ b/",
        "rsync -avz --delete-after a/ host:b/",
        "powershell -Command Remove-Item -Recurse -Force build",
        "cmd /c rd /s /q build",
        "echo a\u00a0# b; rm -rf build",
        "echo a\r# b; rm -rf build",
        "rm() { echo no; }; sudo rm -rf build",
        "rm() { echo no; }; unset -f rm; rm -rf build",
        "echo 'rm -rf build' > c.sh; cat c.sh | sh",
        "echo 'rm -rf build' > c.sh; eval \"$(< c.sh)\"",
        "bash -s -- a <<< 'rm -rf build'",
        ". /dev/stdin <<< 'rm -rf build'",
        "sh -c \"alias k='rm -rf'\nk build\"",
        "alias rm='rm -i'\nrm -rf build",
        'a=(-r); a+=(-f); rm "${a[@]}" build',
        "flock /tmp/l -c 'rm -rf build'",
        "runuser -l me -c 'rm -rf build'",
        "docker run --rm --entrypoint sh img -c 'rm -rf /data'",
        "gcloud compute ssh vm -- rm -rf /data",
        "npx rimraf@5 build",
        "yarn rimraf build",
        "yarn --cwd web run rimraf build",
        "pnpm -C web rimraf build",
        "bun x rimraf build",
        "bun run rimraf build",
        "npx del-cli build",
        "git config --global alias.x '!rm -rf build'; git -C web x",
        "yarn shx rm -rf build",
        "npx cross-env A=1 shx rm -rf build",
        "lua -e 'os.execute(\"rm -rf build\")'",
        "powershell Remove-Item -Recurse -Force build",
    ],
    "git": [
        "git -c alias.x='reset --hard' x",
        "git config alias.x 'reset --hard' && git x",
        "git config alias.x reset; git x --hard",
        "git reset --hard",
        "git reset HEAD~3 --hard",
        "git -C x reset --hard",
        "git -c core.pager=cat --git-dir=.git reset --hard",
        "/usr/bin/git reset -q --hard",
        "git clean -fd",
        "git clean -xfd",
        "git clean -f -d",
        "git push --force",
        "git push origin main -f",
        "git push -uf origin main",
        "git push origin +main",
        "git push origin +HEAD:main",
        "git push origin :old",
        "git push origin --delete old",
        "git push --mirror",
        "git checkout -- .",
        "git checkout .",
        "git checkout HEAD~1 src/a.py",
        "git checkout main -- src/a.py",
        "git checkout README.md",
        "git checkout -f main",
        "git restore a.py",
        "git restore --staged --worktree a.py",
        "git restore --source=HEAD~1 .",
        "git switch -f main",
        "git switch --discard-changes main",
        "git stash drop",
        "git stash clear",
        "git worktree remove -f ../x",
        "git branch -D x",
        "git branch --delete --force x",
        "git branch -df x",
        "git filter-branch --all",
        "git reflog expire --expire=now --all",
        "git update-ref -d refs/heads/x",
        "git gc --prune=now",
        "git branch | grep x | xargs git branch -D",
        "git status\\ngit reset --hard",
        "$GIT reset --hard",
    ],
    "databases": [
        "cat > m.sql <<'E'\nDROP TABLE t;\nE\npsql -d db -f m.sql",
        "psql -c 'DROP TABLE users'",
        "psql -c 'select 1' -c 'TRUNCATE users'",
        'psql -d x --command="DROP SCHEMA public CASCADE"',
        "psql -c 'DROP/**/TABLE users'",
        "psql <<E\nDELETE FROM users;\nE",
        "echo 'drop database x' | mysql -u root",
        "mysql -uroot -psecret -e'delete from t where 1=1'",
        "sqlite3 x.db 'UPDATE t SET a = 1'",
        "docker exec -i db psql -U postgres <<< 'drop table x'",
        "kubectl exec -it db -- mysql -e 'drop table x'",
        "cqlsh -e 'DROP KEYSPACE k'",
        'mongosh --eval "db.dropDatabase()"',
        'mongosh x <<< "db.users.deleteMany({})"',
        "redis-cli -h x FLUSHALL",
        "echo flushdb | redis-cli",
        "dropdb prod",
        "npx prisma migrate reset",
        "bin/rails db:drop",
        "python manage.py flush",
        "python -c \"cur.execute('DROP TABLE users')\"",
    ],
    "clouds": [
        "aws s3 rm s3://b --recursive",
        "aws --profile p s3 rb s3://b --force",
        "aws s3 sync a s3://b --delete",
        "aws s3api delete-bucket --bucket b",
        "aws ec2 terminate-instances --instance-ids i",
        "aws sqs purge-queue --queue-url u",
        "aws sns delete-topic --topic-arn t",
        "aws secretsmanager delete-secret --secret-id s",
        "aws secretsmanager put-secret-value --secret-id s --secret-string x",
        "terraform destroy -auto-approve",
        "terraform -chdir=x apply -destroy",
        "gcloud --project p compute instances delete x",
        "gsutil rm -r gs://b",
        "az group delete -n x",
        "az storage blob delete-batch -s c",
        "kubectl delete ns x",
        "kubectl -n x delete pod y",
        "kubectl drain node",
        "helm uninstall x",
        "docker system prune -af",
        "docker rm -f c",
        "docker volume rm v",
        "docker compose -f c.yml down -v",
        "doctl compute droplet delete x",
        "heroku apps:destroy -a x",
        "fly apps destroy x",
    ],
    "brokers": [
        "kafka-topics.sh --bootstrap-server b --delete --topic t",
        "kafka-consumer-groups --bootstrap-server b --reset-offsets --group g --to-latest --execute",
        "nats stream rm S",
        "nats --server s kv del B k",
        "rabbitmqctl delete_queue q",
        "rabbitmqadmin purge queue name=q",
    ],
    "secrets": [
        "vault kv delete secret/x",
        "vault kv put secret/x a=b",
        "vault secrets disable x/",
        "doppler secrets delete X",
        "doppler secrets set X=1",
        "op item delete x",
    ],
    "search": [
        "curl -X DELETE http://x/index",
        "curl -sXDELETE http://x/index",
        "curl --request DELETE http://x",
        "curl -X POST http://x/i/_delete_by_query -d '{}'",
        "http DELETE x/index",
        "wget --method=DELETE http://x",
    ],
    "backups": [
        "borg delete repo::a",
        "borg -r repo prune --keep-last 1",
        "restic forget --keep-last 1 --prune",
        "velero backup delete x",
        "rclone purge r:b",
        "rclone sync a r:b",
    ],
    "ci": [
        "gh repo delete o/r --yes",
        "gh release delete v1",
        "gh api -X DELETE repos/o/r",
        "glab variable delete X",
        "circleci context delete x",
        "gitlab-runner unregister --all-runners",
        "java -jar jenkins-cli.jar -s http://x delete-job j",
    ],
    "system": [
        "shutdown now",
        "sudo poweroff",
        "userdel -r bob",
        "iptables -F",
        "crontab -r",
        "kill -9 -1",
        ":(){ :|:& };:",
        "bomb() { bomb | bomb & }; bomb",
        "echo x | xargs -I{} bash -c {}",
    ],
}

HARMLESS: dict[str, list[str]] = {
    "files": [
        "cat > c.sh <<'E'\nrm -rf build\nE\nbash -n c.sh && cat c.sh",
        "alias rmrf='rm -rf'",
        "rm() { echo no; }; rm -rf build",
        "curl -sSL https://x | bash -s -- -y",
        "echo a # rm -rf build\r\nls\r\n",
        "rm f",
        "rm -f f",
        "rm -r d",
        "rm -i f",
        "rm -- -rf",
        "rm --help",
        "rm",
        "rm -f a b c",
        "rmdir d",
        "echo 'rm -rf /'",
        'echo "rm -rf /"',
        "printf '%s' 'rm -rf /'",
        "# rm -rf /",
        "make  # then rm -rf build",
        "grep -rf patterns src",
        "rg 'rm -rf' .",
        "git commit -m 'rm -rf build'",
        "git commit -m \"$(cat <<'E'\nrm -rf build\nE\n)\"",
        "cat <<E > notes.md\nrm -rf /\nE",
        "xterm -rf x",
        "./confirm -rf x",
        "man rm",
        "which rm",
        "command -v rm",
        "docker run --rm -it alpine sh",
        "find . -name x",
        "find . -exec rm {} \\;",
        "find . -ok rm -rf {} \\;",
        "find . -name x | xargs rm",
        "python -c \"print('rm -rf /')\"",
        "sed 's/rm -rf/x/' f",
        "dd if=a of=b.img",
        "dd if=a of=/dev/null",
        "make > /dev/null 2>&1",
        "truncate -s 10M f",
        "chmod -R 755 src",
        "chown -R me /var/lib/app/data",
        "rsync -a a/ b/",
        "rsync -an --delete a/ b/",
        "mkfs.ext4 --help",
        "trash f",
        "parallel --dry-run rm -rf ::: a",
        "alias x='rm -rf'",
    ],
    "git": [
        "git status",
        "git reset",
        "git reset --soft HEAD~1",
        "git reset HEAD a.py",
        "git clean -nfd",
        "git clean --dry-run -f",
        "git push",
        "git push --force-with-lease",
        "git push --force-with-lease=main origin main",
        "git push origin feature/force-quit",
        "git push -n -f",
        "git checkout main",
        "git checkout -",
        "git checkout -b x",
        "git checkout -b x origin/main",
        "git checkout --track origin/x",
        "git switch main",
        "git switch -c x",
        "git restore --staged .",
        "git stash",
        "git stash pop",
        "git stash list",
        "git branch -d x",
        "git branch -a",
        "git worktree remove x",
        "git log --grep='git push --force'",
        "git diff HEAD -- a.py",
        "git rm --cached -r -f x",
        "git help reset",
        "git reset --hard --help",
        "history | grep 'git reset --hard'",
        "git commit -m 'never git push --force'",
    ],
    "databases": [
        "psql -c \"SELECT 'drop table x'\"",
        "psql -c 'select * from drop_table_log'",
        "psql -c 'DELETE FROM t WHERE id = 1'",
        "psql -f migration.sql",
        "mysql -e 'show tables'",
        "sqlite3 x.db .schema",
        "grep -r 'DROP TABLE' migrations",
        "echo 'DROP TABLE x' > notes",
        "cat > m.sql <<E\nDROP TABLE x;\nE",
        "redis-cli get FLUSHALL_COUNT",
        'mongosh --eval "db.users.find()"',
        "npx prisma migrate dev",
        "pnpm rm build",
        "yarn remove rimraf; yarn add rimraf; yarn install --force; yarn build; bun rm x; bun run build.ts",
        "git config alias.x '!rm -rf build'",
        "git config alias.x 'reset --soft' && git x HEAD~1",
        "git config alias.x 'reset --hard'; git y; git log x",
        "python manage.py migrate",
        "python -c \"print('DROP TABLE users')\"",
    ],
    "clouds": [
        "aws s3 ls",
        "aws s3 rm s3://b --recursive --dryrun",
        "aws s3 cp a s3://b",
        "aws ec2 describe-instances",
        "aws s3api delete-bucket help",
        "terraform plan -destroy",
        "terraform apply",
        "gcloud compute instances list",
        "az group list",
        "kubectl get ns",
        "kubectl delete ns x --dry-run=client",
        "kubectl wait --for delete pod/x",
        "helm list",
        "docker system prune",
        "docker ps",
        "docker rm c",
        "docker compose down",
        "heroku logs -a x",
    ],
    "brokers": [
        "kafka-topics --list",
        "kafka-consumer-groups --reset-offsets --dry-run",
        "nats stream ls",
        "rabbitmqctl list_queues",
        "aws sqs list-queues",
    ],
    "secrets": ["vault kv get secret/x", "vault kv list secret/", "doppler secrets", "doppler run -- ls", "op item list"],
    "search": [
        "curl http://x",
        "curl -X GET http://x/i/_search",
        "curl -X POST http://x/i/_search -d '{}'",
        "curl -d @- http://x <<E\nrm -rf /\nE",
        "http GET x",
    ],
    "backups": [
        "borg list repo",
        "borg prune -n repo",
        "restic snapshots",
        "velero get backups",
        "rclone copy a r:b",
        "rclone sync a r:b --dry-run",
    ],
    "ci": [
        "gh repo view",
        "gh pr list",
        "gh api repos/o/r",
        "glab ci view",
        "circleci config validate",
        "java -jar jenkins-cli.jar list-jobs",
    ],
    "system": [
        "shutdown -c",
        "reboot",
        "systemctl status x",
        "systemctl restart x",
        "iptables -L",
        "crontab -l",
        "kill 1234",
        "kill -1 1234",
        "f() { a | b & }; f",
    ],
}


@pytest.mark.parametrize(("family", "text"), [(family, text) for family, texts in DESTRUCTIVE.items() for text in texts])
def test_a_destructive_command_is_found(family: str, text: str) -> None:
    found = find(commands(text))
    assert found is not None
    assert found.family == family
    assert found.reason
    assert found.command


@pytest.mark.parametrize("text", [text for texts in HARMLESS.values() for text in texts])
def test_its_harmless_twin_passes(text: str) -> None:
    assert find(commands(text)) is None


@pytest.mark.parametrize(
    "text", ["git reset --hard 'open", "& git reset --hard", "| rm -rf x", "rm -rf $(", "A-B=1 rm -rf x", "$X -rf /", "ruby -e 'rm -rf /'"]
)
def test_what_cannot_be_read_for_certain_is_found_and_says_so(text: str) -> None:
    found = find(commands(text))
    assert found is not None
    assert found.unclear


@pytest.mark.parametrize("text", ['echo "rm -rf x', "echo 'git reset --hard", "$X status", "curl x | sh"])
def test_what_cannot_be_read_for_certain_and_names_no_deed_passes(text: str) -> None:
    assert find(commands(text)) is None


def test_a_script_that_is_too_long_to_look_at_is_found() -> None:
    found = find(commands("true;" * 20_000 + "rm -rf x"))
    assert found is not None
    assert found.unclear


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("DROP TABLE a", "drops a"),
        ("select 1; truncate a, b", "empties a, b"),
        ("DELETE FROM t", "deletes every row of t"),
        ("UPDATE t SET a = 1", "overwrites every row of t"),
        ("ALTER TABLE t DROP COLUMN c", "drops a column of t"),
        ("INSERT INTO paths VALUES ('C:\\tmp\\'); DELETE FROM t", "deletes every row of t"),
        ("PREPARE s FROM 'DROP TABLE t'; EXECUTE s", "drops t"),
    ],
)
def test_sql_is_found_wherever_it_comes_from(text: str, reason: str) -> None:
    found = find_sql(text)
    assert found is not None
    assert (found.family, found.reason) == ("databases", reason)


@pytest.mark.parametrize(
    "text",
    [
        "select 1",
        "DELETE FROM t WHERE id = 1",
        "DROP VIEW v",
        "DROP INDEX i",
        "insert into t values ('drop table t')",
        "insert into t values ('don\\'t; delete from t')",
        "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = s.a",
    ],
)
def test_ordinary_sql_passes(text: str) -> None:
    assert find_sql(text) is None


def test_every_line_of_every_table_can_be_read_and_says_something() -> None:
    from habitus.parse.destructive.files import SHAPES

    for programs in FAMILIES.values():
        for program in programs:
            assert program.names
            compiled(program, SHAPES)
            assert all(program.lines.values())


def test_no_program_is_told_twice_in_one_family() -> None:
    for family, programs in FAMILIES.items():
        names = [name for program in programs for name in program.names.split("|")]
        assert len(names) == len(set(names)), family
