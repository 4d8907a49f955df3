import { localStore } from '../browser/storage.ts';

/** Keys that may contain a token, in the order of the specification; the first one is written. */
const [key, ...otherKeys] = ['authToken', 'jwt', 'access_token', 'token'] as const;
const keys: readonly string[] = [key, ...otherKeys];

/** The bearer token of this browser, or null. */
export function readToken(): string | null {
  for (const each of keys) {
    const token = localStore.getItem(each);
    if (token) return token;
  }
  return null;
}

/** Key that tells the other tabs that the server ended the token, not the learner. */
const endedKey = 'kumbuka.token-ended';

export function storeToken(token: string): void {
  localStore.removeItem(endedKey);
  localStore.setItem(key, token);
}

/** Removes the token from every key: another one would sign in again at the next start. */
function removeToken() {
  keys.forEach((each) => localStore.removeItem(each));
}

/** Forgets the token because the learner signs out. */
export function clearToken(): void {
  localStore.removeItem(endedKey);
  removeToken();
}

/** Forgets a token that the server refused. */
export function endToken(): void {
  localStore.setItem(endedKey, 'yes');
  removeToken();
}

export const isTokenEnded = (): boolean => localStore.getItem(endedKey) !== null;

let replacing = 0;

/** Runs a change that replaces this browser's token. Meanwhile a rejected old token does not end the sign-in. */
export async function whileReplacing<Result>(work: () => Promise<Result>): Promise<Result> {
  replacing++;
  try {
    return await work();
  } finally {
    replacing--;
  }
}

export const isReplacing = (): boolean => replacing > 0;

/** Calls back when another tab signs out or in. Returns a function that stops it. */
export function onTokenChangedElsewhere(callback: (token: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === null || keys.includes(event.key)) callback(readToken());
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

/** True once half of the token's life is over; `now` in milliseconds. */
export function isAging(token: string, now: number): boolean {
  const { iat, exp } = claimsOf(token);
  return typeof iat === 'number' && typeof exp === 'number' && now / 1000 > (iat + exp) / 2;
}

const freshMs = 60_000;

/** True in the first minute after a token was issued; `now` in milliseconds. */
export function isFresh(token: string, now: number): boolean {
  const { iat } = claimsOf(token);
  return typeof iat === 'number' && now - iat * 1000 < freshMs;
}

/** True once a token has expired; `now` in milliseconds. */
export function isExpired(token: string, now: number): boolean {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && now / 1000 >= exp;
}

/** The user to whom a token was issued; `null` when it does not name one. */
export function userOf(token: string | null): string | null {
  const { sub } = token === null ? {} : claimsOf(token);
  return typeof sub === 'string' ? sub : null;
}

/** True when a token was issued to another user than this one. A token that does not name its user belongs to anybody. */
export function isOfAnotherUser(token: string | null, userId: string | null): boolean {
  const owner = userOf(token);
  return userId !== null && owner !== null && owner !== userId;
}
