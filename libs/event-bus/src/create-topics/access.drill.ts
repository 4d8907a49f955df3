import { anonymousRules, byKafkaLogin, kafkaRules } from '@kumbuka/contracts';
import { kafkaAccessSuite, startKafka, type EmbeddedKafka } from '@kumbuka/testing/kafka-access';
import { afterAll, beforeAll } from 'vitest';
import { createTopics } from './create-topics.ts';

const passwords = byKafkaLogin((name) => `password of ${name}`);
let kafka: EmbeddedKafka;

beforeAll(async () => {
  kafka = await startKafka({ access: { passwords, rules: [...kafkaRules, ...anonymousRules] } });
  await createTopics({
    KAFKA_BROKERS: kafka.brokers.join(','),
    KAFKA_LOGIN: `scram-sha-512:topics:${passwords.topics}`,
    LOG_LEVEL: 'silent',
  });
});
afterAll(() => kafka.stop());

kafkaAccessSuite({
  brokers: () => kafka.brokers,
  anonymousBrokers: () => kafka.brokers,
  passwordOf: (login) => passwords[login],
});
