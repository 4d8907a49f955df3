import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { answerCards, giveDeck, newLearner, queryGraphQL, type Learner } from '../product/learner.ts';
import { inKiswahili } from './languages.ts';
import { preferSessions, rest, signIn, takePicture, web, withoutLive } from './screens.ts';

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
    await withoutLive(page);
    await page.addInitScript((chosen) => localStorage.setItem('kumbuka.language', chosen), language);
    await signIn(page, learner.token);
    await check({ page, say: language === 'en' ? (english) => english : kiswahili }, language);
    await context.close();
  }
}

const edgesOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not there.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

test('the main action of a finished session is visible without scrolling at 360x640, in Kiswahili too (D6)', async ({
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

/** What is wrong in the two rows at the head of the shown side of a card: cut tags, and parts that overlap or leave the card. */
const faultsOfHead = (page: Page) =>
  page.getByRole('group', { name: /\d/ }).evaluate((card) => {
    const face = card.querySelector(':scope > div > div:not([inert])')!;
    const [row, marks] = face.children;
    const [side, corner] = row!.children;
    const tags = [...marks!.children];
    const parts = [side!, ...corner!.children, ...tags];
    const nameOf = (part: Element) => part.textContent || 'menu';
    const { left, right } = face.getBoundingClientRect();
    const faults = tags
      // A text for screen readers alone is one pixel wide.
      .filter((tag) =>
        [tag, ...tag.children].some(
          (each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1,
        ),
      )
      .map((tag) => `${nameOf(tag)} is cut`);
    for (const [index, part] of parts.entries()) {
      const box = part.getBoundingClientRect();
      if (box.left < left || box.right > right + 1) faults.push(`${nameOf(part)} leaves the card`);
      for (const other of parts.slice(index + 1)) {
        const next = other.getBoundingClientRect();
        const isBeside = box.right <= next.left + 1 || next.right <= box.left + 1;
        const isAbove = box.bottom <= next.top + 8 || next.bottom <= box.top + 8;
        if (!isBeside && !isAbove) faults.push(`${nameOf(part)} lies on ${nameOf(other)}`);
      }
    }
    return faults;
  });

/** Checks the head of the card at all widths, once it stands still. */
async function checkHeads(page: Page, place: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: heightOf(width) });
    await page.waitForTimeout(450);
    expect(await faultsOfHead(page), `${place}, ${width}`).toEqual([]);
  }
}

test('the tags of a card keep their text in a session, beside a long title and the menu (D1, D39)', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'kwamboka');
  const title = 'Kenya: The Road to Independence and the Constitution of 2010';
  const deck = await giveDeck(learner, 1, title);
  await giveDeck(learner, 1, title);
  for (let turn = 0; turn < 3; turn += 1) await answerCards(learner, deck);
  const [mastered] = deck.cardIds;
  const mark = `mutation ($input: MarkFlashcardsInput!) { markFlashcards(input: $input) { id } }`;
  const input = { ids: [String(mastered)], flagged: true };
  expect((await queryGraphQL(`${web()}/graphql`, learner, mark, { input })).status).toBe(200);
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    for (const [path, isMastered] of [
      [`/study/${deck.deckId}`, true],
      ['/study/due', false],
    ] as const) {
      for (const outcome of ['Correct', 'Incorrect']) {
        const place = `${language}, ${path}, ${outcome}`;
        await page.goto(`${web()}${path}`);
        const show = page.getByRole('button', { name: say('Show Answer') });
        await show.waitFor();
        if (isMastered) await expect(page.getByText(say('Mastered'), { exact: true }).first()).toBeVisible();
        await checkHeads(page, `${place}, question`);
        await show.click();
        const answer = page.getByRole('button', { name: new RegExp(`^${say(outcome)}`) });
        for (const width of widths) {
          await page.setViewportSize({ width, height: heightOf(width) });
          const box = await edgesOf(answer);
          expect(box.height, `${place}, ${width}: the button is not higher than its text`).toBeLessThan(66);
        }
        await answer.click();
        await checkHeads(page, `${place}, answered`);
        await page
          .getByRole('button', { name: new RegExp(`^${say('Undo')}`) })
          .first()
          .click();
        await answer.waitFor();
      }
    }
  });
});

test('on phones a bar at the bottom leads to the three pages and adds, and covers nothing', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'chebet');
  const { deckId } = await giveDeck(learner, 3, 'Lakes');
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    const bar = page.getByRole('navigation', { name: say('Pages') });
    for (const path of ['/dashboard', '/mydecks', '/study', `/mydecks/${deckId}`, '/settings']) {
      await page.goto(`${web()}${path}`);
      await bar.waitFor();
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: heightOf(width) });
        const place = `${language}, ${path}, ${width}`;
        const links = await bar.getByRole('link').all();
        expect(links.length, place).toBe(4);
        for (const link of links) {
          const box = await edgesOf(link);
          expect(
            Math.min(box.width, box.height),
            `${place}: large enough for a thumb`,
          ).toBeGreaterThanOrEqual(44);
        }
        const cut = await bar.evaluate(
          (nav) =>
            [...nav.querySelectorAll('span')].filter((label) => label.scrollWidth > label.clientWidth + 1)
              .length,
        );
        expect(cut, `${place}: no label is cut`).toBe(0);
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const [top, end] = await Promise.all([
          edgesOf(bar),
          page.locator('#main').evaluate((main) => main.getBoundingClientRect().bottom),
        ]);
        expect(end, `${place}: the end of the page is above the bar`).toBeLessThanOrEqual(top.y + 1);
      }
    }
    await page.goto(`${web()}/study/${deckId}`);
    await page.getByRole('button', { name: say('Show Answer') }).waitFor();
    await expect(bar, 'a session has its own buttons there').toHaveCount(0);
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(`${web()}/mydecks`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect(bar).toBeHidden();
  });
});

test('the bar of a phone adds a deck, and on a deck’s own page a card', async ({ page }) => {
  const learner = await newLearner(rest(), 'wairimu');
  const { deckId } = await giveDeck(learner, 1, 'Lakes');
  await signIn(page, learner.token);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${web()}/dashboard`);
  await page.getByRole('link', { name: 'Add a deck' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Deck' })).toBeVisible();
  await page.goto(`${web()}/mydecks/${deckId}`);
  await page.getByRole('link', { name: 'Add a card' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Flashcard' })).toBeVisible();
});

test('rows of decks keep title, button and mastery apart, and no panel has dead space (D25, D27)', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'nekesa');
  const title = 'Kenya: The Road to Independence and the Constitution of 2010';
  await answerCards(learner, await giveDeck(learner, 3, title));
  await giveDeck(learner, 2, 'Lakes');
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    await page.goto(`${web()}/dashboard`);
    const deck = page.getByRole('article', { name: title });
    await deck.waitFor();
    await page.waitForLoadState('networkidle');
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await takePicture(page, `today-${language}-${width}`, true);
      const place = `${language}, ${width}`;
      const [name, start] = await Promise.all([
        edgesOf(deck.getByRole('heading')),
        edgesOf(deck.getByRole('link', { name: say('Start Studying') })),
      ]);
      const isApart = name.right <= start.x || name.bottom <= start.y;
      expect(isApart, `${place}: the title ends before the button, or above it`).toBe(true);
      expect(name.width, `${place}: the title has room`).toBeGreaterThan(width < 600 ? 110 : 200);
      const empty = await page.getByRole('region', { name: say('Due today') }).evaluate((panel) => {
        const last = panel.lastElementChild?.getBoundingClientRect().bottom ?? 0;
        return panel.getBoundingClientRect().bottom - last;
      });
      if (width < 1200) expect(empty, `${place}: no dead space below the last line`).toBeLessThanOrEqual(32);
    }
  });
});

test('the page of a deck begins with the button that studies on a phone (D28)', async ({ browser }) => {
  const learner = await newLearner(rest(), 'atieno');
  const { deckId } = await giveDeck(learner, 3, 'Lakes');
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    await page.goto(`${web()}/mydecks/${deckId}`);
    const start = page.getByRole('link', { name: say('Start Studying') });
    await start.waitFor();
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: heightOf(width) });
      const [first, add] = await Promise.all([
        edgesOf(start),
        edgesOf(page.getByRole('button', { name: say('Add Flashcard'), exact: true })),
      ]);
      expect(first.bottom, `${language}, ${width}`).toBeLessThanOrEqual(add.y);
      expect(first.width, `${language}, ${width}: it takes the line`).toBeGreaterThan(width - 40);
    }
  });
});

test('a long answer says that there is more below, until it is read (D46)', async ({ browser }) => {
  const learner = await newLearner(rest(), 'mumbua');
  const { deckId } = await giveDeck(learner, 0, 'Long answers');
  const words = Array.from({ length: 220 }, (_, word) => `word${word}`).join(' ');
  const card = { deck_id: deckId, front_text: 'Explain.', back_text: words };
  expect((await learner.call('POST', '/flashcards', card)).status).toBe(201);
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    await page.goto(`${web()}/study/${deckId}`);
    await page.getByRole('button', { name: say('Show Answer') }).click();
    const more = page.getByText(say('More below'));
    await expect(more, language).toBeVisible();
    await page.locator('[data-scrolls=true]').evaluate((text) => text.scrollTo(0, text.scrollHeight));
    await expect(more, language).toHaveCount(0);
  });
});

test('the button that saves is nearest to the text on a phone, and Cancel is farthest (D30)', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'naliaka');
  const { deckId } = await giveDeck(learner, 1, 'Lakes');
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await page.goto(`${web()}/mydecks/${deckId}?add=new`);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await page.waitForTimeout(400);
      const [add, cancel] = await Promise.all([
        edgesOf(dialog.locator('button[type=submit]:not([name])')),
        edgesOf(dialog.getByRole('button', { name: say('Cancel') })),
      ]);
      const place = `${language}, ${width}`;
      if (width < 600) expect(add.bottom, place).toBeLessThanOrEqual(cancel.y);
      else {
        expect(cancel.right, place).toBeLessThanOrEqual(add.x);
        expect(Math.abs(cancel.y - add.y), `${place}: in one line`).toBeLessThan(8);
      }
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

test('the bar of the focus mode offers an upgrade on a phone, in one row that fits', async ({ browser }) => {
  const learner = await newLearner(rest(), 'njoki');
  const { deckId } = await giveDeck(learner, 1, 'Lakes');
  await preferSessions(learner, { focusMode: true });
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    await page.goto(`${web()}/study/${deckId}`);
    const bar = page.getByRole('banner');
    const upgrade = bar.getByRole('button', { name: /KES 100/ });
    const exit = bar.getByRole('link', { name: say('Exit') });
    await upgrade.waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await takePicture(page, `focus-bar-${language}-${width}`);
      const [offer, leave, logo] = await Promise.all(
        [upgrade, exit, bar.getByRole('link', { name: 'Kumbuka' })].map(edgesOf),
      );
      const place = `${language}, ${width}`;
      expect(leave!.right, `${place}: Exit is in the window`).toBeLessThanOrEqual(width);
      expect(offer!.right, `${place}: the offer is left of Exit`).toBeLessThanOrEqual(leave!.x);
      expect(offer!.x, `${place}: the offer is right of the logo`).toBeGreaterThan(logo!.right);
      expect(offer!.y, `${place}: the offer is in the row of the logo`).toBeLessThan(logo!.bottom);
      expect(offer!.height, `${place}: the offer has one or two lines`).toBeLessThan(50);
    }
  });
});

test('a long title of a deck has the line for itself at 1440, and a card that opens leaves no hole (D44)', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'mutua');
  const { deckId } = await giveDeck(
    learner,
    0,
    'Kenya: The Road to Independence and the Constitution of 2010',
  );
  const words = Array.from({ length: 220 }, (_, word) => `word${word}`).join(' ');
  for (const [front_text, back_text] of [
    ['Explain.', words],
    ['Name it.', 'Mau Mau'],
  ])
    await learner.call('POST', '/flashcards', { deck_id: deckId, front_text, back_text });
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${web()}/mydecks/${deckId}`);
    const title = page.getByRole('heading', { level: 1 });
    await title.waitFor();
    expect((await edgesOf(title)).height, `${language}: one line`).toBeLessThan(60);
    const cards = page.getByRole('group', { name: new RegExp(say('Flashcard, question shown')) });
    await cards.nth(1).waitFor();
    const before = await edgesOf(cards.nth(1));
    await page
      .getByRole('button', { name: say('Show Answer') })
      .first()
      .click();
    await page.waitForTimeout(500);
    const after = await edgesOf(cards.last());
    expect(after.height - before.height, `${language}: the neighbour keeps its height`).toBeLessThan(60);
  });
});

test('the word of a swipe lies on no text of the card (A1, D5)', async ({ browser }) => {
  const learner = await newLearner(rest(), 'cherono');
  const deck = await giveDeck(learner, 2, 'Kenya: The Road to Independence and the Constitution of 2010');
  for (let turn = 0; turn < 3; turn += 1) await answerCards(learner, deck);
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    for (const width of [360, 390, 768]) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await page.goto(`${web()}/study/${deck.deckId}`);
      await page.getByRole('button', { name: say('Show Answer') }).click();
      await page.waitForTimeout(450);
      const card = page.getByRole('group', { name: /\d/ });
      for (const by of [100, -100]) {
        const overlaps = await card.evaluate((group, distance) => {
          const { left, top, width: wide, height } = group.getBoundingClientRect();
          const send = (type: string, clientX: number) =>
            group.dispatchEvent(
              new PointerEvent(type, {
                bubbles: true,
                isPrimary: true,
                pointerType: 'touch',
                clientX,
                clientY: top + height / 2,
              }),
            );
          const start = left + wide / 2;
          send('pointerdown', start);
          send('pointermove', start + distance);
          const holder = group.closest<HTMLElement>('[data-swipe]');
          if (!holder) return ['no swipe'];
          const style = getComputedStyle(holder, '::before');
          const box = holder.getBoundingClientRect();
          // The word straddles the upper edge: this is the part of the card that it takes.
          const end = box.top + parseFloat(style.top) + parseFloat(style.height);
          const wordWidth = parseFloat(style.width) + 2 * parseFloat(style.paddingLeft);
          const middle = box.left + box.width / 2;
          const found: string[] = [];
          const walker = document.createTreeWalker(group, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (!node.textContent?.trim() || node.parentElement?.closest('[inert]')) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const each of range.getClientRects())
              if (
                each.width > 1 &&
                each.top < end - 1 &&
                each.right > middle - wordWidth / 2 &&
                each.left < middle + wordWidth / 2
              )
                found.push(node.textContent);
          }
          send('pointercancel', start + distance);
          return found;
        }, by);
        expect(overlaps, `${language}, ${width}, ${by}`).toEqual([]);
      }
    }
  });
});

test('the index of the settings takes one or two lines of a phone, and marks its place at 1440 (D20)', async ({
  browser,
}) => {
  const learner = await newLearner(rest(), 'wafula');
  await inBothLanguages(browser, learner, async ({ page, say }, language) => {
    await page.goto(`${web()}/settings`);
    const index = page.getByRole('navigation', { name: say('Sections of the settings') });
    await page.getByRole('region', { name: say('Schedule') }).waitFor();
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: heightOf(width) });
      const box = await edgesOf(index);
      expect(box.height, `${language}, ${width}`).toBeLessThanOrEqual(100);
      expect(await index.getByRole('link').locator('visible=true').count()).toBe(4);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const marked = index.locator('[aria-current]').locator('visible=true');
    await expect(marked).toHaveText(say('Study days and goals'));
    await page.locator('#devices').evaluate((section) => section.scrollIntoView());
    await expect(marked).toHaveText(say('Devices'));
  });
});

test('a deck is a list of rows of 56 px whose text stays in its row (C20)', async ({ browser }) => {
  const learner = await newLearner(rest(), 'barasa');
  const { deckId } = await giveDeck(learner, 12, 'Lakes');
  const long = {
    deck_id: deckId,
    front_text: 'Which lake '.repeat(20),
    back_text: 'Lake Turkana '.repeat(20),
  };
  expect((await learner.call('POST', '/flashcards', long)).status).toBe(201);
  await inBothLanguages(browser, learner, async ({ page }, language) => {
    await page.addInitScript(() => localStorage.setItem('kumbuka.cards-view', 'list'));
    await page.goto(`${web()}/mydecks/${deckId}`);
    const rows = page.locator('[data-card]');
    await expect(rows).toHaveCount(13);
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await takePicture(page, `deck-list-${language}-${width}`);
      const place = `${language}, ${width}`;
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      for (const height of heights) {
        expect(height, place).toBeGreaterThanOrEqual(56);
        expect(height, place).toBeLessThanOrEqual(58);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${place}: nothing leaves the window`).toBeLessThanOrEqual(0);
    }
  });
});
