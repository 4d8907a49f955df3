import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../theme/theme.ts';
import { followKeyboard } from './keyboard-inset.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.style.removeProperty('--covered');
});

function aPhone() {
  const viewport = Object.assign(new EventTarget(), { height: 844, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('innerHeight', 844);
  followKeyboard();
  return (change: { height: number; scale?: number }) => {
    Object.assign(viewport, { scale: 1, ...change });
    viewport.dispatchEvent(new Event('resize'));
    return document.documentElement.style.getPropertyValue('--covered');
  };
}

it('a dialog ends above a keyboard that covers the page, and fills the window without it', () => {
  const resize = aPhone();
  expect(resize({ height: 508 })).toBe('336px');
  expect(resize({ height: 844 })).toBe('0px');
  expect(JSON.stringify(theme.components?.MuiDialog)).toContain('var(--covered');
});

it('zooming in is no keyboard', () => {
  const resize = aPhone();
  expect(resize({ height: 422, scale: 2 })).toBe('0px');
});
