import {
  consumedServices,
  deadLetterTopicOf,
  readerLogin,
  republishedPrefix,
  serviceNames,
  topicOf,
  type KafkaLoginName,
} from '@kumbuka/contracts';
import { Kafka, logLevel, type KafkaConfig } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from './context.ts';

export type KafkaAccessSuiteOptions = {
  /** Addresses for clients with a login. */
  brokers: () => string[];
  /** Addresses for clients without a login. */
  anonymousBrokers: () => string[];
  passwordOf: (login: KafkaLoginName) => string;
};

const RETRY = { retries: 2, initialRetryTime: 50 };
/** A Kafka that is starting rejects the first attempts, because its coordinator is not ready. */
const STARTUP_RETRY = { retries: 20, initialRetryTime: 100, maxRetryTime: 500 };
const TIMEOUT_MS = 60_000;
const CASE = { timeout: TIMEOUT_MS };

/**
 * Registers the cases of the access rights of each login. The broker has the product's topics, logins and
 * access rules, and lets connections without a login read.
 */
export function kafkaAccessSuite({ brokers, anonymousBrokers, passwordOf }: KafkaAccessSuiteOptions): void {
  const client = (more: Partial<KafkaConfig>) =>
    new Kafka({ brokers: brokers(), clientId: 'access', logLevel: logLevel.NOTHING, retry: RETRY, ...more });
  const signedIn = (username: KafkaLoginName, password = passwordOf(username)) =>
    client({ sasl: { mechanism: 'scram-sha-512', username, password } });
  const anonymous = () => client({ brokers: anonymousBrokers() });
  const strangers = [
    { name: 'no login', connect: anonymous },
    { name: readerLogin, connect: () => signedIn(readerLogin) },
  ];

  const publish = async (kafka: Kafka, topic: string, idempotent = false): Promise<void> => {
    const producer = kafka.producer({ idempotent, allowAutoTopicCreation: false });
    try {
      await producer.connect();
      const receipts = await producer.send({ topic, messages: [{ key: '1', value: 'forged' }] });
      if (receipts.length === 0) throw new Error('Kafka acknowledged no message.');
    } finally {
      await producer.disconnect();
    }
  };
  const asAdmin = async <Result>(
    kafka: Kafka,
    work: (admin: ReturnType<Kafka['admin']>) => Promise<Result>,
  ) => {
    const admin = kafka.admin();
    try {
      await admin.connect();
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };
  const countOf = (topic: string): Promise<number> =>
    asAdmin(signedIn('admin'), async (admin) => {
      const offsets = await admin.fetchTopicOffsets(topic);
      return offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
    });
  const deleteRecords = (kafka: Kafka, topic: string): Promise<void> =>
    asAdmin(kafka, async (admin) => {
      await admin.fetchTopicOffsets(topic);
      const partitions = [0, 1, 2, 3, 4, 5].map((partition) => ({ partition, offset: '-1' }));
      await admin.deleteTopicRecords({ topic, partitions });
    });
  /** Reads one message of the topic as a member of the group. */
  const consume = async (kafka: Kafka, groupId: string, topic: string): Promise<string> => {
    const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, retry: STARTUP_RETRY });
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      return await new Promise<string>((resolve, reject) => {
        consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
        consumer
          .run({ eachMessage: async ({ message }) => resolve(String(message.value)) })
          .catch((error: unknown) => reject(error));
      });
    } finally {
      await consumer.disconnect();
    }
  };

  /** Whether Kafka has leaders and a coordinator, which are absent after its start. */
  const isWarm = async (): Promise<boolean> => {
    try {
      await publish(signedIn('admin'), topicOf('auth'));
      await consume(signedIn('admin'), 'admin', topicOf('auth'));
      return true;
    } catch {
      return false;
    }
  };

  describe('access to Kafka', () => {
    beforeAll(() => until(isWarm, 'a warm Kafka'), TIMEOUT_MS);

    it.each(serviceNames)(
      '%s may write to its own topic, also by an idempotent producer',
      CASE,
      async (name) => {
        const before = await countOf(topicOf(name));
        await publish(signedIn(name), topicOf(name));
        await publish(signedIn(name), topicOf(name), true);
        expect(await countOf(topicOf(name))).toBe(before + 2);
      },
    );

    it.each(serviceNames.filter((name) => name !== 'admin'))(
      '%s cannot forge events: Kafka rejects its writes to every other topic',
      CASE,
      async (name) => {
        for (const topic of serviceNames.filter((other) => other !== name).map(topicOf)) {
          const before = await countOf(topic);
          await expect(publish(signedIn(name), topic)).rejects.toThrow(/Not authorized/);
          expect(await countOf(topic)).toBe(before);
        }
      },
    );

    it.each(serviceNames)('%s may read the topics that it consumes, as its own group', CASE, async (name) => {
      for (const topic of consumedServices[name].map(topicOf)) {
        await publish(signedIn('admin'), topic);
        expect(await consume(signedIn(name), name, topic)).toBe('forged');
      }
    });

    it.each(serviceNames.filter((name) => name !== 'admin'))(
      '%s may write dead letters of the topics that it consumes, and no others',
      CASE,
      async (name) => {
        const written: string[] = [];
        for (const source of serviceNames)
          await publish(signedIn(name), deadLetterTopicOf(topicOf(source))).then(
            () => written.push(source),
            (error: unknown) => expect(String(error)).toMatch(/Not authorized/),
          );
        expect(written.toSorted()).toEqual(consumedServices[name].toSorted());
      },
    );

    it.each(strangers)('$name cannot write to any topic', CASE, async ({ connect }) => {
      for (const topic of serviceNames.map(topicOf)) {
        const before = await countOf(topic);
        await expect(publish(connect(), topic)).rejects.toThrow(/Not authorized/);
        await expect(publish(connect(), topic, true)).rejects.toThrow(/Not authorized|Cluster authorization/);
        expect(await countOf(topic)).toBe(before);
      }
    });

    it.each(strangers)('$name may read events with its own group', CASE, async ({ connect }) => {
      await publish(signedIn('decks'), topicOf('decks'));
      expect(await consume(connect(), `team.${randomUUID()}`, topicOf('decks'))).toBe('forged');
    });

    it.each(strangers)(
      '$name cannot take partitions from a service, because it cannot join its group',
      CASE,
      async ({ connect }) => {
        for (const name of serviceNames)
          await expect(consume(connect(), name, topicOf('auth'))).rejects.toThrow(
            /Not authorized to access group/,
          );
      },
    );

    it.each([...serviceNames.map((name) => ({ name, connect: () => signedIn(name) })), ...strangers])(
      '$name cannot delete records of an event topic',
      CASE,
      async ({ connect }) => {
        const kafka = connect();
        for (const topic of serviceNames.map(topicOf)) {
          await publish(signedIn('admin'), topic);
          const before = await countOf(topic);
          await expect(deleteRecords(kafka, topic)).rejects.toThrow(
            /Not authorized|delete records|Error while/i,
          );
          expect(await countOf(topic)).toBe(before);
        }
      },
    );

    it('admin may replay to every topic and delete dead letters', CASE, async () => {
      for (const topic of serviceNames.map(topicOf)) await publish(signedIn('admin'), topic);
      await publish(signedIn('decks'), 'auth.events.dlt');
      await deleteRecords(signedIn('admin'), 'auth.events.dlt');
      expect(await countOf('auth.events.dlt')).toBe(0);
    });

    it('only admin may write the state for late consumers, and other systems may read it', CASE, async () => {
      const topic = `${republishedPrefix}${randomUUID()}`;
      await asAdmin(signedIn('admin'), (admin) => admin.createTopics({ topics: [{ topic }] }));
      for (const connect of [() => signedIn('decks'), ...strangers.map((each) => each.connect)])
        await expect(publish(connect(), topic)).rejects.toThrow(/Not authorized/);
      await publish(signedIn('admin'), topic);
      for (const { connect } of strangers)
        expect(await consume(connect(), `team.${randomUUID()}`, topic)).toBe('forged');
    });

    it('Kafka rejects a login with a wrong password', CASE, async () => {
      await expect(publish(signedIn('decks', 'wrong'), topicOf('decks'))).rejects.toThrow(
        /SASL|[Aa]uthentication/,
      );
    });

    it.each(strangers)('$name cannot create topics or change configurations', CASE, async ({ connect }) => {
      const create = asAdmin(connect(), (admin) => admin.createTopics({ topics: [{ topic: 'strange' }] }));
      await expect(create).rejects.toThrow(/authoriz|creation errors/i);
      const topics = await asAdmin(signedIn('topics'), (admin) => admin.listTopics());
      expect(topics).not.toContain('strange');
    });
  });
}
