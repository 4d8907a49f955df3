import { configNames, configOf } from '../log/topic-config.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';
import { checkResource, RESOURCE } from './resource.ts';

type Requested = { type: number; name: string; keys: string[] | null };
type Entry = { key: string; value: string; source: number };

const SOURCE = { topic: 1, byDefault: 5 } as const;

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
      response.array(value, (entry) => writeEntry(response, entry));
    });
  },
};

function entriesOf(broker: Broker, { type, name, keys }: Requested): Entry[] {
  if (type !== RESOURCE.topic) throw new KafkaError('INVALID_REQUEST', `Unexpected resource type ${type}`);
  const entries = topicEntries(broker, name);
  return keys === null ? entries : entries.filter(({ key }) => keys.includes(key));
}

function topicEntries({ topics }: Broker, name: string): Entry[] {
  const topic = topics.find(name);
  if (topic === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  const { configs } = topic;
  const sourceOf = (key: string) => (key in configs ? SOURCE.topic : SOURCE.byDefault);
  return configNames().map((key) => ({ key, value: configOf(configs, key), source: sourceOf(key) }));
}

function writeEntry(response: Writer, { key, value, source }: Entry): void {
  const [isReadOnly, isSensitive] = [false, false];
  response.string(key).string(value).boolean(isReadOnly).int8(source).boolean(isSensitive);
  response.array([], () => undefined); // synonyms, which nobody requests
}
