import { expect, test } from '@playwright/test';
import { giveDeck, newLearner } from '../product/learner.ts';
import { inKiswahili } from './languages.ts';
import { rest, signIn, takePicture, web } from './screens.ts';

test('the main action of a finished session is visible without scrolling at 360x640, in Kiswahili too', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'jelimo');
  const { deckId } = await giveDeck(learner, 1, 'Lakes');
  const say = await inKiswahili();
  await page.addInitScript(() => localStorage.setItem('kumbuka.language', 'sw'));
  await signIn(page, learner.token);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${web()}/study/${deckId}`);
  await page.getByRole('button', { name: say('Show Answer') }).click();
  await page.getByRole('button', { name: new RegExp(`^${say('Incorrect')}`) }).click();
  await page
    .getByRole('button', { name: say('Finish Study Session') })
    .first()
    .click();
  const summary = page.getByRole('dialog', { name: say('Study Session Complete!') });
  await expect(summary.getByRole('button', { name: say('Back to Study') })).toBeInViewport({ ratio: 1 });
});

test('a deck prints every card with both sides, black on white, without the frame of the page', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'mwalimu');
  const { deckId } = await giveDeck(learner, 12, 'Lakes of Kenya');
  await signIn(page, learner.token);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-asked-to-print', '');
  });
  await page.goto(`${web()}/mydecks/${deckId}`);
  for (const layout of ['Two columns', 'Cards to cut out']) {
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => document.body.removeAttribute('data-asked-to-print'));
    await page.getByRole('button', { name: 'Print' }).click();
    await page.getByRole('menuitem', { name: layout }).click();
    await page.locator('body[data-asked-to-print]').waitFor();
    await page.emulateMedia({ media: 'print' });
    await takePicture(page, `print-${layout.split(' ')[0]}`, true);
    await expect(page.getByText('Answer 11', { exact: true }).locator('visible=true')).toHaveCount(1);
    await expect(page.getByText('Question 0', { exact: true }).locator('visible=true')).toHaveCount(1);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveCount(0);
    const colours = await page.evaluate(() => ({
      sheet: getComputedStyle(document.body).backgroundColor,
      ink: getComputedStyle(document.querySelector('[data-printed]')!).color,
    }));
    expect(colours).toEqual({ sheet: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)' });
  }
});
