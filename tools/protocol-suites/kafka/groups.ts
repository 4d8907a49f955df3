import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type KafkaContext, until } from './context.ts';
import type { JoinInput, RawKafka } from './requests.ts';
import { given } from '../given.ts';

/** The classic consumer group protocol, member by member. */
export function groupCases(kafka: KafkaContext): void {
  /** Joins with the id that the first answer promises. */
  const join = async (connection: RawKafka, input: JoinInput) => {
    const { memberId } = await connection.join(input);
    return connection.join({ ...input, memberId });
  };
  /** A group of one member in generation 1 that has its assignment. */
  const stableGroup = async (input: Partial<JoinInput> = {}) => {
    const groupId = kafka.name('group');
    const connection = await kafka.raw();
    const { memberId, generation } = await join(connection, { groupId, ...input });
    await connection.sync(groupId, generation, memberId, { [memberId]: 'all' });
    return { groupId, connection, memberId, generation };
  };
  /** The same with a second member, on a connection of its own, in generation 2. */
  const pair = async () => {
    const first = await stableGroup();
    const { groupId } = first;
    const second = await kafka.raw('second');
    const joining = join(second, { groupId });
    await until(async () => {
      const code = await first.connection.heartbeat(groupId, 1, first.memberId);
      return code === 27;
    }, 'the rebalance');
    const rejoined = await first.connection.join({ groupId, memberId: first.memberId });
    const joined = await joining;
    return { ...first, rejoined, second, joined };
  };

  describe('joining a group', () => {
    it.each<[what: string, code: number, input: Partial<JoinInput>]>([
      ['without a group id', 24, { groupId: '' }],
      ['with a session that is too short', 26, { sessionMs: 10 }],
      ['with a session that is too long', 26, { sessionMs: 99_999_999 }],
      ['without protocols', 23, { protocols: [] }],
      ['without a type of protocol', 23, { type: '' }],
      ['with an id that nobody gave out', 25, { memberId: 'invented' }],
    ])('is refused %s with code %i', async (_what, code, input) => {
      const connection = await kafka.raw();
      expect(await connection.join({ groupId: kafka.name('group'), ...input })).toMatchObject({ code });
    });

    it('takes two requests: the first answer carries the member id', async () => {
      const groupId = kafka.name('group');
      const connection = await kafka.raw();
      const promised = await connection.join({ groupId });
      expect(promised).toMatchObject({ code: 79, generation: -1 });
      expect(promised.memberId).toMatch(/^raw-[0-9a-f-]{36}$/);
      const joined = await connection.join({ groupId, memberId: promised.memberId });
      expect(joined).toMatchObject({ code: 0, generation: 1, protocol: 'RoundRobinAssigner' });
      expect(joined.leader).toBe(promised.memberId);
      expect(joined.members).toEqual([{ id: promised.memberId, metadata: Buffer.from('m') }]);
    });

    it('refuses a member that speaks another type or no common protocol', async () => {
      const { groupId } = await stableGroup();
      const other = await kafka.raw();
      expect((await other.join({ groupId, type: 'connect' })).code).toBe(23);
      const protocols = [{ name: 'other', metadata: Buffer.alloc(0) }];
      expect((await other.join({ groupId, protocols })).code).toBe(23);
    });

    it('gives the leader all members and the other none', async () => {
      const { rejoined, joined, memberId } = await pair();
      expect(rejoined).toMatchObject({ code: 0, generation: 2, leader: memberId });
      expect(rejoined.members.map(({ id }) => id).sort()).toEqual([memberId, joined.memberId].sort());
      expect(joined).toMatchObject({ code: 0, generation: 2, leader: memberId, members: [] });
    });

    it('keeps the generation when a follower joins again unchanged, not when the leader does', async () => {
      const { groupId, connection, memberId, second, joined } = await pair();
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

  describe('syncing and heartbeats', () => {
    it('hands out the assignment of the leader, again and again', async () => {
      const { groupId, connection, memberId } = await stableGroup();
      expect(await connection.sync(groupId, 1, memberId)).toEqual({ code: 0, assignment: 'all' });
    });

    it('accepts a heartbeat before the sync, but no commit', async () => {
      const topic = await kafka.topic();
      const groupId = kafka.name('group');
      const connection = await kafka.raw();
      const { memberId } = await join(connection, { groupId });
      expect(await connection.heartbeat(groupId, 1, memberId)).toBe(0);
      const commit = { groupId, generation: 1, memberId, topic, offset: 0 };
      expect(await connection.commit(commit)).toBe(27);
    });

    it('asks members to join again while a newcomer waits, and still takes their commits', async () => {
      const topic = await kafka.topic();
      const { groupId, connection, memberId } = await stableGroup();
      const second = await kafka.raw();
      const joining = join(second, { groupId });
      await until(async () => (await connection.heartbeat(groupId, 1, memberId)) === 27, 'the rebalance');
      expect((await connection.sync(groupId, 1, memberId)).code).toBe(27);
      const commit = { groupId, generation: 1, memberId, topic, offset: 0 };
      expect(await connection.commit(commit)).toBe(0);
      await connection.join({ groupId, memberId });
      expect((await joining).code).toBe(0);
    });

    it('refuses strangers, other generations and an empty group id', async () => {
      const { groupId, connection, memberId } = await stableGroup();
      expect(await connection.heartbeat(groupId, 1, 'stranger')).toBe(25);
      expect(await connection.heartbeat(groupId, 9, memberId)).toBe(22);
      expect(await connection.heartbeat(kafka.name('group'), 1, memberId)).toBe(25);
      expect(await connection.heartbeat('', 1, memberId)).toBe(24);
      expect((await connection.sync(groupId, 1, 'stranger')).code).toBe(25);
      expect((await connection.sync(groupId, 9, memberId)).code).toBe(22);
      expect((await connection.sync('', 1, memberId)).code).toBe(24);
    });
  });

  describe('leaving a group', () => {
    it('wakes the others, who go on in the next generation', async () => {
      const { groupId, connection, memberId, second, joined } = await pair();
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

    it('happens by itself when the session ends without a heartbeat', async () => {
      const { groupId, connection, memberId } = await stableGroup({ sessionMs: 1000 });
      await sleep(700);
      expect(await connection.heartbeat(groupId, 1, memberId)).toBe(0);
      await sleep(700);
      expect(await connection.heartbeat(groupId, 1, memberId)).toBe(0);
      await sleep(1700);
      expect(await connection.heartbeat(groupId, 1, memberId)).toBe(25);
      expect(await connection.describeGroup(groupId)).toMatchObject({ state: 'Empty', members: [] });
    });

    it('does not hold up a round that a lost member never joins', async () => {
      const { groupId, connection, memberId } = await stableGroup({ sessionMs: 1000, rebalanceMs: 1000 });
      const second = await kafka.raw();
      const startedAt = Date.now();
      const joined = await join(second, { groupId, rebalanceMs: 1000 });
      expect(joined).toMatchObject({ code: 0, generation: 2, leader: joined.memberId });
      expect(Date.now() - startedAt).toBeLessThan(4000);
      expect(await connection.heartbeat(groupId, 2, memberId)).toBe(25);
    });

    it('is refused to strangers', async () => {
      const connection = await kafka.raw();
      const groupId = kafka.name('group');
      expect(await connection.leave(groupId, ['x'])).toEqual({ code: 0, members: [{ id: 'x', code: 25 }] });
      expect((await connection.leave('', ['x'])).code).toBe(24);
    });
  });

  describe('offsets of a group', () => {
    it('takes commits of the present generation and of nobody else', async () => {
      const topic = await kafka.topic();
      const { groupId, connection, memberId } = await stableGroup();
      const commit = (generation: number, member: string) =>
        connection.commit({ groupId, generation, memberId: member, topic, offset: 4 });
      expect(await commit(1, memberId)).toBe(0);
      expect(await commit(2, memberId)).toBe(22);
      expect(await commit(1, 'stranger')).toBe(25);
      expect(await commit(-1, '')).toBe(25);
    });

    it('takes simple commits of a group without members, not those of a generation it never had', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const groupId = kafka.name('group');
      const ofGeneration = { groupId, generation: 3, memberId: 'gone', topic, offset: 1 };
      expect(await connection.commit(ofGeneration)).toBe(22);
      expect(await connection.commit({ groupId, topic, offset: 1 })).toBe(0);
      expect(await connection.commit(ofGeneration)).toBe(25);
    });

    it('refuses unknown places with 3 and metadata above 4 KB with 12', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const groupId = kafka.name('group');
      expect(await connection.commit({ groupId, topic: kafka.name(), offset: 1 })).toBe(3);
      expect(await connection.commit({ groupId, topic, partition: 5, offset: 1 })).toBe(3);
      expect(await connection.commit({ groupId, topic, offset: 1, metadata: 'm'.repeat(4097) })).toBe(12);
      expect(await connection.commit({ groupId, topic, offset: 1, metadata: 'm'.repeat(4096) })).toBe(0);
    });

    it('tells what was asked for, -1 where nothing was committed', async () => {
      const topic = await kafka.topic(2);
      const connection = await kafka.raw();
      const groupId = kafka.name('group');
      await connection.commit({ groupId, topic, offset: 7, metadata: 'note' });
      const { code, topics } = await connection.offsets(groupId, [{ topic, partitions: [0, 1] }]);
      expect(code).toBe(0);
      expect(given(topics[0]).partitions).toEqual([
        { number: 0, offset: 7, metadata: 'note', code: 0 },
        { number: 1, offset: -1, metadata: '', code: 0 },
      ]);
    });

    it('tells all of a group when asked for none in particular', async () => {
      const [one, two] = [await kafka.topic(), await kafka.topic()];
      const connection = await kafka.raw();
      const groupId = kafka.name('group');
      await connection.commit({ groupId, topic: one, offset: 1, metadata: null });
      await connection.commit({ groupId, topic: two, offset: 2 });
      const { topics } = await connection.offsets(groupId, null);
      const found = topics.map(({ name, partitions }) => [name, given(partitions[0]).offset]);
      expect(found.sort()).toEqual([
        [one, 1],
        [two, 2],
      ]);
      expect((await connection.offsets(kafka.name('group'), null)).topics).toEqual([]);
    });
  });

  describe('looking after groups', () => {
    it('describes a group in each of its states', async () => {
      const { groupId, connection, memberId } = await stableGroup();
      expect(await connection.describeGroup(groupId)).toEqual({
        code: 0,
        id: groupId,
        state: 'Stable',
        type: 'consumer',
        protocol: 'RoundRobinAssigner',
        members: [{ id: memberId, clientId: 'raw', host: '/127.0.0.1', metadata: 'm', assignment: 'all' }],
      });
      await connection.leave(groupId, [memberId]);
      expect(await connection.describeGroup(groupId)).toMatchObject({ state: 'Empty', members: [] });
      expect(await connection.describeGroup(kafka.name('group'))).toMatchObject({ code: 0, state: 'Dead' });
    });

    it('lists groups with members and with offsets only', async () => {
      const topic = await kafka.topic();
      const { groupId, connection } = await stableGroup();
      const simple = kafka.name('group');
      await connection.commit({ groupId: simple, topic, offset: 1 });
      const { code, groups } = await connection.listGroups();
      expect(code).toBe(0);
      expect(groups).toContainEqual({ id: groupId, type: 'consumer' });
      expect(groups).toContainEqual({ id: simple, type: '' });
    });

    it('deletes a group with its offsets, but none with members', async () => {
      const topic = await kafka.topic();
      const { groupId, connection, memberId } = await stableGroup();
      await connection.commit({ groupId, generation: 1, memberId, topic, offset: 3 });
      expect(await connection.deleteGroup(groupId)).toBe(68);
      await connection.leave(groupId, [memberId]);
      expect(await connection.deleteGroup(groupId)).toBe(0);
      expect(await connection.deleteGroup(groupId)).toBe(69);
      const { topics } = await connection.offsets(groupId, [{ topic, partitions: [0] }]);
      expect(given(given(topics[0]).partitions[0]).offset).toBe(-1);
    });
  });
}
