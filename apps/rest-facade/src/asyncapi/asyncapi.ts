import { deadLetterTopicOf, events, topics, type EventContract } from '@kumbuka/contracts';
import { eventExample } from './event-example.ts';
import { eventSchema, slotOf } from './event-schema.ts';

const channelName = (topic: string) => topic.replaceAll('.', '-');
const ref = (path: string) => ({ $ref: `#/${path}` });
const partitionsOf = (topic: string) => topics.find(({ name }) => name === topic)?.partitions ?? 1;
const headers = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid', description: 'Id of the event, as in the payload.' },
    type: { type: 'string', description: 'Type of the event, as in the payload.' },
    version: { type: 'string', description: 'Version of the event, as in the payload, in decimal digits.' },
    traceparent: { type: 'string', description: 'W3C trace context, as in the payload, where there is one.' },
  },
  required: ['id', 'type', 'version'],
};
const deadLetterHeaders = {
  type: 'object',
  description: 'Headers of the original message, with the place and reason of its failure.',
  properties: {
    'origin-topic': { type: 'string' },
    'origin-partition': { type: 'string' },
    'origin-offset': { type: 'string' },
    group: { type: 'string', description: 'Consumer group that could not process it.' },
    reason: { type: 'string', enum: ['poison', 'failed', 'parked'] },
    error: { type: 'string' },
    attempts: { type: 'string', description: 'Number of attempts.' },
    'failed-at': { type: 'string', format: 'date-time' },
  },
};

function messageOf(contract: EventContract) {
  const { $schema: _, ...payload } = eventSchema(contract);
  return {
    name: slotOf(contract),
    title: contract.type,
    summary: contract.description,
    contentType: 'application/json',
    headers,
    payload,
    bindings: {
      kafka: { key: { type: 'string', description: 'Id of the user whose data the event is about.' } },
    },
    examples: [{ name: slotOf(contract), payload: eventExample(contract) }],
  };
}

function channelOf(topic: string, contracts: readonly EventContract[]) {
  const messages = contracts.map((contract) => [
    slotOf(contract),
    ref(`components/messages/${slotOf(contract)}`),
  ]);
  return {
    address: topic,
    description: `Events of ${contracts[0]?.source}, ordered within each aggregate.`,
    messages: Object.fromEntries(messages),
    bindings: { kafka: { topic, partitions: partitionsOf(topic) } },
  };
}

function deadLetterChannelOf(topic: string) {
  const address = deadLetterTopicOf(topic);
  return {
    address,
    description: `Dead letters: unchanged messages of ${topic} that a consumer could not process.`,
    messages: { deadLetter: ref('components/messages/deadLetter') },
    bindings: { kafka: { topic: address, partitions: partitionsOf(address) } },
  };
}

/** AsyncAPI 3 of every topic that other systems may read, generated from the event contracts. */
export function asyncApiDocument(contracts: readonly EventContract[] = events) {
  const byTopic = Map.groupBy(contracts, ({ topic }) => topic);
  const channels = [...byTopic].flatMap(([topic, topicContracts]) => [
    [channelName(topic), channelOf(topic, topicContracts)],
    [channelName(deadLetterTopicOf(topic)), deadLetterChannelOf(topic)],
  ]);
  const operations = [...byTopic].map(([topic, topicContracts]) => [
    `send-${channelName(topic)}`,
    {
      action: 'send',
      channel: ref(`channels/${channelName(topic)}`),
      summary: `Events published by ${topicContracts[0]?.source}.`,
      messages: topicContracts.map((contract) =>
        ref(`channels/${channelName(topic)}/messages/${slotOf(contract)}`),
      ),
    },
  ]);
  const messages = contracts.map((contract) => [slotOf(contract), messageOf(contract)]);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Kumbuka events',
      version: '1.0.0',
      description:
        'Events published by the service that owns the data. Delivery is at least once, in order within an aggregate. Events contain ids and facts; consumers read names and texts from the owner. Within a version only optional fields are added.',
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: '{host}',
        protocol: 'kafka',
        description: 'A broker of the installation.',
        variables: { host: { default: 'localhost:9092' } },
      },
    },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(operations),
    components: {
      messages: {
        ...Object.fromEntries(messages),
        deadLetter: { name: 'deadLetter', title: 'Dead letter', headers: deadLetterHeaders },
      },
    },
  };
}
