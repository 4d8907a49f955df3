import { encoder, type RawConnection } from './frames.ts';
import { present } from '../present.ts';

type TopicInput = {
  name: string;
  partitions?: number;
  replication?: number;
  configs?: Record<string, string>;
};

/** Requests that create, change and empty topics. */
export function topicRequests(raw: RawConnection) {
  return {
    async createTopics(topics: TopicInput[]) {
      const body = encoder();
      body.array(topics, (topic) => {
        const { name, partitions = 1, replication = 1, configs = {} } = topic;
        const noAssignments = 0;
        body.string(name).int32(partitions).int16(replication).int32(noAssignments);
        body.array(Object.entries(configs), ([key, value]) => void body.string(key).string(value));
      });
      const response = await raw.request(19, 3, body.int32(10_000).int8(0).finish());
      response.int32();
      const results = response.list(() => ({
        name: present(response.string()),
        code: response.int16(),
        message: response.string(),
      }));
      return new Map(results.map(({ name, code }) => [name, code] as const));
    },

    async deleteRecords(topic: string, partition: number, before: number) {
      const body = encoder();
      body.array([topic], () => {
        body.string(topic).array([partition], () => void body.int32(partition).int64(before));
      });
      const response = await raw.request(21, 1, body.int32(10_000).finish());
      response.int32();
      const topics = response.list(() => {
        response.string();
        return response.list(() => {
          const number = response.int32();
          return { number, lowWatermark: response.int64(), code: response.int16() };
        });
      });
      return present(present(topics[0])[0]);
    },
  };
}
