import { expect, test, type Page } from '@playwright/test';
import { newLearner } from '../product/learner.ts';
import { contactEmail, rest, signIn, watchConsole, web } from './screens.ts';

const sizesOfScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry): { name: string; encodedBodySize?: number } => entry.toJSON())
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize = 0 }) => ({ name, bytes: encodedBodySize })),
  );

test('a visitor reads the whole landing page without JavaScript, in the language of the browser', async ({
  browser,
}) => {
  for (const [locale, title, shellLabel] of [
    ['en-GB', 'Master Any Subject with Smart Flashcards', 'streak'],
    ['sw-KE', 'Mudu Somo Lolote kwa Kadi Erevu', 'mfululizo'],
  ] as const) {
    const context = await browser.newContext({ locale, javaScriptEnabled: false });
    const page = await context.newPage();
    const errors = watchConsole(page);
    await page.goto(web());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(4);
    await expect(page.getByRole('heading', { level: 3 }).first()).toHaveCSS('font-weight', '700');
    await expect(page.getByText('KES 100').first()).toBeVisible();
    await expect(page.locator('a[href="/signup"]').first()).toBeVisible();
    await expect(page.locator(`a[href="mailto:${contactEmail()}"]`)).toHaveText([
      contactEmail(),
      contactEmail(),
    ]);
    const dashboard = await page.request.get(`${web()}/dashboard`, {
      headers: { 'accept-language': locale },
    });
    expect(await dashboard.text(), 'the shell of the dashboard').toContain(`>${shellLabel}</`);
    expect(errors).toEqual([]);
    await context.close();
  }
});

test('the landing page plays its cards and shows its hints without the client', async ({ page }) => {
  const errors = watchConsole(page);
  await page.goto(web());
  const sample = page.getByRole('region', { name: 'Try five cards' });
  await sample.getByRole('button', { name: 'Show Answer' }).click();
  const answer = 'It is the site of aerobic respiration, where energy is released as ATP.';
  await expect(sample.getByText(answer, { exact: true })).toBeVisible();
  await expect(sample.getByRole('status')).toHaveText(`Answer: ${answer}`);
  await sample.getByRole('group', { name: 'Card 1 of 5' }).click();
  await sample.getByRole('group', { name: 'Card 1 of 5' }).click();
  await sample.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(sample.getByText('2 of 5').first()).toBeVisible();
  await expect(sample.getByRole('button', { name: 'Correct', exact: true })).toBeHidden();
  await page.getByRole('listitem').filter({ hasText: 'Achievements & Badges' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Unlock at Level 2 (keep your streak)' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await sizesOfScripts(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test('the drawings of the landing page have their colours, not black', async ({ page }) => {
  await page.goto(web());
  const undefinedNames = await page.evaluate(() => {
    const marked = document.querySelectorAll('[fill^="var("], [stroke^="var("]');
    const values = [...marked].flatMap((each) => [each.getAttribute('fill'), each.getAttribute('stroke')]);
    const names = values.flatMap((value) => /^var\((--[\w-]+)/.exec(value ?? '')?.[1] ?? []);
    const style = getComputedStyle(document.documentElement);
    return [...new Set(names)].filter((name) => style.getPropertyValue(name) === '');
  });
  expect(undefinedNames).toEqual([]);
});

test('a signed-in learner, or a visitor with another language, never sees the default landing page', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'zawadi');
  const signedIn = await (await browser.newContext()).newPage();
  const errors = watchConsole(signedIn);
  await signIn(signedIn, learner.token);
  await signedIn.goto(web());
  await expect(signedIn.getByRole('link', { name: 'Go to dashboard' }).first()).toBeVisible();
  await expect(signedIn.getByRole('link', { name: 'Start learning for free' })).toHaveCount(0);
  expect(errors).toEqual([]);

  const reader = await (await browser.newContext()).newPage();
  await reader.addInitScript(() => {
    localStorage.setItem('kumbuka.language', 'sw');
    const seen: string[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.push((entry as { element?: Element }).element?.textContent ?? '');
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await reader.goto(web());
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Mudu Somo Lolote kwa Kadi Erevu');
  expect(await reader.evaluate('window.seen.join()')).not.toContain('Master Any Subject');
  await Promise.all([signedIn.context().close(), reader.context().close()]);
});
