import { describe, expect, it } from 'vitest';
import { type KafkaContext, until } from './context.ts';
import { pair } from './group-members.ts';

/** Cases of joining a group. */
export function joiningCases(kafka: KafkaContext): void {
  describe('joining a group', () => {
    it('joining a group takes two requests, of which the first returns the member id', async () => {
      const groupId = kafka.name('group');
      const connection = await kafka.raw();
      const pending = await connection.join({ groupId });
      expect(pending).toMatchObject({ code: 79, generation: -1 });
      expect(pending.memberId).toMatch(/^raw-[0-9a-f-]{36}$/);
      const joined = await connection.join({ groupId, memberId: pending.memberId });
      expect(joined).toMatchObject({ code: 0, generation: 1, protocol: 'RoundRobinAssigner' });
      expect(joined.leader).toBe(pending.memberId);
      expect(joined.members).toEqual([{ id: pending.memberId, metadata: Buffer.from('m') }]);
    });

    it('a group returns all members to the leader and none to the followers', async () => {
      const { rejoined, joined, memberId } = await pair(kafka);
      expect(rejoined).toMatchObject({ code: 0, generation: 2, leader: memberId });
      expect(rejoined.members.map(({ id }) => id).sort()).toEqual([memberId, joined.memberId].sort());
      expect(joined).toMatchObject({ code: 0, generation: 2, leader: memberId, members: [] });
    });

    it('a group keeps its generation when a follower rejoins unchanged, but not when the leader does', async () => {
      const { groupId, connection, memberId, second, joined } = await pair(kafka);
      const syncing = second.sync(groupId, 2, joined.memberId);
      await connection.sync(groupId, 2, memberId, { [memberId]: 'a', [joined.memberId]: 'b' });
      expect(await syncing).toEqual({ code: 0, assignment: 'b' });
      const again = await second.join({ groupId, memberId: joined.memberId });
      expect(again).toMatchObject({ code: 0, generation: 2 });
      const leading = connection.join({ groupId, memberId });
      await until(async () => (await second.heartbeat(groupId, 2, joined.memberId)) === 27, 'a round');
      expect(await second.join({ groupId, memberId: joined.memberId })).toMatchObject({ generation: 3 });
      expect(await leading).toMatchObject({ code: 0, generation: 3 });
    });
  });
}
