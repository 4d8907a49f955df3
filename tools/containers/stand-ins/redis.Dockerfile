# Debian's Redis under the paths of the official image.
FROM debian:bookworm-slim
RUN apt-get update -q && apt-get install -y -q --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/*
RUN usermod -u 999 redis
