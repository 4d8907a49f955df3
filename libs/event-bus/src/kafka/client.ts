import { Kafka, logLevel, type ISocketFactoryArgs, type LogEntry, type SASLOptions } from 'kafkajs';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import type { BusOptions } from '../bus.ts';
import type { Log } from '../log.ts';
import type { KafkaLogin } from './access.ts';
import './patch-kafkajs.ts';

const rejection = /authori[sz]ation failed|SASL.*authentication failed/i;

/** Whether Kafka rejected this login: it lacks a rule, or its password was changed. */
const isRejection = ({ message, error }: LogEntry['log']): boolean =>
  rejection.test(message) || (typeof error === 'string' && rejection.test(error));

/**
 * Log for kafkajs. It logs every reconnect as an error; our own code logs outages, so these messages become debug output.
 * Rejections are counted here, because kafkajs hides some of them: a rejected group is reported as a missing coordinator.
 */
const createLogCreator =
  (log: Log, onRejected: () => void) =>
  () =>
  ({ log: entry }: LogEntry) => {
    const { message, ...details } = entry;
    if (!isRejection(entry)) return log.debug(details, `kafkajs: ${message}`);
    onRejected();
    log.error(details, `Kafka rejected this login: ${message}`);
  };

const keepAliveDelayMs = 60_000;

function openSocket({ host, port, ssl, onConnect }: ISocketFactoryArgs): Socket {
  if (!ssl) return connect({ host, port }, onConnect);
  const serverName = isIP(host) ? {} : { servername: host };
  return connectByTls({ host, port, ...serverName, ...ssl }, onConnect);
}

/** Disables Nagle's algorithm, which would delay a heartbeat behind a waiting fetch by up to 40 ms. */
const openSocketWithoutDelay = (options: ISocketFactoryArgs): Socket =>
  openSocket(options).setNoDelay(true).setKeepAlive(true, keepAliveDelayMs);

const saslOf = ({ mechanism, ...login }: KafkaLogin): SASLOptions => {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...login };
    case 'scram-sha-256':
      return { mechanism, ...login };
    case 'scram-sha-512':
      return { mechanism, ...login };
  }
};

interface ClientOptions extends BusOptions {
  /** Called each time Kafka rejects this login. */
  onRejected?: () => void;
}

export const createClient = ({
  brokers,
  tls = false,
  login,
  clientId,
  log,
  onRejected = () => undefined,
}: ClientOptions): Kafka =>
  new Kafka({
    clientId,
    brokers,
    ssl: tls,
    ...(login && { sasl: saslOf(login) }),
    connectionTimeout: 1_000,
    requestTimeout: 10_000,
    socketFactory: openSocketWithoutDelay,
    logLevel: logLevel.WARN,
    logCreator: createLogCreator(log, onRejected),
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3, factor: 0.1, multiplier: 2 },
  });
