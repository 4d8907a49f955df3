# The official image's program under its path.
FROM debian:bookworm-slim
COPY versitygw /usr/local/bin/versitygw
