import { expect, test, type Page } from '@playwright/test';
import { newLearner } from '../product/learner.ts';
import { cutOrCovered, inKiswahili, linesIn, usePseudoLocale } from './languages.ts';
import { accessible, picture, rest, shownCode, signIn, watchConsole, web, withoutLive } from './screens.ts';
import { actAsOperator, visitAll, visits } from './visits.ts';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = 'rgb(245, 247, 250)';

test('every route is readable in the light theme, also with texts that are 40 % longer', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  await visitAll(await visits(), async ({ path, token, isOperator = false, dialog }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await withoutLive(page);
    await page.addInitScript(() => localStorage.setItem('kumbuka.theme', 'light'));
    await usePseudoLocale(page);
    if (token) await signIn(page, token);
    if (isOperator) await actAsOperator(page);
    await page.goto(`${web()}${path}`);
    if (dialog) await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
    await expect.soft(page.locator('body'), path).toContainText('[');
    expect.soft(await background(page), path).toBe(light);
    await accessible(page, path);
    await picture(page, `light${path.replaceAll(/[^a-z]+/g, '-')}`, !dialog);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await cutOrCovered(page), `${path} at ${width}`).toEqual([]);
    }
    await context.close();
  });
});

test('a chosen light theme applies before the first script and never flashes the dark one', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('kumbuka.theme', 'light'));
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto(`${web()}/`);
  const root = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(root).toBe(light);
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#ffffff');
});

test('the Kiswahili messages are requested before the script has loaded', async ({ page }) => {
  const { token } = await newLearner(rest(), 'makena');
  await signIn(page, token);
  await page.addInitScript(() => localStorage.setItem('kumbuka.language', 'sw'));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto(`${web()}/mydecks`);
  for (const catalogue of [/\/shared-[\w-]+\.js$/, /\/decks-(?!page-)[\w-]+\.js$/])
    await expect.poll(() => requested.filter((url) => catalogue.test(url)).length).toBe(1);
});

test('a new learner signs up, studies, reads an error and pays in Kiswahili, without an English word', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const say = await inKiswahili();
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await withoutLive(page);
  const errors = watchConsole(page);
  const name = `neema${Date.now().toString(36)}`;
  const read = async (screen: string) => {
    await page.waitForLoadState('networkidle');
    expect.soft(await linesIn('en', page), screen).toEqual([]);
    await picture(page, `sw-${screen}`, false);
    await page.setViewportSize({ width: 390, height: 844 });
  };
  await page.addInitScript(() => localStorage.setItem('kumbuka.theme', 'light'));

  await page.goto(web());
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('menuitem', { name: 'Kiswahili' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await read('landing');
  await page.goto(`${web()}/signup`);
  await page.getByLabel(say('Email')).fill(`${name}@example.test`);
  await page.getByLabel(say('Username')).fill(name);
  await page.getByLabel(say('Password'), { exact: true }).fill('mti wa mwembe');
  await page.getByLabel(say('Confirm password')).fill('mti wa mwembe');
  await page.getByRole('button', { name: say('Open menu') }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(`${name}@example.test`);
  await expect(page.getByLabel('Confirm password')).toHaveValue('mti wa mwembe');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('menuitem', { name: 'Kiswahili' }).click();
  await read('signup');
  await page.getByRole('button', { name: say('Create account') }).click();
  const modal = page.getByRole('dialog', { name: say('Email verification') });
  await expect(modal).toBeVisible();
  await read('signup-verify');
  await modal.getByRole('textbox').fill(await shownCode(page));

  await expect(page).toHaveURL(/\/welcome$/);
  await page.getByRole('checkbox').nth(0).check();
  await page.getByRole('checkbox').nth(1).check();
  await read('welcome');
  await page.getByRole('button', { name: say('Start learning') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await read('dashboard');

  await page.goto(`${web()}/study/due`);
  await page.getByRole('button', { name: say('Show Answer') }).click();
  await read('session');
  await page.getByRole('button', { name: new RegExp(`^${say('Correct')}`) }).click();
  await page.goto(`${web()}/mydecks/999999`);
  await expect(page.getByRole('heading', { name: say('This deck was not found') })).toBeVisible();
  await read('no-deck');

  await page.goto(`${web()}/mydecks`);
  await read('decks');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /KES 100/ }).click();
  const billing = page.getByRole('dialog');
  await expect(billing.getByText(say('Inactive'), { exact: true })).toBeVisible();
  await read('billing');
  await billing.getByRole('button', { name: say('Subscribe') }).click();
  await expect(page).toHaveURL(/\/checkout\//);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText(say('Your plan is active'))).toBeVisible({ timeout: 20_000 });
  await read('paid');
  expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  await page.context().close();
});
