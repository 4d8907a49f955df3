import { describe, expect, it } from 'vitest';
import type { KafkaContext } from './context.ts';
import { stableGroup } from './group-members.ts';
import { present } from '../present.ts';

/** Cases of describing and deleting groups. */
export function groupUpkeepCases(kafka: KafkaContext): void {
  describe('operating groups', () => {
    it('Kafka describes a group in each of its states', async () => {
      const { groupId, connection, memberId } = await stableGroup(kafka);
      expect(await connection.describeGroup(groupId)).toEqual({
        code: 0,
        id: groupId,
        state: 'Stable',
        type: 'consumer',
        protocol: 'RoundRobinAssigner',
        members: [
          {
            id: memberId,
            clientId: 'raw',
            host: expect.stringMatching(/^\/[\d.]+$/),
            metadata: 'm',
            assignment: 'all',
          },
        ],
      });
      await connection.leave(groupId, [memberId]);
      expect(await connection.describeGroup(groupId)).toMatchObject({ state: 'Empty', members: [] });
      expect(await connection.describeGroup(kafka.name('group'))).toMatchObject({ code: 0, state: 'Dead' });
    });

    it('Kafka deletes a group with its offsets, but not a group with members', async () => {
      const topic = await kafka.topic();
      const { groupId, connection, memberId } = await stableGroup(kafka);
      await connection.commit({ groupId, generation: 1, memberId, topic, offset: 3 });
      expect(await connection.deleteGroup(groupId)).toBe(68);
      await connection.leave(groupId, [memberId]);
      expect(await connection.deleteGroup(groupId)).toBe(0);
      expect(await connection.deleteGroup(groupId)).toBe(69);
      const { topics } = await connection.offsets(groupId, [{ topic, partitions: [0] }]);
      expect(present(present(topics[0]).partitions[0]).offset).toBe(-1);
    });
  });
}
