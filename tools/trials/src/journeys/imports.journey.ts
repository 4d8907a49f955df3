import { expect, test, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { newLearner, queryGraphQL, type Learner } from '../product/learner.ts';
import { tapCounter } from './inputs.ts';
import { inKiswahili } from './languages.ts';
import { accessible, picture, rest, signIn, watchConsole, web } from './screens.ts';

const fixtures = new URL('../../../../libs/card-files/fixtures/', import.meta.url).pathname;
const file = 'small.current.schedule.media.apkg';
const { [file]: expected }: Record<string, { named_cards: { due: string }[] }> = JSON.parse(
  readFileSync(`${fixtures}expected.json`, 'utf8'),
);

interface Shown {
  decks: {
    items: {
      flashcards: { items: { frontText: string; backText: string; schedule: { dueAt: string | null } }[] };
    }[];
  };
}

/** The learner's cards with their schedules, from both services. */
async function cardsOf(learner: Learner) {
  const query =
    '{ viewer { decks(perPage: 100) { items { flashcards(perPage: 40) { items { frontText backText schedule { dueAt } } } } } } }';
  const { body } = await queryGraphQL<{ viewer: Shown }>(`${web()}/graphql`, learner, query, {});
  return (body.data?.viewer.decks.items ?? []).flatMap(({ flashcards }) => flashcards.items);
}

const choose = (page: Page, name: string) =>
  page.locator('main input[type=file]').first().setInputFiles(`${fixtures}${name}`);

/** Study day in Nairobi, whose days begin at 4. */
const studyDay = (at: string) => new Date(Date.parse(at) - 3_600_000).toISOString().slice(0, 10);

test('a package of Anki is due on its days, and its first due card is five taps from the dashboard', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'amani');
  await signIn(page, learner.token);
  const errors = watchConsole(page);
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  await page.goto(`${web()}/dashboard`);
  await expect(page, 'a learner without decks is led to the starter decks').toHaveURL(/\/welcome$/);
  await tap(page.getByRole('link', { name: 'My Decks' }).first());
  await expect(page.getByText('Import', { exact: true })).toBeVisible();
  taps += 1;
  await choose(page, `anki/${file}`);
  const start = page.getByRole('button', { name: 'Import 20 cards' });
  await expect(start).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'What is the capital of Kenya?' })).toBeVisible();
  await accessible(page, 'preview of an import');
  await picture(page, 'import-preview');
  await tap(start);
  await expect(page.getByText('20 cards were added.')).toBeVisible();
  await accessible(page, 'import');
  await picture(page, 'import-done');

  const cards = await cardsOf(learner);
  const days = cards.flatMap(({ schedule: { dueAt } }) => (dueAt === null ? [] : [studyDay(dueAt)]));
  const named = expected?.named_cards.map(({ due }) => due) ?? [];
  expect(named.length).toBeGreaterThan(8);
  expect(
    named.filter((day) => !days.includes(day)),
    days.join(' '),
  ).toEqual([]);

  const texts = cards.map(({ frontText, backText }) => frontText + backText);
  expect(texts.filter((text) => text.includes('](<'))).toEqual([]);
  expect(texts.join(' ')).toMatch(/\]\(\/media\/[\w-]{32}-\d+x\d+\.webp\)/);

  await tap(page.getByRole('link', { name: 'Study', exact: true }).last());
  await expect(page.getByRole('button', { name: /^Show Answer/ })).toBeVisible();
  expect(taps).toBeLessThanOrEqual(5);
  await picture(page, 'import-studied');
  expect(errors).toEqual([]);
});

test('on a phone the first due card of an Anki collection is five taps from My Decks', async ({
  browser,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const learner = await newLearner(rest(), 'wanjiru');
  await signIn(page, learner.token);
  await page.goto(`${web()}/mydecks`);
  const { tap, count } = tapCounter(page);
  const chooser = page.waitForEvent('filechooser');
  await tap(page.getByText('Import', { exact: true }));
  // The file is one more tap, in the dialog of the phone.
  await (await chooser).setFiles(`${fixtures}anki/${file}`);
  await tap(page.getByRole('button', { name: 'Import 20 cards' }));
  await expect(page.getByText('20 cards were added.')).toBeVisible();
  await tap(page.getByRole('main').getByRole('link', { name: 'Study', exact: true }).last());
  await expect(page.getByRole('button', { name: /^Show Answer/ })).toBeVisible();
  await expect(page.getByText(/^New card/).locator('visible=true')).toHaveCount(0);
  expect(count() + 1).toBeLessThanOrEqual(5);
  await context.close();
});

test('an import goes on while its page is reloaded, and an undo takes every card back', async ({ page }) => {
  const learner = await newLearner(rest(), 'juma');
  await signIn(page, learner.token);
  await page.goto(`${web()}/import`);
  await choose(page, 'anki/typical.apkg');
  await page.getByRole('button', { name: /^Import 3,?018 cards$/ }).click();
  await expect(page.getByText(/^Adding the cards/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^(?:Adding the cards|3,?018 cards were added)/)).toBeVisible();
  await expect(page.getByText(/^3,?018 cards were added/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('Choose a file', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await cardsOf(learner)).toEqual([]);
});

test('a table is mapped and a broken file gets a sentence, in Kiswahili', async ({ page }) => {
  const learner = await newLearner(rest(), 'zuhura');
  await signIn(page, learner.token);
  await page.addInitScript(() => localStorage.setItem('kumbuka.language', 'sw'));
  const say = await inKiswahili();
  await page.goto(`${web()}/mydecks`);
  await picture(page, 'import-button-sw');
  await choose(page, 'hostile/encrypted.apkg');
  await expect(page.getByText(say('The file is encrypted. Export it without a password.'))).toBeVisible();
  await picture(page, 'import-failed-sw');
  await choose(page, 'text/excel-de-cp1252.csv');
  await expect(page.getByLabel(say('Cells are'))).toBeVisible();
  await accessible(page, 'table');
  await page.getByLabel(say('The first line names the columns')).click();
  await expect(page.getByRole('button', { name: 'Leta kadi 7' })).toBeVisible();
  await picture(page, 'import-table-sw');
});
