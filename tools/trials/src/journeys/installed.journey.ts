import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { giveDeck, newLearner } from '../product/learner.ts';
import { startBadNetwork, type BadNetwork } from './bad-network.ts';
import { rest, signIn, watchConsole, web } from './screens.ts';

test.use({ serviceWorkers: 'allow' });
test.setTimeout(90_000);

let network: BadNetwork;
test.beforeEach(async () => {
  network = await startBadNetwork(web());
});
test.afterEach(() => network.stop());

const built = (name: string) =>
  readFileSync(new URL(`../../../../apps/web/dist/.worker/${name}`, import.meta.url), 'utf8');

/** Resolves once the worker controls the page and has stored what the page has loaded. */
async function withWorker(page: Page) {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (!serviceWorker.controller)
      await new Promise((resolve) =>
        serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
  // What the page loaded before the worker was there is stored after the worker took over.
  const isStored = () =>
    page.evaluate(async () => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      const assets = loaded.filter((path) => path.startsWith('/assets/'));
      return (await Promise.all(assets.map((path) => caches.match(path)))).every(Boolean);
    });
  await expect.poll(isStored).toBe(true);
}

async function aLearner(page: Page) {
  const learner = await newLearner(rest(), 'installed');
  const { deckId } = await giveDeck(learner, 3, 'Rivers');
  await signIn(page, learner.token);
  return { learner, deckId };
}

test('a browser offers to install the app', async ({ page, context }) => {
  await aLearner(page);
  await page.goto(`${network.url}/dashboard`);
  await withWorker(page);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Chromium does not install anything from a private window, which a test is.
  const errors = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  expect(errors).toEqual([]);
  const { data } = await session.send('Page.getAppManifest');
  expect(JSON.parse(data ?? '{}').shortcuts[0].name).toBe('Study due cards');
});

for (const weather of ['cut', '503', 'portal'] as const)
  test(`the client opens although the network is ${weather}`, async ({ page }) => {
    await aLearner(page);
    const errors = watchConsole(page);
    await page.goto(`${network.url}/dashboard`);
    await withWorker(page);
    network.set(weather);
    for (const path of ['/dashboard', '/mydecks', '/study', '/dashboard']) {
      const response = await page.goto(network.url + path);
      expect(response?.fromServiceWorker()).toBe(true);
      await expect(page.getByRole('link', { name: 'Kumbuka' }).first()).toBeVisible();
    }
    expect(await page.title()).toContain('Kumbuka');
    expect(errors.filter((error) => /content security policy/i.test(error))).toEqual([]);
    network.set('fair');
    const back = await page.goto(`${network.url}/dashboard`);
    expect(await back?.headerValue('x-kumbuka-time')).toBeTruthy();
    await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
  });

test('a new version announces itself and takes over without losing typed text', async ({ page }) => {
  const { deckId } = await aLearner(page);
  await page.goto(`${network.url}/mydecks/${deckId}`);
  await withWorker(page);
  await page.reload();
  await page.getByRole('button', { name: 'Add Flashcard' }).click();
  const question = page.getByRole('dialog').getByLabel('Question');
  await question.fill('Which river is the longest?');

  network.replace('/sw.js', `${built('sw.js')}\n// A later version.`, 'text/javascript');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  const taken = page.evaluate(
    () =>
      new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve('taken')),
      ),
  );
  // The open dialog hides the rest of the page from the keyboard, not from the mouse.
  await page.getByText('Update', { exact: true }).click({ force: true });
  expect(await taken).toBe('taken');
  await page.waitForTimeout(1_000);
  await expect(question).toHaveValue('Which river is the longest?');
});

test('a broken worker is switched off by the server, and what the browser keeps stays', async ({ page }) => {
  await aLearner(page);
  await page.goto(`${network.url}/dashboard`);
  await withWorker(page);
  await page.evaluate(() => localStorage.setItem('kumbuka.kept', 'yes'));
  network.replace('/sw.js', built('retired.js'), 'text/javascript');
  const reloaded = page.waitForEvent('load');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready).update());
  await reloaded;
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('kumbuka.kept'))).toBe('yes');
  network.set('cut');
  await expect(page.goto(`${network.url}/dashboard`)).rejects.toThrow();
});
