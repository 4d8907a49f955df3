import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAdmin, type AdminService } from '../testing/admin-suite.ts';

let admin: AdminService;
let token: string;
beforeAll(async () => {
  admin = await startAdmin();
  token = await admin.operatorToken();
});
afterAll(() => admin.stop());

interface OfService {
  service: string;
  isAnswering: boolean;
  lagByTopic: unknown;
  deadLetters: unknown;
}
const events = async (): Promise<OfService[]> => {
  const document = `{ adminEventDesk {
    service isAnswering lagByTopic { topic lag } outboxBacklog outboxAgeSeconds parked { topic } deadLetters
  } }`;
  return (await admin.graphql(document, {}, { token })).data.adminEventDesk;
};

it('events administration responds within five seconds while a service hangs, with the state of the others', async () => {
  admin.owners.hung.add('decks');
  const found = await events();
  const unknown = { isAnswering: false, outboxBacklog: null, outboxAgeSeconds: null, parked: null };
  expect(found.find(({ service }) => service === 'decks')).toMatchObject(unknown);
  expect(found.filter(({ isAnswering }) => isAnswering)).toHaveLength(5);
  admin.owners.hung.clear();
});

it('events administration reports within five seconds that Kafka is unavailable', async () => {
  await admin.stack.kafka.stop();
  for (const { lagByTopic, deadLetters } of await events())
    expect([lagByTopic, deadLetters]).toEqual([null, null]);
  const document = '{ adminDeadLetters(service: "decks") { items { id } } }';
  expect((await admin.graphql(document, {}, { token })).code).toBe('UNAVAILABLE');
});
