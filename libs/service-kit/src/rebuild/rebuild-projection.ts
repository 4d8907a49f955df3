import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';
import { canonicalJson } from '../http/canonical-json.ts';

/** Row of a projection. */
export interface ProjectionRow {
  id: string;
  fields: object;
}

/** Stored and rebuilt rows of one owner, at one moment. */
export interface ComparedRows {
  live: readonly ProjectionRow[];
  rebuilt: readonly ProjectionRow[];
}

/** Projection that a service can rebuild. */
export interface Rebuilding {
  /** Collection of the live rows. */
  name: string;
  /** Every owner who has or should have rows, once. */
  owners(): AsyncIterable<number>;
  compare(ownerId: number): Promise<ComparedRows>;
  /** Rebuilds the rows of an owner and replaces the live ones, in one transaction. */
  swap(ownerId: number): Promise<unknown>;
}

export interface RebuildReport {
  projection: string;
  owners: number;
  /** Number of rebuilt rows. */
  rows: number;
  /** SHA-256 of all live rows, and of all rebuilt ones. */
  live: string;
  rebuilt: string;
  different: number;
  missing: number;
  orphans: number;
  /** The first owners with differences; the report has this field name. */
  owned: number[];
  /** Number of owners whose rows were swapped. */
  swapped: number;
}

const rowsAtOnce = 1_000;
const ownersNamed = 20;

/** Canonical JSON of rows by id. */
type Printed = ReadonlyMap<string, string>;

const printRows = (rows: readonly ProjectionRow[]): Printed =>
  new Map(rows.map(({ id, fields }) => [id, canonicalJson(fields)] as const));

function* inOrder(printed: Printed): Generator<string> {
  for (const id of [...printed.keys()].sort()) yield `${id} ${printed.get(id)}\n`;
}

function differencesOf(live: Printed, rebuilt: Printed) {
  const missing = [...rebuilt.keys()].filter((id) => !live.has(id)).length;
  const orphans = [...live.keys()].filter((id) => !rebuilt.has(id)).length;
  const different = [...rebuilt].filter(([id, row]) => live.has(id) && live.get(id) !== row).length;
  return { different, missing, orphans };
}

/** Counts and hashes of the comparison so far. */
function createComparison() {
  const hashes = { live: createHash('sha256'), rebuilt: createHash('sha256') };
  const counts = { owners: 0, rows: 0, different: 0, missing: 0, orphans: 0 };
  return {
    /** Returns whether the owner's rows differ. */
    add(live: Printed, rebuilt: Printed): boolean {
      for (const row of inOrder(live)) hashes.live.update(row);
      for (const row of inOrder(rebuilt)) hashes.rebuilt.update(row);
      const { different, missing, orphans } = differencesOf(live, rebuilt);
      counts.owners += 1;
      counts.rows += rebuilt.size;
      counts.different += different;
      counts.missing += missing;
      counts.orphans += orphans;
      return different + missing + orphans > 0;
    },
    result: () => ({
      ...counts,
      live: hashes.live.digest('hex'),
      rebuilt: hashes.rebuilt.digest('hex'),
    }),
  };
}

/** Collection of rebuilt rows. They expire after a day, because the deletion of a user does not search this collection. */
function createRebuiltCollection(connection: Connection, name: string) {
  const collection = connection.collection<{ _id: string }>(name);
  return {
    async empty() {
      await collection.deleteMany({});
      await collection.createIndex({ rebuiltAt: 1 }, { expireAfterSeconds: 86_400 });
    },
    async keep(rows: readonly ProjectionRow[]) {
      const rebuiltAt = new Date();
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        await collection.insertMany(
          rows.slice(from, from + rowsAtOnce).map(({ id, fields }) => ({ ...fields, _id: id, rebuiltAt })),
        );
    },
    drop: async () => void (await collection.drop()),
  };
}

/**
 * Rebuilds a projection into a collection with the suffix `_rebuilt` and compares it with the live one. On
 * request it swaps the rows of every differing owner, one transaction each, while the service keeps writing.
 * If interrupted, each owner has either all old rows or all new ones.
 */
export async function rebuildProjection(
  connection: Connection,
  { name, owners, compare, swap }: Rebuilding,
  shouldSwap: boolean,
): Promise<RebuildReport> {
  const rebuiltRows = createRebuiltCollection(connection, `${name}_rebuilt`);
  await rebuiltRows.empty();
  const comparison = createComparison();
  const differing: number[] = [];
  for await (const ownerId of owners()) {
    const { live, rebuilt } = await compare(ownerId);
    await rebuiltRows.keep(rebuilt);
    if (comparison.add(printRows(live), printRows(rebuilt))) differing.push(ownerId);
  }
  if (shouldSwap) {
    for (const ownerId of differing) await swap(ownerId);
    await rebuiltRows.drop();
  }
  return {
    projection: name,
    ...comparison.result(),
    owned: differing.slice(0, ownersNamed),
    swapped: shouldSwap ? differing.length : 0,
  };
}
