import { expect, test } from '@playwright/test';
import { newLearner } from '../product/learner.ts';
import { plantPoison } from '../faults/poison.ts';
import { accessible, dataDir, kafka, picture, rest, signInAsOperator, web } from './screens.ts';

test('an operator replays and discards an invalid event; its secret stays hidden and the audit log has both calls', async ({
  page,
}) => {
  await signInAsOperator(page, await newLearner(rest(), 'mlinzi'));
  await page.goto(`${web()}/admin?tab=events`);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'Payments billing', exact: true }) });
  const deadLetters = row.getByRole('cell').nth(4);
  await expect(deadLetters).toHaveText(/^\d+$/);
  await accessible(page, 'events');
  await picture(page, 'events');

  await plantPoison(
    dataDir(),
    kafka(),
    'billing',
    JSON.stringify({ not: 'an event', password: 'mwamba-4711' }),
  );
  const button = page.getByRole('button', { name: 'Show events of Payments' });
  const list = page.getByRole('list', { name: 'Dead letters' });
  // Each service that consumes the topic publishes a dead letter of its own.
  await expect(async () => {
    await page.reload();
    await button.click();
    await expect(list.getByText('Not an event').first()).toBeVisible({ timeout: 5_000 });
    const listed = await list.getByRole('listitem').count();
    expect(listed).toBeGreaterThan(1);
    await expect(deadLetters).toHaveText(String(listed), { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await list.getByText('Message', { exact: true }).first().click();
  await expect(list.getByText('"password": "(hidden)"').first()).toBeVisible();
  expect(await page.content()).not.toContain('mwamba');
  await accessible(page, 'dead-letters');
  await picture(page, 'dead-letters');

  await page.getByRole('button', { name: 'Replay', exact: true }).first().click();
  await expect(page.getByText('The event was sent again.')).toBeVisible();
  // The replayed message leaves the list and returns when it fails again.
  await page.getByRole('button', { name: 'Discard', exact: true }).last().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('The event was discarded.')).toBeVisible();
  await expect(row.getByRole('cell').nth(5)).toHaveText(/^[1-9]/);
  await page.getByLabel('State', { exact: true }).selectOption('discarded');
  await expect(list.getByText(/Discarded by .+ on/)).toBeVisible();

  await page.getByRole('tab', { name: 'Audit log' }).click();
  for (const action of ['replayDeadLetter', 'discardDeadLetter'])
    await expect(page.getByRole('cell', { name: action, exact: true }).first()).toBeVisible();
});
