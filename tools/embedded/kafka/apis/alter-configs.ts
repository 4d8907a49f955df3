import { parseConfigs } from '../log/topic-config.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';
import { checkResource, RESOURCE } from './resource.ts';

type Change = { type: number; name: string; entries: { name: string; value: string | null }[] };

export const alterConfigs: Api = {
  key: 33,
  name: 'AlterConfigs',
  minVersion: 1,
  maxVersion: 1,
  async handle(body, broker, { session }) {
    const readEntry = () => ({ name: body.string(), value: body.nullableString() });
    const readChange = () => ({ type: body.int8(), name: body.string(), entries: body.array(readEntry) });
    const changes = body.array(readChange);
    const validateOnly = body.boolean();
    const results = await Promise.all(
      changes.map(async (change) => ({
        ...change,
        ...(await outcomeOf(() => {
          checkResource(session, 'alter-configs', change);
          return replaceConfigs(broker, change, validateOnly);
        }, undefined)),
      })),
    );
    const response = createWriter().int32(NO_THROTTLE);
    return response.array(results, ({ code, message, type, name }) => {
      response.int16(code).string(message).int8(type).string(name);
    });
  },
};

/** Replaces all configurations of the topic with those of the request. */
async function replaceConfigs({ topics }: Broker, change: Change, validateOnly: boolean): Promise<void> {
  if (change.type !== RESOURCE.topic)
    throw new KafkaError('INVALID_REQUEST', 'Only topics have configurations that can be altered here.');
  const topic = topics.find(change.name);
  if (topic === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  const configs = parseConfigs(change.entries);
  if (!validateOnly) await topics.configure(topic, configs);
}
