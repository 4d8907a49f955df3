import { expect, test, type Browser, type Page } from '@playwright/test';
import { answerTo, giveDeck, newLearner, type Learner } from '../product/learner.ts';
import { accessible, pay, picture, rest, signIn, web } from './screens.ts';

/** Resolves once the page has a stream or hears of the one of another tab. */
async function connected(page: Page) {
  await page.waitForResponse((response) => new URL(response.url()).pathname === '/live');
}

async function open(page: Page, { token }: Learner, path: string) {
  await signIn(page, token);
  const stream = connected(page);
  await page.goto(`${web()}${path}`);
  await stream;
}

const newDevice = async (browser: Browser) => (await browser.newContext()).newPage();

/** Counts the operations of that name that a page sends. */
function countOperations(page: Page, name: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes(`"operationName":"${name}"`)) count += 1;
  });
  return () => count;
}

test('an answer by REST shows within a second in the open dashboard of one device and the deck of another', async ({
  page: laptop,
  browser,
}) => {
  const learner = await newLearner(rest(), 'atieno');
  const deck = await giveDeck(learner, 3, 'Rivers');
  const phone = await newDevice(browser);
  await open(laptop, learner, '/dashboard');
  await open(phone, learner, `/mydecks/${deck.deckId}`);
  await expect(laptop.getByText('0 / 50 cards')).toBeVisible();
  await expect(phone.getByText('Question 0').first()).toBeVisible();
  await laptop.waitForTimeout(1_500);

  await learner.call('POST', '/progress', answerTo(deck, 0));
  const began = Date.now();
  await expect(laptop.getByText('1 / 50 cards')).toBeVisible({ timeout: 5_000 });
  console.log(`the dashboard showed the answer after ${Date.now() - began} ms`);
  expect(Date.now() - began).toBeLessThan(3_000);

  const card = { deck_id: deck.deckId, front_text: 'Longest river', back_text: 'Nile' };
  await learner.call('POST', '/flashcards', card);
  const added = Date.now();
  await expect(phone.getByText('Longest river')).toBeVisible({ timeout: 5_000 });
  console.log(`the deck showed the card after ${Date.now() - added} ms`);
  expect(Date.now() - added).toBeLessThan(3_000);
  await phone.context().close();
});

test('tabs of one browser share one connection, and the next tab takes it over', async ({
  page: first,
  context,
}) => {
  const learner = await newLearner(rest(), 'barasa');
  const deck = await giveDeck(learner, 3, 'Lakes');
  const streams: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live') streams.push(request.url());
  });
  await open(first, learner, '/dashboard');
  const second = await context.newPage();
  await signIn(second, learner.token);
  await second.goto(`${web()}/dashboard`);
  const studied = (count: number) =>
    expect(second.getByText(`${count} / 50 cards`)).toBeVisible({ timeout: 3_000 });
  await studied(0);
  // It listens some seconds after it was opened.
  await second.waitForTimeout(8_000);
  expect(streams).toHaveLength(1);
  await learner.call('POST', '/progress', answerTo(deck, 0));
  await studied(1);

  const next = second.waitForRequest((request) => new URL(request.url()).pathname === '/live');
  await first.close();
  await next;
  await learner.call('POST', '/progress', answerTo(deck, 1));
  await studied(2);
  expect(streams).toHaveLength(2);
});

test('a payment by M-Pesa on the phone ends in the waiting dialog, without polling', async ({
  page,
  context,
}) => {
  const learner = await newLearner(rest(), 'cherono');
  await giveDeck(learner, 1);
  await open(page, learner, '/mydecks');
  await page.getByRole('button', { name: 'Upgrade (KES 100)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Billing' });
  await dialog.getByLabel('M-Pesa phone number').fill('0712 345 679');
  await dialog.getByRole('button', { name: 'Pay KES 100 with M-Pesa' }).click();
  await expect(dialog.getByText('Enter your M-Pesa PIN on your phone')).toBeVisible();
  await accessible(page, 'billing-waiting');
  await picture(page, 'billing-waiting', false);
  await page.waitForTimeout(1_500);
  const statuses = countOperations(page, 'BillingStatus');
  await page.waitForTimeout(11_000);
  expect(statuses()).toBe(0);
  const phone = await context.newPage();
  await phone.goto(pay());
  await phone.getByRole('button', { name: 'Pay', exact: true }).first().click();
  // The page stays open, because closing a page that reloads itself every few seconds may hang.
  await page.bringToFront();
  await expect(dialog.getByText(/^Active until/)).toBeVisible({ timeout: 4_000 });
  expect(statuses()).toBeLessThanOrEqual(3);
});

test('in a session that is open on two devices an answer of one shows on the other', async ({
  page: laptop,
  browser,
}) => {
  const learner = await newLearner(rest(), 'chebet');
  const { deckId } = await giveDeck(learner, 4, 'Mountains');
  const phone = await newDevice(browser);
  const answer = async (page: Page, place: number) => {
    await expect(page.getByText(`${place} of 4 cards`)).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('1');
    await expect(page.getByRole('button', { name: 'Undo answer' })).toBeVisible();
  };
  await open(phone, learner, `/study/${deckId}`);
  await answer(phone, 1);
  await open(laptop, learner, `/study/${deckId}`);
  await expect(laptop.getByText('2 of 4 cards')).toBeVisible();
  await laptop.waitForTimeout(1_500);
  await phone.keyboard.press('ArrowRight');
  await answer(phone, 2);
  const began = Date.now();
  const note = laptop.getByText('Answered in another tab or on another device.').first();
  await expect(note).toBeVisible({ timeout: 3_000 });
  console.log(`the session showed the answer after ${Date.now() - began} ms`);
  await phone.context().close();
});
