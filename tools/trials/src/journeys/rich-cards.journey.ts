import { expect, test } from '@playwright/test';
import { newLearner, type Learner } from '../product/learner.ts';
import { watchHarm } from './harm.ts';
import { picture, rest, signIn, web } from './screens.ts';

const fields = { description: 'Cards of all kinds', subject: 'Science', category: 'KCSE', difficulty: 3 };

async function makeDeck(learner: Learner, title: string, cards: readonly object[], languages: object = {}) {
  const { body } = await learner.call<{ id: number }>('POST', '/decks', { title, ...fields, ...languages });
  for (const card of cards) {
    const made = await learner.call('POST', '/flashcards', { deck_id: body.id, format: 'rich', ...card });
    expect([made.status, made.body], JSON.stringify(card)).toEqual([201, expect.anything()]);
  }
  return body.id;
}

const good = {
  front_text: 'What is **water**? $\\ce{H2O}$ and $E = mc^2$',
  back_text: [
    'H<sub>2</sub>O, <ruby>水<rt>みず</rt></ruby>, <mark>wet</mark>\n',
    '| state | at |\n|---|---:|\n| ice | 0 °C |\n| steam | 100 °C |\n',
    '$$\\frac{a}{b} = \\sqrt{x^2 + 1}$$\n',
    '```python\nfor drop in range(3):\n    print("water")  # three\n```\n',
    '- one\n- two',
  ].join('\n'),
};

test('formulas, tables, ruby and code are drawn by our own origin, in their languages and without moving the buttons', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'baraka');
  const deckId = await makeDeck(learner, 'Water', [good], { front_language: 'en', back_language: 'ja' });
  await signIn(page, learner.token);
  const harm = watchHarm(page);
  await page.goto(`${web()}/study/${deckId}`);
  const shown = page.locator('#root [data-scrolls="true"] [data-card-text]');
  await expect(shown.locator('.katex')).toHaveCount(2);
  expect(await shown.getAttribute('lang')).toBe('en');
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px KaTeX_Main'))).toBe(true);
  await picture(page, 'rich-question');
  const show = page.getByRole('button', { name: /^Show Answer/ });
  const before = await show.boundingBox();
  await page.keyboard.press('Space');
  await expect(shown.locator('.hljs-keyword').first()).toHaveText('for');
  await expect(shown.locator('td')).toHaveText(['ice', '0 °C', 'steam', '100 °C']);
  await expect(shown.locator('.katex-display')).toHaveCount(1);
  expect(await shown.getAttribute('lang')).toBe('ja');
  const correct = await page.getByRole('button', { name: /^Correct/ }).boundingBox();
  expect(correct?.y).toBe(before?.y);
  await picture(page, 'rich-answer');
  await page.goto(`${web()}/mydecks/${deckId}`);
  await expect(page.locator('[data-rich] .katex').first()).toBeAttached();
  await picture(page, 'rich-deck');
  await page.getByRole('button', { name: 'Edit flashcard' }).first().click();
  await expect(page.getByRole('dialog').locator('[data-preview] .katex').first()).toBeVisible();
  await picture(page, 'rich-editor', false);
  expect(harm).toEqual([]);
});

test('a card with gaps and a typed card are made in the editor and studied by the keyboard alone', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'zawadi');
  const deckId = await makeDeck(learner, 'Kinds', []);
  await signIn(page, learner.token);
  await page.goto(`${web()}/mydecks/${deckId}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add Flashcard' }).first().click();
  await dialog.getByLabel('Kind of card').selectOption('cloze');
  await dialog.getByLabel('Text', { exact: true }).fill('{{c1::Nairobi::city}} is in Kenya');
  await expect(dialog.locator('[data-preview] mark')).toHaveText('Nairobi');
  await picture(page, 'gap-editor', false);
  await dialog.getByRole('button', { name: 'Add Flashcard' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Add Flashcard' }).first().click();
  await dialog.getByLabel('Kind of card').selectOption('typed');
  await dialog.getByLabel('Question').fill('Capital of Uganda?');
  await dialog.getByLabel('Answer', { exact: true }).fill('Kampala');
  await dialog.getByRole('button', { name: 'Add Flashcard' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`${web()}/study/${deckId}`);
  const shown = page.locator('#root [data-scrolls="true"]');
  await expect(shown).toContainText('[city] is in Kenya');
  await page.keyboard.press('Space');
  await expect(shown.locator('mark')).toHaveText('Nairobi');
  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Show Question' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('Your answer')).toBeFocused();
  await page.keyboard.type('kampalla');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nearly right')).toBeVisible();
  await picture(page, 'typed-answer');
  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Finish Study Session' })).toBeVisible();
});

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z8CAFWEXHbQSACj/P8FTKqelAAAAAElFTkSuQmCC',
  'base64',
);

test('a picture is uploaded, described, shown by our own origin with strict headers, and moves no button', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'imani');
  const deckId = await makeDeck(learner, 'Pictures', []);
  await signIn(page, learner.token);
  const harm = watchHarm(page);
  await page.goto(`${web()}/mydecks/${deckId}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add Flashcard' }).first().click();
  await dialog.getByLabel('Question').fill('Which colour?');
  await dialog.getByLabel('Answer', { exact: true }).focus();
  const file = { name: 'dot.png', mimeType: 'image/png', buffer: dot };
  await dialog.getByLabel('File with a picture or sound').setInputFiles(file);
  await expect(dialog.locator('[data-preview] img')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Flashcard' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Describe the picture between the square brackets');
  const typed = await dialog.getByLabel('Answer', { exact: true }).inputValue();
  await dialog.getByLabel('Answer', { exact: true }).fill(typed.replace('![]', '![a dot]'));
  await picture(page, 'picture-editor', false);
  await dialog.getByRole('button', { name: 'Add Flashcard' }).click();
  await expect(dialog).toBeHidden();

  const [, address = ''] = /\((.*)\)/.exec(typed) ?? [];
  const response = await page.request.get(`${web()}${address}`);
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/webp']);
  expect(response.headers()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
  const part = await page.request.get(`${web()}${address}`, { headers: { range: 'bytes=0-3' } });
  expect([part.status(), (await part.body()).toString()]).toEqual([206, 'RIFF']);
  expect((await page.request.get(`${web()}/media/${'a'.repeat(32)}-1x1.webp`)).status()).toBe(404);

  await page.goto(`${web()}/study/${deckId}`);
  const show = await page.getByRole('button', { name: /^Show Answer/ }).boundingBox();
  await page.keyboard.press('Space');
  const shown = page.locator('#root [data-scrolls="true"] img');
  await expect(shown).toHaveAttribute('alt', 'a dot');
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(8);
  expect((await page.getByRole('button', { name: /^Correct/ }).boundingBox())?.y).toBe(show?.y);
  expect(harm).toEqual([]);
});
