import { Kafka, logLevel, type ISocketFactory, type LogEntry } from 'kafkajs';
import { connect } from 'node:net';
import type { BusOptions } from '../bus.ts';
import type { Log } from '../log.ts';
import './mend-kafkajs.ts';

/** kafkajs calls every reconnect an error; whoever waits for the broker says so itself, so its words are for debugging. */
const quiet =
  (log: Log) =>
  () =>
  ({ log: { message, ...details } }: LogEntry) =>
    log.debug(details, `kafkajs: ${message}`);

/** kafkajs leaves Nagle's delay on: a heartbeat behind a waiting fetch would come up to 40 ms late. */
const connectAtOnce: ISocketFactory = ({ host, port, onConnect }) =>
  connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, onConnect);

export const createClient = ({ brokers, clientId, log }: BusOptions): Kafka =>
  new Kafka({
    clientId,
    brokers,
    connectionTimeout: 1_000,
    requestTimeout: 10_000,
    socketFactory: connectAtOnce,
    logLevel: logLevel.WARN,
    logCreator: quiet(log),
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3, factor: 0.1, multiplier: 2 },
  });
