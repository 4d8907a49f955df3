/**
 * Creates the secrets of docker-compose.yml once, in the volume `keys`, and copies to the volume of each process only
 * those it reads. Configuration files go to the volume `config`. To use your own secrets, such as those of a payment
 * account, write them into `keys` and start again.
 */

import { databaseOf, gatewayLogin, kafkaLogins, serviceNames } from '@kumbuka/contracts';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  copyFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { kafkaSecrets, objectStoreSecrets, secretFiles, type KafkaPasswords } from './secrets.ts';

const folder = process.env['KEYS'] ?? '/keys';
const made = join(folder, 'all');

/** User and group of the product's processes, and the mode of their files. */
const ofProduct = { id: 1000, mode: 0o440 };
/** User of the official MongoDB image, which drops root before it reads these files. Only the owner may read a key file. */
const ofMongo = { id: 999, mode: 0o400 };

/** Secrets with a different value for each service. */
const perService = new Set(['mongo-url', 'idempotency-key', 'kafka-login']);

const random = () => randomBytes(32).toString('base64url');

/** Creates a secret at the first start. Later starts use it again. */
function createOnce(name: string, make: () => string): void {
  const file = join(made, name);
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o400, flag: 'wx' });
}

/** Copies secrets to the volume of a container. */
function copyTo(
  container: string,
  files: readonly (readonly [file: string, secret: string])[],
  { id, mode } = ofProduct,
): void {
  for (const [file, secret] of files) {
    const copy = join(folder, container, file);
    mkdirSync(join(folder, container), { recursive: true });
    if (existsSync(copy)) chmodSync(copy, 0o640);
    copyFileSync(join(made, secret), copy);
    chmodSync(copy, mode);
    chownSync(copy, id, id);
  }
}

mkdirSync(made, { recursive: true });
const intaSendKeys = ['intasend-public-key', 'intasend-secret-key', 'intasend-challenge'];
const ownKeys = [
  'internal-key',
  'metrics-key',
  'web-key',
  'admin-key',
  'key-secret',
  'code-secret',
  'vapid-private-key',
];
for (const name of [...ownKeys, ...intaSendKeys]) createOnce(name, random);
// Without a key the embedded generator creates the cards. Mail goes to the catcher.
createOnce('openai-api-key', () => '');
createOnce('otlp-headers', () => '');
createOnce('smtp-url', () => 'smtp://mail:1025');

const redisPassword = random();
createOnce('redis-password', () => redisPassword);
createOnce('redis-url', () => `redis://:${redisPassword}@redis:6379`);

const objects = Object.entries(objectStoreSecrets(random()));
for (const [name, value] of objects) createOnce(name, () => value);

createOnce('mongo-root-password', random);
createOnce('mongo-keyfile', () => randomBytes(96).toString('base64'));
for (const name of serviceNames) {
  const password = random();
  const database = databaseOf(name);
  createOnce(`idempotency-key-${name}`, random);
  createOnce(`mongo-password-${name}`, () => password);
  createOnce(
    `mongo-url-${name}`,
    () => `mongodb://${name}:${password}@mongo:27017/?authSource=${database}&replicaSet=rs0`,
  );
}

const passwords = Object.fromEntries(
  [...kafkaLogins, 'broker'].map((name) => {
    createOnce(`kafka-password-${name}`, random);
    return [name, readFileSync(join(made, `kafka-password-${name}`), 'utf8')];
  }),
) as KafkaPasswords;
const kafka = kafkaSecrets(passwords);
for (const name of [...serviceNames, gatewayLogin] as const)
  createOnce(`kafka-login-${name}`, () => kafka.loginOf[name]);
createOnce('kafka-login-topics', () => kafka.topics['kafka-login']);
createOnce('kafka-logins', () => kafka.topics['kafka-logins']);
createOnce('kafka-jaas.conf', () => kafka.broker['kafka-jaas.conf']);

for (const [name, files] of Object.entries(secretFiles))
  copyTo(
    name,
    files.map((file) => [file, perService.has(file) ? `${file}-${name}` : file]),
  );
const same = (...names: string[]) => names.map((name) => [name, name] as const);
copyTo('mongo', same('mongo-root-password', 'mongo-keyfile'), ofMongo);
copyTo('mongo-users', same('mongo-root-password', ...serviceNames.map((name) => `mongo-password-${name}`)));
copyTo('redis', same('redis-password'));
copyTo('objects', same('objects-access', 'objects-secret'));
copyTo('prometheus', same('metrics-key'));
copyTo('topics', [['kafka-login', 'kafka-login-topics'], ...same('kafka-logins')]);
copyTo('kafka', [...same('kafka-jaas.conf'), ['reader-password', 'kafka-password-reader']]);

// A new volume belongs to root.
chownSync(process.env['OBJECTS'] ?? '/objects', ofProduct.id, ofProduct.id);

const config = process.env['CONFIG'] ?? '/config';
cpSync(join(import.meta.dirname, '../config'), config, { recursive: true });
