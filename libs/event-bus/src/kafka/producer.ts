import { Partitioners, type Kafka, type Producer } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';
import { BusUnavailable, MessageTooLarge, type BusMessage } from '../bus.ts';
import { isTooLarge } from './failures.ts';

const disconnectWithinMs = 2_000;
const sendWithinMs = 10_000;
const fromAllReplicas = -1;

async function connectProducer(kafka: Kafka): Promise<Producer> {
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  try {
    await producer.connect();
    return producer;
  } catch (error) {
    await producer.disconnect().catch(() => undefined);
    throw error;
  }
}

async function sendBy(producer: Producer, topic: string, messages: readonly BusMessage[]): Promise<void> {
  const request = { topic, acks: fromAllReplicas, timeout: sendWithinMs, messages: [...messages] };
  const receipts = await producer.send(request);
  // For a topic without partitions kafkajs sends nothing and reports no error.
  if (receipts.length === 0) throw new Error('the topic has no partitions');
}

const failureOf = (topic: string, error: unknown) =>
  isTooLarge(error)
    ? new MessageTooLarge(topic, error)
    : new BusUnavailable(`Kafka did not take messages for ${topic}: ${String(error)}`, error);

/** One idempotent producer, created on first use and again after every failure. */
export function createProducer(kafka: Kafka) {
  let current: Promise<Producer> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let stopped = false;

  /** Disconnects a failed producer, because the broker may reject its next sequence number. */
  async function discard(used: Promise<Producer> | null) {
    if (used === current) current = null;
    await used?.then((producer) => producer.disconnect()).catch(() => undefined);
  }

  async function sendNow(topic: string, messages: readonly BusMessage[]) {
    if (stopped) throw new BusUnavailable('The bus has stopped.');
    const used = (current ??= connectProducer(kafka));
    try {
      await sendBy(await used, topic, messages);
    } catch (error) {
      await discard(used);
      throw failureOf(topic, error);
    }
  }

  return {
    /** Sends one request at a time: a failed one rolls its sequence number back, which a concurrent one would use again. */
    send(topic: string, messages: readonly BusMessage[]): Promise<void> {
      const sent = last.then(() => sendNow(topic, messages));
      last = sent.catch(() => undefined);
      return sent;
    },
    async stop() {
      stopped = true;
      await Promise.race([discard(current), pause(disconnectWithinMs)]);
    },
  };
}
