import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInbox } from './inbox/inbox.ts';
import { prepareForEmptyTopics } from './index.ts';
import { startTrialStack, type TrialStack } from './testing/trial-stack.ts';

const dayMs = 24 * 3_600_000;

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterAll(() => stack.stop());

it('a restored backup publishes every stored event again and recognises events that it has processed', async () => {
  const { connection, outbox, save, event } = await stack.createService();
  const inbox = createInbox(connection, 'walkers');
  await inbox.prepare();
  const [sent, processed] = [event(), event()];
  await save([sent]);
  await outbox.collection().updateMany({}, { $set: { sent: true, sentAt: new Date() } });
  await connection.transaction((session) => inbox.claimAll([{ event: processed }], session));
  const nearlyExpired = new Date(Date.now() - 29 * dayMs);
  await connection.collection('inbox').updateMany({}, { $set: { at: nearlyExpired } });

  await prepareForEmptyTopics(connection);

  expect(await outbox.collection().findOne()).toMatchObject({ _id: sent.id, sent: false, sentAt: null });
  const again = await connection.transaction((session) => inbox.claimNew([{ event: processed }], session));
  expect(again).toEqual([]);
  const mark = await connection.collection<{ at: Date }>('inbox').findOne();
  expect(Date.now() - Number(mark?.at)).toBeLessThan(dayMs);
});
