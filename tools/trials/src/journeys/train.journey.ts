import { expect, test, chromium as browsers, type BrowserContext, type Page } from '@playwright/test';
import { execSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerTo, giveDeck, newLearner, queryGraphQL, type Learner } from '../product/learner.ts';
import { startBadNetwork, type BadNetwork } from './bad-network.ts';
import { chromium } from './chromium.ts';
import { rest, web } from './screens.ts';

test.setTimeout(240_000);

let network: BadNetwork;
let folder: string;
let context: BrowserContext;
test.beforeEach(async () => {
  network = await startBadNetwork(web());
  folder = mkdtempSync(join(tmpdir(), 'kumbuka-train-'));
});
test.afterEach(async () => {
  await context.close().catch(() => {});
  await network.stop().catch(() => {});
});

/** Starts a browser on the same profile, so that what it stored before is there. */
async function startBrowser(): Promise<Page> {
  context = await browsers.launchPersistentContext(folder, {
    ...chromium(),
    serviceWorkers: 'allow',
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    viewport: { width: 1280, height: 900 },
  });
  return context.pages()[0] ?? context.newPage();
}

/** Ends all processes of the browser as a crash does. */
function killBrowser() {
  const pids = execSync(`pgrep -f -- "--user-data-dir=${folder}" || true`).toString().trim().split('\n');
  for (const pid of pids.filter(Boolean).map(Number))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Ended with its parent.
    }
}

async function withWorker(page: Page) {
  const isStored = () =>
    page.evaluate(async () => {
      const { serviceWorker } = navigator;
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      const assets = loaded.filter((path) => path.startsWith('/assets/'));
      const stored = await Promise.all(assets.map((path) => caches.match(path)));
      return serviceWorker.controller !== null && stored.every(Boolean);
    });
  await expect.poll(isStored, { timeout: 30_000 }).toBe(true);
}

async function signInHere(page: Page, learner: Learner) {
  await page.goto(`${network.url}/login`);
  await page.evaluate((token) => localStorage.setItem('authToken', token), learner.token);
}

/** Answers the shown cards of a session, right and wrong in turn. */
async function answerCards(page: Page, count: number) {
  for (let card = 0; card < count; card += 1) {
    await page.locator('main button', { hasText: /show answer/i }).click();
    const word = card % 2 === 0 ? /^correct/i : /^incorrect/i;
    await page.locator('main button', { hasText: word }).click();
    await expect(page.getByText(/Kept on this device|Saved/).first()).toBeVisible();
    if (card < count - 1) await page.getByRole('button', { name: 'Next card' }).click();
  }
}

interface LogEntry {
  kind: string;
  flashcardId: string | null;
  clientEventId: string | null;
  dueOn: string | null;
}

async function logOf(learner: Learner): Promise<LogEntry[]> {
  const query = '{ viewer { reviewLog { kind flashcardId clientEventId dueOn } } }';
  const { body } = await queryGraphQL<{ viewer: { reviewLog: LogEntry[] } }>(
    `${web()}/graphql`,
    learner,
    query,
    {},
  );
  return body.data?.viewer.reviewLog ?? [];
}

const answersIn = (log: LogEntry[]) => log.filter(({ kind }) => kind === 'REVIEWED');

for (const weather of ['cut', '503', 'portal'] as const)
  test(`a learner studies, edits and makes a deck on a train (${weather}), and nothing is lost or counted twice`, async () => {
    const learner = await newLearner(rest(), 'train');
    const { deckId, cardIds } = await giveDeck(learner, 12, 'Rivers');
    let page = await startBrowser();
    await signInHere(page, learner);
    await page.goto(`${network.url}/dashboard`);
    await withWorker(page);
    for (const path of ['/mydecks', `/mydecks/${deckId}`, `/study/${deckId}`]) {
      await page.goto(network.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    await page.waitForTimeout(1_000);
    await context.close();

    // The browser starts without a network.
    network.set(weather);
    page = await startBrowser();
    await page.goto(`${network.url}/dashboard`);
    await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
    await expect(page.getByText('Offline. Answers are kept.')).toBeVisible();

    await page.goto(`${network.url}/study/${deckId}`);
    await answerCards(page, 6);
    await page.reload();
    killBrowser();
    page = await startBrowser();
    await page.goto(`${network.url}/mydecks/${deckId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Rivers' })).toBeVisible();

    await page.getByRole('button', { name: 'Card actions' }).first().click();
    await page.getByRole('menuitem', { name: /edit/i }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Question').fill('Edited on the train?');
    await dialog.getByRole('button', { name: /save/i }).click();
    await expect(page.getByText('Edited on the train?')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Edited on the train?')).toBeVisible();

    await page.goto(`${network.url}/mydecks`);
    await page.getByRole('button', { name: 'Create New Deck' }).click();
    for (const label of ['Title', 'Description', 'Subject', 'Category'])
      await page.getByRole('dialog').getByLabel(label).fill(`Train ${label}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Create Deck' }).click();
    await expect(page.getByText('Train Title').first()).toBeVisible();
    expect(answersIn(await logOf(learner))).toHaveLength(0);

    // Another device answers one of the same cards meanwhile, in a session of its own.
    await learner.call('POST', '/progress', answerTo({ deckId, cardIds }, 11));

    network.set('fair');
    await page.goto(`${network.url}/dashboard`);
    await expect.poll(async () => answersIn(await logOf(learner)).length, { timeout: 30_000 }).toBe(7);
    const names = answersIn(await logOf(learner)).map(({ clientEventId }) => clientEventId);
    expect(new Set(names).size).toBe(7);
    const decks = JSON.stringify((await learner.call('GET', '/decks')).body);
    expect(decks.match(/Train Title/g)).toHaveLength(1);
    await expect(page.getByText(/waits? to be sent/)).toBeHidden();
    await page.goto(`${network.url}/mydecks/${deckId}`);
    await expect(page.getByText('Edited on the train?')).toBeVisible();
  });
