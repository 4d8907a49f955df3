import { expect, test } from '@playwright/test';
import { giveDeck, newLearner } from '../product/learner.ts';
import { loseAnswers, signInAt } from './account-forms.ts';
import { rest, web } from './screens.ts';

test('all tabs switch to a learner who signs in in another tab, and unsent answers wait for the first learner', async ({
  page,
  context,
}) => {
  const [amani, baraka] = [await newLearner(rest(), 'amani'), await newLearner(rest(), 'baraka')];
  const { deckId } = await giveDeck(amani, 3, "Amani's deck");
  await giveDeck(baraka, 1, "Baraka's deck");
  await signInAt(page, amani);
  await page.goto(`${web()}/study/${deckId}`);
  await expect(page.getByText('1 of 3 cards')).toBeVisible();
  await loseAnswers(context);
  await page.keyboard.press('Space');
  await page.keyboard.press('1');
  await expect(page.getByText('Kept on this device.').first()).toBeVisible();

  const other = await context.newPage();
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.postData()?.includes('"operationName":"RecordAnswers"'))
      sent.push(request.headers()['authorization'] ?? '');
  });
  await other.goto(`${web()}/dashboard`);
  await other.getByRole('button', { name: /^Account of/ }).click();
  await other.getByRole('menuitem', { name: 'Sign Out' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/\/login$/);
  await expect(page).toHaveURL(/\/login$/);
  await context.unroute('**/graphql');
  sent.length = 0;
  await signInAt(other, baraka);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('article', { name: "Baraka's deck" })).toBeVisible();
  await expect(page.getByText("Amani's deck")).toHaveCount(0);
  expect((await baraka.call<unknown[]>('GET', '/progress')).body).toEqual([]);
  expect(sent).toEqual([]);

  await other.evaluate((token) => localStorage.setItem('authToken', token), amani.token);
  await other.goto(`${web()}/dashboard`);
  await expect(other.getByRole('article', { name: "Amani's deck" })).toBeVisible();
  await expect
    .poll(async () => (await amani.call<{ study_count: number }[]>('GET', '/progress')).body.length)
    .toBe(1);
});

test('a page from the back/forward cache shows the currently signed-in learner', async ({
  page,
  context,
}) => {
  const [amani, baraka] = [await newLearner(rest(), 'amani'), await newLearner(rest(), 'baraka')];
  await giveDeck(amani, 1, "Amani's deck");
  await giveDeck(baraka, 1, "Baraka's deck");
  await signInAt(page, amani);
  await page.goto(`${web()}/mydecks`);
  await expect(page.getByRole('article', { name: "Amani's deck" })).toBeVisible();
  await page.goto('about:blank');
  const other = await context.newPage();
  await other.goto(`${web()}/goodbye`);
  await other.evaluate((token) => localStorage.setItem('authToken', token), baraka.token);
  await page.goBack();
  await expect(page.getByRole('article', { name: "Baraka's deck" })).toBeVisible();
  await expect(page.getByText("Amani's deck")).toHaveCount(0);
});
