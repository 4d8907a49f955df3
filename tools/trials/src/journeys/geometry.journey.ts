import { expect, test, type Browser, type Page } from '@playwright/test';
import { answerTo, giveDeck, newLearner, type DeckWithCards, type Learner } from '../product/learner.ts';
import { inKiswahili } from './languages.ts';
import { rest, signIn, takePicture, web } from './screens.ts';

// Where things are on a screen, at the widths of phones and computers and in both languages.

const widths = [360, 390, 768, 1440] as const;
const heightOf = (width: number) => (width === 360 ? 640 : 844);

interface View {
  page: Page;
  say: (english: string) => string;
}

/** Runs a check in both languages, each in a context of its own. */
async function inBothLanguages(
  browser: Browser,
  learner: Learner,
  check: (view: View, language: 'en' | 'sw') => Promise<void>,
) {
  const kiswahili = await inKiswahili();
  for (const language of ['en', 'sw'] as const) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const page = await context.newPage();
    await page.addInitScript((chosen) => localStorage.setItem('kumbuka.language', chosen), language);
    await signIn(page, learner.token);
    await check({ page, say: language === 'en' ? (english) => english : kiswahili }, language);
    await context.close();
  }
}

/** Returns what is wrong in the head of the shown card: texts that are cut, broken or on each other. */
const faultsOfCardHead = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const card = [...document.querySelectorAll('[role="group"] > div > div')].find(
      (face) => !face.hasAttribute('inert') && face.querySelector('[data-card-text]'),
    );
    const text = card?.querySelector('[data-card-text]')?.parentElement;
    if (!card || !text) return ['there is no card'];
    const head = [...card.children].filter(
      (part) => part.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const leaves = head.flatMap((part) =>
      [...part.querySelectorAll('*')].filter(
        (each) =>
          each.tagName === 'BUTTON' ||
          [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
      ),
    );
    const boxes = leaves.map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      const isEllipsis = getComputedStyle(each).textOverflow === 'ellipsis';
      const shown = isEllipsis || each.tagName === 'BUTTON' ? each : range;
      return { each, isEllipsis, box: shown.getBoundingClientRect(), name: each.textContent?.trim() ?? '' };
    });
    const { left, right } = card.getBoundingClientRect();
    const outside = boxes
      .filter(({ box }) => box.left < left || box.right > right + 1)
      .map(({ name }) => `'${name}' leaves the card`);
    const broken = boxes
      .filter(({ each, box }) => each.tagName !== 'BUTTON' && box.height > 32)
      .map(({ name }) => `'${name}' takes two lines`);
    const cut = leaves
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
      .filter((each) => each.closest('p')?.textContent !== each.textContent)
      .map((each) => `'${each.textContent}' is cut`);
    const covered = boxes.flatMap(({ box, name, each }, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            !each.contains(other.each) &&
            !other.each.contains(each) &&
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
        )
        // The target of the menu is larger than its icon, and reaches into the row below.
        .filter((other) => name !== '' && other.name !== '')
        .map((other) => `'${name}' and '${other.name}' overlap`),
    );
    return [...outside, ...broken, ...cut, ...covered];
  });

/** Answers each card of a deck right three times: it then counts as mastered. */
async function master(learner: Learner, deck: DeckWithCards) {
  for (let turn = 0; turn < 3 * deck.cardIds.length; turn += 1)
    expect((await learner.call('POST', '/progress', answerTo(deck, turn))).status).toBeLessThan(300);
}

test('no tag in the head of a card is crushed, cut or over another, at any width and in both languages (D1, D39)', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'halima');
  const title = 'Kenya: The Road to Independence and the Constitution of 2010';
  const known = await giveDeck(learner, 2, 'Known');
  await master(learner, known);
  await giveDeck(learner, 4, title);
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    const states = {
      question: async () => page.getByRole('button', { name: say('Show Answer') }).waitFor(),
      answer: async () => page.getByRole('button', { name: say('Show Answer') }).click(),
      answered: async () => page.getByRole('button', { name: new RegExp(`^${say('Incorrect')}`) }).click(),
    };
    for (const path of [`/study/${known.deckId}`, '/study/due']) {
      await page.goto(`${web()}${path}`);
      for (const [state, reach] of Object.entries(states)) {
        await reach();
        for (const width of widths) {
          await page.setViewportSize({ width, height: heightOf(width) });
          await page.waitForTimeout(500);
          await takePicture(page, `head-${path.split('/')[2]}-${state}-${language}-${width}`);
          const place = `${language}, ${path}, ${state}, ${width}`;
          expect.soft(await faultsOfCardHead(page), place).toEqual([]);
        }
      }
    }
  });
});

test('the main action of a finished session is visible without scrolling at 360x640 (D6)', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'jelimo');
  const { deckId } = await giveDeck(learner, 2, 'Lakes');
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    await page.goto(`${web()}/study/${deckId}`);
    for (const last of [false, true]) {
      await page.getByRole('button', { name: say('Show Answer') }).click();
      await page.getByRole('button', { name: new RegExp(`^${say('Incorrect')}`) }).click();
      await page
        .getByRole('button', { name: say(last ? 'Finish Study Session' : 'Next card') })
        .first()
        .click();
    }
    const summary = page.getByRole('dialog', { name: say('Study Session Complete!') });
    const back = summary.getByRole('button', { name: say('Back to Study') });
    await back.waitFor();
    await page.waitForTimeout(600);
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await takePicture(page, `summary-${language}-${width}`);
      const box = await back.boundingBox();
      const frame = await summary.boundingBox();
      const place = `${language}, ${width}`;
      expect(box!.y + box!.height, `${place}: the button ends in the window`).toBeLessThanOrEqual(
        heightOf(width),
      );
      expect(box!.y + box!.height, `${place}: and in its dialog`).toBeLessThanOrEqual(
        frame!.y + frame!.height,
      );
      const rows = await summary.evaluate((dialog) => {
        const tiles = [...dialog.querySelectorAll('p')].find((each) => each.textContent?.includes('/2'));
        const row = tiles?.parentElement?.parentElement?.getBoundingClientRect();
        const status = dialog.querySelector('[role="status"]')?.getBoundingClientRect();
        return row && status ? [row.left - status.left, row.right - status.right] : null;
      });
      expect(rows, `${place}: the tiles are as wide as the rest`).toEqual([0, 0]);
    }
  });
});
