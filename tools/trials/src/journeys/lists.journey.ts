import { expect, test, type Locator, type Page } from '@playwright/test';
import { answerTo, giveDeck, newLearner } from '../product/learner.ts';
import { accessible, picture, rest, signIn, watchConsole, web } from './screens.ts';

const listOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `neno ${at + 1}\tword ${at + 1}`).join('\n');

interface TraceEvent {
  name: string;
  /** Microseconds of processor time. */
  tdur?: number;
}

/** CPU milliseconds of the longest task of the page during an action, which a busy machine does not change. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devTools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devTools.send('Tracing.start', { categories: 'toplevel' });
  await act();
  const complete = new Promise<void>((resolve) => devTools.once('Tracing.tracingComplete', () => resolve()));
  await devTools.send('Tracing.end');
  await complete;
  await devTools.detach();
  return Math.max(...events.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** Pastes by clipboard and keyboard, because `fill` types line by line, which takes Chromium a second. */
async function paste(field: Locator, text: string) {
  const page = field.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
}

test('a pasted list of 500 lines is parsed, shown and added without blocking the page', async ({ page }) => {
  const learner = await newLearner(rest(), 'wekesa');
  const { deckId } = await giveDeck(learner, 3, 'Msamiati');
  const errors = watchConsole(page);
  await signIn(page, learner.token);
  await page.goto(`${web()}/mydecks/${deckId}`);
  await page.getByRole('button', { name: 'More ways to add cards' }).click();
  await page.getByRole('menuitem', { name: 'Add several' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add several flashcards' });
  await dialog
    .getByLabel('One card per line')
    .fill('neno;maana\nmbwa;dog\npaka;cat;pet\nsimba;\nchui;leopard\ntwiga;giraffe\nkima;monkey');
  await expect(dialog.getByRole('list', { name: 'Cards to add' }).getByRole('listitem')).toHaveCount(5);
  await expect(dialog.getByText('Line 4: no answer: simba')).toBeVisible();
  await expect(dialog.getByText('Automatic: Semicolon (;)')).toBeVisible();
  await accessible(page, 'lists');
  await picture(page, 'lists', false);

  await dialog.getByLabel('One card per line').fill('mbwa / dog');
  await expect(dialog.getByText(/No question and answer were found/)).toBeVisible();
  await dialog.getByLabel('One card per line').fill('mbwa | dog');
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Bar (|)' }).click();
  await expect(dialog.getByRole('button', { name: 'Add 1 card' })).toBeEnabled();
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: /^Automatic/ }).click();

  const longest = await longestTask(page, async () => {
    await paste(dialog.getByLabel('One card per line'), listOf(500));
    await expect(dialog.getByText('and 450 more')).toBeVisible();
  });
  expect(longest, 'milliseconds of the longest task').toBeGreaterThan(1);
  expect(longest, 'milliseconds of the longest task').toBeLessThan(200);
  await dialog.getByRole('button', { name: 'Add 500 cards' }).click();
  await expect(page.getByText('500 cards added.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('neno 1', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('neno 8', { exact: true })).toHaveCount(0);
  const { body } = await learner.call<{ pagination: { total_items: number } }>(
    'GET',
    `/flashcards?deck_id=${deckId}`,
  );
  expect(body.pagination.total_items).toBe(503);
  await picture(page, 'lists-added');
  expect(errors).toEqual([]);
});

test('a learner suspends, buries and moves cards from the table and the session, and the deck keeps them', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'nasimiyu');
  const mito = await giveDeck(learner, 12, 'Mito');
  const { deckId } = mito;
  const maziwa = await giveDeck(learner, 1, 'Maziwa');
  const errors = watchConsole(page);
  await signIn(page, learner.token);
  await page.goto(`${web()}/mydecks/${deckId}`);
  await page.getByRole('button', { name: 'Show as list' }).click();
  const table = page.getByRole('region', { name: 'Cards as a list' });
  const select = table.getByRole('button', { name: 'Select', exact: true });
  await select.click();
  await table.getByRole('checkbox', { name: 'Select: Question 2' }).click();
  await table.getByRole('checkbox', { name: 'Select: Question 11' }).click({ modifiers: ['Shift'] });
  await expect(table.getByText('10 cards selected')).toBeVisible();
  await table.getByRole('button', { name: 'Suspend' }).click();
  await expect(table.getByText('Suspended', { exact: true })).toHaveCount(10);
  await accessible(page, 'card-table');
  await picture(page, 'card-table', false);

  await page.goto(`${web()}/study/${deckId}`);
  await expect(page.getByText('1 of 2 cards')).toBeVisible();
  await page.keyboard.press('-');
  await expect(page.getByText('1 of 1 cards')).toBeVisible();
  await expect(page.locator('main').getByText('The card is buried until tomorrow.')).toBeVisible();
  await accessible(page, 'left-out');
  await picture(page, 'left-out', false);
  await page.goto(`${web()}/mydecks/${deckId}`);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary.getByText('12', { exact: true })).toBeVisible();
  await expect(summary.getByText('1', { exact: true })).toBeVisible();

  await select.click();
  await table.getByRole('checkbox', { name: 'Select: Question 11' }).click();
  await table.getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 1 card to another deck' });
  await expect(dialog.getByRole('combobox')).toContainText('Maziwa');
  await accessible(page, 'move-cards');
  await picture(page, 'move-cards', false);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('1 card moved to Maziwa.')).toBeVisible();
  await expect(summary.getByText('11', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 card back in Mito.')).toBeVisible();
  await expect(summary.getByText('12', { exact: true })).toBeVisible();

  await learner.call('POST', '/progress', answerTo(maziwa, 0, false));
  await learner.call('POST', '/progress', answerTo(mito, 1));
  await page.goto(`${web()}/mydecks`);
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText(['Mito', 'Maziwa']);
  await page.getByLabel('Sort By').click();
  await page.getByRole('option', { name: 'Due first' }).click();
  await expect(titles).toHaveText(['Maziwa', 'Mito']);
  await picture(page, 'due-first', false);
  await page.goto(`${web()}/mydecks`);
  await expect(titles).toHaveText(['Maziwa', 'Mito']);
  expect(errors).toEqual([]);
});
