import type { Connection } from 'mongoose';

export interface IdAllocator {
  next(name: string): Promise<number>;
  take(name: string, count: number): Promise<number[]>;
}

interface CounterRow {
  _id: string;
  value: number;
}

const countersOf = (connection: Connection) => connection.collection<CounterRow>('counters');
/** More ids than services allocate between two backups. */
const skippedIds = 1_000_000;

/** Skips the ids allocated since a restored backup, because clients may still hold them. */
export async function skipIds(connection: Connection): Promise<void> {
  await countersOf(connection).updateMany({}, { $inc: { value: skippedIds } });
}

interface Block {
  next: number;
  last: number;
}

/** Allocates integer ids in blocks from a counter document; there may be gaps but no repeats. */
export function createIdAllocator(connection: Connection, blockSize = 50): IdAllocator {
  const blocks = new Map<string, Block>();
  const refills = new Map<string, Promise<void>>();

  async function reserve(name: string, size: number): Promise<Block> {
    const row = await countersOf(connection).findOneAndUpdate(
      { _id: name },
      { $inc: { value: size } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!row) throw new Error(`The counter ${name} returned no value.`);
    return { next: row.value - size + 1, last: row.value };
  }

  async function refill(name: string) {
    blocks.set(name, await reserve(name, blockSize));
  }

  async function next(name: string): Promise<number> {
    for (;;) {
      const block = blocks.get(name);
      if (block && block.next <= block.last) return block.next++;
      const refilling = refills.get(name) ?? refill(name).finally(() => refills.delete(name));
      refills.set(name, refilling);
      await refilling;
    }
  }

  async function take(name: string, count: number): Promise<number[]> {
    if (count <= 0) return [];
    if (count < blockSize) return Promise.all(Array.from({ length: count }, () => next(name)));
    const block = await reserve(name, count);
    return Array.from({ length: count }, (_, index) => block.next + index);
  }

  return { next, take };
}
