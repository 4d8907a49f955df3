import type { Appended } from '../log/append.ts';
import { BATCH_HEADER_BYTES, readHeader } from '../records/batch.ts';
import { ErrorCode } from '../wire/error-codes.ts';
import { KafkaError } from '../wire/errors.ts';
import type { Reader } from '../wire/reader.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import { type Answer, type Api, type Broker, HANG_UP, NO_ANSWER, NO_THROTTLE } from './api.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

type PartitionData = { number: number; records: Buffer | null };
type TopicData = { name: string; partitions: PartitionData[] };
type ProduceRequest = { transactionalId: string | null; acks: number; topics: TopicData[] };
type PartitionResult = Outcome<Appended> & { number: number };

const NOT_APPENDED: Appended = { baseOffset: -1, logAppendTime: -1, startOffset: -1 };
const ACKS_NONE = 0;
const ACKS = [-1, ACKS_NONE, 1];

export const produce: Api = {
  key: 0,
  name: 'Produce',
  minVersion: 7,
  maxVersion: 7,
  async handle(body, broker) {
    const request = readProduce(body);
    const results = await Promise.all(
      request.topics.map(async ({ name, partitions }) => ({
        name,
        partitions: await Promise.all(partitions.map((data) => appendTo(broker, request, name, data))),
      })),
    );
    if (request.acks === ACKS_NONE) return silence(results.flatMap(({ partitions }) => partitions));
    return writeResults(results);
  },
};

function readProduce(body: Reader): ProduceRequest {
  const transactionalId = body.nullableString();
  const acks = body.int16();
  body.int32(); // timeout: an append waits for its own disk only
  const readPartition = () => ({ number: body.int32(), records: body.nullableBytes() });
  const topics = body.array(() => ({ name: body.string(), partitions: body.array(readPartition) }));
  return { transactionalId, acks, topics };
}

async function appendTo(
  broker: Broker,
  request: ProduceRequest,
  topicName: string,
  { number, records }: PartitionData,
): Promise<PartitionResult> {
  const append = () => {
    checkRequest(request);
    const topic = broker.topics.find(topicName);
    const partition = topic?.partitions[number];
    if (topic === undefined || partition === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
    broker.coldStart.checkLeader();
    return broker.append(topic, partition, records);
  };
  return { number, ...(await outcomeOf(append, NOT_APPENDED)) };
}

/** Transactions do not exist here, so nobody is authorized for a batch of one. */
function checkRequest({ acks, transactionalId, topics }: ProduceRequest): void {
  const isOfTransaction = topics.some(({ partitions }) => partitions.some(isTransactional));
  if (transactionalId !== null || isOfTransaction)
    throw new KafkaError('TRANSACTIONAL_ID_AUTHORIZATION_FAILED');
  if (!ACKS.includes(acks)) throw new KafkaError('INVALID_REQUIRED_ACKS');
}

const isTransactional = ({ records }: PartitionData): boolean =>
  records !== null && records.length >= BATCH_HEADER_BYTES && readHeader(records).isTransactional;

/** Without an answer the only way to tell of an error is to hang up. */
const silence = (results: readonly PartitionResult[]): Answer =>
  results.some(({ code }) => code !== ErrorCode.NONE) ? HANG_UP : NO_ANSWER;

function writeResults(topics: readonly { name: string; partitions: readonly PartitionResult[] }[]): Writer {
  const answer = createWriter();
  answer.array(topics, ({ name, partitions }) => {
    answer.string(name).array(partitions, ({ number, code, value }) => {
      answer.int32(number).int16(code).int64(value.baseOffset);
      answer.int64(value.logAppendTime).int64(value.startOffset);
    });
  });
  return answer.int32(NO_THROTTLE);
}
