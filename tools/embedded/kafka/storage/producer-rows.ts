import type { DatabaseSync } from 'node:sqlite';

export type RecentBatch = { firstSequence: number; lastSequence: number; baseOffset: number };
export type ProducerEntry = { epoch: number; recent: RecentBatch[]; touchedAt: number };
export type ProducerRows = ReturnType<typeof createProducerRows>;

/** State of idempotent producers, written in the transaction of the batch. */
export function createProducerRows(db: DatabaseSync) {
  const of = db.prepare(
    'SELECT producer_id AS id, epoch, recent, touched_at AS touchedAt FROM producers WHERE partition_id = ?',
  );
  const save = db.prepare('INSERT OR REPLACE INTO producers VALUES (?, ?, ?, ?, ?)');
  const removeIdle = db.prepare('DELETE FROM producers WHERE touched_at < ?');
  const nextId = db.prepare(
    `INSERT INTO meta VALUES ('producerId', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1
     RETURNING value`,
  );

  return {
    of: (partitionId: number): Map<number, ProducerEntry> =>
      new Map(
        of.all(partitionId).map((row) => [
          Number(row['id']),
          {
            epoch: Number(row['epoch']),
            recent: JSON.parse(String(row['recent'])) as RecentBatch[],
            touchedAt: Number(row['touchedAt']),
          },
        ]),
      ),
    save: (partitionId: number, producerId: number, entry: ProducerEntry) =>
      void save.run(partitionId, producerId, entry.epoch, JSON.stringify(entry.recent), entry.touchedAt),
    removeIdle: (before: number) => void removeIdle.run(before),
    nextId: (): number => Number(nextId.get()?.['value']),
  };
}
