import type { Session } from '../access/session.ts';
import { findSince, type TimedOffset } from '../log/read.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

type Requested = { number: number; timestamp: number };

const LATEST = -1;
const EARLIEST = -2;
const NOWHERE: TimedOffset = { timestamp: -1, offset: -1 };

export const listOffsets: Api = {
  key: 2,
  name: 'ListOffsets',
  minVersion: 3,
  maxVersion: 3,
  async handle(body, broker, { session }) {
    body.int32(); // replica id
    body.int8(); // isolation level: without transactions both levels are equal
    const readRequested = () => ({ number: body.int32(), timestamp: body.int64() });
    const topics = body.array(() => ({ name: body.string(), requested: body.array(readRequested) }));
    const found = await Promise.all(
      topics.map(async ({ name, requested }) => ({
        name,
        partitions: await locateAll(broker, session, name, requested),
      })),
    );
    const response = createWriter().int32(NO_THROTTLE);
    return response.array(found, ({ name, partitions }) => {
      response.string(name).array(partitions, ({ number, code, value }) => {
        response.int32(number).int16(code).int64(value.timestamp).int64(value.offset);
      });
    });
  },
};

const locateAll = (broker: Broker, session: Session, topic: string, requested: readonly Requested[]) =>
  Promise.all(
    requested.map(async ({ number, timestamp }) => ({
      number,
      ...(await outcomeOf(() => {
        session.check('describe', 'topic', topic);
        return locate(broker, topic, number, timestamp);
      }, NOWHERE)),
    })),
  );

function locate(broker: Broker, topic: string, number: number, timestamp: number): TimedOffset {
  const partition = broker.topics.partition(topic, number);
  if (partition === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  if (timestamp === LATEST) return { timestamp: -1, offset: partition.highWatermark };
  if (timestamp === EARLIEST) return { timestamp: -1, offset: partition.startOffset };
  if (timestamp < 0) throw new KafkaError('UNSUPPORTED_VERSION'); // special times of later versions
  return findSince(broker.rows.batches, partition, timestamp) ?? NOWHERE;
}
