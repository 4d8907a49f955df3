import { importFinished } from '@kumbuka/contracts';
import { handleGoldenExample, publishEvents } from '@kumbuka/testing';
import { newEvent } from '@kumbuka/event-bus';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../testing/auth-suite.ts';
import { listeners } from './consumes.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const finishedAt = '2026-03-01T12:10:00.000Z';
const ended = (userId: number, startedAt: string, importId: string = randomUUID()) =>
  newEvent(importFinished, {
    key: userId,
    aggregate: { id: importId, version: 1 },
    occurredAt: new Date(finishedAt),
    data: {
      importId,
      userId,
      outcome: 'done',
      failure: null,
      cardsAdded: 15_000,
      cardsExisting: 0,
      cardsScheduled: 0,
      startedAt,
      finishedAt,
    },
  });

it('an import of more than two minutes is reported by one mail in the language of the account', async () => {
  const user = await auth.signIn();
  const changeLanguage = `mutation { changeLanguage(input: { language: SW }) { id } }`;
  await auth.graphql(changeLanguage, {}, user);
  const long = ended(user.id, '2026-03-01T12:00:00.000Z');
  await publishEvents(auth.stack, [ended(user.id, '2026-03-01T12:08:01.000Z'), long, long]);
  const mails = await auth.mailsTo(user.email, 2);
  const about = mails.filter(({ subject }) => subject === 'Kuleta kadi zako kwenye Kumbuka kumekwisha');
  expect(about).toHaveLength(1);
  expect(about[0]?.text).toContain('Kadi zilizoongezwa: 15000');
});

it('the golden example of an ended import is accepted, which was too short for a mail', async () => {
  const sent: unknown[] = [];
  const sendMail = async (mail: unknown) => {
    sent.push(mail);
    return 'queued' as const;
  };
  for (const listener of listeners({ sendMail })) await handleGoldenExample(listener);
  expect(sent).toEqual([]);
});
