"""Message brokers: topics, queues, streams, and where consumers stand in them. Amazon's queues are among the clouds."""

from habitus.parse.synopsis import Program

_TOPIC = "deletes a topic with its messages"
_QUEUE = "deletes a queue, its messages or who may use it"
_STREAM = "deletes a stream or its messages"
_KAFKA = "--bootstrap-server --topic --group --zookeeper --command-config --operation --entity-type --entity-name"

PROGRAMS = (
    Program("kafka-topics", {"--delete": _TOPIC}, valued=_KAFKA),
    Program("kafka-consumer-groups", {
        "--delete|--delete-offsets": "deletes where consumers stand",
        "--reset-offsets --execute": "moves where consumers stand",
    }, valued=_KAFKA, harmless="--help --dry-run"),
    Program("kafka-acls", {"--remove": "takes away access"}, valued=_KAFKA),
    Program("kafka-configs", {"--alter --delete-config": "removes settings of a topic"}, valued=_KAFKA + " --delete-config"),
    Program("kafka-delete-records", {"--offset-json-file": "deletes messages"}, valued=_KAFKA + " --offset-json-file"),
    Program("rpk|kafkactl|confluent", {"... delete|trim-prefix": _TOPIC}, valued="-X --brokers --cluster --environment"),
    Program("nats", {
        "stream|str|s|consumer|con|kv|object|obj|bucket rm|del|delete|purge": _STREAM,
        "account purge": _STREAM,
    }, valued="-s --server --user --password --creds --context --timeout"),
    Program("rabbitmqctl", {
        "delete_*|purge_*|clear_*": _QUEUE,
        "reset|force_reset|stop_app|forget_cluster_node": "takes a broker out of service",
    }, valued="-n -p -t --node --vhost --timeout"),
    Program("rabbitmqadmin", {"delete|purge": _QUEUE}, valued="-H -P -u -p -V -c --host --port --username --password --vhost --config"),
    Program("pulsar-admin", {"... delete|delete-partitioned-topic|clear-backlog": _TOPIC}, valued="--admin-url --auth-params"),
)  # fmt: skip
