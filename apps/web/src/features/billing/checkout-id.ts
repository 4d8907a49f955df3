import { localStore } from '../../shared/browser/storage.ts';

const keyOf = (userId: string) => `kumbuka.lastCheckout.${userId}`;

/** Returns the latest checkout of this browser, until its payment has activated the plan. */
export const readCheckoutId = (userId: string): string | null => localStore.getItem(keyOf(userId));

export const keepCheckoutId = (userId: string, id: string): void => localStore.setItem(keyOf(userId), id);

export const clearCheckoutId = (userId: string): void => localStore.removeItem(keyOf(userId));
