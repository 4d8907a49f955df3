import { expect, test, type Page } from '@playwright/test';
import { giveDeck, newLearner, type Learner } from '../product/learner.ts';
import { accessible, picture, rest, signIn, web } from './screens.ts';

interface CardBody {
  id: number;
  front_text: string;
  back_text: string;
}

async function sidesOf({ call }: Learner, deckId: number) {
  const { body } = await call<{ items: CardBody[] }>('GET', `/flashcards?deck_id=${deckId}&all=true`);
  return body.items.map((card) => [card.front_text, card.back_text]);
}

async function openCard(page: Page, deckId: number) {
  await page.goto(`${web()}/mydecks/${deckId}`);
  await page.getByRole('button', { name: 'Edit flashcard' }).first().click();
  const form = page.getByRole('dialog', { name: 'Edit Flashcard' });
  await expect(form.getByLabel('Question')).toHaveValue('Question 0');
  return form;
}

test('editing one card in two tabs loses neither text', async ({ page, context }) => {
  const learner = await newLearner(rest(), 'wafula');
  const { deckId } = await giveDeck(learner, 1, 'Two tabs');
  await signIn(page, learner.token);
  const form = await openCard(page, deckId);
  const other = await context.newPage();
  await signIn(other, learner.token);
  const otherForm = await openCard(other, deckId);

  await otherForm.getByLabel('Question').fill('Which river ends at Kipini?');
  await otherForm.getByLabel('Answer').fill('Tana');
  await otherForm.getByRole('button', { name: 'Save Changes' }).click();
  await expect(otherForm).toBeHidden();

  await form.getByLabel('Answer').fill('The Tana,\n1,000 km long');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  const conflict = page.getByRole('dialog', { name: 'This card was changed meanwhile' });
  await expect(conflict).toBeVisible();
  expect(await sidesOf(learner, deckId)).toEqual([['Which river ends at Kipini?', 'Tana']]);
  // This tab did not change the question, so the other tab's question is kept by default.
  const [question, answer] = [
    conflict.getByRole('group', { name: 'Question' }),
    conflict.getByRole('group', { name: 'Answer' }),
  ];
  await expect(question.getByLabel('Take theirs')).toBeChecked();
  await expect(answer.getByLabel('Keep mine')).toBeChecked();
  await accessible(page, 'two-tabs');
  await picture(page, 'two-tabs-card', false);

  // Going back keeps the typed text. The other tab then saves a third time, which is a new conflict.
  await conflict.getByRole('button', { name: 'Back to the form' }).click();
  await expect(form.getByLabel('Answer')).toHaveValue('The Tana,\n1,000 km long');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(conflict).toBeVisible();
  await other.getByRole('button', { name: 'Edit flashcard' }).first().click();
  await expect(otherForm.getByLabel('Answer')).toHaveValue('Tana');
  await otherForm.getByLabel('Answer').fill('Tana, in Kenya');
  await otherForm.getByRole('button', { name: 'Save Changes' }).click();
  await expect(otherForm).toBeHidden();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(answer.getByText('Tana, in Kenya')).toBeVisible();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await sidesOf(learner, deckId)).toEqual([
    ['Which river ends at Kipini?', 'The Tana,\n1,000 km long'],
  ]);

  // The form now has the saved version, so a further change is no conflict.
  await page.getByRole('button', { name: 'Edit flashcard' }).first().click();
  await form.getByLabel('Answer').fill('The Tana');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('This card was changed meanwhile')).toHaveCount(0);
});
