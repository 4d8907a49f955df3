import { createLog } from '@kumbuka/runtime';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createReminderClient } from './adapters/reminder-client.ts';
import { sendAllReminders } from './jobs/send-reminders.ts';
import { createStores } from './store/stores.ts';
import { aLearnerWithDeck, answer, startStudyTest, type StudyTest } from './testing/study-suite.ts';
import { testInternalKey } from '@kumbuka/testing';
import type { DueReminder } from './use-cases/ports.ts';
import { sendReminder } from './use-cases/learner/send-reminder.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest('2026-03-04T09:00:00Z');
});
afterAll(() => test.stop());
beforeEach(async () => {
  test.clock.set('2026-03-04T09:00:00Z');
  test.auth.mails.length = 0;
  test.auth.pushes.length = 0;
  await test.connection.collection('reminders').deleteMany({});
});

const set = (userId: number, input: { hour: number | null; channel: 'MAIL' | 'NOTIFICATION' }) =>
  test.graphql(
    'mutation ($input: SetReminderInput!) { setReminder(input: $input) { hour channel } }',
    { input },
    { as: userId },
  );
const chosen = async (userId: number) => {
  const { data } = await test.graphql('{ viewer { reminder { hour channel } } }', {}, { as: userId });
  return data.viewer.reminder;
};

/** What one process does each half minute. */
function aReplica(remind = createReminderClient({ baseUrl: test.auth.url, internalKey: testInternalKey })) {
  const stores = createStores(test.connection);
  const { now } = test.clock;
  const send = sendReminder({ ...stores, remind, now });
  const run = sendAllReminders({ ...stores, sendReminder: send, log: createLog('tests', 'silent') });
  return () => run(now(), () => false);
}
const sent = () => [...test.auth.mails, ...test.auth.pushes].map(({ userId }) => userId);
const at = async (instant: string) => {
  test.clock.set(instant);
  await aReplica()();
};

/** Answered a card yesterday that is due again today. */
async function aDueLearner(channel: 'MAIL' | 'NOTIFICATION' = 'MAIL', hour = 18) {
  const learner = await aLearnerWithDeck(test, 3);
  test.clock.set('2026-03-01T09:00:00Z');
  for (const cardId of learner.cardIds) await answer(test, learner, cardId, { was_correct: false });
  test.clock.set('2026-03-04T09:00:00Z');
  await set(learner.userId, { hour, channel });
  return learner;
}

it('a learner is reminded at the hour, by mail, with cards and minutes', async () => {
  const { userId } = await aDueLearner();
  expect(await chosen(userId)).toEqual({ hour: 18, channel: 'MAIL' });
  await at('2026-03-04T14:59:00Z');
  expect(sent()).toEqual([]);
  await at('2026-03-04T15:00:00Z');
  await at('2026-03-04T15:01:00Z');
  expect(test.auth.mails).toMatchObject([
    { userId, letter: { template: 'study-reminder', data: { cards: 3, minutes: expect.any(Number) } } },
  ]);
  expect(test.auth.mails[0]?.key).not.toContain(String(userId));
});

it('parallel processes send one notification', async () => {
  const { userId } = await aDueLearner('NOTIFICATION');
  test.clock.set('2026-03-04T15:00:10Z');
  await Promise.all(Array.from({ length: 12 }, () => aReplica()()));
  expect(test.auth.pushes).toMatchObject([{ userId, cards: 3 }]);
});

it('each study day has one reminder, and none once the day was studied', async () => {
  const learner = await aDueLearner();
  await at('2026-03-04T15:00:00Z');
  await at('2026-03-05T15:00:00Z');
  expect(sent()).toHaveLength(2);
  test.clock.set('2026-03-06T08:00:00Z');
  await answer(test, learner, learner.cardIds[0] ?? 0);
  await at('2026-03-06T15:00:00Z');
  expect(sent()).toHaveLength(2);
});

it('an hour that is moved after the reminder of today brings no second one', async () => {
  const { userId } = await aDueLearner();
  await at('2026-03-04T15:00:00Z');
  await set(userId, { hour: 19, channel: 'MAIL' });
  await at('2026-03-04T16:00:00Z');
  await set(userId, { hour: null, channel: 'MAIL' });
  await set(userId, { hour: 20, channel: 'MAIL' });
  await at('2026-03-04T17:00:00Z');
  expect(sent()).toEqual([userId]);
});

it('a reminder that auth could not take is sent a minute later, once', async () => {
  const { userId } = await aDueLearner();
  test.clock.set('2026-03-04T15:00:00Z');
  let calls = 0;
  await aReplica(async () => {
    calls++;
    throw new Error('auth restarts');
  })();
  expect([calls, sent()]).toEqual([1, []]);
  await at('2026-03-04T15:00:30Z');
  expect(sent()).toEqual([]);
  await at('2026-03-04T15:01:00Z');
  await at('2026-03-04T15:02:00Z');
  expect(sent()).toEqual([userId]);
});

it('a reminder whose hour changed while auth was down stays at the new hour', async () => {
  const { userId } = await aDueLearner();
  test.clock.set('2026-03-04T15:00:00Z');
  await aReplica(async () => {
    await set(userId, { hour: 20, channel: 'MAIL' });
    throw new Error('auth restarts');
  })();
  await at('2026-03-04T15:02:00Z');
  expect(sent()).toEqual([]);
  await at('2026-03-04T17:00:00Z');
  expect(sent()).toEqual([userId]);
});

it('a reminder that is due now is sent although a goal has just changed', async () => {
  const { userId } = await aDueLearner();
  test.clock.set('2026-03-04T15:00:10Z');
  const { errors } = await test.graphql(
    'mutation { updateStudySettings(input: { weeklyGoal: 77 }) { xp } }',
    {},
    { as: userId },
  );
  expect(errors).toBeUndefined();
  await at('2026-03-04T15:00:20Z');
  expect(sent()).toEqual([userId]);
});

it('a push service that hangs delays no other reminder', async () => {
  const due = Array.from({ length: 60 }, (_each, ownerId) => ({ ownerId }) as DueReminder);
  const reached: number[] = [];
  const over = Promise.withResolvers<void>();
  const run = sendAllReminders({
    reminders: { findDue: async (_now, limit) => due.slice(0, limit) },
    sendReminder: async (reminder) => {
      due.splice(due.indexOf(reminder), 1);
      reached.push(reminder.ownerId);
      if (reminder.ownerId === 0) await over.promise;
    },
    log: createLog('tests', 'silent'),
  });
  const running = run(new Date(), () => false);
  await vi.waitFor(() => expect(reached).toHaveLength(60));
  over.resolve();
  await running;
});

it('a reminder that cannot be claimed is tried once a run', async () => {
  let tries = 0;
  const run = sendAllReminders({
    reminders: { findDue: async () => [{ ownerId: 1 } as DueReminder] },
    sendReminder: async () => {
      tries++;
      throw new Error('no database');
    },
    log: createLog('tests', 'silent'),
  });
  await run(new Date(), () => tries > 5);
  expect(tries).toBe(1);
});

it('a learner who travels is reminded at the hour of the new zone', async () => {
  const { userId } = await aDueLearner();
  await test.graphql(
    'mutation { updateStudySettings(input: { timezone: "Europe/London" }) { xp } }',
    {},
    { as: userId },
  );
  await at('2026-03-04T15:00:00Z');
  expect(sent()).toEqual([]);
  await at('2026-03-04T18:00:00Z');
  expect(sent()).toEqual([userId]);
});

it('the token of the mail stops the reminders without a sign-in, and another token does nothing', async () => {
  const { userId } = await aDueLearner();
  await at('2026-03-04T15:00:00Z');
  const letter = test.auth.mails[0]?.letter;
  const token = letter?.template === 'study-reminder' ? letter.data.stopToken : '';
  const stop = (text: string) => test.rest('POST', `/reminders/stop?token=${text}`);
  expect((await stop('x'.repeat(32))).status).toBe(204);
  expect(await chosen(userId)).toMatchObject({ hour: 18 });
  expect((await test.rest('GET', `/reminders/stop?token=${token}`)).status).not.toBe(204);
  expect(await chosen(userId)).toMatchObject({ hour: 18 });
  expect((await stop(token)).status).toBe(204);
  expect(await chosen(userId)).toEqual({ hour: null, channel: 'MAIL' });
  await at('2026-03-05T15:00:00Z');
  expect(sent()).toEqual([userId]);
});
