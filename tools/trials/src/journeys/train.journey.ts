import { expect, test, chromium as browsers, type BrowserContext, type Page } from '@playwright/test';
import { execSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deckNamed, newLearner, queryGraphQL, type Learner } from '../product/learner.ts';
import { startBadNetwork, type BadNetwork } from './bad-network.ts';
import { chromium } from './chromium.ts';
import { rest, signIn, web } from './screens.ts';

test.setTimeout(120_000);
const cardsInDeck = 30;

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
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
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
  await context.clock.install({ time: new Date() });
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

/** Resolves once the worker has stored every file that it names. */
async function withAllChunks(page: Page) {
  const missing = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const worker = await (await fetch('/sw.js')).text();
      const files = new Set(worker.match(/\/assets\/[\w.-]+/g));
      const isStored = await Promise.all([...files].map(async (file) => Boolean(await caches.match(file))));
      return files.size === 0 ? -1 : isStored.filter((each) => !each).length;
    });
  await expect.poll(missing, { timeout: 30_000 }).toBe(0);
}

/** A deck that was made an hour ago, so that the learner's clock may be set back. */
async function aDeck(learner: Learner) {
  const { body: deck } = await learner.call<{ id: number }>('POST', '/decks', deckNamed('Rivers'));
  const made_at = new Date(Date.now() - 3_600_000).toISOString();
  const cards = Array.from({ length: cardsInDeck }, (_, n) => ({
    deck_id: deck.id,
    front_text: `Question ${n}`,
    back_text: `Answer ${n}`,
    made_at,
  }));
  const ids: number[] = [];
  for (const card of cards)
    ids.push((await learner.call<{ id: number }>('POST', '/flashcards', card)).body.id);
  return { deckId: deck.id, cardIds: ids };
}

/** Answers the cards of a session from one place to another. */
async function answer(page: Page, from: number, to: number) {
  for (let card = from; card <= to; card += 1) {
    await expect(page.getByText(`${card} of ${cardsInDeck} cards`)).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press(card % 3 === 0 ? '0' : '1');
    await expect(page.getByText(/Kept on this device|Saved/).first()).toBeVisible();
    if (card < cardsInDeck) await page.keyboard.press('ArrowRight');
  }
}

interface LogEntry {
  kind: string;
  flashcardId: string | null;
  clientEventId: string | null;
  dueOn: string | null;
}

async function answersOf(learner: Learner): Promise<LogEntry[]> {
  const query = '{ viewer { reviewLog { kind flashcardId clientEventId dueOn } } }';
  const { body } = await queryGraphQL<{ viewer: { reviewLog: LogEntry[] } }>(
    `${web()}/graphql`,
    learner,
    query,
    {},
  );
  return (body.data?.viewer.reviewLog ?? []).filter(({ kind }) => kind === 'REVIEWED');
}

/** Edits a card of the open deck. */
async function editCard(page: Page, question: RegExp, text: string) {
  const card = page.getByRole('group', { name: /^Flashcard/ }).filter({ hasText: question });
  await card.getByRole('button', { name: 'Edit flashcard' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Flashcard' });
  await form.getByLabel('Question').fill(text);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(text)).toBeVisible();
}

async function makeDeck(page: Page, title: string) {
  await page.goto(`${network.url}/mydecks`);
  await page.getByRole('button', { name: 'Create New Deck' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Description, subject, category and level' }).click();
  for (const label of ['Title', 'Description', 'Subject', 'Category'])
    await dialog.getByLabel(label).fill(`${title} ${label}`);
  await dialog.getByRole('button', { name: 'Create Deck' }).click();
  await expect(page.getByText(`${title} Title`).first()).toBeVisible();
}

/** What a device shows of a deck and of the learner's day. */
async function shownBy(page: Page, address: string, deckId: number) {
  const texts: string[] = [];
  for (const path of [`/mydecks/${deckId}`, '/dashboard']) {
    await page.goto(address + path);
    await page.waitForLoadState('networkidle');
    texts.push(await page.getByRole('main').innerText());
  }
  return texts;
}

const weathers = ['cut', '503', 'portal', 'lossy'] as const;
for (const weather of weathers)
  test(`on a train (${weather}) nothing is lost, and nothing counts twice`, async ({ page: laptop }) => {
    const isOffline = weather !== 'lossy';
    const learner = await newLearner(rest(), 'train');
    const { deckId, cardIds } = await aDeck(learner);
    await signIn(laptop, learner.token);
    let page = await startBrowser();
    await page.goto(`${network.url}/login`);
    await page.evaluate((token) => localStorage.setItem('authToken', token), learner.token);
    for (const path of ['/dashboard', '/mydecks', `/mydecks/${deckId}`, `/study/${deckId}`]) {
      await page.goto(network.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    await withAllChunks(page);
    await context.close();

    network.set(weather);
    page = await startBrowser();
    await page.goto(`${network.url}/dashboard`);
    await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
    if (isOffline) await expect(page.getByText('Offline. Answers are kept.')).toBeVisible();

    await page.goto(`${network.url}/study/${deckId}`);
    await answer(page, 1, 10);
    await page.reload();
    await page.clock.fastForward('10:00');
    await answer(page, 11, 20);

    // The laptop answers the same cards meanwhile, in a session of its own.
    await laptop.goto(`${web()}/study/${deckId}`);
    await answer(laptop, 1, 5);

    killBrowser();
    page = await startBrowser();
    await page.goto(`${network.url}/study/${deckId}`);
    await answer(page, 21, 30);

    await page.goto(`${network.url}/mydecks/${deckId}`);
    for (const n of [1, 2, 3])
      await editCard(page, new RegExp(`Question ${n}\\b`), `Edited on the train ${n}?`);
    await page.reload();
    await expect(page.getByText('Edited on the train 3?')).toBeVisible();
    await makeDeck(page, 'Train');
    if (isOffline) expect(await answersOf(learner)).toHaveLength(5);

    network.set('fair');
    const back = Date.now();
    await page.goto(`${network.url}/dashboard`);
    await expect
      .poll(async () => (await answersOf(learner)).length, { timeout: 20_000, intervals: [100] })
      .toBe(35);
    console.log('sent after', Date.now() - back);
    const answers = await answersOf(learner);
    expect(new Set(answers.map(({ clientEventId }) => clientEventId)).size).toBe(35);
    expect(new Set(answers.map(({ flashcardId }) => flashcardId)).size).toBe(cardIds.length);
    await expect(page.getByText(/waits? to be sent/)).toBeHidden();
    await expect(page.getByText(/could not be saved/)).toBeHidden();
    const decks = JSON.stringify((await learner.call('GET', '/decks')).body);
    expect(decks.match(/Train Title/g)).toHaveLength(1);
    const here = await shownBy(page, network.url, deckId);
    expect(here.join()).toContain('Edited on the train 3?');
    expect(await shownBy(laptop, web(), deckId)).toEqual(here);
  });
