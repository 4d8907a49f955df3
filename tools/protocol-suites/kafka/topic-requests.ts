import { encoder, type RawConnection } from './frames.ts';
import { given } from '../given.ts';

type TopicInput = {
  name: string;
  partitions?: number;
  replication?: number;
  configs?: Record<string, string>;
  assignments?: number[][];
};

/** Making and emptying topics. */
export function topicRequests(raw: RawConnection) {
  return {
    async createTopics(topics: TopicInput[], isTrial = false) {
      const body = encoder();
      body.array(topics, (topic) => {
        const { name, partitions = 1, replication = 1, configs = {}, assignments = [] } = topic;
        body.string(name).int32(partitions).int16(replication);
        body.array(assignments, (nodes) => {
          body.int32(assignments.indexOf(nodes)).array(nodes, (node) => void body.int32(node));
        });
        body.array(Object.entries(configs), ([key, value]) => void body.string(key).string(value));
      });
      const answer = await raw.request(
        19,
        3,
        body
          .int32(10_000)
          .int8(isTrial ? 1 : 0)
          .finish(),
      );
      answer.int32();
      const results = answer.list(() => ({
        name: given(answer.string()),
        code: answer.int16(),
        message: answer.string(),
      }));
      return new Map(results.map(({ name, code }) => [name, code] as const));
    },

    async deleteTopics(names: string[]) {
      const body = encoder();
      body.array(names, (name) => void body.string(name));
      const answer = await raw.request(20, 1, body.int32(10_000).finish());
      answer.int32();
      return new Map(answer.list(() => [given(answer.string()), answer.int16()] as const));
    },

    async deleteRecords(topic: string, partition: number, before: number) {
      const body = encoder();
      body.array([topic], () => {
        body.string(topic).array([partition], () => void body.int32(partition).int64(before));
      });
      const answer = await raw.request(21, 1, body.int32(10_000).finish());
      answer.int32();
      const topics = answer.list(() => {
        answer.string();
        return answer.list(() => {
          const number = answer.int32();
          return { number, lowWatermark: answer.int64(), code: answer.int16() };
        });
      });
      return given(given(topics[0])[0]);
    },

    async createPartitions(topic: string, count: number, isTrial = false) {
      const body = encoder();
      body.array([topic], () => void body.string(topic).int32(count).int32(-1));
      const answer = await raw.request(
        37,
        1,
        body
          .int32(10_000)
          .int8(isTrial ? 1 : 0)
          .finish(),
      );
      answer.int32();
      const readResult = () => ({ name: answer.string(), code: answer.int16(), message: answer.string() });
      return given(answer.list(readResult)[0]).code;
    },
  };
}
