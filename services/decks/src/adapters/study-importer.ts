import { studyProgressInternalRoutes } from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { StudyImporter } from '../use-cases/import/ports.ts';

const callTimeoutMs = 20_000;
/** A fold of a long log takes longer. */
const foldTimeoutMs = 120_000;

/** Hands the study of imported cards to study-progress. Throws `Unavailable` when it cannot be reached. */
export function createStudyImporter(options: { baseUrl: string; internalKey: string }): StudyImporter {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs, retries: 2 });
  const fold = callService({ ...options, timeoutMs: foldTimeoutMs });
  const { restoreStudyLog, checkRestoredLog, finishRestoring, removeRestoredLog } =
    studyProgressInternalRoutes;
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
    async isUnstudied(ownerId) {
      const params = { id: ownerId };
      return (await call(studyProgressInternalRoutes.readStudyLogHead, { params })).entries === 0;
    },
    async restore(ownerId, body) {
      return (await call(restoreStudyLog, { params: { id: ownerId }, body })).outcome;
    },
    async check(ownerId, body) {
      return (await fold.call(checkRestoredLog, { params: { id: ownerId }, body })).valid;
    },
    finish: (ownerId, body) => fold.call(finishRestoring, { params: { id: ownerId }, body }),
    removeRestored: (ownerId, importId) =>
      fold.call(removeRestoredLog, { params: { id: ownerId }, body: { importId } }),
  };
}
