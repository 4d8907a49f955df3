import { expect, test, type Page } from '@playwright/test';
import { giveDeck, newLearner } from '../product/learner.ts';
import { accessible, loseFirstReply, picture, rest, signIn, watchConsole, web } from './screens.ts';

const studyText = `Photosynthesis is the process by which green plants make glucose from carbon dioxide and water, using light.
Chlorophyll is the green pigment that absorbs the light. It is found in the chloroplasts of the leaf.
The light stage takes place in the grana, where water is split into hydrogen and oxygen.
The dark stage takes place in the stroma, where carbon dioxide is reduced to glucose.
Oxygen is a waste product of photosynthesis and leaves the leaf through the stomata.
Stomata are small pores in the lower side of the leaf. Guard cells open and close them.
The rate of photosynthesis depends on light intensity, on temperature and on the concentration of carbon dioxide.
Glucose is stored in the leaf as starch, which turns iodine solution blue-black.`;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Generate flashcards with AI' });
const writeText = (page: Page) => dialogOf(page).getByLabel('Study text', { exact: true }).fill(studyText);

async function choose(page: Page, count: string) {
  await dialogOf(page).getByRole('combobox', { name: 'Cards' }).click();
  await page.getByRole('option', { name: count, exact: true }).click();
}

test('a learner previews generated cards, edits one, excludes one and inserts the rest', async ({ page }) => {
  const errors = watchConsole(page);
  const learner = await newLearner(rest(), 'kamau');
  const { deckId } = await giveDeck(learner, 8, 'Photosynthesis');
  await signIn(page, learner.token);
  await page.goto(`${web()}/mydecks/${deckId}`);
  await expect(page.getByText('Free left: 5')).toBeVisible();
  await page.getByRole('button', { name: 'Generate with AI' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText('At least 30 characters (0 so far).')).toBeVisible();
  await accessible(page, 'ai-text');
  await picture(page, 'ai-text', false);
  await writeText(page);
  await expect(dialog.getByText('Uses 1 of your 5 free prompts left this month.')).toBeVisible();
  await choose(page, '6');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(/^Edits are not persisted in preview/)).toBeVisible({ timeout: 30_000 });
  const cards = await dialog.getByRole('region', { name: /^Card/ }).count();
  expect(cards).toBeGreaterThanOrEqual(3);
  await dialog.getByRole('button', { name: 'Edit card 1' }).click();
  await dialog.getByLabel('Question 1').fill('What do green plants make of light?');
  await accessible(page, 'ai-preview');
  await picture(page, 'ai-preview', false);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('checkbox', { name: 'Insert card 2' }).uncheck();
  await dialog.getByRole('button', { name: `Insert ${cards - 1} Cards` }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`${cards - 1} cards added to Photosynthesis.`)).toBeVisible();
  const { body } = await learner.call<{ items: { front_text: string }[] }>(
    'GET',
    `/flashcards?deck_id=${deckId}&all=true`,
  );
  expect(body.items).toHaveLength(8 + cards - 1);
  expect(body.items.map(({ front_text }) => front_text)).toContain('What do green plants make of light?');
  await expect(page.getByText('Free left: 4')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a lost response of a generation costs no second prompt and inserts no card twice', async ({ page }) => {
  const learner = await newLearner(rest(), 'barasa');
  const { deckId } = await giveDeck(learner, 1, 'Leaves');
  await signIn(page, learner.token);
  await loseFirstReply(page, 'GenerateCards');
  await loseFirstReply(page, 'InsertGeneratedCards');
  await page.goto(`${web()}/mydecks/${deckId}`);
  await page.getByRole('button', { name: 'Generate with AI' }).click();
  await writeText(page);
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Preview failed. Please try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(/^Edits are not persisted in preview/)).toBeVisible({ timeout: 30_000 });
  const insert = dialog.getByRole('button', { name: /^Insert \d+ Cards$/ });
  const cards = Number(/\d+/.exec((await insert.textContent()) ?? '')?.[0]);
  await insert.click();
  await expect(dialog.getByText('Insert failed. Please try again.')).toBeVisible();
  await insert.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Free left: 4')).toBeVisible();
  const { body } = await learner.call<{ items: unknown[] }>('GET', `/flashcards?deck_id=${deckId}&all=true`);
  expect(body.items).toHaveLength(1 + cards);
});

test('the sixth prompt of a month opens billing, and the text is kept', async ({ page }) => {
  const learner = await newLearner(rest(), 'adhiambo');
  const { deckId } = await giveDeck(learner, 1, 'Leaves');
  for (let prompt = 1; prompt <= 5; prompt++) {
    const { status } = await learner.call('POST', '/ai/generate', {
      text: `${studyText} ${prompt}`,
      count: 6,
    });
    expect(status).toBe(200);
  }
  await signIn(page, learner.token);
  await page.goto(`${web()}/mydecks/${deckId}`);
  await expect(page.getByText('Free left: 0')).toBeVisible();
  await page.getByRole('button', { name: 'Generate with AI' }).click();
  await writeText(page);
  await dialogOf(page).getByRole('button', { name: 'Generate & Insert' }).click();
  const billing = page.getByRole('dialog', { name: 'Billing' });
  await expect(
    billing.getByText('Free quota exhausted. Please upgrade to continue generating cards.'),
  ).toBeVisible();
  await accessible(page, 'paywall');
  await picture(page, 'paywall', false);
  await billing.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your plan is active')).toBeVisible({ timeout: 20_000 });
  // The dialog opens again by itself where the text was typed.
  await page.goto(`${web()}/mydecks/${deckId}`);
  await expect(dialogOf(page).getByLabel('Study text', { exact: true })).toHaveValue(studyText);
  await dialogOf(page).getByRole('button', { name: 'Generate & Insert' }).click();
  await expect(page.getByText(/cards added to Leaves\./)).toBeVisible({ timeout: 30_000 });
});
