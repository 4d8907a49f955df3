import { studyProgressInternalRoutes } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { ProgressReader } from '../use-cases/ports.ts';

const askMs = 10_000;

/** Reads progress from study-progress. Throws `Unavailable` when it cannot be reached. */
export function createProgressReader(options: { baseUrl: string; internalKey: string }): ProgressReader {
  const { ask } = callService({ ...options, timeoutMs: askMs, retries: 2 });
  return {
    async ofLearner(ownerId) {
      const { decks } = await ask(studyProgressInternalRoutes.readDeckProgress, { params: { id: ownerId } });
      return decks.map(({ lastStudied, ...deck }) => ({
        ...deck,
        ownerId,
        lastStudied: lastStudied === null ? null : new Date(lastStudied),
      }));
    },
  };
}
