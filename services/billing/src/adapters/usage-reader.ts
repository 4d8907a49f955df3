import { aiInternalRoutes } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { UsageReader } from '../use-cases/ports.ts';

const callTimeoutMs = 10_000;

/** Reads monthly usage from ai. Throws `Unavailable` when it cannot be reached. */
export function createUsageReader(options: { baseUrl: string; internalKey: string }): UsageReader {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs, retries: 2 });
  const { listUsage, readUsage } = aiInternalRoutes;
  return {
    list: (after) => call(listUsage, { query: after === 0 ? {} : { after } }),
    read: (userId) => call(readUsage, { params: { id: userId } }),
  };
}
