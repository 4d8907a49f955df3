#!/bin/bash
# Starts MongoDB the way the official image does, as far as docker-compose.yml depends on it: the process gives up root
# before it reads any file, and the first start creates the root user on a temporary server on 127.0.0.1.
set -Eeuo pipefail

if [ "$(id -u)" = 0 ]; then
  find /data/db ! -user mongodb -exec chown mongodb {} +
  exec setpriv --reuid mongodb --regid mongodb --init-groups "$0" "$@"
fi

if [ "${1:0:1}" = - ]; then
  set -- mongod "$@"
fi

password=
if [ -n "${MONGO_INITDB_ROOT_PASSWORD_FILE:-}" ]; then
  password=$(<"$MONGO_INITDB_ROOT_PASSWORD_FILE")
fi

if [ -n "$password" ] && [ ! -e /data/db/WiredTiger ]; then
  mongod --bind_ip 127.0.0.1 --dbpath /data/db --fork --logpath /tmp/first-start.log >/dev/null
  USERNAME=$MONGO_INITDB_ROOT_USERNAME PASSWORD=$password mongosh --quiet admin --eval '
    const { USERNAME: user, PASSWORD: pwd } = process.env;
    db.createUser({ user, pwd, roles: ["root"] });
  '
  # Long enough for several health checks, as on a slow machine.
  sleep 12
  mongod --shutdown --dbpath /data/db >/dev/null
fi

unset password
exec "$@"
