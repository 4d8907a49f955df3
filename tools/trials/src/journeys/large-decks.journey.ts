import { expect, test, type Page } from '@playwright/test';
import { growDeck } from '../product/grown-deck.ts';
import { queryGraphQL, giveDeck, newLearner, type DeckWithCards, type Learner } from '../product/learner.ts';
import { spreadOf } from '../product/measure.ts';
import { startProduct, withoutLimits, type Product } from '../product/product.ts';
import { signIn } from './screens.ts';

/** Separate product without limits, because the limits forbid 10,000 cards in a minute. */
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct({ readyWithinSeconds: 240, env: withoutLimits });
});
test.afterAll(() => product.stop());

const rounds = 5;
/** The target is a factor of 1.5; the rest allows for a busy machine, which affects short times more. */
const maxFactor = 1.5;
const noiseMs = 150;
const maxStudied = 1_000;
const fewest = 100;

const record = `mutation ($answers: [AnswerInput!]!) {
  recordAnswers(input: { answers: $answers }) { results { errorCode } }
}`;

/** Studies half of the cards, or a tenth of a large deck. */
async function studySome(learner: Learner, { deckId, cardIds }: DeckWithCards) {
  const half = cardIds.slice(0, Math.min(maxStudied, cardIds.length / 2));
  for (let from = 0; from < half.length; from += 100) {
    const answers = half.slice(from, from + 100).map((cardId) => ({
      clientEventId: `first-${cardId}`,
      deckId: String(deckId),
      flashcardId: String(cardId),
      wasCorrect: cardId % 3 > 0,
      timeSpentMinutes: 0.1,
    }));
    const { status } = await queryGraphQL(product.graphql, learner, record, { answers });
    expect(status).toBe(200);
  }
}

interface Case {
  page: Page;
  deckId: number;
  title: string;
}

const screens: [string, (deck: Case) => string, (deck: Case) => string][] = [
  ['dashboard', () => '/dashboard', ({ title }) => title],
  ['My Decks', () => '/mydecks', ({ title }) => title],
  ['study entry', () => '/study', ({ title }) => title],
  ['deck detail', ({ deckId }) => `/mydecks/${deckId}`, () => 'Question 0'],
];

/** Measures the milliseconds from the navigation to the main text of the screen. */
async function timeTo(path: string, text: string, page: Page): Promise<number> {
  const began = performance.now();
  await page.goto(`${product.web}${path}`, { waitUntil: 'commit' });
  await page.getByText(text, { exact: true }).first().waitFor();
  return performance.now() - began;
}

test('dashboard, My Decks, study entry and deck detail take as long with 10,000 cards in a deck as with 100', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const cases: Case[] = [];
  for (const cards of [fewest, 10_000]) {
    const learner = await newLearner(product.rest, 'wanjiru');
    const title = `A deck of ${cards}`;
    const small = await giveDeck(learner, fewest, title);
    const deck = cards > fewest ? await growDeck(product, learner, small, cards) : small;
    await studySome(learner, deck);
    const page = await (await browser.newContext()).newPage();
    await signIn(page, learner.token);
    cases.push({ page, title, deckId: deck.deckId });
  }
  for (const [name, pathOf, textOf] of screens) {
    const times = cases.map((): number[] => []);
    for (let round = 0; round <= rounds; round++)
      for (const [index, each] of cases.entries()) {
        const time = await timeTo(pathOf(each), textOf(each), each.page);
        if (round > 0) times[index]?.push(time);
      }
    const [few = NaN, many = NaN] = times.map((all) => spreadOf(all).p50);
    console.log(`${name.padEnd(12)} ${few.toFixed(0)} ms with 100 cards, ${many.toFixed(0)} ms with 10,000`);
    expect(many, name).toBeLessThan(few * maxFactor + noiseMs);
  }
});
