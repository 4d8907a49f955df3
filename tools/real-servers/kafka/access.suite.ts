import { byKafkaLogin } from '@kumbuka/contracts';
import { freePort } from '@kumbuka/embedded/loopback';
import { kafkaAccessSuite } from '@kumbuka/embedded/protocol-suites/kafka';
import { createTopics } from '@kumbuka/event-bus';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kafkaJars } from './java.ts';
import { type RealBroker, startRealBroker } from './real-broker.ts';

const passwords = byKafkaLogin((name) => `password-of-${name}`);
const readPort = await freePort();
let broker: RealBroker;

/** The topics tool logs in by PLAIN, because it creates the SCRAM logins, including its own. */
const migrate = () =>
  createTopics({
    KAFKA_BROKERS: broker.address,
    KAFKA_LOGIN: `plain:topics:${passwords.topics}`,
    KAFKA_LOGINS: Object.entries(passwords)
      .map((login) => login.join(':'))
      .join('\n'),
    KAFKA_ANONYMOUS: 'read',
    LOG_LEVEL: 'silent',
  });

beforeAll(async () => {
  const access = { readPort, brokerPassword: 'password-of-broker', topicsPassword: passwords.topics };
  broker = await startRealBroker(kafkaJars(), { access });
  await migrate();
}, 120_000);
afterAll(() => broker.stop(), 60_000);

kafkaAccessSuite({
  brokers: () => [broker.address],
  anonymousBrokers: () => [`127.0.0.1:${readPort}`],
  passwordOf: (login) => passwords[login],
});

it('the topics tool can run again on a complete Kafka', async () => {
  await expect(migrate()).resolves.toBeUndefined();
});
