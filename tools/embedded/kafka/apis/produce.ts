import type { Appended } from '../log/append.ts';
import type { Partition, Topic } from '../log/topics.ts';
import type { Session } from '../access/session.ts';
import { BATCH_HEADER_BYTES, readHeader } from '../records/batch.ts';
import { onlyBatch } from '../records/validate.ts';
import { ErrorCode } from '../wire/error-codes.ts';
import { KafkaError } from '../wire/errors.ts';
import type { Reader } from '../wire/reader.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import {
  type ApiResponse,
  type Api,
  type Broker,
  CLOSE_CONNECTION,
  NO_RESPONSE,
  NO_THROTTLE,
} from './api.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

type PartitionData = { number: number; records: Buffer | null };
type TopicData = { name: string; partitions: PartitionData[] };
type ProduceRequest = { acks: number; topics: TopicData[] };
type PartitionResult = Outcome<Appended> & { number: number };

const NOT_APPENDED: Appended = { baseOffset: -1, startOffset: -1 };
/** The log append time, which is not supported. */
const NO_TIME = -1;
const ACKS_NONE = 0;
const ACKS = [-1, ACKS_NONE, 1];

export const produce: Api = {
  key: 0,
  name: 'Produce',
  minVersion: 7,
  maxVersion: 7,
  async handle(body, broker, { session }) {
    const request = readProduce(body);
    const results = await Promise.all(
      request.topics.map(async ({ name, partitions }) => ({
        name,
        partitions: await Promise.all(
          partitions.map((data) => appendTo(broker, request, name, data, session)),
        ),
      })),
    );
    if (request.acks === ACKS_NONE) return silence(results.flatMap(({ partitions }) => partitions));
    return writeResults(results);
  },
};

function readProduce(body: Reader): ProduceRequest {
  body.nullableString(); // transactional id: the bit in the batch decides
  const acks = body.int16();
  body.int32(); // timeout: an append waits only for the disk
  const readPartition = () => ({ number: body.int32(), records: body.nullableBytes() });
  const topics = body.array(() => ({ name: body.string(), partitions: body.array(readPartition) }));
  return { acks, topics };
}

async function appendTo(
  broker: Broker,
  request: ProduceRequest,
  topicName: string,
  { number, records }: PartitionData,
  session: Session,
): Promise<PartitionResult> {
  const find = () => {
    checkRequest(request);
    session.check('write', 'topic', topicName);
    const topic = broker.topics.find(topicName);
    const partition = topic?.partitions[number];
    if (topic === undefined || partition === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
    const batch = onlyBatch(records);
    if (!ACKS.includes(request.acks)) throw new KafkaError('INVALID_REQUIRED_ACKS');
    return { topic, partition, batch };
  };
  const { code, message, value } = await outcomeOf(find, undefined);
  if (value === undefined) return { number, code, message, value: NOT_APPENDED };
  return { number, ...(await appendBatch(broker, value)) };
}

/** As in Kafka, most errors of an append report the start offset of the log. */
async function appendBatch(
  { append }: Broker,
  { topic, partition, batch }: { topic: Topic; partition: Partition; batch: Buffer },
): Promise<Outcome<Appended>> {
  const { startOffset } = partition;
  const outcome = await outcomeOf(() => append(topic, partition, batch), { ...NOT_APPENDED, startOffset });
  return UNPLACED.has(outcome.code) ? { ...outcome, value: NOT_APPENDED } : outcome;
}

const UNPLACED: ReadonlySet<number> = new Set([
  ErrorCode.CORRUPT_MESSAGE,
  ErrorCode.MESSAGE_TOO_LARGE,
  ErrorCode.KAFKA_STORAGE_ERROR,
]);

/** Rejects transactional batches, because this broker has no transactions. */
function checkRequest({ topics }: ProduceRequest): void {
  const isOfTransaction = topics.some(({ partitions }) => partitions.some(isTransactional));
  if (isOfTransaction) throw new KafkaError('TRANSACTIONAL_ID_AUTHORIZATION_FAILED');
}

const isTransactional = ({ records }: PartitionData): boolean =>
  records !== null && records.length >= BATCH_HEADER_BYTES && readHeader(records).isTransactional;

/** With acks 0, closing the connection is the only signal of an error. */
const silence = (results: readonly PartitionResult[]): ApiResponse =>
  results.some(({ code }) => code !== ErrorCode.NONE) ? CLOSE_CONNECTION : NO_RESPONSE;

function writeResults(topics: readonly { name: string; partitions: readonly PartitionResult[] }[]): Writer {
  const response = createWriter();
  response.array(topics, ({ name, partitions }) => {
    response.string(name).array(partitions, ({ number, code, value }) => {
      response.int32(number).int16(code).int64(value.baseOffset);
      response.int64(NO_TIME).int64(value.startOffset);
    });
  });
  return response.int32(NO_THROTTLE);
}
