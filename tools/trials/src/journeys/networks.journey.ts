import { expect, test } from '@playwright/test';
import { giveDeck, newLearner } from '../product/learner.ts';
import { accessible, loseFirstReply, rest, signIn, web } from './screens.ts';

for (const hasKeys of [true, false])
  test(
    `a lost response creates neither a second deck nor a second card ${hasKeys ? '' : 'although the server has forgotten the keys of the first requests'}`.trim(),
    async ({ page }) => {
      const learner = await newLearner(rest(), 'lela');
      await giveDeck(learner, 1, 'There already');
      await signIn(page, learner.token);
      // Without the header, the server cannot tell a repeat from a new request by the key, as after a day.
      if (!hasKeys)
        await page.route('**/graphql', (route) => {
          const { 'idempotency-key': _key, ...headers } = route.request().headers();
          return route.continue({ headers });
        });

      await loseFirstReply(page, 'CreateDeck', { hasKeys });
      await page.goto(`${web()}/mydecks`);
      await page.getByRole('button', { name: 'Create New Deck' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Description, subject, category and level' }).click();
      for (const label of ['Title', 'Description', 'Subject', 'Category'])
        await dialog.getByLabel(label).fill(`Rivers ${label}`);
      await dialog.getByRole('button', { name: 'Create Deck' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await dialog.getByRole('button', { name: 'Create Deck' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Rivers Title' })).toBeVisible();

      await loseFirstReply(page, 'AddFlashcard', { hasKeys });
      await page.getByRole('button', { name: 'Add Flashcard' }).click();
      await dialog.getByLabel('Question').fill('Which river?');
      await dialog.getByLabel('Answer').fill('The Tana');
      await dialog.getByRole('button', { name: 'Add Flashcard' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await dialog.getByRole('button', { name: 'Add Flashcard' }).click();
      await expect(page.getByText('Which river?')).toBeVisible();
      await expect(page.getByRole('group', { name: /^Flashcard/ })).toHaveCount(1);
      const decks = await learner.call<{ pagination: { total: number } }>('GET', '/decks');
      expect(JSON.stringify(decks.body).match(/Rivers Title/g)).toHaveLength(1);
    },
  );

test('a new card appears at once, on the last page of its deck', async ({ page }) => {
  const learner = await newLearner(rest(), 'wambui');
  const { deckId } = await giveDeck(learner, 10);
  await signIn(page, learner.token);
  await page.goto(`${web()}/mydecks/${deckId}`);
  await page.getByRole('button', { name: 'Add Flashcard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Question').fill('The eleventh?');
  await dialog.getByLabel('Answer').fill('Yes');
  await dialog.getByRole('button', { name: 'Add Flashcard' }).click();
  await expect(page.getByText('The eleventh?')).toBeInViewport();
  await expect(page).toHaveURL(/page=2$/);
});

test('a line in the header shows that the learner is offline, and the links of a narrow screen are a list', async ({
  page,
  context,
}) => {
  const learner = await newLearner(rest(), 'njeri');
  await giveDeck(learner, 1);
  await signIn(page, learner.token);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${web()}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Recent Decks' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Offline. Answers are kept.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Offline. Answers are kept.')).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('list').getByRole('link', { name: 'Study' })).toBeVisible();
  await accessible(page, 'drawer');
});
