# A real Kafka 4 of Maven Central's jars; /opt/kafka/jars is filled by the build context.
FROM debian:bookworm-slim
RUN apt-get update -q && mkdir -p /usr/share/man/man1 \
  && apt-get install -y -q --no-install-recommends openjdk-17-jre-headless && rm -rf /var/lib/apt/lists/*
COPY jars /opt/kafka/jars
COPY log4j2.properties server.properties /opt/kafka/
ENTRYPOINT ["/bin/sh", "-c", "set -e; run='java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dlog4j2.configurationFile=/opt/kafka/log4j2.properties -cp /opt/kafka/jars/*'; set -f; [ -e /tmp/data/meta.properties ] || $run kafka.tools.StorageTool format -t MkU3OEVBNTcwNTJENDM2Qk -c /opt/kafka/server.properties --standalone; exec $run kafka.Kafka /opt/kafka/server.properties"]
