import { RateLimited } from '@kumbuka/contracts';
import type { Redis } from 'ioredis';

export interface RateRule {
  /** What is counted, such as `login`. */
  name: string;
  /** Whom it is counted for. */
  key: string;
  limit: number;
  windowSeconds: number;
  cost?: number;
}

export interface RateLimiter {
  /** Counts the attempt, refused ones too; throws RateLimited with the seconds until the window ends. */
  check(rule: RateRule): Promise<void>;
  /** Throws RateLimited if the limit is reached, without counting. */
  peek(rule: RateRule): Promise<void>;
  reset(rule: Pick<RateRule, 'name' | 'key'>): Promise<void>;
}

interface Window {
  count: number;
  /** Milliseconds until it ends, at most. */
  leftMs: number;
}

const mostLocalWindows = 50_000;

/** Windows in the process, for when Redis is away. */
function localWindows() {
  const windows = new Map<string, { count: number; endsAt: number }>();
  const open = (id: string, seconds: number, now: number) => {
    const known = windows.get(id);
    if (known && known.endsAt > now) return known;
    if (windows.size >= mostLocalWindows) windows.delete(windows.keys().next().value ?? '');
    const fresh = { count: 0, endsAt: now + seconds * 1000 };
    windows.set(id, fresh);
    return fresh;
  };
  return {
    /** The window as it was after this attempt: others may be counted before the limit is looked at. */
    add(id: string, cost: number, seconds: number): Window {
      const now = performance.now();
      const window = open(id, seconds, now);
      window.count += cost;
      return { count: window.count, leftMs: window.endsAt - now };
    },
    forget: (id: string) => void windows.delete(id),
  };
}

/**
 * Counts, and has the window end in time, in one message: one without an end gets one (LT takes it for endless), and so
 * does one that began under a clock that was ahead and would last until then.
 */
async function countInRedis(redis: Redis, id: string, cost: number, seconds: number): Promise<number> {
  const answers = await redis.pipeline().incrby(id, cost).expire(id, seconds, 'LT').exec();
  const [counted, ended] = answers ?? [];
  const error = counted?.[0] ?? ended?.[0];
  if (error) throw error;
  const count = Number(counted?.[1]);
  if (!Number.isFinite(count)) throw new Error('Redis gave no count.');
  return count;
}

/** How long a window lasts is asked only where somebody may have to wait for its end. */
async function addInRedis(redis: Redis, id: string, cost: number, rule: RateRule): Promise<Window> {
  const { limit, windowSeconds } = rule;
  const count = await countInRedis(redis, id, cost, windowSeconds);
  const leftMs = count < limit ? windowSeconds * 1000 : await redis.pttl(id);
  return { count, leftMs: Math.max(leftMs, 0) };
}

/** Fixed windows in Redis; while Redis is away they are kept in the process. */
export function createRateLimiter(options: { redis: Redis }): RateLimiter {
  const local = localWindows();
  const idOf = ({ name, key }: Pick<RateRule, 'name' | 'key'>) => `rate:${name}:${key}`;

  const add = (rule: RateRule, cost: number) =>
    addInRedis(options.redis, idOf(rule), cost, rule).catch(() =>
      local.add(idOf(rule), cost, rule.windowSeconds),
    );

  const refuseAt = ({ leftMs }: Window) => new RateLimited(Math.max(1, Math.ceil(leftMs / 1000)));

  return {
    async check(rule) {
      const window = await add(rule, rule.cost ?? 1);
      if (window.count > rule.limit) throw refuseAt(window);
    },
    async peek(rule) {
      const window = await add(rule, 0);
      if (window.count >= rule.limit) throw refuseAt(window);
    },
    async reset(rule) {
      local.forget(idOf(rule));
      await options.redis.del(idOf(rule)).catch(() => undefined);
    },
  };
}
