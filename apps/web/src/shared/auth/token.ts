import { localStore } from '../lib/storage.ts';

const key = 'authToken';

/** The bearer token of this browser, or null. */
export function readToken(): string | null {
  return localStore.getItem(key);
}

export function storeToken(token: string): void {
  localStore.setItem(key, token);
}

export function clearToken(): void {
  localStore.removeItem(key);
}

let replacing = 0;

/** Does what makes the server end this browser's token for a new one: meanwhile a refusal of the older one is no end. */
export async function whileReplacing<Result>(work: () => Promise<Result>): Promise<Result> {
  replacing++;
  try {
    return await work();
  } finally {
    replacing--;
  }
}

export const isReplacing = (): boolean => replacing > 0;

/** Calls back when another tab signs out or in; gives back a function that stops it. */
export function onTokenChangedElsewhere(callback: (token: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) callback(readToken());
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

interface Lifetime {
  iat: number;
  exp: number;
}

function lifetimeOf(token: string): Lifetime | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(payload));
    return typeof iat === 'number' && typeof exp === 'number' ? { iat, exp } : null;
  } catch {
    return null;
  }
}

/** True once half of the token's life is over; `now` in milliseconds. */
export function isAging(token: string, now: number): boolean {
  const life = lifetimeOf(token);
  return life !== null && now / 1000 > (life.iat + life.exp) / 2;
}
