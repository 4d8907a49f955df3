import { afterEach, expect, it } from 'vitest';
import { chooseSavingData, savesData } from './idle.ts';
import { localStore } from './storage.ts';

const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'localStorage', own);
  // Also what this page only keeps in memory.
  localStore.removeItem('dataSaver');
});

it('a browser that blocks site data opens the app, and keeps the choice of the data saver while the page is open', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  expect(savesData()).toBe(false);
  chooseSavingData(true);
  expect(savesData()).toBe(true);
});
