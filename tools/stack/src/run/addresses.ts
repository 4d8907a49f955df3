import { resolve } from 'node:path';
import { byKafkaLogin } from '@kumbuka/contracts/events/access';
import { byService, serviceNames } from '@kumbuka/contracts/services';
import { kafkaBroker, mailPageUrl, mongoUri, paymentsUrl, smtpUrl } from '@kumbuka/embedded/addresses';
import type { Infrastructure, PaymentSettings, StackAddresses } from './environment.ts';
import { kafkaLoginOf, type Keys } from './keys.ts';
import { root } from './repository.ts';
import type { Settings } from './settings.ts';
import { keptAssets, webRoot } from './web-build.ts';

export const INNER_PORTS = ['mongo', 'smtp', ...serviceNames] as const;
export const PORT_NAMES = ['web', 'rest', 'graphql', 'mail', 'payments', 'kafka', ...INNER_PORTS] as const;
export type Ports = Record<(typeof PORT_NAMES)[number], number>;

/** True for the ports of a whole product. */
export const arePorts = (ports: Record<string, number>): ports is Ports =>
  PORT_NAMES.every((name) => ports[name] !== undefined);

/** Public key of the embedded provider; it grants nothing. */
const localPublicKey = 'ISPubKey_local';

/** Returns the address and the keys of the payment provider, embedded or external. */
export function paymentsOf(settings: Settings, keys: Keys, ports: Ports): PaymentSettings {
  const {
    INTASEND_URL: url,
    INTASEND_PUBLIC_KEY: publicKey = localPublicKey,
    INTASEND_SECRET_KEY: secretKey = keys.paymentSecret,
    INTASEND_CHALLENGE: challenge = keys.paymentChallenge,
  } = settings;
  const shop = { publicKey, secretKey, challenge };
  if (url !== undefined) return { url, ...shop };
  return { url: `http://127.0.0.1:${ports.payments}`, ...shop, pageUrl: paymentsUrl(ports.payments) };
}

/** Returns the Kafka login of a process: its own at the embedded broker, KAFKA_LOGIN at external brokers. */
function kafkaLoginsOf({ KAFKA_BROKERS, KAFKA_LOGIN }: Settings, keys: Keys) {
  if (KAFKA_BROKERS === undefined) return byKafkaLogin((name) => kafkaLoginOf(keys, name));
  return KAFKA_LOGIN === undefined ? undefined : byKafkaLogin(() => KAFKA_LOGIN);
}

/** Returns all addresses; those of embedded servers are fixed before they start. */
function infrastructureOf(settings: Settings, keys: Keys, ports: Ports): Infrastructure {
  const kafkaLogins = kafkaLoginsOf(settings, keys);
  return {
    mongoUrl: settings.MONGO_URL ?? mongoUri(ports.mongo),
    kafkaBrokers: settings.KAFKA_BROKERS ?? kafkaBroker(ports.kafka),
    ...(settings.REDIS_URL !== undefined && { redisUrl: settings.REDIS_URL }),
    smtpUrl: settings.SMTP_URL ?? smtpUrl(ports.smtp),
    payments: paymentsOf(settings, keys, ports),
    ...(settings.SMTP_URL === undefined && { mailPageUrl: mailPageUrl(ports.mail) }),
    ...(settings.KAFKA_TLS === 'true' && { kafkaTls: true }),
    ...(kafkaLogins && { kafkaLogins }),
    ...(settings.KAFKA_REPLICATION !== undefined && { kafkaReplication: settings.KAFKA_REPLICATION }),
  };
}

/** Returns addresses and keys for all processes. */
export function addressesOf(settings: Settings, keys: Keys, ports: Ports): StackAddresses {
  return {
    nodeEnv: settings.NODE_ENV,
    logLevel: settings.LOG_LEVEL,
    host: settings.HOST,
    devCodes: settings.DEV_CODES === 'true',
    proxyHops: {
      gateway: settings.GRAPHQL_PROXY_HOPS ?? settings.PROXY_HOPS,
      'rest-facade': settings.REST_PROXY_HOPS ?? settings.PROXY_HOPS,
      web: settings.WEB_PROXY_HOPS ?? settings.PROXY_HOPS,
    },
    ports: {
      ...byService((name) => ports[name]),
      gateway: ports.graphql,
      'rest-facade': ports.rest,
      web: ports.web,
    },
    keys,
    infrastructure: infrastructureOf(settings, keys, ports),
    importFolder: resolve(root, settings.KUMBUKA_DATA_DIR, 'imports'),
    webRoot,
    keptAssets,
    mediaStore: settings.MEDIA_STORE ?? resolve(root, settings.KUMBUKA_DATA_DIR, 'media'),
  };
}
