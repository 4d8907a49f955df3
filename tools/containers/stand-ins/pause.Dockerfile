# Holds the network of a pod while its containers come and go.
FROM debian:bookworm-slim
USER 65535:65535
ENTRYPOINT ["sleep", "infinity"]
