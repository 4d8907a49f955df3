# A real MongoDB server and shell with the user, paths and start of the official image. For trials only, never published.
FROM node:24-bookworm-slim
RUN apt-get update -q && apt-get install -y -q --no-install-recommends libcurl4 && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 999 --system mongodb \
  && useradd --uid 999 --system --gid mongodb --home-dir /data/db mongodb \
  && mkdir -p /data/db && chown mongodb:mongodb /data/db
RUN --mount=type=cache,target=/root/.npm \
  npm install --global --silent --omit=optional --ignore-scripts --prefer-offline mongosh@2.5.8
COPY mongod /usr/bin/mongod
COPY mongo-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
RUN chmod 755 /usr/bin/mongod /usr/local/bin/docker-entrypoint.sh
VOLUME /data/db
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["mongod"]
