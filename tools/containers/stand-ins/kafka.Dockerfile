# A real Kafka 4 of Maven Central's jars with the user, paths and start of the official image. For trials only.
FROM debian:bookworm-slim
RUN apt-get update -q && mkdir -p /usr/share/man/man1 \
  && apt-get install -y -q --no-install-recommends openjdk-17-jre-headless && rm -rf /var/lib/apt/lists/*
COPY jars /opt/kafka/jars
COPY log4j2.properties /opt/kafka/
COPY --chmod=755 kafka-entrypoint.sh /opt/kafka/
RUN mkdir -p /var/lib/kafka/data /kafka && chown -R 1000:1000 /var/lib/kafka /kafka
USER 1000
ENTRYPOINT ["/opt/kafka/kafka-entrypoint.sh"]
