import { encoder, type RawConnection } from './frames.ts';

/** Initial requests of a client: versions, brokers, topics. */
export function clusterRequests(raw: RawConnection) {
  return {
    async apiVersions(version = 2) {
      // From version 3 on: no tags in the header; name and version of the client's software; no tags.
      const body = version >= 3 ? Buffer.from([0, 2, 0x61, 2, 0x62, 0]) : Buffer.alloc(0);
      const response = await raw.request(18, version, body);
      const code = response.int16();
      const readRange = () => ({ key: response.int16(), min: response.int16(), max: response.int16() });
      return { code, ranges: response.list(readRange) };
    },

    async metadata(topics: string[] | null, mayCreate = false) {
      const body = encoder();
      body.array(topics, (name) => void body.string(name));
      const response = await raw.request(3, 6, body.int8(mayCreate ? 1 : 0).finish());
      response.int32();
      const readBroker = () => ({
        id: response.int32(),
        host: response.string(),
        port: response.int32(),
        rack: response.string(),
      });
      const brokers = response.list(readBroker);
      const clusterId = response.string();
      const controller = response.int32();
      const readPartition = () => ({
        code: response.int16(),
        number: response.int32(),
        leader: response.int32(),
        replicas: response.list(response.int32),
        inSync: response.list(response.int32),
        offline: response.list(response.int32),
      });
      const readTopic = () => ({
        code: response.int16(),
        name: response.string(),
        isInternal: response.int8() === 1,
        partitions: response.list(readPartition),
      });
      return { brokers, clusterId, controller, topics: response.list(readTopic) };
    },
  };
}
