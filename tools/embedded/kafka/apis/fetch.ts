import type { Session } from '../access/session.ts';
import { readBytes } from '../log/read.ts';
import type { Partition } from '../log/topics.ts';
import { ErrorCode } from '../wire/error-codes.ts';
import { KafkaError } from '../wire/errors.ts';
import type { Reader } from '../wire/reader.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE, type Request } from './api.ts';

type Wanted = { number: number; leaderEpoch: number; offset: number; maxBytes: number };
type WantedTopic = { name: string; partitions: Wanted[] };
type FetchRequest = {
  maxWaitMs: number;
  minBytes: number;
  maxBytes: number;
  isReadCommitted: boolean;
  hasSession: boolean;
  topics: WantedTopic[];
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
    const wanted = readFetch(body);
    if (wanted.hasSession) return writeAnswer(wanted, ErrorCode.FETCH_SESSION_ID_NOT_FOUND, []);
    return writeAnswer(wanted, ErrorCode.NONE, await collectOrWait(broker, wanted, request));
  },
};

function readFetch(body: Reader): FetchRequest {
  body.int32(); // replica id
  const maxWaitMs = body.int32();
  const minBytes = body.int32();
  const maxBytes = body.int32();
  const isReadCommitted = body.int8() === 1;
  const hasSession = body.int32() !== NO_SESSION;
  body.int32(); // session epoch: every answer is complete, no session is ever given out
  const topics = body.array(() => ({ name: body.string(), partitions: body.array(() => readWanted(body)) }));
  return { maxWaitMs, minBytes, maxBytes, isReadCommitted, hasSession, topics };
}

function readWanted(body: Reader): Wanted {
  const number = body.int32();
  const leaderEpoch = body.int32();
  const offset = body.int64();
  body.int64(); // log start offset of a follower
  return { number, leaderEpoch, offset, maxBytes: body.int32() };
}

/** Answers at once with enough bytes, an error or nothing to wait for; else waits for the next message. */
async function collectOrWait(broker: Broker, wanted: FetchRequest, request: Request): Promise<FoundTopic[]> {
  const deadline = performance.now() + wanted.maxWaitMs;
  for (;;) {
    const collected = collect(broker, wanted, request.session);
    const isEnough = collected.bytes >= wanted.minBytes || collected.hasError || wanted.topics.length === 0;
    if (isEnough || performance.now() >= deadline) return collected.topics;
    const isGone = await nextMessage(partitionsOf(broker, wanted), deadline, request);
    if (isGone) return [];
  }
}

const partitionsOf = ({ topics }: Broker, wanted: FetchRequest): Partition[] =>
  wanted.topics.flatMap(({ name, partitions }) =>
    partitions.map(({ number }) => topics.partition(name, number)).filter((found) => found !== undefined),
  );

function nextMessage(partitions: readonly Partition[], deadline: number, request: Request): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isGone: boolean) => {
      clearTimeout(timer);
      forgetClient();
      for (const { watchers } of partitions) watchers.delete(wake);
      resolve(isGone);
    };
    const wake = () => finish(false);
    const forgetClient = request.onGone(() => finish(true));
    // Timers may fire a millisecond early by the clock; one more avoids a second round.
    const timer = setTimeout(wake, Math.max(0, deadline - performance.now()) + 1);
    for (const { watchers } of partitions) watchers.add(wake);
  });
}

function collect(broker: Broker, wanted: FetchRequest, session: Session): Collected {
  const readOne = readerFor(broker, session);
  let bytes = 0;
  let hasError = false;
  const readPartition = (topic: string, part: Wanted): Found => {
    const found = readOne(topic, part, wanted.maxBytes - bytes, bytes === 0);
    bytes += found.records.length;
    hasError ||= found.code !== ErrorCode.NONE;
    return found;
  };
  const topics = wanted.topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.map((part) => readPartition(name, part)),
  }));
  return { topics, bytes, hasError };
}

const readerFor =
  (broker: Broker, session: Session) =>
  (topic: string, wanted: Wanted, budget: number, isFirst: boolean): Found => {
    try {
      session.check('read', 'topic', topic);
      const partition = checked(broker, topic, wanted);
      const maxBytes = Math.min(wanted.maxBytes, Math.max(0, budget));
      const records = readBytes(broker.rows.batches, partition, wanted.offset, maxBytes, isFirst);
      const { highWatermark, startOffset } = partition;
      return { number: wanted.number, code: ErrorCode.NONE, highWatermark, startOffset, records };
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
      const nowhere = { highWatermark: UNKNOWN, startOffset: UNKNOWN, records: NOTHING };
      return { number: wanted.number, code: error.kafkaCode, ...nowhere };
    }
  };

function checked(broker: Broker, topic: string, { number, offset, leaderEpoch }: Wanted): Partition {
  const partition = broker.topics.partition(topic, number);
  if (partition === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  broker.coldStart.checkLeader();
  if (leaderEpoch !== ANY_EPOCH && leaderEpoch > LEADER_EPOCH) throw new KafkaError('UNKNOWN_LEADER_EPOCH');
  if (offset < partition.startOffset || offset > partition.highWatermark)
    throw new KafkaError('OFFSET_OUT_OF_RANGE');
  return partition;
}

function writeAnswer({ isReadCommitted }: FetchRequest, code: number, topics: readonly FoundTopic[]): Writer {
  const bytes = topics.flatMap(({ partitions }) => partitions).reduce((sum, p) => sum + p.records.length, 0);
  const answer = createWriter(bytes + 1024);
  answer.int32(NO_THROTTLE).int16(code).int32(NO_SESSION);
  return answer.array(topics, ({ name, partitions }) => {
    answer.string(name).array(partitions, (found) => writeFound(answer, found, isReadCommitted));
  });
}

function writeFound(answer: Writer, found: Found, isReadCommitted: boolean): void {
  const { number, code, highWatermark, startOffset, records } = found;
  answer.int32(number).int16(code).int64(highWatermark).int64(highWatermark).int64(startOffset);
  const isWithAborted = isReadCommitted && code === ErrorCode.NONE;
  answer.array(isWithAborted ? [] : null, () => undefined);
  answer.int32(UNKNOWN).bytes(records); // no other replica to prefer
}
