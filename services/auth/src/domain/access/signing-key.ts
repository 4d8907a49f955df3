import { access } from '@kumbuka/contracts';

/** Signing period and validity of a key, without key material. */
export interface KeyTimes {
  id: string;
  /** 1, 2, 3 ...; one key per generation. */
  generation: number;
  signsFrom: Date;
  /** Revocations up to this number are older than the key and affect none of its tokens. */
  revocationsBefore: number;
}

/** Signing key with its private half encrypted. */
export interface SigningKey extends KeyTimes {
  publicJwk: Record<string, unknown>;
  sealedPrivateKey: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Minutes between publication and first use of a key, so that every process has loaded it. */
const publishAheadMinutes = 20;
/** How long an old key stays published after its last token expired. */
const marginMs = 60 * minuteMs;

const newestFirst = <Key extends KeyTimes>(keys: readonly Key[]) =>
  keys.toSorted((a, b) => b.generation - a.generation);
const successorOf = (key: KeyTimes, keys: readonly KeyTimes[]) =>
  keys
    .filter(({ generation }) => generation > key.generation)
    .toSorted((a, b) => a.generation - b.generation)[0];

/** Current signing key: the newest active one, or the oldest when the clock was set back before all. */
export function signingKeyAt<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key | null {
  const newest = newestFirst(keys);
  return newest.find(({ signsFrom }) => signsFrom <= now) ?? newest.at(-1) ?? null;
}

/** Whether no token of the key can be renewed: all have expired, and so have their sessions. */
export function isRetired(key: KeyTimes, keys: readonly KeyTimes[], now: Date): boolean {
  const successor = successorOf(key, keys);
  if (!successor) return false;
  const lastToken =
    successor.signsFrom.getTime() + access.tokenHours * 60 * minuteMs + access.idleDays * dayMs;
  return now.getTime() >= lastToken + marginMs;
}

/** Revocations up to this number affect only tokens of deleted keys. */
export const deletableRevocations = (keys: readonly KeyTimes[]): number =>
  newestFirst(keys).at(-1)?.revocationsBefore ?? 0;

/** Keys that verifiers accept, newest first. */
export const publishedKeys = <Key extends KeyTimes>(keys: readonly Key[], now: Date): Key[] =>
  newestFirst(keys).filter((key) => !isRetired(key, keys, now));

export interface NextKey {
  generation: number;
  signsFrom: Date;
}

/** Next key to create, or `null` while the newest is recent; the first one signs immediately. */
export function nextKey(keys: readonly KeyTimes[], now: Date, rotationDays: number): NextKey | null {
  const newest = newestFirst(keys)[0];
  if (!newest) return { generation: 1, signsFrom: now };
  if (now.getTime() - newest.signsFrom.getTime() < rotationDays * dayMs) return null;
  return {
    generation: newest.generation + 1,
    signsFrom: new Date(now.getTime() + publishAheadMinutes * minuteMs),
  };
}
