interface Subscriber {
  connect(): Promise<unknown>;
  subscribe(channel: string): Promise<unknown>;
  on(event: 'ready' | 'message', listener: () => void): unknown;
  disconnect(): void;
}

/** Redis pub/sub between the instances of a service; the Redis of the service kit fits. */
export interface NudgeChannel {
  client: { publish(channel: string, message: string): Promise<unknown> };
  /** Another connection, for subscribing. */
  another(): Subscriber;
}

const channelOf = (service: string) => `kumbuka:nudge:${service}`;

/** Tells the other instances that events wait; lost while Redis is away, then the poll finds them. */
export function sendNudge({ client }: NudgeChannel, service: string): void {
  client.publish(channelOf(service), '').catch(() => undefined);
}

/** Hears nudges of other instances, also after Redis was away; the returned function ends it. */
export function listenForNudges(redis: NudgeChannel, service: string, onNudge: () => void): () => void {
  const subscriber = redis.another();
  subscriber.on('ready', () => void subscriber.subscribe(channelOf(service)).catch(() => undefined));
  subscriber.on('message', onNudge);
  subscriber.connect().catch(() => undefined);
  return () => subscriber.disconnect();
}
