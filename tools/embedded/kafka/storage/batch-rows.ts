import type { DatabaseSync } from 'node:sqlite';

export type BatchRow = {
  partitionId: number;
  baseOffset: number;
  lastOffset: number;
  maxTimestamp: number;
  data: Buffer;
};
type BatchPlace = { lastOffset: number; maxTimestamp: number };
export type BatchRows = ReturnType<typeof createBatchRows>;

/** Rows of the log: one per record batch, with the bytes that consumers receive. */
export function createBatchRows(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO batches (partition_id, base_offset, last_offset, max_timestamp, size, data)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const from = db.prepare(
    `SELECT data FROM batches WHERE partition_id = :partition AND base_offset >= coalesce(
       (SELECT max(base_offset) FROM batches WHERE partition_id = :partition AND base_offset <= :offset), 0)
     ORDER BY base_offset`,
  );
  const places = db.prepare(
    `SELECT last_offset AS lastOffset, max_timestamp AS maxTimestamp FROM batches
     WHERE partition_id = ? ORDER BY base_offset`,
  );
  const last = db.prepare('SELECT max(last_offset) AS lastOffset FROM batches WHERE partition_id = ?');
  const removeBelow = db.prepare('DELETE FROM batches WHERE partition_id = ? AND last_offset < ?');

  return {
    insert(row: BatchRow) {
      const { partitionId, baseOffset, lastOffset, maxTimestamp, data } = row;
      insert.run(partitionId, baseOffset, lastOffset, maxTimestamp, data.length, data);
    },
    /** Iterates lazily over the batches from the one that contains the offset. */
    *readFrom(partitionId: number, offset: number): Generator<Buffer> {
      for (const row of from.iterate({ partition: partitionId, offset })) yield asBuffer(row['data']);
    },
    *places(partitionId: number): Generator<BatchPlace> {
      yield* places.iterate(partitionId) as Iterable<BatchPlace>;
    },
    lastOffset(partitionId: number): number | undefined {
      const { lastOffset } = last.get(partitionId) ?? {};
      return typeof lastOffset === 'number' ? lastOffset : undefined;
    },
    removeBelow: (partitionId: number, offset: number) => void removeBelow.run(partitionId, offset),
    /** Returns the pages of deleted batches to the file system. */
    release: () => db.exec('PRAGMA incremental_vacuum'),
  };
}

function asBuffer(bytes: unknown): Buffer {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('A batch is stored as bytes.');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
