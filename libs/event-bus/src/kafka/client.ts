import { Kafka, logLevel, type ISocketFactoryArgs, type LogEntry, type SASLOptions } from 'kafkajs';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import type { BusOptions } from '../bus.ts';
import type { Log } from '../log.ts';
import type { KafkaLogin } from './access.ts';
import './mend-kafkajs.ts';

const refusal = /authori[sz]ation failed|SASL.*authentication failed/i;

/** Whether Kafka refused this login: it lacks a rule, or its password was changed. */
const isRefusal = ({ message, error }: LogEntry['log']): boolean =>
  refusal.test(message) || (typeof error === 'string' && refusal.test(error));

/**
 * kafkajs logs every reconnect as an error. The code that waits for the broker logs that itself, so its
 * messages are debug output. Refusals are read here, because kafkajs hides some of them behind other errors:
 * a group that is refused becomes a coordinator that was not found.
 */
const quiet =
  (log: Log, onRefused: () => void) =>
  () =>
  ({ log: entry }: LogEntry) => {
    const { message, ...details } = entry;
    if (!isRefusal(entry)) return log.debug(details, `kafkajs: ${message}`);
    onRefused();
    log.error(details, `Kafka refused this login: ${message}`);
  };

const keepAliveDelayMs = 60_000;

function openSocket({ host, port, ssl, onConnect }: ISocketFactoryArgs): Socket {
  if (!ssl) return connect({ host, port }, onConnect);
  const named = isIP(host) ? {} : { servername: host };
  return connectByTls({ host, port, ...named, ...ssl }, onConnect);
}

/** Disables Nagle's algorithm: a heartbeat behind a waiting fetch would be delayed by up to 40 ms. */
const connectAtOnce = (options: ISocketFactoryArgs): Socket =>
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
  /** Called each time Kafka refuses this login. */
  onRefused?: () => void;
}

export const createClient = ({
  brokers,
  tls = false,
  login,
  clientId,
  log,
  onRefused = () => undefined,
}: ClientOptions): Kafka =>
  new Kafka({
    clientId,
    brokers,
    ssl: tls,
    ...(login && { sasl: saslOf(login) }),
    connectionTimeout: 1_000,
    requestTimeout: 10_000,
    socketFactory: connectAtOnce,
    logLevel: logLevel.WARN,
    logCreator: quiet(log, onRefused),
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3, factor: 0.1, multiplier: 2 },
  });
