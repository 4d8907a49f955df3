import { answerCards, giveDeck, newLearner } from '../product/learner.ts';
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { accessible, adminKey, picture, rest, watchConsole, web } from './screens.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(new URL(path, rest()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

test('a learner exports all data, erases the account, and can sign up again', async ({ page }) => {
  const learner = await newLearner(rest(), 'akinyi');
  await answerCards(learner, await giveDeck(learner, 3, 'Taken along'), 1);
  await page.goto(`${web()}/login`);
  await page.evaluate((token) => localStorage.setItem('authToken', token), learner.token);
  await page.goto(`${web()}/settings`);
  const errors = watchConsole(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const taken = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(taken.decks).toMatchObject([{ title: 'Taken along', flashcards: [{}, {}, {}] }]);

  const erase = panel(page, 'Erase my account');
  await accessible(page, 'settings-erase');
  await erase.getByLabel('Password of this account').fill(learner.password);
  await erase.getByRole('button', { name: 'Erase my account' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('1 deck and 3 cards');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await accessible(page, 'settings-erase-confirm');
  await picture(page, 'settings-erase-confirm', false);
  await dialog.getByRole('button', { name: 'Erase my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is erased' })).toBeVisible();
  await accessible(page, 'goodbye');
  await picture(page, 'goodbye');
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);

  const { email, password, username } = learner;
  expect((await post('/login', { email, password })).code).toBe('INVALID_CREDENTIALS');
  const query = new URLSearchParams({ q: email });
  const listed = await fetch(new URL(`/admin/users/list?${query}`, rest()), {
    headers: { 'x-admin-key': adminKey() },
  });
  expect(await listed.json()).toEqual({ total: 0, items: [] });
  const second = await post('/signup', { email, password, username });
  expect(second.email).toBe(email);
  expect(second.id).not.toBe(taken.account.id);
});
