import { expect, test, type Page } from '@playwright/test';
import { newLearner } from '@kumbuka/trials/learner';
import { accessible, picture, rest, signIn, web } from './screens.ts';
import { actAsOperator, visits } from './visits.ts';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = 'rgb(245, 247, 250)';
const dark = 'rgb(18, 22, 32)';

test('every route can be read in the light theme', async ({ browser }) => {
  test.setTimeout(300_000);
  for (const { path, token, isOperator = false, dialog } of await visits()) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('kumbuka.theme', 'light'));
    if (token) await signIn(page, token);
    if (isOperator) await actAsOperator(page);
    await page.goto(`${web()}${path}`);
    if (dialog) await page.getByRole('dialog', { name: dialog }).waitFor();
    await page.waitForLoadState('networkidle');
    expect.soft(await background(page), path).toBe(light);
    await accessible(page, path);
    await picture(page, `light${path.replaceAll(/[^a-z]+/g, '-')}`, !dialog);
    await context.close();
  }
});

test('a chosen light theme is there before the first script and is never preceded by the dark one', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('kumbuka.theme', 'light'));
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto(`${web()}/`);
  const root = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(root).toBe(light);
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#ffffff');
});

test('the theme chosen at the login is kept with the account and shown on another device', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'wanjiru');
  const first = await (await browser.newContext()).newPage();
  await first.goto(`${web()}/login`);
  expect(await background(first)).toBe(dark);
  await first.getByRole('button', { name: 'Dark theme' }).click();
  await expect(first.getByRole('button', { name: 'Light theme' })).toBeVisible();
  expect(await background(first)).toBe(light);
  await first.getByLabel('Email').fill(learner.email);
  await first.getByLabel('Password', { exact: true }).fill(learner.password);
  const kept = first.waitForResponse(
    (response) => response.request().postData()?.includes('ChangeTheme') ?? false,
  );
  await first.getByRole('button', { name: 'Sign In' }).click();
  await kept;

  const second = await (await browser.newContext({ colorScheme: 'dark' })).newPage();
  await signIn(second, learner.token);
  await second.goto(`${web()}/settings`);
  await expect(second.getByLabel('Theme')).toHaveValue('light');
  await expect.poll(() => background(second)).toBe(light);
  await second.getByLabel('Theme').selectOption('system');
  await expect(second.getByText('Your theme is saved.')).toBeVisible();
  await expect.poll(() => background(second)).toBe(dark);
  await second.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => background(second)).toBe(light);
  await Promise.all([first.context().close(), second.context().close()]);
});
