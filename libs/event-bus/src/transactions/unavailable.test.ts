import { ProductError, Unavailable } from '@kumbuka/contracts';
import kafkajs from 'kafkajs';
import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { isUnavailable } from './unavailable.ts';

const { mongo } = mongoose;
const serverError = (code: number, message: string, more: object = {}) =>
  new mongo.MongoServerError({ code, message, ...more });
const named = (name: string, message = name) => Object.assign(new Error(message), { name });

it.each(['ENOSPC', 'EDQUOT'])(
  'a file that cannot be written because of %s is an outage of the disk',
  (code) => expect(isUnavailable(Object.assign(new Error('write'), { code }))).toBe(true),
);

describe('an outage of MongoDB', () => {
  it.each([
    [6, 'the host cannot be reached'],
    [7, 'the host is not found'],
    [50, 'the operation took longer than it may'],
    [64, 'the majority did not confirm in time'],
    [89, 'the network timed out'],
    [91, 'the server is shutting down'],
    [100, 'too few members are there to confirm'],
    [189, 'the primary has stepped down'],
    [262, 'the time limit is exceeded'],
    [9001, 'a socket broke'],
    [10107, 'this is no longer the primary'],
    [11600, 'interrupted at shutdown'],
    [11601, 'operation was interrupted'],
    [11602, 'interrupted by a change of roles'],
    [13435, 'this is a secondary'],
    [13436, 'this member is not ready'],
    [14031, 'its disk is full'],
  ])('MongoDB is unavailable after error %i: %s', (code, message) =>
    expect(isUnavailable(serverError(code, message))).toBe(true),
  );

  it('MongoDB is unavailable when the majority did not confirm a write', () => {
    const writeConcernError = { code: 64, errmsg: 'waiting for replication timed out' };
    const error = new mongo.MongoWriteConcernError({ ok: 1, writeConcernError });
    expect(isUnavailable(error)).toBe(true);
  });

  it.each(['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'])(
    'MongoDB is unavailable after an error with the label %s',
    (label) => expect(isUnavailable(serverError(1, 'not now', { errorLabels: [label] }))).toBe(true),
  );

  it.each([
    ['a socket timed out', new mongo.MongoNetworkTimeoutError('connection 4 timed out')],
    ['a socket closed', new mongo.MongoNetworkError('connection 4 closed')],
    ['nothing is connected', new mongo.MongoNotConnectedError('not connected')],
    ['the client is closed', new mongo.MongoTopologyClosedError()],
    ['no server is found', named('MongoServerSelectionError')],
    ['no connection becomes free', named('MongoWaitQueueTimeoutError')],
    ['the pool was cleared', named('MongoPoolClearedError')],
    ['the pool was cleared during a command', named('PoolClearedOnNetworkError')],
    ['the pool is closed', named('MongoPoolClosedError')],
    ['the driver gave up', named('MongoOperationTimeoutError')],
    ['it was never reached', named('MongooseServerSelectionError')],
    ['mongoose is not connected', named('MongooseError', 'Cannot call `find` before initial connection')],
  ])('MongoDB is unavailable when %s', (_what, error) => expect(isUnavailable(error)).toBe(true));

  it('MongoDB is not unavailable after a duplicate key, an invalid document or an unknown cursor', () => {
    for (const code of [43, 121, 11000]) expect(isUnavailable(serverError(code, 'no'))).toBe(false);
  });
});

describe('an outage of Redis', () => {
  it.each([
    ['the connection closed', new Error('Connection is closed.')],
    ['a command timed out', new Error('Command timed out')],
    ['nothing is connected', new Error("Stream isn't writeable and enableOfflineQueue options is false")],
    ['all retries failed', named('MaxRetriesPerRequestError')],
    ['it is loading', named('ReplyError', 'LOADING Redis is loading the dataset in memory')],
    ['it became a replica', named('ReplyError', "READONLY You can't write against a read only replica.")],
  ])('Redis is unavailable when %s', (_what, error) => expect(isUnavailable(error)).toBe(true));

  it('Redis is not unavailable when a command is wrong', () =>
    expect(isUnavailable(named('ReplyError', 'ERR wrong number of arguments'))).toBe(false));
});

const protocolError = (type: string, code: number, retriable: boolean) =>
  new kafkajs.KafkaJSProtocolError(Object.assign(new Error(type), { type, code, retriable }));
const tried = { retryCount: 3, retryTime: 700 };

describe('an outage of Kafka', () => {
  it.each([
    ['the coordinator of a group is loading', protocolError('GROUP_LOAD_IN_PROGRESS', 14, true)],
    [
      'a partition has no leader after all attempts',
      new kafkajs.KafkaJSNumberOfRetriesExceeded(protocolError('NOT_LEADER_FOR_PARTITION', 6, true), tried),
    ],
    ['it cannot be reached', new kafkajs.KafkaJSConnectionError('connect ECONNREFUSED')],
  ])('Kafka is unavailable when %s', (_what, error) => expect(isUnavailable(error)).toBe(true));

  it('Kafka is not unavailable when it forbids an operation', () =>
    expect(isUnavailable(protocolError('TOPIC_AUTHORIZATION_FAILED', 29, false))).toBe(false));
});

describe('an outage of another process', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'UND_ERR_HEADERS_TIMEOUT'])(
    'another process is unavailable after %s, however deep the cause',
    (code) => {
      const cause = Object.assign(new Error(code), { code });
      expect(isUnavailable(new TypeError('fetch failed', { cause }))).toBe(true);
    },
  );
  it('another process is unavailable when it responds with UNAVAILABLE', () =>
    expect(isUnavailable(new Unavailable())).toBe(true));
  it('another process is unavailable after a timeout', () =>
    expect(isUnavailable(new DOMException('timed out', 'TimeoutError'))).toBe(true));
  it('another process is not unavailable when it rejected a request or our own code is wrong', () => {
    expect(isUnavailable(new ProductError('DECK_NOT_FOUND'))).toBe(false);
    expect(isUnavailable(new TypeError('x is undefined'))).toBe(false);
    expect(isUnavailable('unavailable')).toBe(false);
  });
});
