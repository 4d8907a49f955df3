import { encoder, type RawConnection } from './frames.ts';

/** What a client asks first: versions, brokers, topics. */
export function clusterRequests(raw: RawConnection) {
  return {
    async apiVersions(version = 2) {
      // From version 3 on: no tags in the header; name and version of the client's software; no tags.
      const body = version >= 3 ? Buffer.from([0, 2, 0x61, 2, 0x62, 0]) : Buffer.alloc(0);
      const answer = await raw.request(18, version, body);
      const code = answer.int16();
      const readRange = () => ({ key: answer.int16(), min: answer.int16(), max: answer.int16() });
      return { code, ranges: answer.list(readRange) };
    },

    async metadata(topics: string[] | null, mayCreate = false) {
      const body = encoder();
      body.array(topics, (name) => void body.string(name));
      const answer = await raw.request(3, 6, body.int8(mayCreate ? 1 : 0).finish());
      answer.int32();
      const readBroker = () => ({
        id: answer.int32(),
        host: answer.string(),
        port: answer.int32(),
        rack: answer.string(),
      });
      const brokers = answer.list(readBroker);
      const clusterId = answer.string();
      const controller = answer.int32();
      const readPartition = () => ({
        code: answer.int16(),
        number: answer.int32(),
        leader: answer.int32(),
        replicas: answer.list(answer.int32),
        inSync: answer.list(answer.int32),
        offline: answer.list(answer.int32),
      });
      const readTopic = () => ({
        code: answer.int16(),
        name: answer.string(),
        isInternal: answer.int8() === 1,
        partitions: answer.list(readPartition),
      });
      return { brokers, clusterId, controller, topics: answer.list(readTopic) };
    },
  };
}
