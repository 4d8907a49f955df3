import type { KafkaLoginName } from '@kumbuka/contracts';
import { addressVariable, byService, serviceNames, type ServiceName } from '@kumbuka/contracts/services';
import type { Keys } from './keys.ts';
import type { ProcessName, Edge } from './services.ts';

export type Environment = Record<string, string | undefined>;

/** Address and keys of the payment provider. */
export type PaymentSettings = {
  url: string;
  publicKey: string;
  secretKey: string;
  challenge: string;
  /** Page of the embedded provider, where payments are confirmed; absent with an external one. */
  pageUrl?: string;
};

/** Addresses of the stores and brokers, embedded or external. */
export type Infrastructure = {
  mongoUrl: string;
  kafkaBrokers: string;
  kafkaTls?: boolean;
  /** `mechanism:username:password` of SASL for each login. */
  kafkaLogins?: Record<KafkaLoginName, string>;
  /** Replicas of each new topic; 1 by default. */
  kafkaReplication?: number;
  /** Absent: rate limits count in each process. */
  redisUrl?: string;
  smtpUrl: string;
  payments: PaymentSettings;
  /** Page of the mail catcher; absent with an external SMTP server. */
  mailPageUrl?: string;
};

export type StackAddresses = {
  nodeEnv: string;
  logLevel: string;
  /** Address on which the three edges listen; services stay on loopback. */
  host: string;
  devCodes: boolean;
  /** Proxies in front of each edge. */
  proxyHops: Record<Edge, number>;
  ports: Record<ProcessName, number>;
  keys: Keys;
  infrastructure: Infrastructure;
  /** Files of imports until they end. */
  importFolder: string;
  /** The built web client. */
  webRoot: string;
  keptAssets: string;
  /** Folder of pictures and sounds, or a bucket. */
  mediaStore: string;
};

const at = (port: number): string => `http://127.0.0.1:${port}`;

/** Returns the environment of a service or app, in its own process or in the common one. */
export function environmentFor(service: ProcessName, addresses: StackAddresses): Record<string, string> {
  return { ...common(addresses), ...own[service](addresses), PORT: String(addresses.ports[service]) };
}

const common = ({ nodeEnv, logLevel, keys }: StackAddresses): Record<string, string> => ({
  NODE_ENV: nodeEnv,
  LOG_LEVEL: logLevel,
  HOST: '127.0.0.1',
  METRICS_KEY: keys.metricsKey,
});

/** Variables of the services, and of the edges that call them. */
function internalCalls({ keys, ports }: StackAddresses): Record<string, string> {
  return {
    INTERNAL_KEY: keys.internalKey,
    ...Object.fromEntries(serviceNames.map((name) => [addressVariable(name), at(ports[name])])),
  };
}

/** Variables with the address and credentials of Kafka. */
const kafkaEnvironment = (infrastructure: Infrastructure, login: KafkaLoginName): Record<string, string> => ({
  KAFKA_BROKERS: infrastructure.kafkaBrokers,
  ...(infrastructure.kafkaTls && { KAFKA_TLS: 'true' }),
  ...(infrastructure.kafkaLogins && { KAFKA_LOGIN: infrastructure.kafkaLogins[login] }),
});

/** Environment of the topics tool. */
export const topicsEnvironment = ({ infrastructure, logLevel }: StackAddresses): Record<string, string> => ({
  ...kafkaEnvironment(infrastructure, 'topics'),
  KAFKA_REPLICATION: String(infrastructure.kafkaReplication ?? 1),
  LOG_LEVEL: logLevel,
});

const stores = (addresses: StackAddresses, name: ServiceName): Record<string, string> => ({
  ...internalCalls(addresses),
  IDEMPOTENCY_KEY: addresses.keys.idempotencyKey,
  MONGO_URL: addresses.infrastructure.mongoUrl,
  ...(addresses.infrastructure.redisUrl !== undefined && { REDIS_URL: addresses.infrastructure.redisUrl }),
  ...kafkaEnvironment(addresses.infrastructure, name),
});

const edgeSettings = ({ host, proxyHops }: StackAddresses, name: Edge): Record<string, string> => ({
  HOST: host,
  PROXY_HOPS: String(proxyHops[name]),
});

/** Pages of the web client, which may call the REST paths from the browser. */
const originsOf = ({ ports }: StackAddresses): string[] =>
  ['localhost', '127.0.0.1'].map((name) => `http://${name}:${ports.web}`);

/** Further variables of single services and apps. */
const own: Record<ProcessName, (addresses: StackAddresses) => Record<string, string>> = {
  ...byService((name) => (addresses: StackAddresses) => stores(addresses, name)),
  auth: (addresses) => ({
    ...stores(addresses, 'auth'),
    SMTP_URL: addresses.infrastructure.smtpUrl,
    WEB_ORIGINS: originsOf(addresses).join(','),
    DEV_CODES: String(addresses.devCodes),
    KEY_SECRET: addresses.keys.keyEncryptionSecret,
    CODE_SECRET: addresses.keys.codeSecret,
    VAPID_PRIVATE_KEY: addresses.keys.vapidPrivateKey,
  }),
  decks: (addresses) => ({
    ...stores(addresses, 'decks'),
    MEDIA_STORE: addresses.mediaStore,
    IMPORT_FOLDER: addresses.importFolder,
  }),
  admin: (addresses) => ({ ...stores(addresses, 'admin'), ADMIN_KEY: addresses.keys.adminKey }),
  billing: (addresses) => {
    const { url, publicKey, secretKey, challenge } = addresses.infrastructure.payments;
    return {
      ...stores(addresses, 'billing'),
      WEB_ORIGINS: originsOf(addresses).join(','),
      INTASEND_URL: url,
      INTASEND_PUBLIC_KEY: publicKey,
      INTASEND_SECRET_KEY: secretKey,
      INTASEND_CHALLENGE: challenge,
    };
  },
  gateway: (addresses) => ({
    ...internalCalls(addresses),
    ...edgeSettings(addresses, 'gateway'),
    WEB_KEY: addresses.keys.webKey,
    ...kafkaEnvironment(addresses.infrastructure, 'gateway'),
  }),
  'rest-facade': (addresses) => ({
    ...internalCalls(addresses),
    ...edgeSettings(addresses, 'rest-facade'),
    CORS_ORIGINS: originsOf(addresses).join(','),
  }),
  web: (addresses) => ({
    ...edgeSettings(addresses, 'web'),
    WEB_KEY: addresses.keys.webKey,
    WEB_PORT: String(addresses.ports.web),
    WEB_DIST: addresses.webRoot,
    WEB_KEPT_ASSETS: addresses.keptAssets,
    GRAPHQL_URL: `${at(addresses.ports.gateway)}/graphql`,
  }),
};
