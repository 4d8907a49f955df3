import { configNames, configOf, fallbackOf } from '../log/topic-config.ts';
import { isLegalTopicName } from '../log/topics.ts';
import type { TopicConfigs } from '../storage/topic-rows.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';
import { checkBrokerName, checkResource, RESOURCE } from './resource.ts';

type Requested = { type: number; name: string; keys: string[] | null };
type Synonym = { key: string; value: string; source: number };
/** Synonyms in order of precedence; the first is in effect. */
type Entry = Synonym & { isReadOnly: boolean; synonyms: Synonym[] };

const SOURCE = { topic: 1, staticBroker: 4, byDefault: 5 } as const;

export const describeConfigs: Api = {
  key: 32,
  name: 'DescribeConfigs',
  minVersion: 2,
  maxVersion: 2,
  async handle(body, broker, { session }) {
    const readRequested = () => ({
      type: body.int8(),
      name: body.string(),
      keys: body.nullableArray(body.string),
    });
    const requested = body.array(readRequested);
    const withSynonyms = body.boolean();
    const allowedEntries = (one: Requested) => {
      checkResource(session, 'describe-configs', one);
      return entriesOf(broker, one);
    };
    const results = await Promise.all(
      requested.map(async (one) => ({ ...one, ...(await outcomeOf(() => allowedEntries(one), [])) })),
    );
    const response = createWriter().int32(NO_THROTTLE);
    return response.array(results, ({ type, name, code, message, value }) => {
      response
        .int16(code)
        .string(message ?? '')
        .int8(type)
        .string(name);
      response.array(value, (entry) => writeEntry(response, entry, withSynonyms));
    });
  },
};

function entriesOf(broker: Broker, { type, name, keys }: Requested): Entry[] {
  const entries = type === RESOURCE.topic ? topicEntries(broker, name) : brokerEntries(broker, type, name);
  return keys === null ? entries : entries.filter(({ key }) => keys.includes(key));
}

function topicEntries({ topics }: Broker, name: string): Entry[] {
  if (!isLegalTopicName(name)) throw new KafkaError('INVALID_TOPIC', `Topic name is invalid: ${name}`);
  const topic = topics.find(name);
  if (topic === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  return configNames().map((key) => topicEntry(topic.configs, key));
}

function topicEntry(configs: TopicConfigs, key: string): Entry {
  const value = configOf(configs, key);
  const byDefault = { ...fallbackOf(key), source: SOURCE.byDefault };
  const own = key in configs ? [{ key, value, source: SOURCE.topic }] : [];
  const source = key in configs ? SOURCE.topic : SOURCE.byDefault;
  return { key, value, isReadOnly: false, source, synonyms: [...own, byDefault] };
}

function brokerEntries({ autoCreateTopics, defaultPartitions }: Broker, type: number, name: string): Entry[] {
  if (type !== RESOURCE.broker) throw new KafkaError('INVALID_REQUEST', `Unexpected resource type ${type}`);
  checkBrokerName(name);
  return [
    brokerEntry('auto.create.topics.enable', String(autoCreateTopics), 'true'),
    brokerEntry('num.partitions', String(defaultPartitions), '1'),
  ];
}

function brokerEntry(key: string, value: string, fallback: string): Entry {
  const own = { key, value, source: SOURCE.staticBroker };
  const byDefault = { key, value: fallback, source: SOURCE.byDefault };
  return { ...own, isReadOnly: true, synonyms: [own, byDefault] };
}

function writeEntry(response: Writer, entry: Entry, withSynonyms: boolean): void {
  const { key, value, isReadOnly, source, synonyms } = entry;
  response.string(key).string(value).boolean(isReadOnly).int8(source).boolean(false);
  response.array(withSynonyms ? synonyms : [], (synonym) => {
    response.string(synonym.key).string(synonym.value).int8(synonym.source);
  });
}
