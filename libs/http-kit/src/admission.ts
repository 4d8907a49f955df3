import { limits, RateLimited } from '@kumbuka/contracts';
import { Readable } from 'node:stream';

/** Place of one request among those of its account. */
export interface Turn {
  /** Waits until the account's other requests leave room for reading so many items. */
  widen(items: number): Promise<void>;
  end(): void;
}

export interface Admission {
  /**
   * Consumes items from the account's budget; a request itself costs some. Throws `RateLimited` when it is
   * exhausted.
   */
  count(account: string, items?: number): Promise<void>;
  /** Waits for a place; every turn must be ended. */
  enter(account: string): Promise<Turn>;
  /** Delays a rejection by another limit as long as one by this limit. */
  hold(account: string): Promise<void>;
}

export interface AdmissionOptions {
  /** Items per minute and account. */
  itemsPerMinute: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
  /** Milliseconds by which a rejection is delayed, so that immediate retries gain nothing. */
  holdMs?: number;
  /** Number of people who share an account of this kind; each adds a full budget. */
  people?: number;
}

/** Runs work in a turn, which ends with the response; a streamed body keeps it until its last byte. */
export async function inTurn<Response extends { body: unknown }>(
  { end }: Turn,
  work: () => Promise<Response>,
): Promise<Response> {
  let streamed = false;
  try {
    const response = await work();
    if (response.body instanceof Readable) {
      streamed = true;
      response.body.once('close', end);
    }
    return response;
  } finally {
    if (!streamed) end();
  }
}

/** Price of a request, whatever it reads. */
export const itemsOfRequest = 200;
/** Items that the requests of one account may read concurrently. */
const itemsAtOnce = limits.operationItems;
const leastPlace = itemsAtOnce / 4;
const mostWaiting = 64;
const mostHeld = 256;
const mostAccounts = 50_000;
const minuteMs = 60_000;
/** Share of a minute's budget that may be used in one burst. */
const burst = 0.1;

interface Waiting {
  place: number;
  start(): void;
}

interface Account {
  /** Remaining items at `countedAt`. */
  left: number;
  countedAt: number;
  taken: number;
  waiting: Waiting[];
  held: number;
}

const placeFor = (items: number) => Math.min(Math.max(items, leastPlace), itemsAtOnce);

/**
 * Keeps one account from delaying others in this process: each has a budget of items per minute, refilled
 * continuously, and a concurrency limit. Excess requests queue behind the account's own.
 */
export function createAdmission({
  itemsPerMinute,
  now = () => performance.now(),
  holdMs = 1_000,
  people = 1,
}: AdmissionOptions): Admission {
  const accounts = new Map<string, Account>();
  const full = Math.max(itemsPerMinute * burst, itemsOfRequest) * people;
  const perMs = (itemsPerMinute / minuteMs) * people;
  const room = itemsAtOnce * people;

  /** Current state of the account, moved to the end of the LRU order. */
  function accountOf(name: string): Account {
    const at = now();
    const account = accounts.get(name) ?? { left: full, countedAt: at, taken: 0, waiting: [], held: 0 };
    accounts.delete(name);
    accounts.set(name, account);
    account.left = Math.min(full, account.left + (at - account.countedAt) * perMs);
    account.countedAt = at;
    forgetOldest();
    return account;
  }
  function forgetOldest() {
    if (accounts.size <= mostAccounts) return;
    const [oldest] = accounts.keys();
    if (oldest !== undefined) accounts.delete(oldest);
  }

  async function hold(account: Account): Promise<void> {
    if (account.held >= mostHeld * people) return;
    account.held += 1;
    await new Promise((resolve) => setTimeout(resolve, holdMs));
    account.held -= 1;
  }
  async function refuse(account: Account, seconds: number): Promise<never> {
    await hold(account);
    throw new RateLimited(Math.max(1, Math.ceil(seconds)));
  }

  function startNext(account: Account) {
    const [next] = account.waiting;
    if (!next || account.taken + next.place > room) return;
    account.waiting.shift();
    account.taken += next.place;
    next.start();
    startNext(account);
  }
  const waitFor = (account: Account, place: number, where: 'push' | 'unshift') =>
    new Promise<void>((start) => {
      account.waiting[where]({ place, start });
      startNext(account);
    });

  function turnOf(account: Account): Turn {
    let place = leastPlace;
    const leave = () => {
      account.taken -= place;
      place = 0;
    };
    return {
      async widen(items) {
        const wanted = placeFor(items);
        if (wanted <= place) return;
        leave();
        await waitFor(account, wanted, 'unshift');
        place = wanted;
      },
      end() {
        leave();
        startNext(account);
      },
    };
  }

  return {
    async count(name, items = itemsOfRequest) {
      const account = accountOf(name);
      // A read larger than the budget must pass when only its own request was counted before.
      const missing = Math.min(items, Math.max(full - itemsOfRequest, itemsOfRequest)) - account.left;
      if (missing > 0) return refuse(account, missing / perMs / 1000);
      account.left -= items;
    },
    async enter(name) {
      const account = accountOf(name);
      if (account.waiting.length >= mostWaiting * people) return refuse(account, 1);
      await waitFor(account, leastPlace, 'push');
      return turnOf(account);
    },
    hold: (name) => hold(accountOf(name)),
  };
}
