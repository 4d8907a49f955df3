import { expect, test, type Locator, type Page } from '@playwright/test';
import { learnerAt } from '../product/learner.ts';
import { codeField, fillSignUp, password } from './account-forms.ts';
import { keyCounter, tapCounter } from './inputs.ts';
import { accessible, picture, preferSessions, rest, shownCode, watchConsole, web } from './screens.ts';

test('a new learner signs up, picks starter decks, makes a deck, studies it and sees the dashboard change', async ({
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

  await test.step('a new learner signs up and enters the shown code', async () => {
    await fillSignUp(page, name);
    await accessible(page, 'signup');
    await page.getByRole('button', { name: 'Create account' }).click();
    const modal = page.getByRole('dialog', { name: 'Email verification' });
    await expect(modal).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(modal).toBeVisible();
    const code = await shownCode(page);
    await accessible(page, 'signup-verify');
    await picture(page, 'signup-verify');
    await modal.getByRole('textbox').fill(` ${code} `);
  });

  await test.step('a learner without decks sees the welcome and picks two', async () => {
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

  await test.step('a new learner makes a deck with two cards', async () => {
    await page.getByRole('link', { name: 'My Decks' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'My Flashcard Decks' })).toBeVisible();
    await page.getByRole('button', { name: 'Create New Deck' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Rivers of Kenya');
    await dialog.getByRole('button', { name: 'Description, subject, category and level' }).click();
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

  await test.step('a new learner studies the deck with the keyboard and undoes one answer', async () => {
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

  await test.step('the dashboard has changed, by an event for the deck', async () => {
    await page.goto(`${web()}/dashboard`);
    await expect(page.getByText('2 / 50 cards')).toBeVisible();
    const deck = page.getByRole('article', { name: 'Rivers of Kenya' });
    await expect(deck).toContainText('100% right answers');
    await expect(deck).toContainText('Last studied: Today');
    await accessible(page, 'dashboard');
    await picture(page, 'dashboard');
    await page.setViewportSize({ width: 390, height: 900 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight), 'the dashboard on a phone')
      .toBeLessThanOrEqual(2_400);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  expect(errors).toEqual([]);
});

const account = (name: string) => `${name}${Date.now().toString(36)}`;

/** Turns on automatic advance and reopens the session after its first card. */
async function advanceAutomatically(page: Page) {
  const token = (await page.evaluate(() => localStorage.getItem('authToken'))) ?? '';
  const learner = learnerAt(rest(), { id: 0, email: '', username: '', password: '', token });
  await preferSessions(learner, { advancesAutomatically: true });
  await page.goto(`${web()}/dashboard`);
  await page.goto(`${web()}/study/due`);
  await page.getByRole('button', { name: 'Next card' }).click();
}

/** Presses the Next key of a phone's keyboard, which passes over buttons. */
async function nextField(page: Page, field: Locator) {
  for (let presses = 0; presses < 2; presses += 1) {
    await page.keyboard.press('Tab');
    if (await field.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(field).toBeFocused();
}

/** Controls that both tests of the first card use. */
const controls = (page: Page) => ({
  begin: page.getByRole('link', { name: 'Start learning for free' }).first(),
  username: page.getByLabel('Username'),
  password: page.getByLabel('Password', { exact: true }),
  confirm: page.getByLabel('Confirm password'),
  code: codeField(page),
  starter: (index: number) => page.getByRole('checkbox').nth(index),
  start: page.getByRole('button', { name: 'Start learning' }),
  create: page.getByRole('button', { name: 'Create account' }),
  showAnswerHere: page.getByRole('link', { name: 'Show Answer' }),
  showAnswer: page.getByRole('button', { name: 'Show Answer' }),
  correct: page.getByRole('button', { name: /^Correct/ }),
  undo: page.getByRole('button', { name: /^Undo/ }),
  card: (number: number) => page.getByRole('group', { name: new RegExp(`^Card ${number} of `) }),
});

test('a new learner with a phone reaches the first studied card with at most eight taps, and each further one with two (D8, D33)', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const at = controls(page);
  const { tap, type, count } = tapCounter(page);
  await page.goto(web());
  await tap(at.begin);
  await expect(page.getByLabel('Email')).toBeFocused();
  await tap(page.getByLabel('Email'));
  // The Next key of the phone's keyboard goes from field to field.
  await type(`${account('tatu')}@example.test`);
  for (const [field, text] of [
    [at.username, account('tatu')],
    [at.password, password],
    [at.confirm, password],
  ] as const) {
    await nextField(page, field);
    await type(text);
  }
  await tap(at.create);
  await expect(at.code).toBeFocused();
  // The sixth digit sends the code.
  await type(await shownCode(page));
  await tap(at.starter(0));
  await tap(at.starter(1));
  await tap(at.start);
  await tap(at.showAnswerHere);
  await tap(at.correct);
  await expect(at.undo).toBeVisible();
  expect(count(), 'taps to the first studied card').toBeLessThanOrEqual(8);

  await advanceAutomatically(page);
  await expect(at.card(2)).toBeVisible();
  const before = count();
  for (const next of [3, 4]) {
    await tap(at.showAnswer);
    await tap(at.correct);
    await expect(at.card(next)).toBeVisible();
  }
  expect(count() - before, 'taps for two cards').toBe(4);
  await context.close();
});

test('a new learner reaches the first card with at most 45 keys, and each further one with two', async ({
  page,
}) => {
  const at = controls(page);
  const { press, tabTo, type, count } = keyCounter(page);
  await page.goto(web());
  await tabTo(at.begin);
  await press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await type(`${account('nne')}@example.test`);
  await tabTo(at.username);
  await type(account('nne'));
  await tabTo(at.password);
  await type(password);
  await tabTo(at.confirm);
  await type(password);
  await press('Enter');
  await expect(at.code).toBeFocused();
  await type(await shownCode(page));
  for (const index of [0, 1]) {
    await tabTo(at.starter(index));
    await press('Space');
  }
  await tabTo(at.start);
  await press('Enter');
  await tabTo(at.showAnswerHere);
  await press('Enter');
  await at.correct.waitFor();
  await press('ArrowRight');
  await expect(at.undo).toBeVisible();
  expect(count(), 'keys to the first studied card').toBeLessThanOrEqual(45);

  await advanceAutomatically(page);
  await expect(at.card(2)).toBeVisible();
  for (const next of [3, 4]) {
    const before = count();
    await press('Space');
    await press('ArrowRight');
    await expect(at.card(next)).toBeVisible();
    expect(count() - before, 'keys for a card').toBe(2);
  }
  await at.showAnswer.click();
  await at.correct.click();
  await expect(at.card(5), 'two clicks for a card').toBeVisible();
});
