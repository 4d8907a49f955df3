import { describe, expect, it } from 'vitest';
import type { KafkaContext } from './context.ts';
import { stableGroup } from './group-members.ts';
import { present } from '../present.ts';

/** Cases of committed offsets. */
export function groupOffsetCases(kafka: KafkaContext): void {
  describe('offsets of a group', () => {
    it('Kafka accepts commits of members of the current generation only', async () => {
      const topic = await kafka.topic();
      const { groupId, connection, memberId } = await stableGroup(kafka);
      const commit = (generation: number, member: string) =>
        connection.commit({ groupId, generation, memberId: member, topic, offset: 4 });
      expect(await commit(1, memberId)).toBe(0);
      expect(await commit(2, memberId)).toBe(22);
      expect(await commit(1, 'stranger')).toBe(25);
      expect(await commit(-1, '')).toBe(25);
    });

    it('Kafka accepts commits without a member for an empty group, but not those of an unknown generation', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const groupId = kafka.name('group');
      const ofGeneration = { groupId, generation: 3, memberId: 'gone', topic, offset: 1 };
      expect(await connection.commit(ofGeneration)).toBe(22);
      expect(await connection.commit({ groupId, topic, offset: 1 })).toBe(0);
      expect(await connection.commit(ofGeneration)).toBe(25);
    });

    it('Kafka returns the requested offsets, -1 for partitions without a commit', async () => {
      const topic = await kafka.topic(2);
      const connection = await kafka.raw();
      const groupId = kafka.name('group');
      await connection.commit({ groupId, topic, offset: 7, metadata: 'note' });
      const { code, topics } = await connection.offsets(groupId, [{ topic, partitions: [0, 1] }]);
      expect(code).toBe(0);
      expect(present(topics[0]).partitions).toEqual([
        { number: 0, offset: 7, metadata: 'note', code: 0 },
        { number: 1, offset: -1, metadata: '', code: 0 },
      ]);
    });

    it('Kafka returns all offsets of a group for a request that names no topics', async () => {
      const [one, two] = [await kafka.topic(), await kafka.topic()];
      const connection = await kafka.raw();
      const groupId = kafka.name('group');
      await connection.commit({ groupId, topic: one, offset: 1, metadata: null });
      await connection.commit({ groupId, topic: two, offset: 2 });
      const { topics } = await connection.offsets(groupId, null);
      const found = topics.map(({ name, partitions }) => [name, present(partitions[0]).offset]);
      expect(found.sort()).toEqual([
        [one, 1],
        [two, 2],
      ]);
      expect((await connection.offsets(kafka.name('group'), null)).topics).toEqual([]);
    });
  });
}
