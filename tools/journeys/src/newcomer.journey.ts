import { expect, test } from '@playwright/test';
import { accessible, picture, watchConsole, web } from './screens.ts';

test('a newcomer signs up, picks starter decks, makes a deck, studies it and sees the dashboard move', async ({
  page,
}) => {
  const errors = watchConsole(page);
  const name = `asha${Date.now().toString(36)}`;

  await page.goto(web());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Master Any Subject with Smart Flashcards',
  );
  await accessible(page, 'landing');
  await picture(page, 'landing');
  await page.getByRole('link', { name: 'Start learning for free' }).first().click();

  await test.step('sign up and verify with the code that is shown', async () => {
    await page.getByLabel('Email').fill(`${name}@example.test`);
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill('mti wa mwembe');
    await page.getByLabel('Confirm password').fill('mti wa mwembe');
    await accessible(page, 'signup');
    await page.getByRole('button', { name: 'Create account' }).click();
    const modal = page.getByRole('dialog', { name: 'Email verification' });
    await expect(modal).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(modal).toBeVisible();
    const code = /\d{6}/.exec((await modal.textContent()) ?? '')?.[0] ?? '';
    await accessible(page, 'signup-verify');
    await picture(page, 'signup-verify');
    await modal.getByRole('textbox').fill(` ${code} `);
    await modal.getByRole('button', { name: 'Verify' }).click();
  });

  await test.step('a learner without decks is welcomed and picks two', async () => {
    await expect(page).toHaveURL(/\/welcome$/);
    await expect(page.getByText('Selected 0/3')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start learning' })).toBeDisabled();
    await page.getByRole('checkbox').nth(0).check();
    await page.getByRole('checkbox').nth(1).check();
    await expect(page.getByText('Selected 2/3')).toBeVisible();
    await accessible(page, 'welcome');
    await picture(page, 'welcome');
    await page.getByRole('button', { name: 'Start learning' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page.getByRole('heading', { name: 'Recent Decks' })).toBeVisible();
    await picture(page, 'dashboard-first');
  });

  await test.step('a newcomer makes a deck with two cards', async () => {
    await page.getByRole('link', { name: 'My Decks' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'My Flashcard Decks' })).toBeVisible();
    await page.getByRole('button', { name: 'Create New Deck' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Rivers of Kenya');
    await dialog.getByLabel('Description').fill('Sources, mouths and dams.');
    await dialog.getByLabel('Subject').fill('Geography');
    await dialog.getByLabel('Category').fill('Kenya');
    await dialog.getByRole('button', { name: /create|save/i }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Rivers of Kenya' })).toBeVisible();
    for (const [question, answer] of [
      ['Which river has the Seven Forks dams?', 'The Tana'],
      ['Into which lake does the Nzoia flow?', 'Lake Victoria'],
    ] as const) {
      await page.getByRole('button', { name: 'Add Flashcard' }).first().click();
      const card = page.getByRole('dialog');
      await card.getByLabel('Question').fill(question);
      await card.getByLabel('Answer').fill(answer);
      await card.getByRole('button', { name: 'Add Flashcard' }).click();
      await expect(card).toBeHidden();
      await expect(page.getByText(question)).toBeVisible();
    }
    await accessible(page, 'deck');
    await picture(page, 'deck');
    await page.getByRole('link', { name: 'My Decks' }).first().click();
    const deck = page.getByRole('article', { name: 'Rivers of Kenya' });
    await expect(deck).toBeVisible();
    await accessible(page, 'decks');
    await picture(page, 'decks');
    await deck.getByRole('link', { name: 'View' }).click();
    await expect(page.getByText('Which river has the Seven Forks dams?')).toBeVisible();
  });

  await test.step('a newcomer studies it with the keyboard and undoes one answer', async () => {
    await page.getByRole('link', { name: 'Start Studying' }).first().click();
    await expect(page.getByText('1 of 2 cards')).toBeVisible();
    await picture(page, 'session-question');
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts).toContainText('Undo the answer');
    await accessible(page, 'shortcuts');
    await picture(page, 'shortcuts', false);
    await page.keyboard.press('Escape');
    await expect(shortcuts).toBeHidden();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('nzoia');
    await expect(page.getByRole('option', { name: /Into which lake does the Nzoia flow/ })).toBeVisible();
    await accessible(page, 'palette');
    await picture(page, 'palette', false);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await page.keyboard.press('e');
    await page.getByLabel('Answer').fill('The Tana River');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('1 of 2 cards')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: /^Correct/ })).toBeVisible();
    await accessible(page, 'session-answer');
    await picture(page, 'session-answer');
    await page.keyboard.press('0');
    await expect(page.getByRole('button', { name: /Undo/ }).first()).toBeVisible();
    await page.keyboard.press('u');
    await expect(page.getByRole('button', { name: /^Correct/ })).toBeVisible();
    await page.keyboard.press('1');
    await expect(page.getByRole('button', { name: 'Show Question' })).toBeVisible();
    await picture(page, 'session-answered');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('2 of 2 cards')).toBeVisible();
    await page.getByRole('button', { name: 'Show Answer' }).click();
    await page.getByRole('button', { name: /^Correct/ }).click();
    await page.getByRole('button', { name: 'Finish Study Session' }).click();
    const summary = page.getByRole('dialog', { name: 'Study Session Complete!' });
    await expect(summary).toContainText('100');
    await accessible(page, 'session-summary');
    await picture(page, 'session-summary');
    await summary.getByRole('button', { name: 'Back to Study' }).click();
    await expect(page).toHaveURL(/\/study$/);
    await page.waitForTimeout(1_500);
    await accessible(page, 'study');
    await picture(page, 'study');
  });

  await test.step('the dashboard has moved, by way of an event for the deck', async () => {
    await page.goto(`${web()}/dashboard`);
    await expect(page.getByText('2 / 50 cards')).toBeVisible();
    const deck = page.getByRole('article', { name: 'Rivers of Kenya' });
    await expect(deck).toContainText('100% mastery');
    await expect(deck).toContainText('Last studied: Today');
    await accessible(page, 'dashboard');
    await picture(page, 'dashboard');
    await page.setViewportSize({ width: 390, height: 900 });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, 'the dashboard on a phone').toBeLessThanOrEqual(2_400);
    await page.setViewportSize({ width: 768, height: 900 });
    const greeting = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(greeting?.height, 'the greeting is on one line').toBeLessThan(48);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  expect(errors).toEqual([]);
});
