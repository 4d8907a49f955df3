import type { DatabaseSync } from 'node:sqlite';
import { storable } from './integers.ts';

export type CommittedOffset = { topic: string; partition: number; position: number; metadata: string };
type GroupRow = { id: string; protocolType: string; generation: number };
export type GroupRows = ReturnType<typeof createGroupRows>;

type Row = Record<string, unknown>;
const toOffset = (row: Row): CommittedOffset => ({
  topic: String(row['topic']),
  partition: Number(row['partition']),
  position: Number(row['position']),
  metadata: String(row['metadata']),
});
const toGroup = (row: Row): GroupRow => ({
  id: String(row['id']),
  protocolType: String(row['protocolType']),
  generation: Number(row['generation']),
});

/** Committed offsets, and the fields of a group that persist without members. */
export function createGroupRows(db: DatabaseSync) {
  const saveOffset = db.prepare('INSERT OR REPLACE INTO offsets VALUES (?, ?, ?, ?, ?, ?)');
  const offsets = db.prepare(
    `SELECT topic, partition, position, metadata FROM offsets WHERE group_id = ? ORDER BY topic, partition`,
  );
  const offset = db.prepare(
    `SELECT topic, partition, position, metadata FROM offsets
     WHERE group_id = ? AND topic = ? AND partition = ?`,
  );
  const removeOffsets = db.prepare('DELETE FROM offsets WHERE group_id = ?');
  const saveGroup = db.prepare('INSERT OR REPLACE INTO groups VALUES (?, ?, ?, ?)');
  const removeGroup = db.prepare('DELETE FROM groups WHERE id = ?');
  const group = db.prepare('SELECT id, protocol_type AS protocolType, generation FROM groups WHERE id = ?');
  const expired = db.prepare('SELECT id FROM groups WHERE active_at < ?');
  const expireOffsets = db.prepare('DELETE FROM offsets WHERE group_id = ? AND committed_at < ?');
  const hasOffsets = db.prepare('SELECT 1 FROM offsets WHERE group_id = ? LIMIT 1');

  return {
    saveOffset: (groupId: string, at: CommittedOffset, now: number) =>
      void saveOffset.run(groupId, at.topic, at.partition, storable(at.position), at.metadata, now),
    offsetsOf: (groupId: string) => offsets.all(groupId).map(toOffset),
    offset(groupId: string, topic: string, partition: number): CommittedOffset | undefined {
      const row = offset.get(groupId, topic, partition);
      return row && toOffset(row);
    },
    save: (row: GroupRow, now: number) => void saveGroup.run(row.id, row.protocolType, row.generation, now),
    find(id: string): GroupRow | undefined {
      const row = group.get(id);
      return row && toGroup(row);
    },
    remove(id: string) {
      removeOffsets.run(id);
      removeGroup.run(id);
    },
    /** Deletes offsets and groups unused since the time. */
    expire(before: number): void {
      const idle = expired.all(before).map((row) => String(row['id']));
      for (const id of idle) expireOffsets.run(id, before);
      const empty = idle.filter((id) => hasOffsets.get(id) === undefined);
      for (const id of empty) removeGroup.run(id);
    },
  };
}
