import { describe, expect, it } from 'vitest';
import { type KafkaContext, until } from './context.ts';
import { join, stableGroup } from './group-members.ts';

/** Cases of syncing and heartbeats. */
export function syncingCases(kafka: KafkaContext): void {
  describe('syncing and heartbeats', () => {
    it('a group returns the assignment of the leader to every sync', async () => {
      const { groupId, connection, memberId } = await stableGroup(kafka);
      expect(await connection.sync(groupId, 1, memberId)).toEqual({ code: 0, assignment: 'all' });
    });

    it('a group accepts a heartbeat before the sync, but no commit', async () => {
      const topic = await kafka.topic();
      const groupId = kafka.name('group');
      const connection = await kafka.raw();
      const { memberId } = await join(connection, { groupId });
      expect(await connection.heartbeat(groupId, 1, memberId)).toBe(0);
      const commit = { groupId, generation: 1, memberId, topic, offset: 0 };
      expect(await connection.commit(commit)).toBe(27);
    });

    it('a group requires members to rejoin while a new member waits, and still accepts their commits', async () => {
      const topic = await kafka.topic();
      const { groupId, connection, memberId } = await stableGroup(kafka);
      const second = await kafka.raw();
      const joining = join(second, { groupId });
      await until(async () => (await connection.heartbeat(groupId, 1, memberId)) === 27, 'the rebalance');
      expect((await connection.sync(groupId, 1, memberId)).code).toBe(27);
      const commit = { groupId, generation: 1, memberId, topic, offset: 0 };
      expect(await connection.commit(commit)).toBe(0);
      await connection.join({ groupId, memberId });
      expect((await joining).code).toBe(0);
    });

    it('a group rejects unknown members and other generations', async () => {
      const { groupId, connection, memberId } = await stableGroup(kafka);
      expect(await connection.heartbeat(groupId, 1, 'stranger')).toBe(25);
      expect(await connection.heartbeat(groupId, 9, memberId)).toBe(22);
      expect(await connection.heartbeat(kafka.name('group'), 1, memberId)).toBe(25);
      expect((await connection.sync(groupId, 1, 'stranger')).code).toBe(25);
      expect((await connection.sync(groupId, 9, memberId)).code).toBe(22);
    });
  });
}
