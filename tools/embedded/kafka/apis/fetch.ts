import type { Session } from '../access/session.ts';
import { readBytes } from '../log/read.ts';
import type { Partition } from '../log/topics.ts';
import { ErrorCode } from '../wire/error-codes.ts';
import { KafkaError } from '../wire/errors.ts';
import type { Reader } from '../wire/reader.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE, type Request } from './api.ts';

type Requested = { number: number; leaderEpoch: number; offset: number; maxBytes: number };
type RequestedTopic = { name: string; partitions: Requested[] };
type FetchRequest = {
  maxWaitMs: number;
  minBytes: number;
  maxBytes: number;
  isReadCommitted: boolean;
  hasSession: boolean;
  topics: RequestedTopic[];
};
type Found = { number: number; code: number; highWatermark: number; startOffset: number; records: Buffer };
type FoundTopic = { name: string; partitions: Found[] };
type Collected = { topics: FoundTopic[]; bytes: number; hasError: boolean };

const NOTHING = Buffer.alloc(0);
const UNKNOWN = -1;
const LEADER_EPOCH = 0;
const ANY_EPOCH = -1;
const NO_SESSION = 0;

export const fetch: Api = {
  key: 1,
  name: 'Fetch',
  minVersion: 11,
  maxVersion: 11,
  async handle(body, broker, request) {
    const requested = readFetch(body);
    if (requested.hasSession) return writeResponse(requested, ErrorCode.FETCH_SESSION_ID_NOT_FOUND, []);
    return writeResponse(requested, ErrorCode.NONE, await collectOrWait(broker, requested, request));
  },
};

function readFetch(body: Reader): FetchRequest {
  body.int32(); // replica id
  const maxWaitMs = body.int32();
  const minBytes = body.int32();
  const maxBytes = body.int32();
  const isReadCommitted = body.int8() === 1;
  const hasSession = body.int32() !== NO_SESSION;
  body.int32(); // session epoch: the broker has no fetch sessions, so every response is complete
  const topics = body.array(() => ({
    name: body.string(),
    partitions: body.array(() => readRequested(body)),
  }));
  return { maxWaitMs, minBytes, maxBytes, isReadCommitted, hasSession, topics };
}

function readRequested(body: Reader): Requested {
  const number = body.int32();
  const leaderEpoch = body.int32();
  const offset = body.int64();
  body.int64(); // log start offset of a follower
  return { number, leaderEpoch, offset, maxBytes: body.int32() };
}

/** Returns at once with enough bytes, an error or no topics; otherwise waits for the next message. */
async function collectOrWait(
  broker: Broker,
  requested: FetchRequest,
  request: Request,
): Promise<FoundTopic[]> {
  const deadline = performance.now() + requested.maxWaitMs;
  for (;;) {
    const collected = collect(broker, requested, request.session);
    const isEnough =
      collected.bytes >= requested.minBytes || collected.hasError || requested.topics.length === 0;
    if (isEnough || performance.now() >= deadline) return collected.topics;
    const isClosed = await nextMessage(partitionsOf(broker, requested), deadline, request);
    if (isClosed) return [];
  }
}

const partitionsOf = ({ topics }: Broker, requested: FetchRequest): Partition[] =>
  requested.topics.flatMap(({ name, partitions }) =>
    partitions.map(({ number }) => topics.partition(name, number)).filter((found) => found !== undefined),
  );

function nextMessage(partitions: readonly Partition[], deadline: number, request: Request): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isClosed: boolean) => {
      clearTimeout(timer);
      forgetClient();
      for (const { watchers } of partitions) watchers.delete(wake);
      resolve(isClosed);
    };
    const wake = () => finish(false);
    const forgetClient = request.onClose(() => finish(true));
    // Timers may fire a millisecond early, so one more avoids a second iteration.
    const timer = setTimeout(wake, Math.max(0, deadline - performance.now()) + 1);
    for (const { watchers } of partitions) watchers.add(wake);
  });
}

function collect(broker: Broker, requested: FetchRequest, session: Session): Collected {
  const readOne = readerFor(broker, session);
  let bytes = 0;
  let hasError = false;
  const readPartition = (topic: string, part: Requested): Found => {
    const found = readOne(topic, part, requested.maxBytes - bytes, bytes === 0);
    bytes += found.records.length;
    hasError ||= found.code !== ErrorCode.NONE;
    return found;
  };
  const topics = requested.topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.map((part) => readPartition(name, part)),
  }));
  return { topics, bytes, hasError };
}

const readerFor =
  (broker: Broker, session: Session) =>
  (topic: string, requested: Requested, budget: number, isFirst: boolean): Found => {
    try {
      session.check('read', 'topic', topic);
      const partition = checked(broker, topic, requested);
      const maxBytes = Math.min(requested.maxBytes, Math.max(0, budget));
      const records = readBytes(broker.rows.batches, partition, requested.offset, maxBytes, isFirst);
      const { highWatermark, startOffset } = partition;
      return { number: requested.number, code: ErrorCode.NONE, highWatermark, startOffset, records };
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
      const nowhere = { highWatermark: UNKNOWN, startOffset: UNKNOWN, records: NOTHING };
      return { number: requested.number, code: error.kafkaCode, ...nowhere };
    }
  };

function checked(broker: Broker, topic: string, { number, offset, leaderEpoch }: Requested): Partition {
  const partition = broker.topics.partition(topic, number);
  if (partition === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  if (leaderEpoch !== ANY_EPOCH && leaderEpoch > LEADER_EPOCH) throw new KafkaError('UNKNOWN_LEADER_EPOCH');
  if (offset < partition.startOffset || offset > partition.highWatermark)
    throw new KafkaError('OFFSET_OUT_OF_RANGE');
  return partition;
}

function writeResponse(
  { isReadCommitted }: FetchRequest,
  code: number,
  topics: readonly FoundTopic[],
): Writer {
  const bytes = topics.flatMap(({ partitions }) => partitions).reduce((sum, p) => sum + p.records.length, 0);
  const response = createWriter(bytes + 1024);
  response.int32(NO_THROTTLE).int16(code).int32(NO_SESSION);
  return response.array(topics, ({ name, partitions }) => {
    response.string(name).array(partitions, (found) => writeFound(response, found, isReadCommitted));
  });
}

function writeFound(response: Writer, found: Found, isReadCommitted: boolean): void {
  const { number, code, highWatermark, startOffset, records } = found;
  response.int32(number).int16(code).int64(highWatermark).int64(highWatermark).int64(startOffset);
  const isWithAborted = isReadCommitted && code === ErrorCode.NONE;
  response.array(isWithAborted ? [] : null, () => undefined);
  response.int32(UNKNOWN).bytes(records); // no preferred read replica
}
