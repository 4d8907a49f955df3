import { expect, test, type Page } from '@playwright/test';
import { newLearner } from '../product/learner.ts';
import { giveRealDeck } from './real-deck.ts';
import { preferSessions, rest, signIn, web } from './screens.ts';

const windows = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** Checks that every button of the session is inside the window and the page does not scroll. */
async function buttonsAreInSight(page: Page, what: string) {
  const { height } = page.viewportSize() ?? { height: 0 };
  const main = page.getByRole('main');
  for (const button of await main.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(box && box.y + box.height, `${what}: ${await button.textContent()}`).toBeLessThanOrEqual(height);
  }
  const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(scrolls, `${what}: the page scrolls`).toBe(0);
}

test('a long answer does not push the buttons out of the window', async ({ page }) => {
  const learner = await newLearner(rest(), 'amani');
  const deckId = await giveRealDeck(learner, 50);
  await preferSessions(learner, { portionSize: 50 });
  await signIn(page, learner.token);
  for (const viewport of windows) {
    await page.setViewportSize(viewport);
    await page.goto(`${web()}/study/${deckId}`);
    await expect(page.getByText('1 of 50 cards')).toBeVisible();
    for (let card = 1; card <= 50; card += 1) {
      if (card % 10 === 2 || card > 45) {
        await buttonsAreInSight(page, `question ${card} at ${viewport.width}`);
        await page.keyboard.press('Space');
        await expect(page.getByRole('button', { name: /^Correct/ })).toBeVisible();
        await buttonsAreInSight(page, `answer ${card} at ${viewport.width}`);
        await page.keyboard.press('Space');
      }
      await page.keyboard.press('ArrowRight');
    }
  }
});

test('the keyboard scrolls to the end of a long answer, and code keeps its indentation', async ({ page }) => {
  const learner = await newLearner(rest(), 'zuri');
  const deckId = await giveRealDeck(learner, 50);
  await preferSessions(learner, { portionSize: 50 });
  await signIn(page, learner.token);
  await page.goto(`${web()}/study/${deckId}`);
  for (let card = 1; card < 48; card += 1) await page.getByRole('button', { name: 'Next card' }).click();
  await page.keyboard.press('Space');
  const text = page.locator('[data-scrolls="true"]');
  expect(await text.innerText()).toContain('\n  const sorted');
  await expect(text.locator('[data-card-text]')).toHaveCSS('font-family', /monospace/);
  await expect(text.locator('[data-card-text]')).toHaveCSS('font-weight', '400');
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => text.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop))
    .toBeLessThan(2);
});
