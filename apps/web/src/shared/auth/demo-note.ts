import { localStore } from '../browser/storage.ts';

const key = 'kumbuka.demo';

/** Stores on this device whether the account of the last sign-in was a demo account. */
export function noteDemo(isDemo: boolean): void {
  if (isDemo) localStore.setItem(key, 'true');
  else localStore.removeItem(key);
}

/** Whether the last account was a demo account; also known after that account was deleted. */
export const wasDemo = (): boolean => localStore.getItem(key) !== null;
