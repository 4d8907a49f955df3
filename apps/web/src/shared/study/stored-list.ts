import { localStore } from '../browser/storage.ts';

/** Reads a list of the browser's storage; an empty one when nothing or something else is stored. */
export function readList(key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

export function writeList(key: string, list: readonly unknown[]) {
  if (list.length > 0) localStore.setItem(key, JSON.stringify(list));
  else localStore.removeItem(key);
}
