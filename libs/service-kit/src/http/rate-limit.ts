import { RateLimited } from '@kumbuka/contracts';
import type { Redis } from 'ioredis';
import { createLocalWindows, type LocalWindows, type Window } from './local-windows.ts';
import { createRedisWindows } from './redis-windows.ts';

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

export interface RateLimiterOptions {
  /** Shares the windows between processes. */
  redis?: Redis | undefined;
  windows?: LocalWindows | undefined;
}

/**
 * Fixed windows in memory, or in Redis. With Redis this process also counts its own attempts in memory and decides by
 * them while Redis is unreachable; a slow or lost response therefore opens no second budget.
 */
export function createRateLimiter({ redis, windows }: RateLimiterOptions = {}): RateLimiter {
  const local = windows ?? createLocalWindows();
  const shared = redis && createRedisWindows(redis);
  const idOf = ({ name, key }: Pick<RateRule, 'name' | 'key'>) => `rate:${name}:${key}`;

  /** Counts the attempt in Redis, else in memory. Returns the window and the function that takes the attempt back. */
  async function count(rule: RateRule): Promise<{ window: Window; takeBack: TakeBack }> {
    const id = idOf(rule);
    const { windowSeconds: seconds, limit, cost = 1 } = rule;
    const mine = local.add(id, cost, seconds);
    if (!shared) return { window: mine, takeBack: async () => local.takeBack(id, cost) };
    try {
      const window = await shared.add(id, cost, seconds, limit);
      const takeBack = async () => {
        local.takeBack(id, cost);
        await shared.takeBack(id, cost, seconds).catch(() => undefined);
      };
      return { window: { ...window, count: window.count + local.missedOf(id) }, takeBack };
    } catch {
      local.miss(id, cost);
      const takeBack = async () => {
        local.takeBack(id, cost);
        local.miss(id, -cost);
      };
      return { window: mine, takeBack };
    }
  }

  const rejectAt = ({ leftMs }: Window) => new RateLimited(Math.max(1, Math.ceil(leftMs / 1000)));

  return {
    async check(rule) {
      const { window } = await count(rule);
      if (window.count > rule.limit) throw rejectAt(window);
    },
    async reserve(rules) {
      const counted: TakeBack[] = [];
      const takeBack = async () => void (await Promise.all(counted.map((each) => each())));
      for (const rule of rules) {
        const { window, takeBack: takeOneBack } = await count(rule);
        counted.push(takeOneBack);
        if (window.count <= rule.limit) continue;
        await takeBack();
        throw rejectAt(window);
      }
      return takeBack;
    },
    async reset(rule) {
      local.forget(idOf(rule));
      await shared?.forget(idOf(rule)).catch(() => undefined);
    },
  };
}
