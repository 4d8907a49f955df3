import { limits } from '@kumbuka/contracts';
import { Readable } from 'node:stream';

/** Items that the requests of one person may read concurrently. */
const itemsAtOnce = limits.operationItems;
/** Every request occupies at least this many items, so that four run concurrently. */
const minItems = itemsAtOnce / 4;
/** Room for all writes of a minute, which a client may send at once. */
const maxWaiting = 128;

/** Running request of an account. */
export interface Turn {
  /** Waits until the account's other requests leave room for reading so many items. */
  widen(items: number): Promise<void>;
  end(): void;
}

interface Waiting {
  items: number;
  start(): void;
}

/** Running and waiting requests of an account. */
export interface Queue {
  /** Number of people who share the account. */
  people: number;
  /** Items that running requests occupy. */
  occupied: number;
  waiting: Waiting[];
}

export const createQueue = (people: number): Queue => ({ people, occupied: 0, waiting: [] });

export const isFull = ({ waiting, people }: Queue): boolean => waiting.length >= maxWaiting * people;

function startWaiting(queue: Queue) {
  for (;;) {
    const [next] = queue.waiting;
    if (!next || !hasRoom(queue, next.items)) return;
    queue.waiting.shift();
    queue.occupied += next.items;
    next.start();
  }
}

const hasRoom = ({ occupied, people }: Queue, items: number) => occupied + items <= itemsAtOnce * people;

/** Occupies items as soon as the queue has room for them and no earlier request waits. */
async function occupy(queue: Queue, items: number, where: 'push' | 'unshift') {
  const isFirst = queue.waiting.length === 0 || where === 'unshift';
  if (isFirst && hasRoom(queue, items)) queue.occupied += items;
  else await new Promise<void>((start) => queue.waiting[where]({ items, start }));
}

/** Waits until the request may run; the caller must end the turn. */
export async function enterQueue(queue: Queue): Promise<Turn> {
  await occupy(queue, minItems, 'push');
  let occupied = minItems;
  const leave = () => {
    queue.occupied -= occupied;
    occupied = 0;
  };
  return {
    async widen(items) {
      const wanted = Math.min(Math.max(items, minItems), itemsAtOnce);
      if (wanted <= occupied) return;
      leave();
      // A running request comes before waiting ones.
      await occupy(queue, wanted, 'unshift');
      occupied = wanted;
    },
    end() {
      leave();
      startWaiting(queue);
    },
  };
}

/** Runs work in a turn, which ends with the response; a streamed body keeps it until its last byte. */
export async function inTurn<Response extends { body: unknown }>(
  { end }: Turn,
  work: () => Promise<Response>,
): Promise<Response> {
  let isStreamed = false;
  try {
    const response = await work();
    if (response.body instanceof Readable) {
      isStreamed = true;
      response.body.once('close', end);
    }
    return response;
  } finally {
    if (!isStreamed) end();
  }
}
