import { authInternalRoutes } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { Served } from './principal.ts';

export interface Presence {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** Records that this process served a session. */
  note(served: Served): void;
  /** Sends the records. When that fails, the next report sends them again. */
  report(): Promise<void>;
}

export interface PresenceOptions {
  authUrl: string;
  internalKey: string;
  everyMs?: number;
  now?: () => Date;
}

/** Limit of the route; sessions beyond it are reported after their next request. */
const maxPerReport = 10_000;
const reportTimeoutMs = 5_000;

/** Reports the sessions served by this process to auth every 15 seconds. */
export function createPresence(options: PresenceOptions): Presence {
  const now = options.now ?? (() => new Date());
  const { authUrl: baseUrl, internalKey } = options;
  const auth = callService({ baseUrl, internalKey, timeoutMs: reportTimeoutMs });
  let seen = new Map<string, Served & { at: Date }>();
  let timer: NodeJS.Timeout | null = null;

  const deliver = (batch: typeof seen) => {
    const served = [...batch.values()].slice(0, maxPerReport);
    return auth.call(authInternalRoutes.notePresence, {
      body: { seen: served.map(({ at, ...session }) => ({ ...session, at: at.toISOString() })) },
    });
  };

  async function report() {
    if (seen.size === 0) return;
    const batch = seen;
    seen = new Map();
    await deliver(batch).catch(() => {
      seen = new Map([...batch, ...seen]);
    });
  }

  return {
    start: async () => {
      timer = setInterval(() => void report(), options.everyMs ?? 15_000);
      timer.unref();
    },
    stop: async () => {
      if (timer) clearInterval(timer);
      await report();
    },
    isReady: () => true,
    note: ({ userId, sessionId }) => void seen.set(sessionId, { userId, sessionId, at: now() }),
    report,
  };
}
