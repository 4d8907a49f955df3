import type { CardSchedule } from '@kumbuka/card-files';
import {
  exportedCardsAtOnce,
  studyProgressInternalRoutes,
  type ExportedStudyBody,
  type StudyLogPage,
} from '@kumbuka/contracts';
import { callService } from '@kumbuka/http-kit';
import type { CardStudy, StudyExporter } from '../use-cases/export/ports.ts';

const callTimeoutMs = 20_000;
type StudiedCard = ExportedStudyBody['cards'][number];

const ankiOf = (anki: NonNullable<NonNullable<StudiedCard['schedule']>['anki']>): CardSchedule['anki'] => ({
  ...(anki.left === null ? {} : { left: anki.left }),
  ...(anki.desiredRetention === null ? {} : { desiredRetention: anki.desiredRetention }),
  ...(anki.decay === null ? {} : { decay: anki.decay }),
  ...(anki.custom === null ? {} : { custom: anki.custom }),
});

const scheduleOf = ({
  dueAt,
  lastAt,
  anki,
  ...schedule
}: NonNullable<StudiedCard['schedule']>): CardSchedule => ({
  ...schedule,
  ...(dueAt === null ? {} : { dueAt }),
  ...(lastAt === null ? {} : { lastAt }),
  ...(anki === null ? {} : { anki: ankiOf(anki) ?? {} }),
});

const studyOfCard = ({ schedule, history }: StudiedCard): CardStudy => ({
  ...(schedule ? { schedule: scheduleOf(schedule) } : {}),
  ...(history ? { history } : {}),
});

/** Reads the study of cards from study-progress. Throws `Unavailable` when it cannot be reached. */
export function createStudyExporter(options: { baseUrl: string; internalKey: string }): StudyExporter {
  const { call } = callService({ ...options, timeoutMs: callTimeoutMs });
  return {
    async calendarOf(ownerId) {
      const params = { id: ownerId };
      const { timezone, dayStartHour } = await call(studyProgressInternalRoutes.readCalendar, { params });
      return { zone: timezone, dayStartHour };
    },
    async studyOf(ownerId, cardIds) {
      const study = new Map<number, CardStudy>();
      for (let from = 0; from < cardIds.length;) {
        const { cards, read } = await call(studyProgressInternalRoutes.exportStudy, {
          params: { id: ownerId },
          body: { cardIds: cardIds.slice(from, from + exportedCardsAtOnce) },
        });
        for (const card of cards) study.set(card.cardId, studyOfCard(card));
        from += read;
      }
      return study;
    },
    async logOf(ownerId) {
      const params = { id: ownerId };
      const {
        entries: length,
        settings,
        fit,
      } = await call(studyProgressInternalRoutes.readStudyLogHead, { params });
      async function* entries() {
        for (let after: number | null = 0; after !== null;) {
          const page: StudyLogPage = await call(studyProgressInternalRoutes.readStudyLog, {
            params,
            query: { after },
          });
          if (page.entries.length > 0) yield page.entries;
          after = page.next;
        }
      }
      return { settings, fit, length, entries: entries() };
    },
  };
}
