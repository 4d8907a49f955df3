import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aDeletion, aRun, open, press, useAdmin } from '../../../test/open-admin.tsx';
import { passTime } from '../../../test/pass-time.ts';
import { refusal } from '../../../test/render-screen.tsx';

useAdmin();

it('a running deletion is shown after its page was left, and its receipt at the end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let state = 'RUNNING';
  open('overview', {
    AdminRuns: () => ({ adminRuns: [aRun({ state, done: state === 'RUNNING' ? 340 : 1000 })] }),
    DeletionProgress: () => ({ adminDeletion: aDeletion({ deleted: 1000 }) }),
  });
  expect(await screen.findByText('Deleting: 340 of 1000')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('34');
  expect(screen.getByText(/^Started .* by .imara.$/)).toBeTruthy();
  state = 'COMPLETED';
  await passTime(2_000);
  expect(await screen.findByText('The deletion of 1,000 users has ended')).toBeTruthy();
  await press('Show receipt');
  const receipt = await screen.findByText(/^Deleted 1,000 users/);
  expect(receipt.textContent, 'the receipt ended with a sentence of the server').toBe(
    'Deleted 1,000 users in 0.4 s with 3 decks, 30 flashcards, 12 progress records. SLOW: one user at a time, with pauses.',
  );
  vi.useRealTimers();
});

it('a deletion first counts, asks with the focus on Cancel, and reports its result', async () => {
  const remove = vi.fn(({ input }: { input: { dryRun: boolean } }) => ({
    deleteUsers: aDeletion(input.dryRun ? { dryRun: true, deleted: 0, skippedDomain: ['a@b.example'] } : {}),
  }));
  open('users', { DeleteUsers: remove });
  await screen.findByText('class9-1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all of this page' }));
  await press('Delete Selected SLOW');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 users?' }));
  expect(document.activeElement?.textContent).toBe('Cancel');
  expect(dialog.getByText('Skipped (domain not allowed)').nextElementSibling?.textContent).toBe('1');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete 2 users' }));
  expect(
    await screen.findByText(/^Deleted 2 users in 0.4 s with 3 decks, 30 flashcards, 12 progress records/),
  ).toBeTruthy();
  const usualInput = { userIds: ['1', '2'], strategy: 'SLOW', commitPer: 'ROW', echoSql: true, sleepMs: 20 };
  expect(remove.mock.calls.map(([given]) => given.input)).toEqual([
    { ...usualInput, dryRun: true },
    { ...usualInput, dryRun: false },
  ]);
  expect(screen.getByText('0 selected')).toBeTruthy();
});

it('the page says what SQL Echo, FAST, SLOW and TURBO do before one is pressed (D41)', async () => {
  open('users');
  expect(await screen.findByText(/^FAST deletes .* SLOW deletes .* TURBO deletes .* asks\.$/)).toBeTruthy();
  expect(screen.getByText('No effect: Kumbuka does not use SQL.')).toBeTruthy();
});

it('a deletion that is cancelled deletes nothing', async () => {
  const remove = vi.fn((_variables: { input: object }) => ({
    deleteUsers: aDeletion({ dryRun: true, deleted: 0 }),
  }));
  open('users', { DeleteUsers: remove });
  await screen.findByText('class9-1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select class9-1' }));
  await press('Delete Selected FAST');
  await screen.findByRole('alertdialog');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const buttons = screen.getByRole('group', { name: '1 selected' });
  expect(document.activeElement, 'the focus was lost with the dialog').toBe(buttons);
  expect(remove).toHaveBeenCalledTimes(1);
  expect(remove.mock.calls[0]?.[0].input).not.toHaveProperty('sleepMs');
});

it('the admin page says Delete failed with the server’s reason', async () => {
  open('users', { DeleteUsers: () => refusal('UNAVAILABLE', 'Not right now.') });
  await screen.findByText('class9-1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select class9-1' }));
  await press('Delete Selected TURBO');
  expect((await screen.findByRole('alert')).textContent).toBe('Delete failed: Not right now.');
});

/** Confirms the deletion of the one user who is chosen. */
async function confirmDeletion() {
  await screen.findByText('class9-1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select class9-1' }));
  await press('Delete Selected FAST');
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: /^Delete/ }));
}

it('a deletion whose response was lost is not reported as failed, and is found by its key', async () => {
  const requests: { dryRun: boolean; key: unknown }[] = [];
  open('users', {
    DeleteUsers: (
      { input }: { input: { dryRun: boolean } },
      { headers }: { headers: Record<string, string> },
    ) => {
      requests.push({ dryRun: input.dryRun, key: headers['Idempotency-Key'] });
      if (requests.length === 2) throw new TypeError('Failed to fetch');
      return { deleteUsers: aDeletion(input.dryRun ? { dryRun: true, deleted: 0 } : {}) };
    },
  });
  await confirmDeletion();
  expect(await screen.findByText(/^No response: the deletion may have started/)).toBeTruthy();
  expect(screen.queryByText(/Delete failed/)).toBeNull();
  await press('Try again');
  expect(await screen.findByText(/^Deleted 2 users/)).toBeTruthy();
  expect(requests.map(({ dryRun }) => dryRun)).toEqual([true, false, false]);
  expect([requests[0]?.key, requests[1]?.key === requests[2]?.key, typeof requests[1]?.key]).toEqual([
    undefined,
    true,
    'string',
  ]);
});

it('an outage while a deletion runs shows an error with a retry instead of waiting for ever', async () => {
  let isAway = true;
  open('users', {
    DeleteUsers: ({ input }: { input: { dryRun: boolean } }) => ({
      deleteUsers: aDeletion(input.dryRun ? { dryRun: true } : { state: 'RUNNING', done: 1 }),
    }),
    DeletionProgress: () =>
      isAway ? refusal('UNAVAILABLE', 'Not right now.') : { adminDeletion: aDeletion({}) },
  });
  await confirmDeletion();
  await screen.findByText('Deleting: 1 of 2');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  expect(await screen.findByText(/^The server is not responding/)).toBeTruthy();
  for (let seconds = 0; seconds < 32; seconds++) await passTime(1_000);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The deletion started, but its progress is unknown: Not right now.',
  );
  expect(screen.queryByText('Deleting: 1 of 2')).toBeNull();
  isAway = false;
  await press('Try again');
  await passTime(2_000);
  expect(await screen.findByText(/^Deleted 2 users/)).toBeTruthy();
});
