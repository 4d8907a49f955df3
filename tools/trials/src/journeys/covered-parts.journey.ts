import { expect, test, type Locator, type Page } from '@playwright/test';
import { newLearner } from '../product/learner.ts';
import { startBadNetwork } from './bad-network.ts';
import { inKiswahili } from './languages.ts';
import { accessible, picture, rest, signIn, watchConsole, web } from './screens.ts';

const fields = { description: 'Pictures', subject: 'Science', category: 'KCSE', difficulty: 3 };

/** A picture that the browser draws: four coloured quarters with words. */
const quarters = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 480];
      const context = canvas.getContext('2d')!;
      for (const [index, colour] of ['#e07a5f', '#81b29a', '#f2cc8f', '#3d405b'].entries()) {
        const [x, y] = [(index % 2) * 320, Math.floor(index / 2) * 240];
        context.fillStyle = colour;
        context.fillRect(x, y, 320, 240);
        context.fillStyle = '#000';
        context.font = '40px sans-serif';
        context.fillText(['atrium', 'aorta', 'valve', 'septum'][index] ?? '', x + 90, y + 130);
      }
      return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
    }),
    'base64',
  );

/** Drags from one place of an element to another; places are shares of its size. */
async function drag(page: Page, target: Locator, [x, y]: [number, number], [toX, toY]: [number, number]) {
  const box = (await target.boundingBox())!;
  await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + toX * box.width, box.y + toY * box.height, { steps: 4 });
  await page.mouse.up();
}

const shown = (page: Page) => page.locator('#root [data-scrolls="true"]');
const statesIn = (page: Page) =>
  shown(page)
    .locator('[data-part]')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-part')));

/** A stored picture has lost a little of its colours. */
const isNear = (colour: readonly number[], wanted: readonly number[]) =>
  colour.every((part, index) => Math.abs(part - (wanted[index] ?? 0)) < 12);

/** Colour of the picture as it is painted at a share of its size. */
async function colourAt(page: Page, target: Locator, x: number, y: number): Promise<number[]> {
  const box = (await target.boundingBox())!;
  const clip = { x: box.x + x * box.width, y: box.y + y * box.height, width: 1, height: 1 };
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode().catch(() => {});
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, png);
}

test('parts of a picture are drawn by pointer and keyboard, studied by the keyboard, and shown in the list', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'amina');
  const { body } = await learner.call<{ id: number }>('POST', '/decks', { title: 'Hearts', ...fields });
  await signIn(page, learner.token);
  const errors = watchConsole(page);
  await page.goto(`${web()}/mydecks/${body.id}`);
  await page.getByRole('button', { name: 'Add Flashcard' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind of card').selectOption('image-occlusion');
  const file = { name: 'heart.png', mimeType: 'image/png', buffer: await quarters(page) };
  await dialog.getByLabel('File with a picture').setInputFiles(file);
  const frame = dialog.locator('[data-parts-frame]');
  await expect(frame.getByRole('img')).toBeVisible();
  await drag(page, frame, [0.05, 0.05], [0.45, 0.45]);
  await drag(page, frame, [0.55, 0.05], [0.95, 0.45]);
  await dialog.getByRole('button', { name: 'Add a rectangle' }).click();
  await expect(frame.getByRole('button')).toHaveCount(3);
  const third = frame.getByRole('button', { name: /^Part 3/ });
  await third.focus();
  await page.keyboard.press('Delete');
  await expect(frame.getByRole('button')).toHaveCount(2);
  await dialog.getByLabel('Answer for part 1').fill('atrium');
  await dialog.getByLabel('Answer for part 2').fill('aorta');
  await dialog.getByRole('button', { name: 'Add Flashcard' }).click();
  await expect(dialog.getByText('Describe what the picture shows')).toBeVisible();
  await dialog.getByLabel('Description of the picture').fill('A heart');
  await dialog.getByLabel('Question above the picture').fill('Which part?');
  await expect(dialog.getByRole('img', { name: 'A heart. Part 2 of 2 is covered' })).toBeVisible();
  await accessible(page, 'editor of a picture with parts');
  await picture(page, 'parts-editor', false);
  await dialog.getByRole('button', { name: 'Add Flashcard' }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByRole('img', { name: 'A heart. Part 1 of 2 is covered' }).first()).toBeVisible();
  await picture(page, 'parts-deck');
  await page.goto(`${web()}/study/${body.id}`);
  const drawn = shown(page).getByRole('img', { name: 'A heart. Part 1 of 2 is covered' });
  await expect(drawn).toBeVisible();
  expect(await statesIn(page)).toEqual(['asked', 'covered']);
  await expect.poll(async () => isNear(await colourAt(page, drawn, 0.75, 0.75), [61, 64, 91])).toBe(true);
  // Neither the asked part nor the other one shines through.
  expect(await colourAt(page, drawn, 0.1, 0.1)).toEqual([66, 85, 255]);
  expect(await colourAt(page, drawn, 0.6, 0.1)).toEqual([143, 154, 178]);
  const before = await page.getByRole('button', { name: /^Show Answer/ }).boundingBox();
  await accessible(page, 'question with a covered part');
  await picture(page, 'parts-question');
  await page.keyboard.press('Space');
  const answer = shown(page).getByRole('img', { name: 'A heart. Part 1 of 2 is shown' });
  await expect(answer).toBeVisible();
  await expect(shown(page)).toContainText('atrium');
  const after = await page.getByRole('button', { name: /^Correct/ }).boundingBox();
  expect(after?.y, 'a picture moves no button').toBe(before?.y);
  await picture(page, 'parts-answer');
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await expect(shown(page).getByRole('img', { name: 'A heart. Part 2 of 2 is covered' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('on a phone parts are drawn by touch, in Kiswahili, by two taps each, and kept for studying without a network', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'allow',
  });
  const page = await context.newPage();
  const network = await startBadNetwork(web());
  const learner = await newLearner(rest(), 'rehema');
  const { body } = await learner.call<{ id: number }>('POST', '/decks', { title: 'Moyo', ...fields });
  await signIn(page, learner.token);
  await page.addInitScript(() => localStorage.setItem('kumbuka.language', 'sw'));
  const say = await inKiswahili();
  await page.goto(`${network.url}/mydecks/${body.id}`);
  await page
    .getByRole('button', { name: say('Add Flashcard') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('Kind of card')).selectOption('image-occlusion');
  const file = { name: 'moyo.png', mimeType: 'image/png', buffer: await quarters(page) };
  await dialog.getByLabel(say('File with a picture')).setInputFiles(file);
  const frame = dialog.locator('[data-parts-frame]');
  await expect(frame.getByRole('img')).toBeVisible();
  // Two taps on opposite corners make a rectangle.
  await frame.scrollIntoViewIfNeeded();
  const box = (await frame.boundingBox())!;
  await page.touchscreen.tap(box.x + 0.1 * box.width, box.y + 0.1 * box.height);
  await page.touchscreen.tap(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await expect(frame.getByRole('button')).toHaveCount(1);
  await dialog.getByLabel(say('Description of the picture')).fill('Moyo');
  await accessible(page, 'editor on a phone');
  await dialog.getByRole('button', { name: say('Add Flashcard') }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${network.url}/study/${body.id}`);
  await expect(
    shown(page).getByRole('img', { name: 'Moyo. Sehemu ya 1 kati ya 1 imefunikwa' }),
  ).toBeVisible();
  // The deck is kept on the phone, and its picture is there without a network.
  await page.goto(`${network.url}/mydecks/${body.id}`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.getByRole('button', { name: say('Keep this deck offline') }).click();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('pictures')).keys()).length))
    .toBe(1);
  network.set('cut');
  await page.goto(`${network.url}/study/${body.id}`);
  const drawn = shown(page).getByRole('img', { name: 'Moyo. Sehemu ya 1 kati ya 1 imefunikwa' });
  await expect(drawn).toBeVisible();
  await expect.poll(async () => isNear(await colourAt(page, drawn, 0.75, 0.75), [61, 64, 91])).toBe(true);
  await network.stop();
  await context.close();
});
