import { RateLimited } from '@kumbuka/contracts';
import { createQueue, enterQueue, isFull, type Queue, type Turn } from './turns.ts';

export interface Admission {
  /**
   * Consumes items from the account's budget; a request itself costs some. Throws `RateLimited` when it is
   * exhausted.
   */
  consume(account: string, items?: number): Promise<void>;
  /** Waits until the request may run; the caller must end the turn. Throws `RateLimited` when too many requests wait. */
  enter(account: string): Promise<Turn>;
  /** Delays a rejection by another limit as long as one by this limit. */
  hold(account: string): Promise<void>;
}

export interface AdmissionOptions {
  /** Items per minute and account. */
  itemsPerMinute: number;
  /** Monotonic clock in milliseconds. */
  now?: (() => number) | undefined;
  /** Milliseconds by which a rejection is delayed, so that immediate retries gain nothing. */
  holdMs?: number;
  /** Waits for so many milliseconds. */
  pause?: ((ms: number) => Promise<unknown>) | undefined;
  /** Share of a minute's budget that may be used at once. */
  burst?: number;
  /** Number of people who share an account of this kind; each adds a full budget. */
  people?: number;
}

/** Items that each request costs, whatever it reads. */
export const itemsOfRequest = 200;
const maxHeld = 256;
const maxAccounts = 50_000;
const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const minuteMs = 60_000;
/** With the default budget a client may send all writes of a minute (120) at once, such as those made offline. */
export const burstOfWrites = 0.2;

interface Account {
  /** Items of the budget that remained at `countedAt`. */
  left: number;
  countedAt: number;
  /** Number of delayed rejections. */
  held: number;
  queue: Queue;
}

/** The most recently used accounts. */
function createAccounts(create: () => Account) {
  const accounts = new Map<string, Account>();
  return {
    get(name: string): Account {
      const account = accounts.get(name) ?? create();
      accounts.delete(name);
      accounts.set(name, account);
      if (accounts.size > maxAccounts) {
        const [oldest = name] = accounts.keys();
        accounts.delete(oldest);
      }
      return account;
    },
  };
}

/**
 * Keeps one account from delaying others in this process: each has a budget of items per minute, refilled
 * continuously, and a concurrency limit. Excess requests queue behind the account's own.
 */
export function createAdmission({
  itemsPerMinute,
  now = () => performance.now(),
  holdMs = 1_000,
  pause = pauseFor,
  burst = 0.1,
  people = 1,
}: AdmissionOptions): Admission {
  const full = Math.max(itemsPerMinute * burst, itemsOfRequest) * people;
  const perMs = (itemsPerMinute / minuteMs) * people;
  const accounts = createAccounts(() => ({
    left: full,
    countedAt: now(),
    held: 0,
    queue: createQueue(people),
  }));

  function refill(account: Account) {
    const at = now();
    account.left = Math.min(full, account.left + (at - account.countedAt) * perMs);
    account.countedAt = at;
  }

  async function hold(account: Account): Promise<void> {
    if (account.held >= maxHeld * people) return;
    account.held += 1;
    await pause(holdMs);
    account.held -= 1;
  }

  async function reject(account: Account, seconds: number): Promise<never> {
    await hold(account);
    throw new RateLimited(Math.max(1, Math.ceil(seconds)));
  }

  return {
    async consume(name, items = itemsOfRequest) {
      const account = accounts.get(name);
      refill(account);
      // A read larger than the budget must pass when only its own request was counted before.
      const missing = Math.min(items, Math.max(full - itemsOfRequest, itemsOfRequest)) - account.left;
      if (missing > 0) return reject(account, missing / perMs / 1000);
      account.left -= items;
    },
    async enter(name) {
      const account = accounts.get(name);
      return isFull(account.queue) ? reject(account, 1) : enterQueue(account.queue);
    },
    hold: (name) => hold(accounts.get(name)),
  };
}
