import type { Redis } from 'ioredis';
import type { Window } from './local-windows.ts';

/** Rate-limit windows in Redis, shared by all processes. */
export function createRedisWindows(redis: Redis) {
  /**
   * Counts and sets the expiry in one message. LT sets an expiry where none exists and shortens one that was
   * set under a fast clock.
   */
  async function count(id: string, cost: number, seconds: number): Promise<number> {
    const results = await redis.pipeline().incrby(id, cost).expire(id, seconds, 'LT').exec();
    const [counted, ended] = results ?? [];
    const error = counted?.[0] ?? ended?.[0];
    if (error) throw error;
    const sum = Number(counted?.[1]);
    if (!Number.isFinite(sum)) throw new Error('Redis returned no count.');
    return sum;
  }

  return {
    /** Counts an attempt. Queries the remaining time only when the attempt may be rejected. */
    async add(id: string, cost: number, seconds: number, limit: number): Promise<Window> {
      const sum = await count(id, cost, seconds);
      const leftMs = sum < limit ? seconds * 1000 : await redis.pttl(id);
      return { count: sum, leftMs: Math.max(leftMs, 0) };
    },
    /** Returns an attempt to its window. A window that ended meanwhile must not start below zero. */
    async takeBack(id: string, cost: number, seconds: number): Promise<void> {
      const sum = await count(id, -cost, seconds);
      if (sum < 0) await count(id, -sum, seconds);
    },
    forget: (id: string): Promise<unknown> => redis.del(id),
  };
}
