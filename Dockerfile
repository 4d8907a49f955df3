# One file for every process. `docker compose build` builds all of them; a single one:
#   docker build --build-arg FOLDER=services/auth -t kumbuka/auth .
# BuildKit caches npm's downloads between builds, for all images and outside of them.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS sources
WORKDIR /app
COPY . .
# A checkout made with umask 077 has files that only their owner can read.
RUN chmod -R a+rX .

# Only the manifests, so that packages are reinstalled only after a change of a manifest.
FROM sources AS manifests
RUN mkdir /manifests \
  && tar -cf - package.json package-lock.json .npmrc $(find apps libs services tools -maxdepth 2 -name package.json) \
  | tar -xf - -C /manifests
# GraphQL schemas, from which the types of the React client are generated.
RUN mkdir /schemas \
  && tar -cf - $(find services -maxdepth 2 -name schema.graphql) | tar -xf - -C /schemas

# The React client, with its compressed copies.
FROM ${NODE_IMAGE} AS client
WORKDIR /app
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm \
  npm ci --prefer-offline -w @kumbuka/web -w @kumbuka/codegen --include-workspace-root
COPY --from=sources /app/tsconfig.base.json ./
COPY --from=sources /app/libs ./libs
COPY --from=sources /app/tools/codegen ./tools/codegen
COPY --from=manifests /schemas ./
COPY --from=sources /app/apps/web ./apps/web
RUN node tools/codegen/src/graphql-types/main.ts
RUN cd apps/web && NODE_ENV=production npx vite build

FROM ${NODE_IMAGE} AS packages
ARG FOLDER
WORKDIR /app
COPY --from=manifests /manifests ./
COPY --from=sources /app/tools/containers/src/without-dev.ts /tmp/
RUN --mount=type=cache,target=/root/.npm \
  node --disable-warning=ExperimentalWarning /tmp/without-dev.ts package-lock.json $(find . -maxdepth 3 -name package.json) \
  && npm ci --prefer-offline --omit=dev -w "$(node -p "require('./${FOLDER}/package.json').name")"

FROM ${NODE_IMAGE} AS process
ARG FOLDER
ARG MAIN=src/main.ts
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 MAIN=/app/${FOLDER}/${MAIN}
WORKDIR /app
COPY --from=packages /app ./
COPY --from=sources /app/libs ./libs
COPY --from=sources /app/${FOLDER} ./${FOLDER}
# Mount point of the files of imports, so that a new volume belongs to the process.
RUN mkdir /imports && chown 1000:1000 /imports
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# `exec` replaces the shell by node, so that node receives the signals.
ENTRYPOINT ["/bin/sh", "-c", "exec node --disable-warning=ExperimentalWarning --import /app/libs/runtime/src/early-signals.ts \"$MAIN\""]

# The web server is a process with the built client beside it.
FROM process AS web
ENV WEB_PORT=8080
# A volume here (WEB_KEPT_ASSETS) keeps the assets of earlier versions for the tabs that are still open.
USER root
RUN mkdir /kept-assets && chown 1000:1000 /kept-assets
USER 1000:1000
COPY --from=client /app/apps/web/dist ./apps/web/dist

FROM process
