import { internalHeaders } from '@kumbuka/contracts';

export interface Presence {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** Notes that this user was served just now. */
  note(userId: number): void;
  /** Reports what was noted; what cannot be delivered is tried again with the next report. */
  report(): Promise<void>;
}

export interface PresenceOptions {
  authUrl: string;
  internalKey: string;
  everyMs?: number;
  fetch?: typeof fetch;
  now?: () => Date;
}

const mostAtOnce = 10_000;

/** Users that this process served, told to auth in one call a minute. */
export function createPresence(options: PresenceOptions): Presence {
  const now = options.now ?? (() => new Date());
  const send = options.fetch ?? fetch;
  let seen = new Map<number, Date>();
  let timer: NodeJS.Timeout | null = null;

  async function deliver(batch: Map<number, Date>) {
    const body = {
      seen: [...batch].slice(0, mostAtOnce).map(([userId, at]) => ({ userId, at: at.toISOString() })),
    };
    const answer = await send(new URL('/internal/presence', options.authUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [internalHeaders.key]: options.internalKey },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) throw new Error(`auth answered ${answer.status}`);
  }

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
      timer = setInterval(() => void report(), options.everyMs ?? 60_000);
      timer.unref();
    },
    stop: async () => {
      if (timer) clearInterval(timer);
      await report();
    },
    isReady: () => true,
    note: (userId) => void seen.set(userId, now()),
    report,
  };
}
