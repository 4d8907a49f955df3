import { databaseOf, serviceNames } from '@kumbuka/contracts';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Group 1000 is that of the processes; who else needs a file is given that group. */
const owner = 1000;
const folder = process.env['KEYS'] ?? '/keys';

const random = () => randomBytes(32).toString('base64url');

/** Writes a secret unless it is there: what was made at the first start stays. */
function keep(name: string, make: () => string): void {
  const file = join(folder, name);
  if (existsSync(file)) return;
  writeFileSync(file, make(), { mode: 0o440, flag: 'wx' });
  chownSync(file, owner, owner);
}

/** Of no account: whoever takes payments writes their own over them. */
const intaSendKeys = ['intasend-public-key', 'intasend-secret-key', 'intasend-challenge'];
const ownKeys = ['internal-key', 'web-key', 'admin-key', 'key-secret', 'code-secret', ...intaSendKeys];
for (const name of ownKeys) keep(name, random);

const redisPassword = random();
keep('redis-password', () => redisPassword);
keep('redis-url', () => `redis://:${redisPassword}@redis:6379`);

keep('mongo-root-password', random);
keep('mongo-keyfile', () => randomBytes(96).toString('base64'));
for (const name of serviceNames) {
  const password = random();
  const database = databaseOf(name);
  keep(`mongo-password-${name}`, () => password);
  keep(
    `mongo-url-${name}`,
    () => `mongodb://${name}:${password}@mongo:27017/?authSource=${database}&replicaSet=rs0`,
  );
}
