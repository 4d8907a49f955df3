import { topicOf } from '@kumbuka/contracts';
import { createBus } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { eventually } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorId, startAdmin, type AdminService } from './testing/admin-suite.ts';

let admin: AdminService;
let token: string;
beforeAll(async () => {
  admin = await startAdmin();
  token = await admin.operatorToken();
});
afterAll(() => admin.stop());
beforeEach(() => admin.owners.events.clear());

const query = async (document: string, variables = {}) => {
  const { data, errors } = await admin.graphql(document, variables, { token });
  if (errors) throw new Error(errors[0]?.extensions.code);
  return data;
};
const parts = `service isAnswering lagByTopic { topic lag } outboxBacklog outboxAgeSeconds
  parkedCount parked { aggregate topic error at } deadLetters discarded`;
const events = async () => (await query(`{ adminEventDesk { ${parts} } }`)).adminEventDesk;
const eventsOf = async (name: string) =>
  (await events()).find(({ service }: { service: string }) => service === name);
const deadLetters = async (service: string, discarded = false) =>
  (
    await query(
      `query ($service: String!, $discarded: Boolean) {
        adminDeadLetters(service: $service, discarded: $discarded) {
          items { id reader type aggregate reason error attempts failedAt payload discardedAt discardedBy discardedByAccount { username } }
          pageInfo { totalItems } } }`,
      { service, discarded },
    )
  ).adminDeadLetters;
const change = (name: string, input: object, type = 'DeadLetterInput') =>
  query(`mutation ($input: ${type}!) { ${name}(input: $input) { ${parts} } }`, { input });

/** Publishes an invalid event with a secret on a topic that admin consumes. */
async function plantPoison(source: string, key: string) {
  const bus = createBus({
    brokers: admin.stack.kafka.brokers,
    clientId: 'stranger',
    log: createLog('stranger', 'silent'),
  });
  const value = JSON.stringify({ not: 'an event', password: 'mwamba-4711', key });
  await bus.publish(topicOf(source), [{ key, value }]);
  await bus.stop();
}
const untilDeadLetters = (service: string, count: number) =>
  eventually(async () => expect((await deadLetters(service)).items).toHaveLength(count), 15_000);

describe('events administration', { timeout: 40_000 }, () => {
  it('lists every service with its own numbers', async () => {
    const at = new Date().toISOString();
    const first = { aggregate: 'deck:1', topic: 'decks.events', error: 'Error: a bug', at };
    admin.owners.events.set('study-progress', {
      outbox: { waiting: 3, oldestAt: new Date(Date.now() - 60_000).toISOString() },
      parked: { total: 1, first: [first] },
    });
    expect((await events()).map(({ service }: { service: string }) => service)).toEqual([
      'auth',
      'decks',
      'study-progress',
      'billing',
      'ai',
      'admin',
    ]);
    const study = await eventsOf('study-progress');
    expect(study).toMatchObject({ isAnswering: true, outboxBacklog: 3, parkedCount: 1, parked: [first] });
    expect(study.outboxAgeSeconds).toBeGreaterThanOrEqual(60);
    expect(study.outboxAgeSeconds).toBeLessThan(70);
  });

  it('shows a dead letter without secrets, replays it and discards it; the audit log has each call', async () => {
    await plantPoison('decks', '1');
    await untilDeadLetters('decks', 1);
    expect(await eventsOf('decks')).toMatchObject({ deadLetters: 1, discarded: 0 });
    const [deadLetter] = (await deadLetters('decks')).items;
    expect(deadLetter).toMatchObject({ reader: 'admin', type: null, reason: 'poison', discardedAt: null });
    expect(JSON.parse(deadLetter.payload)).toEqual({ not: 'an event', password: '(hidden)', key: '1' });

    await change('replayDeadLetter', { service: 'decks', id: deadLetter.id });
    await eventually(async () => {
      const { items } = await deadLetters('decks');
      expect(items).toHaveLength(1);
      expect(items[0].id).not.toBe(deadLetter.id);
    }, 15_000);
    const [again] = (await deadLetters('decks')).items;
    const { discardDeadLetter } = await change('discardDeadLetter', { service: 'decks', id: again.id });
    expect(discardDeadLetter).toMatchObject({ service: 'decks', deadLetters: 0, discarded: 1 });
    expect((await deadLetters('decks')).items).toEqual([]);
    expect((await deadLetters('decks', true)).items).toMatchObject([
      { id: again.id, discardedBy: String(operatorId), payload: deadLetter.payload },
    ]);
    await expect(change('discardDeadLetter', { service: 'decks', id: again.id })).rejects.toThrow(
      'DEAD_LETTER_NOT_FOUND',
    );
    await expect(change('replayDeadLetter', { service: 'decks', id: again.id })).rejects.toThrow(
      'DEAD_LETTER_NOT_FOUND',
    );

    const { adminAudit } = await query(
      '{ adminAudit(perPage: 100) { items { operator action target result } } }',
    );
    const by = { operator: String(operatorId), result: 'OK' };
    expect(adminAudit.items).toEqual(
      expect.arrayContaining([
        { ...by, action: 'replayDeadLetter', target: `decks ${deadLetter.id}`, result: 'STARTED' },
        { ...by, action: 'replayDeadLetter', target: `decks ${deadLetter.id}` },
        { ...by, action: 'discardDeadLetter', target: `decks ${again.id}`, result: 'STARTED' },
        { ...by, action: 'discardDeadLetter', target: `decks ${again.id}` },
        { ...by, action: 'adminDeadLetters', target: 'decks' },
        { ...by, action: 'discardDeadLetter', target: null, result: 'FAILED' },
      ]),
    );
    expect(JSON.stringify(adminAudit)).not.toContain('mwamba');
  });

  it('replays all dead letters of a topic at once', async () => {
    await plantPoison('auth', '1');
    await plantPoison('auth', '2');
    await untilDeadLetters('auth', 2);
    const { replayDeadLetters } = await query(
      `mutation { replayDeadLetters(input: { service: "auth" }) { sent kept events { service } } }`,
    );
    expect(replayDeadLetters).toEqual({ sent: 2, kept: 0, events: { service: 'auth' } });
    await untilDeadLetters('auth', 2);
  });

  it('makes a service process an aggregate again', async () => {
    const input = { service: 'study-progress', aggregate: 'deck:12' };
    const { unparkAggregate } = await change('unparkAggregate', input, 'UnparkAggregateInput');
    expect(unparkAggregate.service).toBe('study-progress');
    expect(admin.owners.unparked).toEqual(['study-progress deck:12']);
  });

  it.each([
    ['an unknown service', { service: 'nobody', id: '0-1' }],
    ['an invalid id', { service: 'decks', id: '../1' }],
  ])('rejects %s', async (_what, input) => {
    await expect(change('discardDeadLetter', input)).rejects.toThrow('VALIDATION');
  });
});
