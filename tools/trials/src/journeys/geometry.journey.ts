import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import {
  answerCards,
  answerTo,
  giveDeck,
  newLearner,
  type DeckWithCards,
  type Learner,
} from '../product/learner.ts';
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

const edgesOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not there.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

test('the dashboard keeps its edges and distances at every width, in both languages (D22, D23, D26)', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'kerubo');
  for (const title of ['Lakes', 'Hills', 'Rivers', 'Towns', 'Roads'])
    await answerCards(learner, await giveDeck(learner, 2, title));
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    await page.goto(`${web()}/dashboard`);
    const statistics = page.getByRole('link', { name: say('All statistics') });
    await statistics.waitFor();
    await page.waitForLoadState('networkidle');
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await takePicture(page, `dashboard-${language}-${width}`, true);
      const place = `${language}, ${width}`;
      const [all, decks] = await Promise.all([
        edgesOf(statistics),
        edgesOf(page.getByRole('link', { name: say('View All Decks') })),
      ]);
      expect(Math.abs(all.right - decks.right), `${place}: both links end at one edge`).toBeLessThan(1);
      const title = await edgesOf(page.getByRole('heading', { name: say('Your memory') }));
      expect(all.y, `${place}: the link stands beside its heading`).toBeLessThan(title.bottom);
      const gaps = await page.evaluate(() => {
        const strip =
          document.querySelector('h1')?.parentElement?.parentElement?.lastElementChild?.firstElementChild;
        const items = [...(strip?.children ?? [])].map((item) => {
          const range = document.createRange();
          range.selectNodeContents(item);
          return range.getBoundingClientRect();
        });
        return items.slice(1).map((item, index) => item.left - items[index]!.right);
      });
      expect(gaps.length, `${place}: four numbers`).toBe(3);
      expect(Math.min(...gaps), `${place}: the numbers do not touch`).toBeGreaterThanOrEqual(10);
      if (width < 600) continue;
      const shift = await page.evaluate(() => {
        const map = document.querySelector('svg[viewBox$=" 95"]');
        const month = map?.previousElementSibling?.firstElementChild;
        const days = [...(map?.querySelectorAll('rect') ?? [])].map(
          (day) => day.getBoundingClientRect().left,
        );
        const left = month?.getBoundingClientRect().left ?? Number.NaN;
        return Math.min(...days.map((day) => Math.abs(day - left)));
      });
      expect(shift, `${place}: a month stands above a column of its days`).toBeLessThan(4);
    }
  });
});

test('the banner of the study page covers no heading (D9)', async ({ browser }) => {
  const learner = await newLearner(rest(), 'jeptoo');
  await answerCards(learner, await giveDeck(learner, 3, 'Lakes'));
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await page.goto(`${web()}/study`);
      const heading = page.getByRole('heading', { level: 1, name: say('Study Dashboard') });
      const banner = page.locator('main div[aria-hidden="true"]').filter({ hasText: 'XP' }).last();
      await banner.waitFor();
      const [top, title] = await Promise.all([edgesOf(banner), edgesOf(heading)]);
      expect(top.y, `${language}, ${width}`).toBeGreaterThan(title.bottom);
    }
  });
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
