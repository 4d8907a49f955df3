import { expect, test, type Locator, type Page, type Route } from '@playwright/test';
import { giveDeck, newLearner } from '../product/learner.ts';
import { sendSignIn } from './account-forms.ts';
import { accessible, picture, preferSessions, rest, signIn, web } from './screens.ts';

test('a returning learner signs in, sees errors of the input, and finds decks that another client created', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'juma');
  const { deckId } = await giveDeck(learner, 3, 'Made by another program');

  await page.goto(`${web()}/dashboard`);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill('not an address');
  await page.getByLabel('Password', { exact: true }).fill('abc');
  await page.getByLabel('Email').focus();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await accessible(page, 'login-errors');
  await picture(page, 'login-errors');

  await sendSignIn(page, { email: learner.email, password: 'a wrong password' });
  await expect(page.getByRole('alert')).toBeVisible();
  await sendSignIn(page, learner);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('article', { name: 'Made by another program' })).toBeVisible();

  await page.goto(`${web()}/study/${deckId}`);
  await expect(page.getByText('1 of 3 cards')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show Answer' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Correct', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Show Question' })).toBeVisible();
  await expect
    .poll(async () => (await learner.call<{ study_count: number }[]>('GET', '/progress')).body.length)
    .toBe(1);

  await page
    .getByRole('button', { name: new RegExp(learner.username.charAt(0), 'i') })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('a session over several decks survives a reload and repeats the missed cards', async ({ page }) => {
  const learner = await newLearner(rest(), 'neema');
  await giveDeck(learner, 2, 'First deck');
  await giveDeck(learner, 2, 'Second deck');
  await preferSessions(learner, { advancesAutomatically: true, focusMode: true });
  await signIn(page, learner.token);
  await page.goto(`${web()}/study/due?minutes=5`);
  await expect(page.getByText('1 of 4 cards')).toBeVisible();
  await expect(page.getByText('First deck').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Decks' })).toHaveCount(0);
  await picture(page, 'session-focus');
  await page.keyboard.press('Space');
  await page.keyboard.press('0');
  await expect(page.getByText('2 of 4 cards')).toBeVisible();
  await expect.poll(async () => (await learner.call<unknown[]>('GET', '/progress')).body.length).toBe(1);
  await page.goto(`${web()}/dashboard`);
  await expect(page.getByText(/paused at card/)).toBeVisible();
  await picture(page, 'dashboard-paused');
  await page.getByRole('link', { name: 'Resume' }).click();
  await expect(page.getByText('2 of 4 cards')).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('1');
  for (const card of [3, 4]) {
    await expect(page.getByText(`${card} of 4 cards`)).toBeVisible();
    await page.getByRole('button', { name: 'Show Answer' }).click();
    await page.getByRole('button', { name: /^Correct/ }).click();
  }
  const finish = page.getByRole('button', { name: 'Finish Study Session' });
  await finish.click();
  const summary = page.getByRole('dialog', { name: 'Study Session Complete!' });
  await expect(summary).toContainText('75');
  await summary.getByRole('button', { name: /Go through the missed card once more/ }).click();
  await expect(page.getByText('1 of 1 cards')).toBeVisible();
});

test('a code replaces a forgotten password, and the old password stops working', async ({ page }) => {
  const learner = await newLearner(rest(), 'wanjiru');
  await page.goto(`${web()}/forgot-password`);
  await page.getByLabel('Email').fill(learner.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText("If that email exists, we've sent a reset code.")).toBeVisible();
  await accessible(page, 'forgot-reset');
  await picture(page, 'forgot-reset');
  const code = /\b\d{6}\b/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? '';
  await page.getByRole('textbox', { name: 'Reset code' }).fill(` ${code} `);
  await page.getByLabel('New password', { exact: true }).fill('mlima wa theluji');
  await page.getByLabel('Confirm password').fill('mlima wa theluji');
  await page.getByRole('button', { name: 'Verify & reset' }).click();
  await expect(page).toHaveURL(/\/(dashboard|welcome)$/);
  const old = await fetch(new URL('/login', rest()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: learner.email, password: learner.password }),
  });
  expect(old.status).toBe(401);
  await expect.poll(async () => (await learner.call('GET', '/user')).status).toBe(401);
});

test('a session that is open in two tabs is not counted twice', async ({ page, context }) => {
  const learner = await newLearner(rest(), 'kioko');
  const { deckId } = await giveDeck(learner, 3, 'One deck, two tabs');
  await signIn(page, learner.token);
  await page.goto(`${web()}/study/${deckId}`);
  await expect(page.getByText('1 of 3 cards')).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Undo answer' })).toBeVisible();
  const other = await context.newPage();
  await signIn(other, learner.token);
  await other.goto(`${web()}/study/${deckId}`);
  await expect(other.getByRole('heading', { name: 'This session is open in another tab' })).toBeVisible();
  await accessible(other, 'session-elsewhere');
  await other.getByRole('button', { name: 'Study here' }).click();
  await expect(other.getByText('1 of 3 cards')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Undo answer' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This session is open in another tab' })).toBeVisible();
});

/** Computed style of the theme's focus ring. */
const designRing = '2px solid rgb(157, 176, 255), 2px away';

/** Returns the focus ring: of a text field its frame, of a checkbox or slider the ring around its hidden input. */
const ringOf = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const frame = focused.closest('.MuiOutlinedInput-root')?.querySelector('fieldset');
    if (frame && focused.matches('input, textarea, [role="combobox"]')) {
      const { borderTopColor, borderTopWidth } = getComputedStyle(frame);
      return `${borderTopWidth} solid ${borderTopColor}, 2px away`;
    }
    const { outlineWidth, outlineStyle, outlineColor, outlineOffset } = getComputedStyle(focused);
    return `${outlineWidth} ${outlineStyle} ${outlineColor}, ${outlineOffset} away`;
  });

/** Presses Tab until an element has the focus. Every stop must show the focus ring. */
async function tabTo(page: Page, place: Locator) {
  for (let stop = 1; stop <= 60; stop += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 90));
    expect.soft(await ringOf(page), `${page.url()}: ${at}`).toBe(designRing);
    if (await place.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${place} was not reached with Tab.`);
}

/** Records the colour of a card's ring in the middle of its next flip, however slow the machine is. */
const watchRing = (card: Locator) =>
  card.evaluate((element) => {
    const ringInTheMiddle = new Promise<string>((resolve) => {
      setTimeout(() => resolve('no turn was seen'), 5000);
      element.addEventListener('animationstart', ({ target }) => {
        const [ring] = element.getAnimations();
        if (target !== element || !ring) return;
        ring.currentTime = 180;
        resolve(getComputedStyle(element).outlineColor);
        ring.finish();
      });
    });
    Object.assign(window, { ringInTheMiddle });
  });

/** Responds with the dashboard of the day on which the first card is due again. */
async function dueAsTomorrow(route: Route) {
  if (!route.request().postData()?.includes('"operationName":"DashboardScreen"')) return route.fallback();
  const response = await route.fetch();
  const json = await response.json();
  const { dashboard, decks } = json.data.viewer;
  const [deck] = decks.items;
  dashboard.dueDecks = [{ __typename: 'DueDeck', deckId: deck.id, dueCount: 1, deck }];
  Object.assign(dashboard, { dueCount: 1, dueDeckCount: 1 });
  await route.fulfill({ response, json });
}

test('the focus ring shows at every stop of the keyboard, but not while a card flips', async ({ page }) => {
  await page.goto(web());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Kumbuka' }).first());
  await tabTo(page, page.getByRole('listitem').filter({ hasText: 'Achievements & Badges' }));

  await page.goto(`${web()}/login`);
  await page.getByLabel('Email').fill(`nobody-${Date.now()}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('not a password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  expect(await ringOf(page), 'the alert of a form').toBe(designRing);

  const learner = await newLearner(rest(), 'makena');
  const { deckId } = await giveDeck(learner, 3, 'Rings');
  await page.route('**/graphql', dueAsTomorrow);
  await signIn(page, learner.token);
  await page.goto(`${web()}/dashboard`);
  const due = page.getByRole('region', { name: 'Due today' }).getByRole('link', { name: 'Rings' });
  await expect(due).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Kumbuka' }).first());
  await tabTo(page, due);

  await page.goto(`${web()}/study/${deckId}`);
  const card = page.getByRole('group', { name: 'Card 1 of 3' });
  await expect(card).toBeVisible();
  await watchRing(card);
  await page.keyboard.press('Space');
  await expect(card).toBeFocused();
  expect(await page.evaluate('window.ringInTheMiddle')).toBe('rgba(0, 0, 0, 0)');
  expect(await ringOf(page), 'the card').toBe(designRing);
});
