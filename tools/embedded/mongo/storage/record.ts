/** Former state of a record that an open snapshot may still see. */
export interface Version {
  seq: number;
  bytes: Uint8Array | null;
  prev: Version | null;
}

/** Document in its collection: the newest state, and former ones while snapshots need them. */
export interface StoredRecord extends Version {
  /** Ascending number of the record: the natural order and the primary key on disk. */
  rid: number;
  /** Encoded `_id`. */
  id: string;
}

export const newRecord = (rid: number, id: string, bytes: Uint8Array | null, seq: number): StoredRecord => ({
  rid,
  id,
  bytes,
  seq,
  prev: null,
});

/** Returns the state that a snapshot taken at `seq` sees. */
export function stateAt(record: StoredRecord, seq: number): Uint8Array | null {
  let version: Version | null = record;
  while (version && version.seq > seq) version = version.prev;
  return version?.bytes ?? null;
}
