import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { KafkaContext } from './context.ts';
import { join, pair, stableGroup } from './group-members.ts';

/** Cases of leaving a group. */
export function leavingCases(kafka: KafkaContext): void {
  describe('leaving a group', () => {
    it('leaving a group makes the other members rebalance into the next generation', async () => {
      const { groupId, connection, memberId, second, joined } = await pair(kafka);
      const syncing = second.sync(groupId, 2, joined.memberId);
      await connection.sync(groupId, 2, memberId);
      await syncing;
      const left = await second.leave(groupId, [joined.memberId, 'nobody']);
      expect(left).toEqual({
        code: 0,
        members: [
          { id: joined.memberId, code: 0 },
          { id: 'nobody', code: 25 },
        ],
      });
      expect(await connection.heartbeat(groupId, 2, memberId)).toBe(27);
      const alone = await connection.join({ groupId, memberId });
      expect(alone).toMatchObject({ code: 0, generation: 3, leader: memberId });
      expect(alone.members).toHaveLength(1);
    });

    it('a member leaves its group when its session ends without a heartbeat', async () => {
      const { groupId, connection, memberId } = await stableGroup(kafka, { sessionMs: 1000 });
      await sleep(700);
      expect(await connection.heartbeat(groupId, 1, memberId)).toBe(0);
      await sleep(700);
      expect(await connection.heartbeat(groupId, 1, memberId)).toBe(0);
      await sleep(1700);
      expect(await connection.heartbeat(groupId, 1, memberId)).toBe(25);
      expect(await connection.describeGroup(groupId)).toMatchObject({ state: 'Empty', members: [] });
    });

    it('a lost member does not block a rebalance', async () => {
      const { groupId, connection, memberId } = await stableGroup(kafka, {
        sessionMs: 1000,
        rebalanceMs: 1000,
      });
      const second = await kafka.raw();
      const startedAt = Date.now();
      const joined = await join(second, { groupId, rebalanceMs: 1000 });
      expect(joined).toMatchObject({ code: 0, generation: 2, leader: joined.memberId });
      expect(Date.now() - startedAt).toBeLessThan(4000);
      expect(await connection.heartbeat(groupId, 2, memberId)).toBe(25);
    });
  });
}
