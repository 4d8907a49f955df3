import { expect, type Locator, type Page } from '@playwright/test';
import { web } from './screens.ts';

/** Watches what a hostile card would do: a request to another host, a dialog, a new page. */
export function watchHarm(page: Page) {
  const harm: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(web()).origin) harm.push(request.url());
  });
  page.on('dialog', (dialog) => harm.push(dialog.message()));
  page.on('popup', (popup) => harm.push(popup.url()));
  return harm;
}

/** Whether a click on the middle of a control reaches it. */
const isOnTop = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && element.contains(found);
  });

/** Event handlers, styles, links and ids that a card brought along; KaTeX sets styles of its own. */
const handlersIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-rich] *')]
      // Formulas and drawn parts set attributes of their own, which no card writes.
      .filter((element) => element.closest('.katex, svg[role=img]') === null)
      .flatMap((element) => element.getAttributeNames().map((name) => `${element.localName} ${name}`))
      .filter((name) => / (?:on.*|style|href|id|srcset|action)$/.test(name)),
  );

export async function expectUnharmed(page: Page, harm: readonly string[], control: Locator, what: string) {
  const pwned = await page.evaluate<unknown>('window.pwned');
  expect([what, pwned, await handlersIn(page), harm]).toEqual([what, undefined, [], []]);
  expect(await isOnTop(control), `${what}: something covers the page`).toBe(true);
}

/** A click on each element of a card, which event handlers and links would wait for. */
export const touchAll = (page: Page, elements = '[data-rich] *') =>
  page.evaluate((selector) => {
    for (const element of document.querySelectorAll(selector))
      for (const type of ['pointerover', 'mouseover', 'focus', 'click', 'toggle'])
        element.dispatchEvent(new Event(type, { bubbles: false }));
  }, elements);

/** Turns every card of a list. */
export const flipAll = (page: Page) =>
  page.evaluate(() => {
    for (const card of document.querySelectorAll('main [role=group]'))
      card.querySelector<HTMLButtonElement>('[data-scrolls="true"] ~ * button')?.click();
  });
