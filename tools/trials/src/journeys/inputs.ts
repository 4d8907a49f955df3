import type { Locator, Page } from '@playwright/test';

/** Counts the taps of a learner. A tap into a field counts; typed text does not. */
export function tapCounter(page: Page) {
  let count = 0;
  return {
    count: () => count,
    tap: async (target: Locator) => {
      count += 1;
      await target.tap();
    },
    /** Enter belongs to the typed text, as the key 'Go' of a phone does. */
    type: (text: string) => page.keyboard.type(text),
  };
}

const isFocused = (target: Locator) =>
  target.evaluate(
    (element) => element === document.activeElement || element.contains(document.activeElement),
  );

/** Counts the presses of Tab, Enter, Space and arrows. */
export function keyCounter(page: Page) {
  let count = 0;
  const press = async (key: string) => {
    count += 1;
    await page.keyboard.press(key);
  };
  return {
    count: () => count,
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Presses Tab until a control has the focus. */
    tabTo: async (target: Locator) => {
      await target.waitFor();
      for (let tabs = 0; tabs < 30 && !(await isFocused(target)); tabs += 1) await press('Tab');
    },
  };
}
