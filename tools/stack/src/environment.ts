import type { KafkaLoginName } from '@kumbuka/contracts';
import { addressVariable, byService, serviceNames, type ServiceName } from '@kumbuka/contracts/services';
import type { Keys } from './keys.ts';
import type { ProcessName, Edge } from './services.ts';

export type Environment = Record<string, string | undefined>;

/** The payment provider and what it is asked with. */
export type PaymentSettings = {
  url: string;
  publicKey: string;
  secretKey: string;
  challenge: string;
  /** Where payments of the embedded one are decided; absent with a foreign provider. */
  pageUrl?: string;
};

/** Where the stores and brokers are, embedded or not. */
export type Infrastructure = {
  mongoUrl: string;
  kafkaBrokers: string;
  kafkaTls?: boolean;
  /** `mechanism:username:password` of SASL for each login. */
  kafkaLogins?: Record<KafkaLoginName, string>;
  /** Copies of each topic that is made, itself among them; 1 without. */
  kafkaReplication?: number;
  redisUrl: string;
  smtpUrl: string;
  payments: PaymentSettings;
  /** Where caught mail can be read; absent with a foreign SMTP server. */
  mailPageUrl?: string;
};

export type StackAddresses = {
  nodeEnv: string;
  logLevel: string;
  /** The address that the three ways in listen on; services stay on loopback. */
  host: string;
  devCodes: boolean;
  /** Proxies in front of each way in. */
  proxyHops: Record<Edge, number>;
  ports: Record<ProcessName, number>;
  keys: Keys;
  infrastructure: Infrastructure;
  /** The built web client. */
  webRoot: string;
};

const at = (port: number): string => `http://127.0.0.1:${port}`;

/** What a service or app reads from its environment, in a process of its own and in the fused one alike. */
export function environmentFor(service: ProcessName, facts: StackAddresses): Record<string, string> {
  return { ...common(facts), ...own[service](facts), PORT: String(facts.ports[service]) };
}

const common = ({ nodeEnv, logLevel, keys }: StackAddresses): Record<string, string> => ({
  NODE_ENV: nodeEnv,
  LOG_LEVEL: logLevel,
  HOST: '127.0.0.1',
  METRICS_KEY: keys.metricsKey,
});

/** For processes that call services or are called as one. */
function inner({ keys, ports }: StackAddresses): Record<string, string> {
  return {
    INTERNAL_KEY: keys.internalKey,
    ...Object.fromEntries(serviceNames.map((name) => [addressVariable(name), at(ports[name])])),
  };
}

/** How Kafka is reached, as services read it. */
const kafkaEnvironment = (infrastructure: Infrastructure, login: KafkaLoginName): Record<string, string> => ({
  KAFKA_BROKERS: infrastructure.kafkaBrokers,
  ...(infrastructure.kafkaTls && { KAFKA_TLS: 'true' }),
  ...(infrastructure.kafkaLogins && { KAFKA_LOGIN: infrastructure.kafkaLogins[login] }),
});

/** What the maker of topics reads. */
export const topicsEnvironment = ({ infrastructure, logLevel }: StackAddresses): Record<string, string> => ({
  ...kafkaEnvironment(infrastructure, 'topics'),
  KAFKA_REPLICATION: String(infrastructure.kafkaReplication ?? 1),
  LOG_LEVEL: logLevel,
});

const stores = (facts: StackAddresses, name: ServiceName): Record<string, string> => ({
  ...inner(facts),
  IDEMPOTENCY_KEY: facts.keys.idempotencyKey,
  MONGO_URL: facts.infrastructure.mongoUrl,
  REDIS_URL: facts.infrastructure.redisUrl,
  ...kafkaEnvironment(facts.infrastructure, name),
});

const wayIn = ({ host, proxyHops }: StackAddresses, name: Edge): Record<string, string> => ({
  HOST: host,
  PROXY_HOPS: String(proxyHops[name]),
});

/** Pages of the web client, which may call the REST paths from the browser. */
const originsOf = ({ ports }: StackAddresses): string[] =>
  ['localhost', '127.0.0.1'].map((name) => `http://${name}:${ports.web}`);

/** What is read besides by those that read more than the others of their kind. */
const own: Record<ProcessName, (facts: StackAddresses) => Record<string, string>> = {
  ...byService((name) => (facts: StackAddresses) => stores(facts, name)),
  auth: (facts) => ({
    ...stores(facts, 'auth'),
    SMTP_URL: facts.infrastructure.smtpUrl,
    WEB_ORIGINS: originsOf(facts).join(','),
    DEV_CODES: String(facts.devCodes),
    KEY_SECRET: facts.keys.keyEncryptionSecret,
    CODE_SECRET: facts.keys.codeSecret,
  }),
  admin: (facts) => ({ ...stores(facts, 'admin'), ADMIN_KEY: facts.keys.adminKey }),
  billing: (facts) => {
    const { url, publicKey, secretKey, challenge } = facts.infrastructure.payments;
    return {
      ...stores(facts, 'billing'),
      WEB_ORIGINS: originsOf(facts).join(','),
      INTASEND_URL: url,
      INTASEND_PUBLIC_KEY: publicKey,
      INTASEND_SECRET_KEY: secretKey,
      INTASEND_CHALLENGE: challenge,
    };
  },
  gateway: (facts) => ({ ...inner(facts), ...wayIn(facts, 'gateway'), WEB_KEY: facts.keys.webKey }),
  'rest-facade': (facts) => ({
    ...inner(facts),
    ...wayIn(facts, 'rest-facade'),
    CORS_ORIGINS: originsOf(facts).join(','),
  }),
  web: (facts) => ({
    ...wayIn(facts, 'web'),
    WEB_KEY: facts.keys.webKey,
    WEB_PORT: String(facts.ports.web),
    WEB_DIST: facts.webRoot,
    GRAPHQL_URL: `${at(facts.ports.gateway)}/graphql`,
  }),
};
