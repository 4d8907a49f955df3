import type { TopicConfigs } from '../storage/topic-rows.ts';
import { KafkaError } from '../wire/errors.ts';

type Definition = { fallback: string; isValid: (value: string) => boolean };

const DAY_MS = 86_400_000;
const MAX_INT64 = '9223372036854775807';
const oneOf =
  (...allowed: string[]) =>
  (value: string) =>
    allowed.includes(value);
const integerFrom = (least: number) => (value: string) =>
  /^-?\d{1,19}$/.test(value) && Number(value) >= least;

/** Topic configurations that this broker supports. It rejects all others, so that none is silently ignored. */
const DEFINITIONS: Readonly<Record<string, Definition>> = {
  'cleanup.policy': { fallback: 'delete', isValid: oneOf('delete') },
  'compression.type': { fallback: 'producer', isValid: oneOf('producer') },
  'max.message.bytes': { fallback: '1048588', isValid: integerFrom(0) },
  'message.timestamp.after.max.ms': {
    fallback: '3600000',
    isValid: integerFrom(0),
  },
  'message.timestamp.before.max.ms': {
    fallback: MAX_INT64,
    isValid: integerFrom(0),
  },
  'message.timestamp.type': {
    fallback: 'CreateTime',
    isValid: oneOf('CreateTime', 'LogAppendTime'),
  },
  'min.insync.replicas': { fallback: '1', isValid: oneOf('1') },
  'retention.bytes': { fallback: '-1', isValid: integerFrom(-1) },
  'retention.ms': { fallback: String(7 * DAY_MS), isValid: integerFrom(-1) },
};

export const configNames = (): string[] => Object.keys(DEFINITIONS);

/** Returns the effective value: the topic's own, or the broker's default. */
export const configOf = (configs: TopicConfigs, name: string): string =>
  configs[name] ?? DEFINITIONS[name]!.fallback;

export const numberOf = (configs: TopicConfigs, name: string): number => Number(configOf(configs, name));

export const isLogAppendTime = (configs: TopicConfigs): boolean =>
  configOf(configs, 'message.timestamp.type') === 'LogAppendTime';

/** Parses the configurations of a request. Throws INVALID_CONFIG with the name of the wrong one. */
export function parseConfigs(entries: readonly { name: string; value: string | null }[]): TopicConfigs {
  const configs: TopicConfigs = {};
  for (const { name, value } of entries) {
    const definition = Object.hasOwn(DEFINITIONS, name) ? DEFINITIONS[name] : undefined;
    if (definition === undefined) throw invalid(`Unknown topic config name: ${name}`);
    if (value === null) throw invalid(`Null value not supported for topic configs: ${name}`);
    if (!definition.isValid(value)) throw invalid(`Invalid value ${value} for configuration ${name}`);
    configs[name] = value;
  }
  return configs;
}

const invalid = (message: string) => new KafkaError('INVALID_CONFIG', message);
