import type { EachBatchPayload, IHeaders } from 'kafkajs';
import type { ReceivedMessage } from '../bus.ts';

const textOf = (value: Buffer | string | (Buffer | string)[] | null | undefined) =>
  String((Array.isArray(value) ? value[0] : value) ?? '');

const headersOf = (headers: IHeaders = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(value)]));

export const receivedFrom = ({
  batch: { topic, partition, messages },
}: EachBatchPayload): ReceivedMessage[] =>
  messages.map(({ offset, key, value, headers }) => ({
    topic,
    partition,
    offset,
    key: textOf(key),
    value: textOf(value),
    headers: headersOf(headers),
    raw: { key, value },
  }));
