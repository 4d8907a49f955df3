import { localStore } from '../lib/storage.ts';

const key = 'kumbuka.demo';

/** Notes on this device whether the account of its last sign-in was one for demonstrations. */
export function noteDemo(isDemo: boolean): void {
  if (isDemo) localStore.setItem(key, 'true');
  else localStore.removeItem(key);
}

/** True for a demo account, also after it has ended and nobody can tell any more. */
export const wasDemo = (): boolean => localStore.getItem(key) !== null;
