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

/** Returns a counted attempt to the budget. */
export type TakeBack = () => Promise<void>;

export interface RateLimiter {
  /**
   * Counts the attempt, rejected ones included. Throws `RateLimited` with the seconds until the window ends.
   */
  check(rule: RateRule): Promise<void>;
  /**
   * Counts an attempt under all rules, or under none when one is exhausted: then throws `RateLimited`. Returns the
   * function that takes the attempt back.
   */
  reserve(rules: readonly RateRule[]): Promise<TakeBack>;
  reset(rule: Pick<RateRule, 'name' | 'key'>): Promise<void>;
}

interface Window {
  count: number;
  /** Maximum milliseconds until the window ends. */
  leftMs: number;
}

const mostLocalWindows = 50_000;

/** In-memory windows of this process. */
function localWindows() {
  const windows = new Map<string, { count: number; missed: number; endsAt: number }>();
  const open = (id: string, seconds: number, now: number) => {
    const window = windows.get(id);
    if (window && window.endsAt > now) return window;
    if (windows.size >= mostLocalWindows) windows.delete(windows.keys().next().value ?? '');
    const fresh = { count: 0, missed: 0, endsAt: now + seconds * 1000 };
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
    take(id: string, cost: number) {
      const window = windows.get(id);
      if (window) window.count = Math.max(0, window.count - cost);
    },
    /** Notes attempts that Redis may not have counted; a negative cost takes them back. */
    miss(id: string, cost: number) {
      const window = windows.get(id);
      if (window) window.missed = Math.max(0, window.missed + cost);
    },
    /** Attempts of the current window that Redis may not have counted. */
    missedOf(id: string): number {
      const window = windows.get(id);
      return window && window.endsAt > performance.now() ? window.missed : 0;
    },
    forget: (id: string) => void windows.delete(id),
  };
}

/**
 * Counts and sets the expiry in one message. LT sets an expiry where none exists and shortens one that was
 * set under a fast clock.
 */
async function countInRedis(redis: Redis, id: string, cost: number, seconds: number): Promise<number> {
  const results = await redis.pipeline().incrby(id, cost).expire(id, seconds, 'LT').exec();
  const [counted, ended] = results ?? [];
  const error = counted?.[0] ?? ended?.[0];
  if (error) throw error;
  const count = Number(counted?.[1]);
  if (!Number.isFinite(count)) throw new Error('Redis gave no count.');
  return count;
}

/** Counts an attempt. Queries the remaining time only when the attempt may be rejected. */
async function addInRedis(redis: Redis, id: string, cost: number, rule: RateRule): Promise<Window> {
  const { limit, windowSeconds } = rule;
  const count = await countInRedis(redis, id, cost, windowSeconds);
  const leftMs = count < limit ? windowSeconds * 1000 : await redis.pttl(id);
  return { count, leftMs: Math.max(leftMs, 0) };
}

/**
 * Fixed windows in Redis. This process also counts its own attempts in memory and decides by them while Redis is
 * unreachable; a slow or lost response therefore opens no second budget.
 */
export function createRateLimiter(options: { redis: Redis }): RateLimiter {
  const local = localWindows();
  const idOf = ({ name, key }: Pick<RateRule, 'name' | 'key'>) => `rate:${name}:${key}`;

  /** Returns attempts to the window in Redis. A window that ended meanwhile must not start below zero. */
  const takeFromRedis = async (id: string, cost: number, seconds: number) => {
    const count = await countInRedis(options.redis, id, -cost, seconds);
    if (count < 0) await countInRedis(options.redis, id, -count, seconds);
  };

  /** Counts the attempt and returns how to take it back from where it was counted. */
  async function count(rule: RateRule): Promise<{ window: Window; takeBack: TakeBack }> {
    const id = idOf(rule);
    const { windowSeconds: seconds, cost = 1 } = rule;
    const mine = local.add(id, cost, seconds);
    try {
      const { count, leftMs } = await addInRedis(options.redis, id, cost, rule);
      const takeBack = async () => {
        local.take(id, cost);
        await takeFromRedis(id, cost, seconds).catch(() => undefined);
      };
      return { window: { count: count + local.missedOf(id), leftMs }, takeBack };
    } catch {
      local.miss(id, cost);
      const takeBack = async () => {
        local.take(id, cost);
        local.miss(id, -cost);
      };
      return { window: mine, takeBack };
    }
  }

  const refuseAt = ({ leftMs }: Window) => new RateLimited(Math.max(1, Math.ceil(leftMs / 1000)));

  return {
    async check(rule) {
      const { window } = await count(rule);
      if (window.count > rule.limit) throw refuseAt(window);
    },
    async reserve(rules) {
      const counted: TakeBack[] = [];
      const takeBack = async () => void (await Promise.all(counted.map((each) => each())));
      for (const rule of rules) {
        const { window, takeBack: takeOneBack } = await count(rule);
        counted.push(takeOneBack);
        if (window.count <= rule.limit) continue;
        await takeBack();
        throw refuseAt(window);
      }
      return takeBack;
    },
    async reset(rule) {
      local.forget(idOf(rule));
      await options.redis.del(idOf(rule)).catch(() => undefined);
    },
  };
}
