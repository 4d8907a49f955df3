import { localStore } from './storage.ts';

/** Runs work when the page is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work);
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 200);
  return () => clearTimeout(timer);
}

const storageKey = 'dataSaver';

/** Chooses for this browser whether it saves data, whatever the browser was asked. */
export function chooseSavingData(isOn: boolean): void {
  localStore.setItem(storageKey, isOn ? 'on' : 'off');
}

/** True when the learner, or else the browser, asks to save data: nothing is fetched ahead then. */
export function savesData(): boolean {
  const chosen = localStore.getItem(storageKey);
  if (chosen) return chosen === 'on';
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
