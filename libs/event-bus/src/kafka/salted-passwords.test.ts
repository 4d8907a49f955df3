import { byKafkaLogin, kafkaRules } from '@kumbuka/contracts';
import { startKafka } from '@kumbuka/testing/kafka-access';
import { createLog } from '@kumbuka/runtime';
import crypto from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBus } from './create-bus.ts';

const passwords = byKafkaLogin((name) => `salted password of ${name}`);
const login = { mechanism: 'scram-sha-512' as const, username: 'billing', password: passwords.billing };

async function startBroker(port = 0) {
  const kafka = await startKafka({ port, access: { passwords, rules: kafkaRules } });
  onTestFinished(() => kafka.stop());
  return kafka;
}

it('a process derives the password of its Kafka login once per salt, not twice per connection', async () => {
  const derive = vi.spyOn(crypto, 'pbkdf2');
  onTestFinished(() => derive.mockRestore());
  const derivations = () => derive.mock.calls.filter(([password]) => password === login.password).length;
  const kafka = await startBroker();
  const logIn = () =>
    createBus({
      brokers: kafka.brokers,
      clientId: 'billing',
      login,
      log: createLog('salted', 'silent'),
    }).start();
  await logIn();
  await logIn();
  expect(derivations()).toBe(1);

  await kafka.stop();
  await startBroker(kafka.port);
  await logIn();
  expect(derivations()).toBe(2);
});
