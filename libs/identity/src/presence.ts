import { authInternalRoutes } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { Served } from './principal.ts';

export interface Presence {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** Records that a session of this user was served. */
  note(served: Served): void;
  /** Sends the records; failed ones are sent with the next report. */
  report(): Promise<void>;
}

export interface PresenceOptions {
  authUrl: string;
  internalKey: string;
  everyMs?: number;
  now?: () => Date;
}

const mostAtOnce = 10_000;
const reportMs = 5_000;

/** Reports the sessions served by this process to auth every 15 seconds. */
export function createPresence(options: PresenceOptions): Presence {
  const now = options.now ?? (() => new Date());
  const { authUrl: baseUrl, internalKey } = options;
  const auth = callService({ baseUrl, internalKey, timeoutMs: reportMs });
  let seen = new Map<string, Served & { at: Date }>();
  let timer: NodeJS.Timeout | null = null;

  const deliver = (batch: typeof seen) => {
    const served = [...batch.values()].slice(0, mostAtOnce);
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
