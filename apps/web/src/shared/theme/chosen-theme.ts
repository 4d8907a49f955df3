import { useSyncExternalStore } from 'react';
import { localStore } from '../browser/storage.ts';
import { navColours } from './nav-colours.ts';

export const themes = ['dark', 'light', 'system'] as const;
/** Colours of all screens; `system` follows the device. */
export type Theme = (typeof themes)[number];

/** index.html reads this key before the first paint. */
const key = 'kumbuka.theme';
const listeners = new Set<() => void>();
const prefersLight = () => window.matchMedia('(prefers-color-scheme: light)');
const isTheme = (value: string | null): value is Theme => themes.some((theme) => theme === value);

/** Theme chosen in this browser; `null` before a choice. */
function storedTheme(): Theme | null {
  const stored = localStore.getItem(key);
  return isTheme(stored) ? stored : null;
}

export const chosenTheme = (): Theme => storedTheme() ?? 'dark';

/** Colours that the chosen theme shows on this device. */
export function shownScheme(): 'dark' | 'light' {
  const theme = chosenTheme();
  return theme === 'light' || (theme === 'system' && prefersLight().matches) ? 'light' : 'dark';
}

function paintBrowserBar() {
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', navColours[shownScheme()]);
}

function notify() {
  paintBrowserBar();
  for (const listener of listeners) listener();
}

/** Shows a theme on this page and keeps it in the browser. */
export function chooseTheme(theme: Theme) {
  if (theme === storedTheme()) return;
  localStore.setItem(key, theme);
  notify();
}

/** Calls back after a choice on this page or in another tab. */
function onThemeChosen(callback: () => void): () => void {
  listeners.add(callback);
  const listen = (event: StorageEvent) => void ((event.key === key || event.key === null) && notify());
  window.addEventListener('storage', listen);
  return () => {
    listeners.delete(callback);
    window.removeEventListener('storage', listen);
  };
}

export const useChosenTheme = (): Theme => useSyncExternalStore(onThemeChosen, chosenTheme, () => 'dark');

/** Lets the component library follow the chosen theme. It never writes, because it knows no account. */
export const themeStorage = ({ key: name }: { key: string }) => ({
  get: (fallback: string): string => (name === 'mode' ? chosenTheme() : fallback),
  set: () => {},
  subscribe: (handler: (value: string) => void) => {
    if (name !== 'mode') return () => {};
    const system = prefersLight();
    system.addEventListener('change', paintBrowserBar);
    const stop = onThemeChosen(() => handler(chosenTheme()));
    return () => {
      stop();
      system.removeEventListener('change', paintBrowserBar);
    };
  },
});
