import { byService, serviceNames } from '@kumbuka/contracts';
import { kafkaBroker, mailPageUrl, mongoUri, redisUrl, smtpUrl } from '@kumbuka/embedded/addresses';
import type { Infrastructure, StackFacts } from './environment.ts';
import type { Keys } from './keys.ts';
import type { Settings } from './settings.ts';
import { webRoot } from './web-build.ts';

export const INNER_PORTS = ['mongo', 'kafka', 'redis', 'smtp', ...serviceNames] as const;

type PublicPorts = Record<'web' | 'rest' | 'graphql' | 'mail', number>;
type InnerPorts = Record<(typeof INNER_PORTS)[number], number>;
export type Ports = PublicPorts & InnerPorts;

const portNames = ['web', 'rest', 'graphql', 'mail', ...INNER_PORTS];
/** True for the ports of a whole product. */
export const arePorts = (ports: Record<string, number>): ports is Ports =>
  portNames.every((name) => ports[name] !== undefined);

/** Where everything will be: an embedded server's address is known before it runs. */
function infrastructureOf(settings: Settings, keys: Keys, ports: Ports): Infrastructure {
  return {
    mongoUrl: settings.MONGO_URL ?? mongoUri(ports.mongo),
    kafkaBrokers: settings.KAFKA_BROKERS ?? kafkaBroker(ports.kafka),
    redisUrl: settings.REDIS_URL ?? redisUrl(ports.redis, keys.redisPassword),
    smtpUrl: settings.SMTP_URL ?? smtpUrl(ports.smtp),
    ...(settings.SMTP_URL === undefined && { mailPageUrl: mailPageUrl(ports.mail) }),
    ...(settings.KAFKA_TLS === 'true' && { kafkaTls: true }),
    ...(settings.KAFKA_LOGIN !== undefined && { kafkaLogin: settings.KAFKA_LOGIN }),
    ...(settings.KAFKA_REPLICATION !== undefined && { kafkaReplication: settings.KAFKA_REPLICATION }),
  };
}

/** Everything that processes are told. */
export function factsOf(settings: Settings, keys: Keys, ports: Ports): StackFacts {
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
    webRoot,
  };
}
