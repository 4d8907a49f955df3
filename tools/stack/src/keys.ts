import { byKafkaLogin, type KafkaLoginName } from '@kumbuka/contracts';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Keys = {
  /** Processes know each other by it. */
  internalKey: string;
  /** Keys the HMAC of kept request bodies. */
  idempotencyKey: string;
  /** The gateway believes the web server by it whom it serves. */
  webKey: string;
  adminKey: string;
  /** Opens `/metrics` of every process. */
  metricsKey: string;
  redisPassword: string;
  /** Encrypts auth's signing keys at rest. */
  keyEncryptionSecret: string;
  /** Keys the HMAC of one-time codes. */
  codeSecret: string;
  /** Of the embedded payment provider: billing proves itself by the one, the provider by the other. */
  paymentSecret: string;
  paymentChallenge: string;
  /** Passwords of the logins at the embedded Kafka. */
  kafka: Record<KafkaLoginName, string>;
};

const FILES: Record<keyof Omit<Keys, 'kafka'>, string> = {
  internalKey: 'internal-key',
  idempotencyKey: 'idempotency-key',
  webKey: 'web-key',
  adminKey: 'admin-key',
  metricsKey: 'metrics-key',
  redisPassword: 'redis-password',
  keyEncryptionSecret: 'key-encryption-secret',
  codeSecret: 'code-secret',
  paymentSecret: 'payment-secret',
  paymentChallenge: 'payment-challenge',
};

/** The keys of a data directory, each made once and readable by its owner only. Those `given` are not stored. */
export function readKeys(dataDir: string, preset: Partial<Omit<Keys, 'kafka'>> = {}): Keys {
  const directory = join(dataDir, 'keys');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const keyOf = (name: keyof typeof FILES) => preset[name] ?? readOrMake(join(directory, FILES[name]));
  return {
    internalKey: keyOf('internalKey'),
    idempotencyKey: keyOf('idempotencyKey'),
    webKey: keyOf('webKey'),
    adminKey: keyOf('adminKey'),
    metricsKey: keyOf('metricsKey'),
    redisPassword: keyOf('redisPassword'),
    keyEncryptionSecret: keyOf('keyEncryptionSecret'),
    codeSecret: keyOf('codeSecret'),
    paymentSecret: keyOf('paymentSecret'),
    paymentChallenge: keyOf('paymentChallenge'),
    kafka: byKafkaLogin((name) => readOrMake(join(directory, `kafka-${name}`))),
  };
}

/** `KAFKA_LOGIN` of a login at the embedded Kafka. */
export const kafkaLoginOf = ({ kafka }: Pick<Keys, 'kafka'>, name: KafkaLoginName): string =>
  `scram-sha-512:${name}:${kafka[name]}`;

function readOrMake(file: string): string {
  const stored = read(file);
  if (stored !== undefined) return stored;
  const key = randomBytes(32).toString('base64url');
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/** A file that a crash left empty counts as none. */
function read(file: string): string | undefined {
  try {
    const key = readFileSync(file, 'utf8').trim();
    chmodSync(file, 0o600);
    return key === '' ? undefined : key;
  } catch {
    return undefined;
  }
}
