import { expect, test, type Page } from '@playwright/test';
import { answerCards, giveDeck, newLearner } from '../product/learner.ts';
import { readFile } from 'node:fs/promises';
import { accessible, picture, rest, signIn, watchConsole, web } from './screens.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const snackbar = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

test('a learner changes the settings: name, study days, devices, export, password, email', async ({
  page,
  browser,
}) => {
  const learner = await newLearner(rest(), 'zawadi');
  await answerCards(learner, await giveDeck(learner, 3, 'Taken along'), 1);
  await page.goto(`${web()}/login`);
  await page.evaluate((token) => localStorage.setItem('authToken', token), learner.token);
  const errors = watchConsole(page);
  await page.goto(`${web()}/dashboard`);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(panel(page, 'Devices').getByText('This device')).toBeVisible();
  await accessible(page, 'settings');
  await picture(page, 'settings');
  await page.getByRole('navigation', { name: 'Sections of the settings' }).getByText('Devices').click();
  await expect(page).toHaveURL(/\/settings#devices$/);
  await expect(panel(page, 'Devices')).toBeInViewport();

  await page.getByLabel('Username').fill(`${learner.username}-new`);
  await page.getByLabel('Username').press('Tab');
  await snackbar(page, 'Your name is saved.');
  await expect(page.getByRole('button', { name: `Account of ${learner.username}-new` })).toBeVisible();

  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByLabel('Cards a week').fill('120');
  await page.getByLabel('Cards a week').press('Enter');
  await snackbar(page, 'Your study settings are saved.');
  await expect(page.getByLabel('Cards a week'), 'the field that was saved').toBeFocused();
  await page.reload();
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await expect(page.getByLabel('Cards a week')).toHaveValue('120');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^kumbuka-\d{4}-\d\d-\d\dT[\d-]+\.json$/);
  const taken = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(taken.account.email).toBe(learner.email);
  expect(taken.decks).toMatchObject([{ title: 'Taken along', flashcards: [{}, {}, {}] }]);
  expect(taken.reviewLog).toMatchObject([
    { kind: 'PARAMETERS_CHANGED' },
    { kind: 'REVIEWED', wasCorrect: true },
  ]);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, String((await logIn(learner.email, learner.password)).access_token));
  await other.goto(`${web()}/settings`);
  await expect(panel(other, 'Devices').getByText('This device')).toBeVisible();
  await page.getByLabel('Current password').fill(learner.password);
  await page.getByLabel('New password', { exact: true }).fill('mlima wa theluji');
  await page.getByLabel('Confirm password').fill('mlima wa theluji');
  await page.getByRole('button', { name: 'Change password' }).click();
  await snackbar(page, 'Your password is changed. Other devices were signed out.');
  await expect(panel(page, 'Devices').getByText('This device')).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/login$/);
  await other.context().close();

  const moved = `moved-${learner.email}`;
  await page.getByLabel('New email').fill(moved);
  await page.getByLabel('Your password').fill('mlima wa theluji');
  await page.getByRole('button', { name: 'Send code' }).click();
  const email = panel(page, 'Email');
  await expect(email.getByText(/a 6-digit code is on its way/)).toBeVisible();
  await accessible(page, 'settings-code');
  await picture(page, 'settings-code');
  const code = /Development code: (\d{6})/.exec((await email.textContent()) ?? '')?.[1] ?? '';
  await email.getByRole('textbox', { name: 'Code' }).fill(` ${code} `);
  await page.getByRole('button', { name: 'Change email' }).click();
  await snackbar(page, 'Your email is changed. Other devices were signed out.');
  await expect(page.locator('#email'), 'the section whose form was replaced').toBeFocused();
  expect((await logIn(learner.email, 'mlima wa theluji')).code).toBe('INVALID_CREDENTIALS');
  expect((await logIn(moved, 'mlima wa theluji')).status).toBe('ok');
  expect(errors).toEqual([]);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await accessible(page, 'settings-everywhere');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

async function logIn(email: string, password: string): Promise<Record<string, unknown>> {
  const response = await fetch(new URL('/login', rest()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.json();
}

test('an archive that the settings save makes a new account the same one', async ({ page }) => {
  const learner = await newLearner(rest(), 'baraka');
  await answerCards(learner, await giveDeck(learner, 3, 'Taken home'), 2);
  await signIn(page, learner.token);
  const errors = watchConsole(page);
  await page.goto(`${web()}/settings#data`);
  await expect(panel(page, 'Storage').getByText('0.0 MB of 500.0 MB used')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save an archive' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Kumbuka.zip');
  const archive = {
    name: 'Kumbuka.zip',
    mimeType: 'application/zip',
    buffer: await readFile(await file.path()),
  };

  const newcomer = await newLearner(rest(), 'bahati');
  await signIn(page, newcomer.token);
  await page.goto(`${web()}/import`);
  await page.locator('main input[type=file]').first().setInputFiles(archive);
  await expect(page.getByText(/This is an archive of an account. Its cards, 2 answers/)).toBeVisible();
  await picture(page, 'import-archive');
  await page.getByRole('button', { name: 'Import 3 cards' }).click();
  await expect(page.getByText('3 cards were added.')).toBeVisible();
  await page.goto(`${web()}/mydecks`);
  await expect(page.getByText('Taken home').first()).toBeVisible();
  const stats = async ({ call }: typeof learner) => (await call('GET', '/progress')).body as object[];
  expect(await stats(newcomer)).toHaveLength(2);
  expect(errors).toEqual([]);
});
