import { limits, RateLimited } from '@kumbuka/contracts';

/** One request's place among those of its account. */
export interface Turn {
  /** Waits until the account's other requests leave room for one that reads so many items. */
  widen(items: number): Promise<void>;
  end(): void;
}

export interface Admission {
  /** Counts items of an account, and a request as some; throws RateLimited when it has none left. */
  count(account: string, items?: number): Promise<void>;
  /** Waits for a place; every turn must end. */
  enter(account: string): Promise<Turn>;
  /** Keeps who was refused by another limit waiting as long as who is refused by this one. */
  hold(account: string): Promise<void>;
}

export interface AdmissionOptions {
  /** Items a minute and account. */
  itemsPerMinute: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  /** Milliseconds that a refusal waits, so that asking again at once gains nothing. */
  holdMs?: number;
  /** How many people share an account of this kind; each adds as much. */
  people?: number;
}

/** What a request counts, whatever it reads. */
export const itemsOfRequest = 200;
/** Items that the requests of one account read at the same time. */
const itemsAtOnce = limits.operationItems;
const leastPlace = itemsAtOnce / 4;
const mostWaiting = 64;
const mostHeld = 256;
const mostAccounts = 50_000;
const minuteMs = 60_000;
/** Share of a minute's items that may be used in one go. */
const burst = 0.1;

interface Waiting {
  place: number;
  start(): void;
}

interface Account {
  /** Items left at `countedAt`. */
  left: number;
  countedAt: number;
  taken: number;
  waiting: Waiting[];
  held: number;
}

const placeFor = (items: number) => Math.min(Math.max(items, leastPlace), itemsAtOnce);

/**
 * Keeps one account from holding up the others of this process: it has so many items a minute, filled up all the time,
 * and so many at once; what is more waits behind the account's own requests, not before those of others.
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

  /** The account as it is now, the latest at the end. */
  function accountOf(name: string): Account {
    const at = now();
    const known = accounts.get(name) ?? { left: full, countedAt: at, taken: 0, waiting: [], held: 0 };
    accounts.delete(name);
    accounts.set(name, known);
    known.left = Math.min(full, known.left + (at - known.countedAt) * perMs);
    known.countedAt = at;
    forgetOldest();
    return known;
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
      const missing = Math.min(items, full) - account.left;
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
