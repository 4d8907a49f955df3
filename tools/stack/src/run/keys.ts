import { byKafkaLogin, type KafkaLoginName } from '@kumbuka/contracts/events/access';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Keys = {
  /** Authenticates processes to each other. */
  internalKey: string;
  /** Key of the HMAC of stored request bodies. */
  idempotencyKey: string;
  /** Authenticates the web server to the gateway, which then trusts the client address that it sends. */
  webKey: string;
  adminKey: string;
  /** Token of `/metrics` of every process. */
  metricsKey: string;
  /** Encrypts auth's signing keys at rest. */
  keyEncryptionSecret: string;
  /** Key of the HMAC of one-time codes. */
  codeSecret: string;
  /** Signs notifications (VAPID): 32 random bytes are a private key of P-256. */
  vapidPrivateKey: string;
  /** Keys of the embedded payment provider: billing authenticates by the first, the provider by the second. */
  paymentSecret: string;
  paymentChallenge: string;
  /** Passwords of the logins of the embedded Kafka. */
  kafka: Record<KafkaLoginName, string>;
};

const FILES: Record<keyof Omit<Keys, 'kafka'>, string> = {
  internalKey: 'internal-key',
  idempotencyKey: 'idempotency-key',
  webKey: 'web-key',
  adminKey: 'admin-key',
  metricsKey: 'metrics-key',
  keyEncryptionSecret: 'key-encryption-secret',
  codeSecret: 'code-secret',
  vapidPrivateKey: 'vapid-private-key',
  paymentSecret: 'payment-secret',
  paymentChallenge: 'payment-challenge',
};

/** Returns the keys of a data directory, created once and readable by their owner only. Does not store those in `given`. */
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
    keyEncryptionSecret: keyOf('keyEncryptionSecret'),
    codeSecret: keyOf('codeSecret'),
    vapidPrivateKey: keyOf('vapidPrivateKey'),
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

/** Treats a file that a crash left empty as missing. */
function read(file: string): string | undefined {
  try {
    const key = readFileSync(file, 'utf8').trim();
    chmodSync(file, 0o600);
    return key === '' ? undefined : key;
  } catch {
    return undefined;
  }
}
