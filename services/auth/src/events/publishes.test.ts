import { authEvents, envelope, topicOf, type Envelope } from '@kumbuka/contracts';
import { createBus } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { eventually } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../domain/events.ts';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';
import { toEnvelope } from './publishes.ts';

const at = new Date('2026-03-01T12:00:00Z');
const head = { userId: 7, version: 3, at };
const events: DomainEvent[] = [
  { ...head, type: 'user-registered', isDemo: false },
  { ...head, type: 'user-verified' },
  { ...head, type: 'user-changed', fields: ['email'] },
  { ...head, type: 'user-seen', seenAt: at },
  { ...head, type: 'password-reset' },
  { ...head, type: 'access-revoked', sessionId: 'session', epoch: 1 },
  { ...head, type: 'access-revoked', sessionId: null, epoch: 2 },
  { ...head, type: 'user-deleted' },
];

describe('an event', () => {
  it.each(events)('of $type keeps its contract', (event) => {
    const published = toEnvelope(event);
    const contract = authEvents.find(({ type }) => type === `auth.${event.type}`);
    expect(envelope.parse(published)).toMatchObject({
      type: contract?.type,
      source: 'auth',
      key: '7',
      aggregate: { type: 'user', id: '7', version: 3 },
      occurredAt: at.toISOString(),
    });
    expect(contract?.data.parse(published.data)).toEqual(published.data);
  });
});

describe('the topic of auth', () => {
  let auth: AuthService;
  const received: Envelope[] = [];
  const log = createLog('reader', 'silent');
  let stopReading: () => Promise<void>;

  beforeAll(async () => {
    auth = await startAuth();
    const brokers = auth.stack.env.KAFKA_BROKERS.split(',');
    const bus = createBus({ brokers, clientId: 'reader', log });
    await bus.start();
    const subscription = await bus.subscribe({
      group: 'reader',
      topics: [topicOf('auth')],
      onBatch: async ({ messages, done }) => {
        for (const { value, offset } of messages) {
          received.push(envelope.parse(JSON.parse(value)));
          done(offset);
        }
      },
    });
    stopReading = async () => {
      await subscription.stop();
      await bus.stop();
    };
  });
  afterAll(async () => {
    await stopReading();
    await auth.stop();
  });

  it('gets the events of an account, in order and without its name or email', async () => {
    const { id, email, username, token } = await auth.signIn();
    await auth.post('/auth/logout-all', undefined, { token });
    await eventually(() => {
      const events = received.filter(({ key }) => key === String(id));
      expect(events.map(({ type, aggregate }) => `${aggregate.version} ${type}`)).toEqual([
        '1 auth.user-registered',
        '2 auth.user-verified',
        '3 auth.access-revoked',
      ]);
    }, 15_000);
    expect(JSON.stringify(received)).not.toContain(email);
    expect(JSON.stringify(received)).not.toContain(username);
  });

  it('gets its events later when Kafka is unavailable, and accounts are created meanwhile', async () => {
    await auth.stack.kafka.stop();
    const user = await auth.signIn();
    expect((await auth.get('/user', { token: user.token })).status).toBe(200);
    expect(auth.running.isReady()).toBe(true);
    const waiting = await auth.database.collection('outbox').countDocuments({ sent: false });
    expect(waiting).toBeGreaterThanOrEqual(2);
  });
});
