import { eventually } from '@kumbuka/testing/servers';
import { startStack } from '@kumbuka/testing';
import { expect, it, onTestFinished } from 'vitest';
import { adminKey, startAdmin, type AdminService } from './testing/admin-suite.ts';
import { someAccount } from './testing/builders.ts';

/** A process must end within this time after SIGTERM. */
const stopWithinMs = 10_000;
const headers = { 'x-admin-key': adminKey, 'idempotency-key': 'a-slow-deletion' };
const ids = [61, 62];

function addUsers({ owners }: AdminService, rows: number) {
  for (const userId of ids) {
    owners.accounts.set(userId, someAccount({ userId }));
    owners.held.set(userId, { decks: { flashcards: rows } });
  }
}
const deleteSlowly = (admin: AdminService) =>
  admin.rest('POST', '/admin/users/delete', {
    headers,
    query: { strategy: 'slow', commit_per: 'row', sleep_ms: '60000' },
    body: { emails: ids.map((userId) => someAccount({ userId }).email) },
  });

it('a slow deletion stops at a shutdown within the time limit and continues after the next start', async () => {
  const stack = await startStack();
  onTestFinished(() => stack.stop());
  const first = await startAdmin({ stack });
  addUsers(first, 100);
  const response = deleteSlowly(first);
  await eventually(() => expect(first.owners.steps.map(({ service }) => service)).toContain('decks'));
  const began = performance.now();
  await first.stop();
  expect(performance.now() - began).toBeLessThan(stopWithinMs);
  expect((await response).status).toBe(503);

  const second = await startAdmin({
    stack,
    overrides: { resumeMs: 100, now: () => new Date(Date.now() + 60_000) },
  });
  onTestFinished(() => second.stop());
  addUsers(second, 1);
  await eventually(() => expect(second.owners.steps.length).toBeGreaterThan(0));
  const { status, body } = await deleteSlowly(second);
  expect([status, body.deleted]).toEqual([200, 2]);
  expect(await second.database.collection('deletions').countDocuments()).toBe(1);
}, 60_000);
