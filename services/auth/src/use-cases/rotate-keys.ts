import { isRetired, nextKey, type KeyTimes, type NextKey } from '../domain/signing-key.ts';
import type { Now } from './unit.ts';

interface Deps {
  readKeyTimes(): Promise<KeyTimes[]>;
  /** Makes and stores a key; does nothing when another process made that generation. */
  addKey(next: NextKey): Promise<void>;
  removeKey(id: string): Promise<void>;
  rotationDays: number;
  now: Now;
}

/** Makes the next signing key when it is time, and takes away keys whose last token has expired. */
export const rotateKeys = (deps: Deps) => async (): Promise<void> => {
  const now = deps.now();
  const keys = await deps.readKeyTimes();
  const next = nextKey(keys, now, deps.rotationDays);
  if (next) await deps.addKey(next);
  for (const key of keys) if (isRetired(key, keys, now)) await deps.removeKey(key.id);
};
