"""Machines, clusters, buckets and whole environments that somebody else keeps for us."""

from habitus.parse.synopsis import Program

_GONE = "deletes something in the cloud that does not come back"
_OBJECTS = "deletes stored objects"
_BUCKET = "deletes a bucket"
_MIRROR = "deletes what the source does not have"
_ALL = "destroys all that the configuration describes"
_VOLUMES = "deletes stored data of all services"
_SECRET = "overwrites a secret"  # noqa: S105 - what is said, not what is secret

_AWS_SERVICES = (
    "apigateway|apigatewayv2|autoscaling|backup|cloudformation|cloudfront|cloudtrail|cognito-idp|docdb|ebs|ec2|ecr|ecs|efs|eks|elasticache"
    "|elasticbeanstalk|elb|elbv2|emr|es|firehose|fsx|glacier|glue|iam|kafka|kinesis|kms|lambda|logs|memorydb|mq|neptune|opensearch"
    "|organizations|rds|redshift|route53|s3api|s3control|sagemaker|secretsmanager|sns|sqs|ssm|stepfunctions"
)
"""Services that hold data, run machines or decide who gets in. What the others delete is settings."""
_AZ_GROUPS = (
    "account|acr|ad|aks|backup|cosmosdb|disk|eventhubs|functionapp|group|image|keyvault|lock|mysql|network|postgres|redis|resource|role"
    "|servicebus|snapshot|sql|staticwebapp|storage|vm|vmss|webapp"
)
_KUBECTL = (
    "-n -s -f -l -o -k --namespace --context --kubeconfig --cluster --user --server --token --as --filename --selector --output"
    " --field-selector --grace-period --timeout --replicas"
)
_DOCKER = "-c -H -l -f -p --config --context --host --log-level --file --project-name --profile --env-file --filter"

PROGRAMS = (
    Program("aws", {
        "s3 rm --recursive": _OBJECTS,
        "s3 rb": _BUCKET,
        "s3 sync --delete": _MIRROR,
        "s3 mv --recursive": "deletes the source after the copy",
        "dynamodb delete-table|delete-backup|delete-global-table": _GONE,
        "kms schedule-key-deletion|disable-key": _GONE,
        "secretsmanager put-secret-value|update-secret|update-secret-version-stage|put-resource-policy": _SECRET,
        "secretsmanager remove-regions-from-replication": _GONE,
        "sns|sqs unsubscribe|remove-permission": _GONE,
        "ssm put-parameter --overwrite": _SECRET,
        f"{_AWS_SERVICES} delete-*|batch-delete-*|terminate-*|purge-*|admin-delete-*|force-delete-*": _GONE,
    },
        valued="--profile --region --endpoint-url --output --query --ca-bundle --color",
        harmless="--help --dry-run --dryrun --generate-cli-skeleton"),
    Program("gcloud", {
        "... delete|destroy": _GONE,
        "storage rm": _OBJECTS,
        "storage rsync --delete-unmatched-destination-objects": _MIRROR,
    }, valued="--project --zone --region --account --configuration --format --filter", harmless="--help -h"),
    Program("gsutil", {"rm -r|-R|-a": _OBJECTS, "rb": _BUCKET, "rsync -d": _MIRROR}, harmless="--help -n"),
    Program("bq", {"rm": "deletes a table or dataset"}, valued="--project_id --location"),
    Program("az", {
        f"{_AZ_GROUPS} delete|purge": _GONE,
        "ad|aks|backup|cosmosdb|eventhubs|functionapp|keyvault|mysql|network|postgres|servicebus|sql|vmss|webapp * delete|purge": _GONE,
        "cosmosdb|eventhubs|network|servicebus|sql * * delete": _GONE,
        "storage account|blob|container|directory|fs|queue|share|table delete|delete-batch|purge": _GONE,
    }, valued="-g -n -o --resource-group --name --subscription --output --query", harmless="--help -h --dryrun"),
    Program("azcopy", {"remove|rm": _OBJECTS, "sync --delete-destination=true": _MIRROR},
            valued="--delete-destination", harmless="--help --dry-run"),
    Program("s3cmd|s4cmd|s5cmd", {
        "del|rm|rb -r|--recursive|-f|--force": _OBJECTS,
        "rb": _BUCKET,
        "sync --delete-removed|--delete": _MIRROR,
    }, harmless="--help -n --dry-run"),
    Program("mc", {"rm|rb -r|--recursive|--force": _OBJECTS, "rb": _BUCKET, "mirror --remove": _MIRROR}, harmless="--help --fake"),
    Program("b2", {"delete-bucket|delete-file-version": _OBJECTS, "bucket delete": _BUCKET}, harmless="--help --dry-run"),
    Program("doctl|hcloud|scw|oci|ibmcloud|eksctl|cf", {
        "... delete|destroy|terminate": _GONE,
    }, valued="-t --access-token --context --config --profile", harmless="--help -h --dry-run"),
    Program("heroku", {
        "destroy|*:destroy|*:delete|pg:reset": _GONE,
        "... destroy|delete": _GONE,
    }, valued="-a --app -r --remote"),
    Program("fly|flyctl", {"... destroy|delete": _GONE, "secrets unset": "deletes a secret"}, valued="-a --app -c --config"),
    Program("wrangler|supabase|neonctl|pscale|turso|firebase", {
        "... delete|destroy": _GONE,
        "*:delete": _GONE,
        "db reset": "empties a database",
    }, valued="--token --cwd --project --env --config", harmless="--help -h --dry-run"),
    Program("terraform|tofu|terragrunt", {
        "destroy": _ALL,
        "apply -destroy": _ALL,
        "run-all destroy": _ALL,
        "state rm|push": "makes the state forget resources that still exist",
        "workspace delete": "deletes a workspace",
        "force-unlock": "takes a lock away from whoever holds it",
    }, valued="-chdir -target -var -var-file", harmless="-help --help -h", one_dash=True),
    Program("serverless|sls", {"remove": _ALL}, valued="-s -r -c --stage --region --config --aws-profile"),
    Program("pulumi|cdk|cdktf", {"destroy|down": _ALL, "stack rm": "deletes a stack", "state delete": "makes the state forget a resource"},
            valued="-s -C --stack --cwd --profile", harmless="--help -h --preview-only"),
    Program("kubectl|oc|kubecolor", {
        "delete": "deletes resources of a cluster",
        "drain": "drives everything off a node",
        "replace --force": "deletes a resource and makes it anew",
        "apply --prune": "deletes what the files do not have",
        "scale --replicas=0": "stops all that a resource runs",
    }, valued=_KUBECTL, harmless="--help -h --dry-run"),
    Program("helm|helm3|helmfile", {"uninstall|delete|del|un|destroy": "removes a release with its resources"},
            valued="-n -f --namespace --kube-context --file", harmless="--help -h --dry-run"),
    # Without --force, prune asks on the terminal.
    Program("docker|podman|nerdctl", {
        "rm -f|--force|-v|--volumes": "deletes running containers or their data",
        "container rm -f|--force|-v|--volumes": "deletes running containers or their data",
        "container|system|volume prune -f|--force|-a|--all|--volumes": "deletes all that is not running",
        "volume rm": "deletes stored data",
        "compose down -v|--volumes": _VOLUMES,
        "compose rm -f|--force|-v": _VOLUMES,
        "stack rm|down": "removes a stack",
        "swarm leave -f|--force": "takes the node out of its swarm",
        "secret|config rm": "deletes a secret",
    }, valued=_DOCKER, harmless="--help -h --dry-run"),
    Program("docker-compose|podman-compose", {"down -v|--volumes": _VOLUMES, "rm -f|--force|-v": _VOLUMES}, valued=_DOCKER),
)  # fmt: skip
