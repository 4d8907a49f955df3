import { expect, test, type Page } from '@playwright/test';
import { giveDeck, newLearner, type Learner } from '../product/learner.ts';
import { openings, type Opening, type World } from './dialogs.ts';
import { cutOrCovered, linesIn, usePseudoLocale } from './languages.ts';
import { rest, signIn, signInAsOperator, takePicture, web, withoutLive } from './screens.ts';

test.describe.configure({ mode: 'parallel' });

let world: World;
let operator: Learner;
test.beforeAll(async () => {
  const learner = await newLearner(rest(), 'nafula');
  operator = await newLearner(rest(), 'mlinzi');
  const { deckId: smallDeckId } = await giveDeck(learner, 1, 'Rivers');
  const { deckId, cardIds } = await giveDeck(learner, 3, 'Lakes');
  const [cardId = 0] = cardIds;
  world = { learner, deckId, smallDeckId, cardId };
});

const layers = '[role=dialog], [role=alertdialog], [role=menu], dialog[open], .MuiDrawer-paper';

async function show(page: Page, { path, isOperator, isVisitor, width = 1440, open }: Opening) {
  await withoutLive(page);
  await usePseudoLocale(page);
  if (isOperator) await signInAsOperator(page, operator);
  else if (!isVisitor) await signIn(page, world.learner.token);
  await page.setViewportSize({ width, height: 844 });
  const { deckId, smallDeckId } = world;
  const address = path.replace(':deckId', `${deckId}`).replace(':smallDeckId', `${smallDeckId}`);
  await page.goto(`${web()}${address}`);
  await page.waitForLoadState('networkidle');
  await open(page, world);
  await page.locator(layers).locator('visible=true').first().waitFor();
  await page.waitForTimeout(400);
}

for (const [index, opening] of openings.entries())
  test(`dialog ${index} (${opening.file}) shows texts that are 40 % longer whole, and none in English`, async ({
    page,
  }) => {
    await show(page, opening);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await cutOrCovered(page), `at ${width}`).toEqual([]);
      expect(await linesIn('en', page), `at ${width}`).toEqual([]);
      await takePicture(page, `pseudo-${index}-${width}`);
    }
  });
