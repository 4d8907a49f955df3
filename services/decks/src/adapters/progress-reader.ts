import { studyProgressInternalRoutes } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import { progressUpdateOf } from '../domain/deck.ts';
import type { ProgressReader } from '../use-cases/ports.ts';

const callTimeoutMs = 10_000;

/** Reads progress from study-progress. Throws `Unavailable` when it cannot be reached. */
export function createProgressReader(options: { baseUrl: string; internalKey: string }): ProgressReader {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs, retries: 2 });
  return {
    async ofLearner(ownerId) {
      const { decks } = await call(studyProgressInternalRoutes.readDeckProgress, { params: { id: ownerId } });
      return decks.map((deck) => progressUpdateOf(ownerId, deck));
    },
  };
}
