import { access } from '@kumbuka/contracts';

/** When a key signs and how long its signatures are believed; the key material is none of these rules' business. */
export interface KeyTimes {
  id: string;
  /** 1, 2, 3 ...; one key for each. */
  generation: number;
  signsFrom: Date;
  /** Revocations up to this number are older than the key: no token that it signed is refused by them. */
  revocationsBefore: number;
}

/** A signing key as it is kept: the private half sealed. */
export interface SigningKey extends KeyTimes {
  publicJwk: Record<string, unknown>;
  sealedPrivateKey: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A new key is published this long before it signs: every process has read it by then. */
const publishAheadMinutes = 20;
/** How much longer than a token's life an old key stays published. */
const marginMs = 60 * minuteMs;

const newestFirst = <Key extends KeyTimes>(keys: readonly Key[]) =>
  keys.toSorted((a, b) => b.generation - a.generation);
const successorOf = (key: KeyTimes, keys: readonly KeyTimes[]) =>
  keys
    .filter(({ generation }) => generation > key.generation)
    .toSorted((a, b) => a.generation - b.generation)[0];

/** The key that signs now: the newest whose time has come, or the oldest after the clock was set back before all. */
export function signingKeyAt<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key | null {
  const newest = newestFirst(keys);
  return newest.find(({ signsFrom }) => signsFrom <= now) ?? newest.at(-1) ?? null;
}

/** True once every token that the key signed has expired. */
export function isRetired(key: KeyTimes, keys: readonly KeyTimes[], now: Date): boolean {
  const successor = successorOf(key, keys);
  if (!successor) return false;
  const lastToken = successor.signsFrom.getTime() + access.tokenHours * 60 * minuteMs;
  return now.getTime() >= lastToken + marginMs;
}

/** Revocations up to this number refuse tokens of keys that are gone for ever, whatever the clock says then. */
export const forgettable = (keys: readonly KeyTimes[]): number =>
  newestFirst(keys).at(-1)?.revocationsBefore ?? 0;

/** The keys that verifiers may believe, newest first. */
export const publishedKeys = <Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] =>
  newestFirst(keys).filter((key) => !isRetired(key, keys, now));

export interface NextKey {
  generation: number;
  signsFrom: Date;
}

/** The key to make now, or null while the newest is young enough; the very first signs at once. */
export function nextKey(keys: readonly KeyTimes[], now: Date, rotationDays: number): NextKey | null {
  const newest = newestFirst(keys)[0];
  if (!newest) return { generation: 1, signsFrom: now };
  if (now.getTime() - newest.signsFrom.getTime() < rotationDays * dayMs) return null;
  return {
    generation: newest.generation + 1,
    signsFrom: new Date(now.getTime() + publishAheadMinutes * minuteMs),
  };
}
