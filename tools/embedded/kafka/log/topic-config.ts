import type { TopicConfigs } from '../storage/topic-rows.ts';
import { KafkaError } from '../wire/errors.ts';

type Definition = { fallback: string; isValid: (value: string) => boolean };

const DAY_MS = 86_400_000;
const integerFrom = (min: number) => (value: string) => /^-?\d{1,19}$/.test(value) && Number(value) >= min;

/** Topic configurations that this broker supports. It rejects all others, so that none is silently ignored. */
const DEFINITIONS: Readonly<Record<string, Definition>> = {
  'max.message.bytes': { fallback: '1048588', isValid: integerFrom(0) },
  'min.insync.replicas': { fallback: '1', isValid: (value) => value === '1' },
  'retention.ms': { fallback: String(7 * DAY_MS), isValid: integerFrom(-1) },
};

export const configNames = (): string[] => Object.keys(DEFINITIONS);

/** Returns the effective value: the topic's own, or the broker's default. */
export const configOf = (configs: TopicConfigs, name: string): string =>
  configs[name] ?? DEFINITIONS[name]!.fallback;

export const numberOf = (configs: TopicConfigs, name: string): number => Number(configOf(configs, name));

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
