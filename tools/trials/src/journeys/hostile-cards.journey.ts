import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { attacks } from '../../../../libs/content/src/testing/attacks.ts';
import { newLearner, type Learner } from '../product/learner.ts';
import { expectUnharmed, flipAll, touchAll, watchHarm } from './harm.ts';
import { rest, signIn, web } from './screens.ts';

const deckFields = { description: 'Hostile', subject: 'Science', category: 'KCSE', difficulty: 3 };
const hostile = new URL('../../../../libs/card-files/fixtures/hostile/', import.meta.url).pathname;
/** Packages of three notes each; the others are refused or have no text of their own. */
const packages = ['script-in-field.apkg', 'script-in-template.apkg', 'svg-with-script.apkg'];

const address = `/media/${'a'.repeat(32)}-64x48.webp`;
/** Parts of a picture that are none of ours, or would leave it. */
const parts = [
  `![x](${address}#parts=1/2;a,0,0,99999,99999;c,99999,99999,1,1)`,
  `![x" onload="window.pwned=50](${address}#parts=1/2;a,1,1,1,1)`,
  `![x](${address}#parts=1/2;a,1,1,1,1"><script>window.pwned=51</script>)`,
  `![x](https://tracker.invalid/a.png#parts=1/2;a,1,1,1,1)`,
];
const all = [...attacks, ...parts];

async function makeDeck(learner: Learner) {
  const { body } = await learner.call<{ id: number }>('POST', '/decks', { title: 'Hostile', ...deckFields });
  for (const attack of all) {
    const card = { deck_id: body.id, format: 'rich', front_text: attack, back_text: `${attack}\n\nend` };
    expect((await learner.call('POST', '/flashcards', card)).status).toBe(201);
  }
  return body.id;
}

interface Run {
  id: string;
  state: string;
  deck_ids: number[];
}

/** Imports a file by REST and returns its decks. */
async function imported(learner: Learner, name: string): Promise<number[]> {
  const response = await fetch(`${rest()}/imports?file_name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${learner.token}`, 'content-type': 'application/octet-stream' },
    body: readFileSync(hostile + name),
  });
  expect(response.status).toBe(202);
  const { id } = (await response.json()) as Run;
  const read = async () => (await learner.call<Run>('GET', `/imports/${id}`)).body;
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('done');
  return (await read()).deck_ids;
}

const add = (page: Page) => page.getByRole('button', { name: 'Add Flashcard' }).first();
const toTop = (page: Page) => page.evaluate(() => scrollTo(0, 0));

/** Shows every card of a deck in its list, on both sides. */
async function throughList(page: Page, harm: readonly string[], deckId: number, count: number) {
  for (let shown = 1; (shown - 1) * 10 < count; shown += 1) {
    await page.goto(`${web()}/mydecks/${deckId}?page=${shown}`);
    await expect(page.locator('main [role=group]').first()).toBeAttached();
    await touchAll(page);
    await flipAll(page);
    await touchAll(page);
    await toTop(page);
    await expectUnharmed(page, harm, add(page), `list ${deckId}.${shown}`);
  }
}

/** Shows every card of a deck in a session. */
async function throughSession(page: Page, harm: readonly string[], deckId: number, count: number) {
  await page.goto(`${web()}/study/${deckId}`);
  for (let card = 1; card <= count; card += 1) {
    await expect(page.getByText(`${card} of ${count} cards`)).toBeVisible();
    await page.keyboard.press('Space');
    const correct = page.getByRole('button', { name: /^Correct/ });
    await expect(correct).toBeVisible();
    await touchAll(page);
    await expectUnharmed(page, harm, correct, `session ${deckId}.${card}`);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
  }
}

test('hostile cards run nothing, send nothing and cover nothing in tiles, list and session', async ({
  page,
}) => {
  test.slow();
  const learner = await newLearner(rest(), 'neema');
  const deckId = await makeDeck(learner);
  await signIn(page, learner.token);
  const harm = watchHarm(page);
  await throughList(page, harm, deckId, all.length);
  await page.getByRole('button', { name: 'Show as list' }).click();
  await expect(page.locator('[data-card] [data-rich]').first()).toBeVisible();
  await touchAll(page);
  await toTop(page);
  await expectUnharmed(page, harm, add(page), 'rows');
  await throughSession(page, harm, deckId, all.length);
});

test('hostile texts run nothing in the editor, while they are typed', async ({ page }) => {
  const learner = await newLearner(rest(), 'tatu');
  const { body } = await learner.call<{ id: number }>('POST', '/decks', { title: 'Editor', ...deckFields });
  await signIn(page, learner.token);
  const harm = watchHarm(page);
  await page.goto(`${web()}/mydecks/${body.id}`);
  await add(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Formatted' }).click();
  for (const [index, attack] of all.entries()) {
    await dialog.getByLabel('Question').fill(attack);
    await dialog.getByLabel('Answer', { exact: true }).fill(`${attack} ${index}`);
    await expect(dialog.locator('[data-preview] [data-rich]').first()).toBeAttached();
    // Time for formulas, and for whatever an attack would do.
    await page.waitForTimeout(100);
    await touchAll(page);
    await expectUnharmed(page, harm, dialog.getByRole('button', { name: 'Cancel' }), `editor ${index}`);
  }
});

test('cards that are made from a hostile text run nothing in their preview, and nothing in their deck', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'sita');
  const { body } = await learner.call<{ id: number }>('POST', '/decks', { title: 'Made', ...deckFields });
  await signIn(page, learner.token);
  const harm = watchHarm(page);
  await page.goto(`${web()}/mydecks/${body.id}`);
  await page.getByRole('button', { name: 'Generate with AI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate flashcards with AI' });
  const lines = attacks
    .filter((attack) => !/[\n\t|]/.test(attack))
    .map((attack, at) => `Term ${at}\t${attack}`);
  await dialog.getByLabel('Study text', { exact: true }).fill(lines.join('\n'));
  await dialog.getByRole('combobox', { name: 'Cards' }).click();
  await page.getByRole('option', { name: '30', exact: true }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(/^Edits are not persisted in preview/)).toBeVisible({ timeout: 30_000 });
  expect(await dialog.getByRole('region', { name: /^Card/ }).count()).toBeGreaterThan(15);
  await expect(dialog.getByText('window.pwned').first()).toBeVisible();
  await touchAll(page, '[role=dialog] section *');
  await expectUnharmed(
    page,
    harm,
    dialog.getByRole('button', { name: 'Close' }),
    'preview of generated cards',
  );
  await dialog.getByRole('button', { name: /^Insert \d+ Cards$/ }).click();
  await expect(dialog).toBeHidden();
  await throughList(page, harm, body.id, 10);
});

for (const name of packages)
  test(`${name} runs nothing in its deck and session`, async ({ page }) => {
    const learner = await newLearner(rest(), 'saba');
    const [deckId = 0] = await imported(learner, name);
    const { body } = await learner.call<{ card_count: number }>('GET', `/decks/${deckId}`);
    expect(body.card_count).toBe(3);
    await signIn(page, learner.token);
    const harm = watchHarm(page);
    await throughList(page, harm, deckId, body.card_count);
    await throughSession(page, harm, deckId, body.card_count);
  });
