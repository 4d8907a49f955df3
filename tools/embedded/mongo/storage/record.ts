/** A former state of a record that an open snapshot may still see. */
export type Version = { seq: number; bytes: Uint8Array | null; prev: Version | null };

/** A document's place in its collection: the newest state, and former ones while snapshots need them. */
export type StoredRecord = Version & {
  /** Number of the record, growing: the natural order and the primary key on disk. */
  rid: number;
  /** Encoded `_id`. */
  id: string;
};

/** The state that a snapshot taken at `seq` sees. */
export function stateAt(record: StoredRecord, seq: number): Uint8Array | null {
  let version: Version | null = record;
  while (version && version.seq > seq) version = version.prev;
  return version?.bytes ?? null;
}
