import type { Session } from '../access/session.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

type Requested = { number: number; timestamp: number };

const LATEST = -1;
const EARLIEST = -2;
const NOWHERE = -1;
/** Time of an offset that was not found by time. */
const NO_TIME = -1;

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
        response.int32(number).int16(code).int64(NO_TIME).int64(value);
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

function locate(broker: Broker, topic: string, number: number, timestamp: number): number {
  const partition = broker.topics.partition(topic, number);
  if (partition === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  if (timestamp === LATEST) return partition.highWatermark;
  if (timestamp === EARLIEST) return partition.startOffset;
  throw new KafkaError('UNSUPPORTED_VERSION', 'Offsets by time are not supported.');
}
