import { expect, test, type Locator, type Page } from '@playwright/test';
import { answerTo, giveDeck, newLearner } from '../product/learner.ts';
import { sendSignIn } from './account-forms.ts';
import { pdfOf } from './pdf.ts';
import { rest, signIn, watchConsole, web } from './screens.ts';

/** Studies all cards of the open session by mouse and ends it. */
async function studyAll(page: Page, cards: number) {
  for (let card = 1; card <= cards; card += 1) {
    await expect(page.getByRole('group', { name: `Card ${card} of ${cards}` })).toBeVisible();
    await page.locator('main button', { hasText: /show answer/i }).click();
    await page.locator('main button', { hasText: /^correct/i }).click();
    if (card < cards) await page.getByRole('button', { name: 'Next card' }).click();
  }
  await page.locator('main button', { hasText: /finish study session/i }).click();
  await expect(page.getByRole('dialog')).toContainText('100');
}

/** Replaces every present and later text node as a translating browser does. */
function translate() {
  const translateText = (text: Text) => {
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = text.data.toUpperCase();
    text.replaceWith(outer);
  };
  const translateAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts)
      if (text.data.trim() && !text.parentElement?.closest('font, script, style, textarea'))
        translateText(text);
  };
  const start = () => {
    translateAll();
    const options = { childList: true, subtree: true, characterData: true };
    new MutationObserver(() => setTimeout(translateAll, 5)).observe(document.body, options);
  };
  document.addEventListener('DOMContentLoaded', start);
}

test('counters and pages work while the browser translates the page', async ({ page }) => {
  const errors = watchConsole(page);
  const learner = await newLearner(rest(), 'zawadi');
  const { deckId } = await giveDeck(learner, 4, 'Translated');
  await signIn(page, learner.token);
  await page.addInitScript(translate);
  await page.goto(`${web()}/dashboard`);
  await expect(page.getByText('RECENT DECKS')).toBeVisible();
  await page.getByRole('link', { name: 'My Decks' }).first().click();
  await expect(page.getByText('MY FLASHCARD DECKS')).toBeVisible();
  await page.goto(`${web()}/study/${deckId}`);
  await expect(page.locator('font', { hasText: 'CARDS' }).first()).toBeVisible();
  await expect(page.getByText(/^1 of 4 cards$/i)).toBeVisible();
  await page.locator('main button', { hasText: /show answer/i }).click();
  await page.getByRole('button', { name: 'Next card' }).click();
  await expect(page.getByText(/^2 of 4 cards$/i)).toBeVisible();
  await page.getByRole('button', { name: 'Previous card' }).click();
  await expect(page.getByText(/^1 of 4 cards$/i)).toBeVisible();
  await studyAll(page, 4);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /back to study/i })
    .click();
  await expect(page.getByText('STUDY DASHBOARD')).toBeVisible();
  expect(errors).toEqual([]);
});

/** Deletes the APIs that the oldest supported browsers lack, according to MDN. */
function makeOld() {
  const helpers = [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ];
  const gone: [object, string[]][] = [
    [AbortSignal, ['any', 'timeout']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Array, ['fromAsync']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Intl, ['Segmenter', 'DurationFormat']],
    [URL, ['canParse', 'parse']],
    [Promise, ['withResolvers', 'try']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [document, ['startViewTransition']],
    [Document.prototype, ['startViewTransition']],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), helpers],
    [
      window,
      ['Iterator', 'requestIdleCallback', 'cancelIdleCallback', 'navigation', 'cookieStore', 'scheduler'],
    ],
    [Navigator.prototype, ['connection', 'wakeLock', 'keyboard', 'userActivation']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover', 'writingSuggestions']],
    [Element.prototype, ['checkVisibility', 'getHTML', 'setHTMLUnsafe', 'moveBefore', 'ariaNotify']],
    [ReadableStream.prototype, ['values']],
    [Blob.prototype, ['bytes']],
    [Response.prototype, ['bytes']],
    [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength', 'resize']],
    [
      Uint8Array.prototype,
      ['toHex', 'toBase64', 'setFromHex', 'setFromBase64', 'toSorted', 'toReversed', 'with'],
    ],
    [Uint8Array, ['fromHex', 'fromBase64']],
    [RegExp, ['escape']],
    [Math, ['sumPrecise', 'f16round']],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
  ];
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
  for (const [of, names] of gone) for (const name of names) Reflect.deleteProperty(of, name);
}

test('the oldest supported browsers show the response of the server', async ({ page }) => {
  const errors = watchConsole(page);
  const learner = await newLearner(rest(), 'tabitha');
  const { deckId } = await giveDeck(learner, 3, 'Old browsers');
  await page.addInitScript(makeOld);
  await page.goto(`${web()}/login`);
  await sendSignIn(page, learner);
  await expect(page.getByRole('article', { name: 'Old browsers' })).toBeVisible();
  await page.goto(`${web()}/settings`);
  await expect(page.getByRole('heading', { name: 'Study days and goals' })).toBeVisible();

  await page.goto(`${web()}/mydecks/${deckId}`);
  await page.getByRole('button', { name: 'Generate with AI' }).click();
  const dialog = page.getByRole('dialog');
  const lines = [
    'Photosynthesis is the process by which green plants make glucose from carbon dioxide and water.',
    'Chlorophyll is the green pigment that absorbs the light.',
  ];
  await dialog
    .getByLabel('File with the study text')
    .setInputFiles({ name: 'leaves.pdf', mimeType: 'application/pdf', buffer: pdfOf(lines) });
  await expect(dialog.getByLabel('Study text', { exact: true })).toHaveValue(/Chlorophyll/);
  await dialog.getByLabel('Study text', { exact: true }).fill(`${lines.join(' ')} \u{1f469}\u200d\u{1f52c}`);
  await page.keyboard.press('Escape');

  await page.goto(`${web()}/study/${deckId}`);
  await expect(page.getByText('1 of 3 cards')).toBeVisible();
  await page.keyboard.press('!');
  await expect(page.getByText('1 of 2 cards')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await studyAll(page, 3);
  await expect.poll(async () => (await learner.call<unknown[]>('GET', '/progress')).body.length).toBe(3);
  expect(errors).toEqual([]);
});

test('selecting text does not flip a card, and Shift with an arrow key does not answer it', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'faraja');
  const { deckId } = await giveDeck(learner, 2, 'Selection');
  await signIn(page, learner.token);
  await page.goto(`${web()}/study/${deckId}`);
  const card = page.getByRole('group', { name: 'Card 1 of 2' });
  const text = card.locator('[data-card-text]').first();
  const showAnswer = page.getByRole('button', { name: 'Show Answer' });
  const selected = () => page.evaluate(() => getSelection()?.toString().trim() ?? '');
  await expect(showAnswer).toBeVisible();
  const box = (await text.boundingBox())!;

  await test.step('a drag of the mouse over the text', async () => {
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await selected()).not.toBe('');
    await page.waitForTimeout(500);
    await expect(showAnswer).toBeVisible();
  });

  await test.step('the click that ends it', async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height + 40);
    await page.waitForTimeout(500);
    expect(await selected()).toBe('');
    await expect(showAnswer).toBeVisible();
  });

  await test.step('a double click on a word', async () => {
    await page.mouse.dblclick(box.x + 10, box.y + box.height / 2);
    expect(await selected()).not.toBe('');
    await page.waitForTimeout(500);
    await expect(showAnswer).toBeVisible();
  });

  await test.step('a click flips the card, Shift with an arrow key does not answer it, the key of 1 on AZERTY does', async () => {
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await page.mouse.click(box.x + 10, box.y + box.height / 2);
    await expect(page.getByRole('button', { name: /^Correct/ })).toBeVisible();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(page.getByRole('button', { name: /^Correct/ })).toBeVisible();
    await page.evaluate(() =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '&', code: 'Digit1', bubbles: true })),
    );
    await expect(page.getByRole('button', { name: /Undo/ }).first()).toBeVisible();
  });
});

/** Finds controls and texts outside of the window, or overflowing their own box. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const parts = [
      ...document.querySelectorAll<HTMLElement>('button, a, input, h1, h2, p, [role="menuitem"]'),
    ];
    /** A switch clips its input, which is wider. */
    const shownOf = (part: HTMLElement) => part.closest('.MuiSwitch-root') ?? part;
    return parts
      .filter(
        (part) => part.getBoundingClientRect().width > 0 && !part.closest('[aria-hidden="true"], [inert]'),
      )
      .filter((part) => {
        const { left, right } = shownOf(part).getBoundingClientRect();
        const runsOver = part.matches('button, a') && part.scrollWidth > part.clientWidth + 2;
        return left < -1 || right > width + 1 || (runsOver && getComputedStyle(part).display !== 'inline');
      })
      .map((part) => part.textContent || part.outerHTML.slice(0, 60));
  });

/** Finds fields and buttons of a dialog that cannot be scrolled into view. */
const covered = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const controls = element.querySelectorAll<HTMLElement>('input, textarea, button, [role="combobox"]');
    /** Returns the visible height of a control in pixels. */
    const seenOf = (control: HTMLElement) => {
      control.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const rows = Array.from({ length: Math.floor(height) }, (_, row) => row + 0.5);
      return rows.filter((row) => control.contains(document.elementFromPoint(left + width / 2, top + row)))
        .length;
    };
    return [...controls]
      .filter((control) => control.checkVisibility() && control.tabIndex >= 0 && control.offsetWidth > 1)
      .filter((control) => seenOf(control) < 18)
      .map(
        (control) =>
          control.textContent || control.getAttribute('aria-label') || control.outerHTML.slice(0, 80),
      );
  });

const enlargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

test('with text at 200 % buttons stay in the window and do not overlap', async ({ page }) => {
  const learner = await newLearner(rest(), 'pendo');
  const { deckId } = await giveDeck(learner, 3, 'Large letters');
  await signIn(page, learner.token);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/dashboard', '/mydecks', `/mydecks/${deckId}`, '/study', '/settings']) {
      await page.goto(web() + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(/Large letters|Cards a week/).first()).toBeVisible();
      await enlargeText(page);
      await expect.poll(() => overflowing(page), `${path} at ${width}`).toEqual([]);
    }
    await page.goto(`${web()}/study/${deckId}`);
    await page.getByRole('button', { name: /Show Answer/ }).click();
    await expect(page.getByRole('button', { name: /^Incorrect/ })).toBeVisible();
    await enlargeText(page);
    await expect.poll(() => overflowing(page), `the session at ${width}`).toEqual([]);
    const answer = page.locator('[data-scrolls="true"]');
    expect((await answer.boundingBox())?.height, 'the height of the answer').toBeGreaterThan(60);
  }
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect.poll(() => overflowing(page), 'the account menu').toEqual([]);
});

test('at 400 % zoom the buttons of a session do not cover the card', async ({ page }) => {
  const learner = await newLearner(rest(), 'subira');
  const { deckId } = await giveDeck(learner, 11, 'Zoom');
  await signIn(page, learner.token);
  await page.setViewportSize({ width: 360, height: 225 });
  await page.goto(`${web()}/study/${deckId}`);
  const text = page.locator('#root [data-card-text]').first();
  await expect(text).toBeAttached();
  await text.scrollIntoViewIfNeeded();
  const isUncovered = () =>
    text.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isUncovered).toBe(true);
  expect(await overflowing(page)).toEqual([]);

  await page.goto(`${web()}/mydecks/${deckId}`);
  for (const name of ['Add Flashcard', 'Add several', 'Generate with AI']) {
    const isInMenu = name === 'Add several';
    if (isInMenu) await page.getByRole('button', { name: 'More ways to add cards' }).click();
    await page
      .getByRole(isInMenu ? 'menuitem' : 'button', { name })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox').first()).toBeVisible();
    expect(await covered(dialog), `${name} at 400 %`).toEqual([]);
    expect(await overflowing(page), `${name} at 400 %`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Show as list' }).click();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select: Question 2' }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const move = page.getByRole('dialog');
  await expect(move.getByRole('combobox').or(move.getByRole('textbox')).first()).toBeVisible();
  expect(await covered(move), 'moving cards at 400 %').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(move).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+K');
  const palette = page.getByRole('dialog');
  await expect(palette.getByRole('option').first()).toBeVisible();
  expect(await covered(palette), 'the palette at 400 %').toEqual([]);
});

/** Whether the fill or stroke of a shape differs from the page behind it. */
const isSeen = (page: Page, selector: string, property: 'backgroundColor' | 'stroke') =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => {
      const canvas = getComputedStyle(document.body).backgroundColor;
      return ![canvas, 'rgba(0, 0, 0, 0)', 'none'].includes(getComputedStyle(element)[name]);
    }, property);

/** Whether a line marks the first element but not the second. */
const isMarked = async (page: Page, marked: string, plain: string) => {
  const lineOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  return (await lineOf(marked)) === 'solid' && (await lineOf(plain)) !== 'solid';
};

test('with forced colours the meters, the session and the memory of a deck are visible', async ({ page }) => {
  const learner = await newLearner(rest(), 'imani');
  const deck = await giveDeck(learner, 2, 'High contrast');
  for (const turn of [0, 1]) await learner.call('POST', '/progress', answerTo(deck, turn));
  await signIn(page, learner.token);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${web()}/dashboard`);
  await expect(page.getByRole('article', { name: 'High contrast' })).toContainText('right answers');
  expect(await isSeen(page, '.MuiLinearProgress-bar', 'backgroundColor'), 'a meter').toBe(true);
  expect(await isSeen(page, 'path[data-band]', 'stroke'), 'the memory of a deck').toBe(true);
  const fillOf = (level: number) =>
    page
      .locator(`rect[data-level="${level}"]`)
      .last()
      .evaluate((square) => getComputedStyle(square).fill);
  expect(await fillOf(0), 'a day without study').toBe('none');
  expect(await fillOf(4), 'a day of much study').not.toBe('none');
  expect(
    await isMarked(page, 'header a[aria-current]', 'header nav a:not([aria-current])'),
    'this page',
  ).toBe(true);
  await page.keyboard.press('ControlOrMeta+K');
  const [chosen, other] = ['[role="option"][aria-selected="true"]', '[role="option"][aria-selected="false"]'];
  await expect(page.locator(chosen)).toBeVisible();
  expect(await isMarked(page, chosen, other), 'the chosen line of the palette').toBe(true);
  await page.goto(`${web()}/stats`);
  const bars = page.locator('svg:has(> rect + rect)').first();
  await expect(bars).toBeVisible();
  const [empty, full] = await bars
    .locator('rect')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).fill));
  expect(empty, 'the empty part of a bar').toBe('none');
  expect(full, 'the full part of a bar').not.toBe('none');
  await page.goto(`${web()}/study/${deck.deckId}`);
  await expect(page.getByRole('progressbar', { name: 'Cards' })).toBeVisible();
  const tick = '[role="progressbar"][aria-label="Cards"] [aria-hidden] > div';
  expect(await isSeen(page, tick, 'backgroundColor'), 'the session').toBe(true);
});
