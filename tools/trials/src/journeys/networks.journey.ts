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

test('a signed-in learner at a wrong address still has the navigation bar', async ({ page }) => {
  const learner = await newLearner(rest(), 'otieno');
  await signIn(page, learner.token);
  await page.goto(`${web()}/no/such/page`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
});

test('a short outage of the server does not sign a learner out', async ({ page }) => {
  const learner = await newLearner(rest(), 'akinyi');
  await giveDeck(learner, 1);
  await signIn(page, learner.token);
  let away = true;
  await page.route('**/graphql', (route) =>
    away ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.goto(`${web()}/dashboard`);
  await expect(page.getByText('The server is not responding. Trying again…')).toBeVisible();
  away = false;
  await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible();
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

test('a deck is deleted when the response was lost, and a retry is no error', async ({ page }) => {
  const learner = await newLearner(rest(), 'wanja');
  await giveDeck(learner, 1, 'To be kept');
  await giveDeck(learner, 1, 'To be deleted');
  await signIn(page, learner.token);
  await loseFirstReply(page, 'DeleteDeck');
  await page.goto(`${web()}/mydecks`);
  await page.getByRole('button', { name: 'Change To be deleted' }).click();
  await page.getByRole('menuitem', { name: 'Delete deck' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Deck deleted.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'To be kept' })).toBeVisible();
});

test('cards that failed to load are not replaced by cards of another page', async ({ page }) => {
  const learner = await newLearner(rest(), 'kamau');
  const { deckId } = await giveDeck(learner, 12);
  await signIn(page, learner.token);
  let away = false;
  // A deck that is loaded ahead shows its second page without a network.
  const isLost = (body: string | null) => away || body?.includes('KeptDeck') === true;
  await page.route('**/graphql', (route) =>
    isLost(route.request().postData()) ? route.abort() : route.continue(),
  );
  await page.goto(`${web()}/mydecks/${deckId}`);
  const cards = page.getByRole('group', { name: /^Flashcard/ });
  await expect(cards).toHaveCount(10);
  away = true;
  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await expect(page.getByText('These cards could not be loaded')).toBeVisible();
  await expect(cards).toHaveCount(0);
  away = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cards).toHaveCount(2);
});

test('a right code opens the account although its response was lost', async ({ page }) => {
  const email = `amina-${Date.now()}@example.test`;
  await loseFirstReply(page, 'VerifyCode');
  await page.goto(`${web()}/signup`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Username').fill(email.slice(0, 20));
  await page.getByLabel('Password', { exact: true }).fill('a quiet river');
  await page.getByLabel('Confirm password', { exact: true }).fill('a quiet river');
  await page.getByRole('button', { name: 'Create account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email verification' });
  const code = await dialog.getByRole('status').locator('strong').innerText();
  await dialog.getByLabel('Verification code').fill(code);
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/welcome$/);
});

test('a password is changed although the response was lost, and the learner continues with it', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'nyambura');
  await signIn(page, learner.token);
  await loseFirstReply(page, 'ChangePassword');
  await page.goto(`${web()}/settings`);
  const panel = page.getByRole('region', { name: 'Password', exact: true });
  await panel.getByLabel('Current password', { exact: true }).fill(learner.password);
  await panel.getByLabel('New password', { exact: true }).fill('a loud river');
  await panel.getByLabel('Confirm password', { exact: true }).fill('a loud river');
  await panel.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed. Other devices were signed out.')).toBeVisible();
  const login = { email: learner.email, password: 'a loud river' };
  expect((await learner.call('POST', '/login', login)).status).toBe(200);
});
