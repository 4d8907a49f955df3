import { expect, it } from 'vitest';
import { z } from 'zod';
import { kafkaAccess, kafkaConfig } from './access.ts';

const names = z.object(kafkaConfig);
const brokers = { KAFKA_BROKERS: 'one:9092, two:9092' };

it('Kafka access is only brokers when nothing else is configured', () =>
  expect(kafkaAccess(names.parse(brokers))).toEqual({ brokers: ['one:9092', 'two:9092'] }));

it('Kafka access has TLS and a login, whose password may contain colons', () =>
  expect(
    kafkaAccess(names.parse({ ...brokers, KAFKA_TLS: 'true', KAFKA_LOGIN: 'scram-sha-512:me:se:cr:et' })),
  ).toEqual({
    brokers: ['one:9092', 'two:9092'],
    tls: true,
    login: { mechanism: 'scram-sha-512', username: 'me', password: 'se:cr:et' },
  }));

it.each(['me:secret', 'oauth:me:secret', 'plain:me:', 'plain::secret'])(
  'Kafka access rejects the login %s',
  (login) =>
    expect(names.safeParse({ ...brokers, KAFKA_LOGIN: login }).error?.issues[0]?.path[0]).toBe('KAFKA_LOGIN'),
);
