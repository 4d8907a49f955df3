import {
  byKafkaLogin,
  byService,
  databaseOf,
  gatewayLogin,
  readerLogin,
  serviceNames,
  topicsLogin,
  type KafkaLoginName,
  type ServiceName,
} from '@kumbuka/contracts';
import { randomBytes } from 'node:crypto';

export type ProcessName = ServiceName | 'gateway' | 'rest-facade' | 'web';
export type Secrets = Record<string, Record<string, string>>;

const random = () => randomBytes(32).toString('base64url');

const ofEveryProcess = ['metrics-key', 'otlp-headers'];
const ofEveryService = [
  ...ofEveryProcess,
  'internal-key',
  'idempotency-key',
  'redis-url',
  'mongo-url',
  'kafka-login',
];

/** Secret files that each process reads. It mounts no others. */
export const secretFiles: Record<ProcessName, readonly string[]> = {
  ...byService(() => ofEveryService),
  auth: [...ofEveryService, 'key-secret', 'code-secret', 'vapid-private-key', 'smtp-url'],
  decks: [...ofEveryService, 'media-store'],
  billing: [...ofEveryService, 'intasend-public-key', 'intasend-secret-key', 'intasend-challenge'],
  ai: [...ofEveryService, 'openai-api-key'],
  admin: [...ofEveryService, 'admin-key'],
  gateway: [...ofEveryProcess, 'internal-key', 'web-key', 'kafka-login'],
  'rest-facade': [...ofEveryProcess, 'internal-key'],
  web: [...ofEveryProcess, 'web-key'],
};

export const processNames = Object.keys(secretFiles) as ProcessName[];

const isService = (name: string): name is ServiceName => (serviceNames as readonly string[]).includes(name);

/** Passwords of Kafka's logins, and of the broker itself. */
export type KafkaPasswords = Record<KafkaLoginName | 'broker', string>;

/**
 * Returns the secret files of Kafka's logins (ADR 119). The broker and the topics tool log in by PLAIN, because their
 * passwords must be known before Kafka can store the others.
 */
export function kafkaSecrets(passwords: KafkaPasswords) {
  const stored = [...serviceNames, gatewayLogin, readerLogin] as const;
  const loginOf = (name: KafkaLoginName) => `scram-sha-512:${name}:${passwords[name]}`;
  return {
    loginOf: { ...byService(loginOf), [gatewayLogin]: loginOf(gatewayLogin) },
    topics: {
      'kafka-login': `plain:${topicsLogin}:${passwords.topics}`,
      'kafka-logins': stored.map((name) => `${name}:${passwords[name]}\n`).join(''),
    },
    broker: {
      'kafka-jaas.conf': `KafkaServer {
  org.apache.kafka.common.security.plain.PlainLoginModule required
    username="broker" password="${passwords.broker}"
    user_broker="${passwords.broker}" user_${topicsLogin}="${passwords.topics}";
  org.apache.kafka.common.security.scram.ScramLoginModule required;
};
`,
      'reader-password': passwords.reader,
    },
  };
}

const mediaLogin = 'decks';

/** Secret files of the object store with pictures and sounds, and the address with its login. */
export const objectStoreSecrets = (password: string) => ({
  'objects-access': mediaLogin,
  'objects-secret': password,
  'media-store': `s3+http://${mediaLogin}:${password}@objects:7070/kumbuka-media`,
});

/**
 * Creates the secrets of a cluster that also runs the stores, one object per process. MongoDB and Redis require no login
 * there. The payment keys belong to no account, so nothing can be paid. Without an OpenAI key the embedded generator
 * creates the cards.
 */
export function makeSecrets(mongoOptions: string): Secrets {
  const shared: Record<string, string> = {
    'internal-key': random(),
    'metrics-key': random(),
    'web-key': random(),
    'redis-url': 'redis://redis:6379',
    'smtp-url': 'smtp://mail:1025',
    'openai-api-key': '',
    'otlp-headers': '',
  };
  const kafka = kafkaSecrets({ ...byKafkaLogin(random), broker: random() });
  const { 'media-store': mediaStore, ...objects } = objectStoreSecrets(random());
  const ownOf = (name: ServiceName): Record<string, string> => ({
    'mongo-url': `mongodb://mongo:27017/${databaseOf(name)}?${mongoOptions}`,
    'kafka-login': kafka.loginOf[name],
    'media-store': mediaStore,
  });
  const ofGateway: Record<string, string> = { 'kafka-login': kafka.loginOf.gateway };
  const valueOf = (name: ProcessName, file: string): string =>
    (isService(name) ? ownOf(name) : name === 'gateway' ? ofGateway : {})[file] ?? shared[file] ?? random();
  const ofProcess = (name: ProcessName) =>
    Object.fromEntries(secretFiles[name].map((file) => [file, valueOf(name, file)]));
  return {
    ...Object.fromEntries(processNames.map((name) => [`kumbuka-${name}`, ofProcess(name)])),
    'kumbuka-topics': kafka.topics,
    'kumbuka-kafka': kafka.broker,
    'kumbuka-objects': objects,
    'kumbuka-metrics': { 'metrics-key': shared['metrics-key'] ?? '' },
  };
}
