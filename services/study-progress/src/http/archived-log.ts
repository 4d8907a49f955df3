import type { LatestFit, RestoringBody, StudyLogEntry, StudyLogPage } from '@kumbuka/contracts';
import type { ReviewEntry } from '@kumbuka/schedule';
import type { StudyLogHead } from '../use-cases/learner/archive-log.ts';
import type { ArchivedEntry, RestoredEntries } from '../use-cases/learner/restore-log.ts';

const timeFields = ['recordedAt', 'answeredAt', 'finishedAt'];
const isTime = (name: string) => timeFields.includes(name);

/** The entry with its times as texts, without its learner and position. */
function entryView({ userId: _userId, seq: _seq, ...entry }: ReviewEntry): StudyLogEntry {
  const fields = Object.entries(entry).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  // The contract has the fields of the entries, with texts for times.
  return Object.fromEntries(fields) as StudyLogEntry;
}

function entryOf(entry: StudyLogEntry): ArchivedEntry {
  const fields = Object.entries(entry).map(([name, value]) => [
    name,
    isTime(name) && typeof value === 'string' ? new Date(value) : value,
  ]);
  return Object.fromEntries(fields) as ArchivedEntry;
}

export const studyLogHeadView = ({ entries, settings, fit }: StudyLogHead) => ({
  entries,
  settings: {
    ...settings,
    easyDays: [...settings.easyDays],
    absence: [...settings.absence],
    exam: settings.exam && {
      ...settings.exam,
      deckIds: [...settings.exam.deckIds],
      promise: [...settings.exam.promise],
    },
    deckSettings: settings.deckSettings.map(({ deckId, rememberPercent, newCardsPerDay }) => ({
      deckId,
      rememberPercent,
      newCardsPerDay,
    })),
  },
  fit: fit && { at: fit.at.toISOString(), seq: fit.seq, reviews: fit.reviews },
});

export const logPageView = (entries: readonly ReviewEntry[]): StudyLogPage => ({
  entries: entries.map(entryView),
  next: entries.at(-1)?.seq ?? null,
});

export const restoredEntriesOf = ({ entries, ...body }: RestoringBody): RestoredEntries => ({
  ...body,
  entries: entries.map(entryOf),
});

export const archivedFitOf = (fit: LatestFit) => fit && { ...fit, at: new Date(fit.at) };
