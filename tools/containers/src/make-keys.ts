import { databaseOf, kafkaLogins, serviceNames } from '@kumbuka/contracts';
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
import { kafkaSecrets, secretFiles, type KafkaPasswords } from './secrets.ts';

/**
 * Makes the secrets of docker-compose.yml once, in the volume `keys`, and copies to the volume of each process only
 * those it reads. Configuration files go to the volume `config`. To use your own, such as those of a payment account, write them into `keys` and start again.
 */
const folder = process.env['KEYS'] ?? '/keys';
const made = join(folder, 'all');

/** User and group of all our processes. */
const ours = { id: 1000, mode: 0o440 };
/** User of the official MongoDB image, which drops root before it reads these files. A key file must be its user's alone. */
const ofMongo = { id: 999, mode: 0o400 };

/** Secrets with a value of their own for each service. */
const perService = new Set(['mongo-url', 'idempotency-key', 'kafka-login']);

const random = () => randomBytes(32).toString('base64url');

/** Writes a secret unless it exists: those of the first start stay. */
function keep(name: string, make: () => string): void {
  const file = join(made, name);
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o400, flag: 'wx' });
}

/** Copies the secrets to the volume of a container, as pairs of file name and name of the secret. */
function give(
  container: string,
  files: readonly (readonly [file: string, secret: string])[],
  { id, mode } = ours,
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
const ownKeys = ['internal-key', 'metrics-key', 'web-key', 'admin-key', 'key-secret', 'code-secret'];
for (const name of [...ownKeys, ...intaSendKeys]) keep(name, random);
// Empty: the embedded generator makes the cards. Mail goes to the catcher.
keep('openai-api-key', () => '');
keep('otlp-headers', () => '');
keep('smtp-url', () => 'smtp://mail:1025');

const redisPassword = random();
keep('redis-password', () => redisPassword);
keep('redis-url', () => `redis://:${redisPassword}@redis:6379`);

keep('mongo-root-password', random);
keep('mongo-keyfile', () => randomBytes(96).toString('base64'));
for (const name of serviceNames) {
  const password = random();
  const database = databaseOf(name);
  keep(`idempotency-key-${name}`, random);
  keep(`mongo-password-${name}`, () => password);
  keep(
    `mongo-url-${name}`,
    () => `mongodb://${name}:${password}@mongo:27017/?authSource=${database}&replicaSet=rs0`,
  );
}

const passwords = Object.fromEntries(
  [...kafkaLogins, 'broker'].map((name) => {
    keep(`kafka-password-${name}`, random);
    return [name, readFileSync(join(made, `kafka-password-${name}`), 'utf8')];
  }),
) as KafkaPasswords;
const kafka = kafkaSecrets(passwords);
for (const name of serviceNames) keep(`kafka-login-${name}`, () => kafka.loginOf[name]);
keep('kafka-login-topics', () => kafka.topics['kafka-login']);
keep('kafka-logins', () => kafka.topics['kafka-logins']);
keep('kafka-jaas.conf', () => kafka.broker['kafka-jaas.conf']);

for (const [name, files] of Object.entries(secretFiles))
  give(
    name,
    files.map((file) => [file, perService.has(file) ? `${file}-${name}` : file]),
  );
const same = (...names: string[]) => names.map((name) => [name, name] as const);
give('mongo', same('mongo-root-password', 'mongo-keyfile'), ofMongo);
give('mongo-users', same('mongo-root-password', ...serviceNames.map((name) => `mongo-password-${name}`)));
give('redis', same('redis-password'));
give('prometheus', same('metrics-key'));
give('topics', [['kafka-login', 'kafka-login-topics'], ...same('kafka-logins')]);
give('kafka', [...same('kafka-jaas.conf'), ['reader-password', 'kafka-password-reader']]);

const config = process.env['CONFIG'] ?? '/config';
cpSync(join(import.meta.dirname, '../config'), config, { recursive: true });
