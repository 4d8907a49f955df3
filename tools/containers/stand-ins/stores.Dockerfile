# The embedded MongoDB and mail catcher, with their packages.
FROM node:24-bookworm-slim
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --prefer-offline -w @kumbuka/containers
USER 1000:1000
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "tools/containers/stand-ins/stores.ts"]
