import { RateLimited } from '@kumbuka/contracts';
import type { Log } from '@kumbuka/http-kit';
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
  /** Milliseconds since 1970. */
  endsAt: number;
}

const mostLocalWindows = 50_000;

/** Windows in the process, for when Redis is away. */
function localWindows(now: () => number) {
  const windows = new Map<string, Window>();
  const open = (id: string, seconds: number): Window => {
    const known = windows.get(id);
    if (known && known.endsAt > now()) return known;
    if (windows.size >= mostLocalWindows) windows.delete(windows.keys().next().value ?? '');
    const fresh = { count: 0, endsAt: now() + seconds * 1000 };
    windows.set(id, fresh);
    return fresh;
  };
  return {
    /** The window as it was after this attempt: others may be counted before the limit is looked at. */
    add(id: string, cost: number, seconds: number): Window {
      const window = open(id, seconds);
      window.count += cost;
      return { ...window };
    },
    forget: (id: string) => void windows.delete(id),
  };
}

async function addInRedis(
  redis: Redis,
  id: string,
  cost: number,
  seconds: number,
  now: () => number,
): Promise<Window> {
  const answers = await redis.multi().set(id, 0, 'EX', seconds, 'NX').incrby(id, cost).pttl(id).exec();
  const count = Number(answers?.[1]?.[1]);
  const left = Number(answers?.[2]?.[1]);
  if (!Number.isFinite(count)) throw new Error('Redis gave no count.');
  return { count, endsAt: now() + Math.max(left, 0) };
}

/** Fixed windows in Redis; while Redis is away they are kept in the process. */
export function createRateLimiter(options: { redis: Redis; log: Log; now?: () => number }): RateLimiter {
  const now = options.now ?? Date.now;
  const local = localWindows(now);
  const idOf = ({ name, key }: Pick<RateRule, 'name' | 'key'>) => `rate:${name}:${key}`;

  const add = (rule: RateRule, cost: number) =>
    addInRedis(options.redis, idOf(rule), cost, rule.windowSeconds, now).catch(() =>
      local.add(idOf(rule), cost, rule.windowSeconds),
    );

  const refuseAt = ({ endsAt }: Window) => new RateLimited(Math.max(1, Math.ceil((endsAt - now()) / 1000)));

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
