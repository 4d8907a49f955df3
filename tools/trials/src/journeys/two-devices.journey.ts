import { expect, test, type Page } from '@playwright/test';
import { giveDeck, newLearner } from '../product/learner.ts';
import { loseAnswers } from './account-forms.ts';
import { accessible, picture, rest, signIn, web } from './screens.ts';

test('a session from the phone can be continued on the laptop', async ({ page, browser }) => {
  const learner = await newLearner(rest(), 'kerubo');
  const { deckId } = await giveDeck(learner, 3, 'On the way');
  const answerCount = async () => (await learner.call<unknown[]>('GET', '/progress')).body.length;
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const phonePage = await phone.newPage();
  await signIn(phonePage, learner.token);
  await phonePage.goto(`${web()}/study/${deckId}`);
  await expect(phonePage.getByText('1 of 3 cards')).toBeVisible();
  const first = await phonePage
    .getByText(/^Question \d$/)
    .first()
    .innerText();
  await phonePage.getByRole('button', { name: 'Show Answer' }).first().tap();
  await phonePage.getByRole('button', { name: 'Incorrect' }).tap();
  await expect.poll(answerCount).toBe(1);
  await phone.close();

  await signIn(page, learner.token);
  await page.goto(`${web()}/dashboard`);
  const banner = page.getByRole('region', { name: 'Paused session: On the way' });
  await expect(banner).toBeVisible();
  await accessible(page, 'two-devices');
  await picture(page, 'two-devices');
  await banner.getByRole('link', { name: 'Resume' }).click();
  await expect(page.getByText('2 of 3 cards')).toBeVisible();
  await expect(page.getByText(first, { exact: true })).toHaveCount(0);
  const answerByKeys = async () => {
    await expect(page.getByRole('button', { name: /^Show Answer/ })).toBeVisible();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: /^Correct/ })).toBeVisible();
    await page.keyboard.press('1');
    await expect(page.getByRole('button', { name: 'Undo answer' })).toBeVisible();
  };
  await answerByKeys();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('3 of 3 cards')).toBeVisible();
  await answerByKeys();
  await expect.poll(answerCount).toBe(3);
  await page.getByRole('button', { name: /^Finish/ }).click();
  const { body } = await learner.call<{ study_count: number }[]>('GET', '/progress');
  expect(body.map(({ study_count }) => study_count)).toEqual([1, 1, 1]);
});

test('with a session open on phone and laptop the first answer to a card counts, and neither undoes the other’s', async ({
  page: laptop,
  browser,
}) => {
  const learner = await newLearner(rest(), 'nekesa');
  const { deckId } = await giveDeck(learner, 4, 'On both');
  const figures = async () => {
    const { body } = await learner.call<{ study_count: number; correct_attempts: number }[]>(
      'GET',
      '/progress',
    );
    return body.map(({ study_count, correct_attempts }) => `${correct_attempts}/${study_count}`);
  };
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  const answer = async (page: Page, place: number, key: '0' | '1') => {
    await expect(page.getByText(`${place} of 4 cards`)).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press(key);
  };
  for (const page of [phone, laptop]) await signIn(page, learner.token);
  await phone.goto(`${web()}/study/${deckId}`);
  await answer(phone, 1, '1');
  await expect.poll(figures).toEqual(['1/1']);
  await laptop.goto(`${web()}/study/${deckId}`);
  await expect(laptop.getByText('2 of 4 cards')).toBeVisible();

  await phone.keyboard.press('ArrowRight');
  await answer(phone, 2, '0');
  await expect.poll(figures).toEqual(['1/1', '0/1']);
  await answer(laptop, 2, '1');
  await expect(laptop.getByRole('alert')).toContainText('already answered');
  await expect(laptop.getByText('Answered in another tab or on another device.').first()).toBeVisible();
  await laptop.keyboard.press('u');
  await laptop.waitForTimeout(1_000);
  expect(await figures()).toEqual(['1/1', '0/1']);
  await phone.keyboard.press('u');
  await expect.poll(figures).toEqual(['1/1']);
  await phone.keyboard.press('1');
  await expect.poll(figures).toEqual(['1/1', '1/1']);

  await laptop.keyboard.press('ArrowRight');
  await answer(laptop, 3, '1');
  await expect.poll(figures).toEqual(['1/1', '1/1', '1/1']);
  await phone.reload();
  await expect(phone.getByText('2 of 4 cards')).toBeVisible();
  await phone.keyboard.press('ArrowRight');
  await expect(phone.getByText('3 of 4 cards')).toBeVisible();
  await expect(phone.getByText('Answered in another tab or on another device.').first()).toBeVisible();
  await phone.close();
});

test('answers that the server rejects at a later start are shown with their number and reason', async ({
  page,
  context,
}) => {
  const learner = await newLearner(rest(), 'moraa');
  const { deckId } = await giveDeck(learner, 3, 'Deleted meanwhile');
  await giveDeck(learner, 1, 'Still there');
  await signIn(page, learner.token);
  await loseAnswers(context);
  await page.goto(`${web()}/study/${deckId}`);
  for (const place of [1, 2]) {
    await expect(page.getByText(`${place} of 3 cards`)).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('1');
    await expect(page.getByText('Kept on this device.').first()).toBeVisible();
    await page.keyboard.press('ArrowRight');
  }
  await page.close();
  expect((await learner.call('DELETE', `/decks/${deckId}`)).status).toBeLessThan(300);
  await context.unroute('**/graphql');

  const later = await context.newPage();
  await signIn(later, learner.token);
  await later.goto(`${web()}/dashboard`);
  await expect(later.getByText('2 answers could not be saved: the deck was deleted.')).toBeVisible();
  await picture(later, 'rejected-answers', false);
});
