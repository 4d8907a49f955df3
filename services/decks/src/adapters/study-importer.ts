import { studyProgressInternalRoutes } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { StudyImporter } from '../use-cases/import/ports.ts';

const callTimeoutMs = 20_000;

/** Hands the study of imported cards to study-progress. Throws `Unavailable` when it cannot be reached. */
export function createStudyImporter(options: { baseUrl: string; internalKey: string }): StudyImporter {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs, retries: 2 });
  return {
    async calendarOf(ownerId) {
      const { timezone, dayStartHour } = await call(studyProgressInternalRoutes.readCalendar, {
        params: { id: ownerId },
      });
      return { zone: timezone, dayStartHour };
    },
    async importStudy(ownerId, deckId, cards) {
      const { imported } = await call(studyProgressInternalRoutes.importStudy, {
        params: { id: ownerId },
        body: { deckId, cards: [...cards] },
      });
      return imported;
    },
  };
}
