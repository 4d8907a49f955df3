#!/bin/bash
# Starts Kafka the way the official image does, as far as our manifests depend on it: variables such as KAFKA_NODE_ID
# become lines of server.properties (`_` is `.`, `___` is `-`), and the directory is formatted at the first start.
set -euo pipefail

properties=/tmp/server.properties
# Less memory than by default.
cat >"$properties" <<'END'
log.cleaner.dedupe.buffer.size=8388608
log.cleaner.threads=1
END
while IFS='=' read -r -d '' name value; do
  case $name in
    KAFKA_OPTS) ;;
    KAFKA_*) printf '%s=%s\n' "$(tr A-Z a-z <<<"${name#KAFKA_}" | sed 's/___/-/g; s/_/./g')" "$value" >>"$properties" ;;
  esac
done < <(env -0)

jars=/opt/kafka/jars
run=(java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-Dlog4j2.configurationFile=/opt/kafka/log4j2.properties" ${KAFKA_OPTS:-} -cp "$jars/*")
"${run[@]}" kafka.tools.StorageTool format --ignore-formatted -t MkU3OEVBNTcwNTJENDM2Qk -c "$properties"
exec "${run[@]}" kafka.Kafka "$properties"
