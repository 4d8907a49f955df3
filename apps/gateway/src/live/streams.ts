import { live, liveKinds, type LiveKind } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Change } from './changes.ts';

/** Connection that a stream is written to. */
export interface Outlet {
  write(text: string): unknown;
  /** Bytes that the client has not read. */
  readonly writableLength: number;
  /** Ends after what was written, without waiting for the end of the client. */
  destroySoon(): unknown;
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

export interface StreamsOptions {
  isCurrent(principal: Principal): boolean;
  /** Whether events are received. Streams without events would tell their clients that nothing changes. */
  isFed(): boolean;
  /** Monotonic clock in milliseconds. */
  now?: (() => number) | undefined;
  random?: () => number;
}

export interface Streams {
  /** Whether a stream may begin. */
  isOpen(): boolean;
  /** Begins with what has changed in the last `agoMs` milliseconds, since when the client has had no stream. */
  add(principal: Principal, outlet: Outlet, agoMs?: number): void;
  change(change: Change): void;
  /** Writes what has changed since the last flush. */
  flush(): void;
  /** Sends heartbeats, and ends streams whose access has ended or that receive no events. */
  sweep(): void;
  /** Ends every stream, for good. */
  close(): void;
  count(): number;
}

interface Stream {
  principal: Principal;
  outlet: Outlet;
  beatAt: number;
}

/** More than a client can leave unread that still reads. */
const maxUnreadBytes = 64 * 1024;
const maxStreams = 20_000;
/** How long changes are kept for clients that connect again, and of how many accounts. */
const keptMs = 300_000;
const maxKept = 50_000;
/** Covers the time between a change and its event. */
const marginMs = 2_000;
const heartbeatMs = live.heartbeatSeconds * 1000;

const heartbeat = ':\n\n';
const changed = (kinds: Iterable<LiveKind>) => `event: change\ndata: ${[...kinds].join(',')}\n\n`;
const replaced = 'event: replaced\ndata:\n\n';

/** The open streams of this process by account. */
export function createStreams({
  isCurrent,
  isFed,
  now = () => performance.now(),
  random = Math.random,
}: StreamsOptions): Streams {
  const accounts = new Map<number, Set<Stream>>();
  const changes = new Map<number, Set<LiveKind>>();
  /** Time of the latest change of each kind; the account that changed last is the last entry. */
  const recent = new Map<number, Map<LiveKind, number>>();
  /** Since when every event was received. */
  let fedSince = Infinity;
  let count = 0;
  let closed = false;

  /** Spread, so that a restart of all clients is not followed by heartbeats at the same moment. */
  const nextBeat = () => now() + heartbeatMs * (0.8 + 0.2 * random());

  function remove(stream: Stream) {
    const streams = accounts.get(stream.principal.userId);
    if (!streams?.delete(stream)) return;
    count -= 1;
    if (streams.size === 0) accounts.delete(stream.principal.userId);
  }
  function end(stream: Stream) {
    remove(stream);
    stream.outlet.destroySoon();
  }
  function write(stream: Stream, text: string) {
    if (stream.outlet.writableLength > maxUnreadBytes) {
      remove(stream);
      return stream.outlet.destroy();
    }
    stream.beatAt = nextBeat();
    return stream.outlet.write(text);
  }
  function replaceOldest(streams: Set<Stream>) {
    const [oldest] = streams;
    if (!oldest || streams.size < live.streamsPerAccount) return;
    oldest.outlet.write(replaced);
    end(oldest);
  }
  function keep(userId: number, kind: LiveKind) {
    const kinds = (recent.get(userId) ?? new Map<LiveKind, number>()).set(kind, now());
    recent.delete(userId);
    recent.set(userId, kinds);
    const [oldest] = recent.keys();
    if (recent.size > maxKept && oldest !== undefined) recent.delete(oldest);
  }
  function forgetOld() {
    for (const [userId, kinds] of recent) {
      if (Math.max(...kinds.values()) > now() - keptMs) return;
      recent.delete(userId);
    }
  }
  /** What has changed since a time; everything when that is not known. */
  function changedSince(userId: number, from: number): readonly LiveKind[] {
    if (from < fedSince || from < now() - keptMs || recent.size >= maxKept) return liveKinds;
    return [...(recent.get(userId) ?? [])].flatMap(([kind, at]) => (at >= from ? [kind] : []));
  }
  const each = (work: (stream: Stream) => void) => {
    for (const streams of accounts.values()) for (const stream of streams) work(stream);
  };

  return {
    isOpen: () => !closed && count < maxStreams && isFed(),
    add(principal, outlet, agoMs = 0) {
      const stream: Stream = { principal, outlet, beatAt: nextBeat() };
      const streams = accounts.get(principal.userId) ?? new Set();
      replaceOldest(streams);
      accounts.set(principal.userId, streams.add(stream));
      count += 1;
      outlet.once('close', () => remove(stream));
      outlet.write(heartbeat);
      if (agoMs === 0) return;
      const missed = changedSince(principal.userId, now() - agoMs - marginMs);
      if (missed.length > 0) outlet.write(changed(missed));
    },
    change({ userId, kind }) {
      keep(userId, kind);
      if (!accounts.has(userId)) return;
      changes.set(userId, (changes.get(userId) ?? new Set()).add(kind));
    },
    flush() {
      for (const [userId, kinds] of changes) {
        const text = changed(kinds);
        for (const stream of accounts.get(userId) ?? []) write(stream, text);
      }
      changes.clear();
    },
    sweep() {
      fedSince = isFed() ? Math.min(fedSince, now()) : Infinity;
      if (!isFed()) return each(end);
      forgetOld();
      const at = now();
      each((stream) => {
        if (!isCurrent(stream.principal)) end(stream);
        else if (at >= stream.beatAt) write(stream, heartbeat);
      });
    },
    close() {
      closed = true;
      each(end);
    },
    count: () => count,
  };
}
