interface Subscriber {
  connect(): Promise<unknown>;
  subscribe(channel: string): Promise<unknown>;
  on(event: 'ready' | 'message', listener: () => void): unknown;
  disconnect(): void;
}

/**
 * Redis pub/sub between the instances of a service; the Redis connection of the service kit implements it.
 */
export interface NudgeChannel {
  client: { publish(channel: string, message: string): Promise<unknown> };
  /** Separate connection for subscriptions. */
  another(): Subscriber;
}

const channelOf = (service: string) => `kumbuka:nudge:${service}`;

/** Notifies the other instances of waiting events. While Redis is unreachable the nudge is lost; polling finds the events. */
export function sendNudge({ client }: NudgeChannel, service: string): void {
  client.publish(channelOf(service), '').catch(() => undefined);
}

/** Listens for nudges of other instances and resubscribes after an outage. The returned function stops it. */
export function listenForNudges(redis: NudgeChannel, service: string, onNudge: () => void): () => void {
  const subscriber = redis.another();
  subscriber.on('ready', () => void subscriber.subscribe(channelOf(service)).catch(() => undefined));
  subscriber.on('message', onNudge);
  subscriber.connect().catch(() => undefined);
  return () => subscriber.disconnect();
}
