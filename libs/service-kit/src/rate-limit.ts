import { RateLimited } from '@kumbuka/contracts';
import type { Redis } from 'ioredis';

export interface RateRule {
  /** Name of the limit, such as `login`. */
  name: string;
  /** Subject of the limit. */
  key: string;
  limit: number;
  windowSeconds: number;
  cost?: number;
}

export interface RateLimiter {
  /**
   * Counts the attempt, rejected ones included. Throws `RateLimited` with the seconds until the window ends.
   */
  check(rule: RateRule): Promise<void>;
  /** Throws `RateLimited` when the limit is reached, without counting. */
  peek(rule: RateRule): Promise<void>;
  reset(rule: Pick<RateRule, 'name' | 'key'>): Promise<void>;
}

interface Window {
  count: number;
  /** Maximum milliseconds until the window ends. */
  leftMs: number;
}

const mostLocalWindows = 50_000;

/** In-memory windows for a Redis outage. */
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
    /** State of the window after this attempt; other attempts may be counted before the limit is checked. */
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
 * Counts and sets the expiry in one message. LT sets an expiry where none exists and shortens one that was
 * set under a fast clock.
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

/** The remaining time is queried only when an attempt may be rejected. */
async function addInRedis(redis: Redis, id: string, cost: number, rule: RateRule): Promise<Window> {
  const { limit, windowSeconds } = rule;
  const count = await countInRedis(redis, id, cost, windowSeconds);
  const leftMs = count < limit ? windowSeconds * 1000 : await redis.pttl(id);
  return { count, leftMs: Math.max(leftMs, 0) };
}

/** Fixed windows in Redis; kept in memory while Redis is unreachable. */
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
