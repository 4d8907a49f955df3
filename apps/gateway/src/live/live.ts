import { gatewayLogin, liveGroupPrefix, liveServices, type Envelope } from '@kumbuka/contracts';
import { followEvents, type Following, type KafkaAccess } from '@kumbuka/event-bus/follow';
import type { Identity } from '@kumbuka/identity';
import type { Log } from '@kumbuka/runtime';
import { changeOf } from './changes.ts';
import { createStreams, type Streams } from './streams.ts';

/** Passes the events of the product to a listener. */
export type Follow = (onEvent: (event: Envelope) => void) => Following;

export interface Live {
  streams: Streams;
  start(): void;
  stop(): Promise<void>;
}

interface LiveOptions {
  kafka: KafkaAccess | null;
  identity: Pick<Identity, 'isCurrent'>;
  log: Log;
  now?: (() => number) | undefined;
  follow?: Follow | undefined;
}

const sweepMs = 1_000;
/** Changes of an account within this time are one message. */
const mergeMs = 40;

/** Reads the topics with a group of this process, because each process must tell its own streams. */
const followTopics =
  (kafka: KafkaAccess, log: Log): Follow =>
  (onEvent) =>
    followEvents({
      ...kafka,
      clientId: gatewayLogin,
      groupPrefix: liveGroupPrefix,
      services: liveServices,
      log,
      onEvent,
    });

const followNothing: Follow = () => ({ start: () => {}, stop: async () => {}, isReady: () => false });

/** Feeds the streams of this process with the events of the product. */
export function createLive({ kafka, identity, log, now, follow }: LiveOptions): Live {
  const source = follow ?? (kafka ? followTopics(kafka, log) : followNothing);
  let flushing: NodeJS.Timeout | null = null;
  const flush = () => {
    flushing = null;
    streams.flush();
  };
  const following = source((event) => {
    const change = changeOf(event);
    if (!change) return;
    streams.change(change);
    flushing ??= setTimeout(flush, mergeMs);
  });
  const streams = createStreams({
    isCurrent: identity.isCurrent,
    isFed: following.isReady,
    now,
  });
  let sweeping: NodeJS.Timeout | null = null;
  return {
    streams,
    start() {
      if (!kafka && !follow) log.warn({}, 'live updates are off, because KAFKA_BROKERS is not set');
      following.start();
      sweeping = setInterval(streams.sweep, sweepMs);
    },
    async stop() {
      if (sweeping) clearInterval(sweeping);
      if (flushing) clearTimeout(flushing);
      streams.close();
      await following.stop();
    },
  };
}
