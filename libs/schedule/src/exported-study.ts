import { afterAnswer, startOf, type CardStudy } from './card-study.ts';
import type { ParameterSets } from './parameters.ts';
import {
  activeAnswers,
  type AnswerEntry,
  type ImportedHistory,
  type ImportedSchedule,
  type ReviewEntry,
  type ScheduleImportedEntry,
} from './review-log.ts';

/** An answer with the study before and after it. */
interface Step {
  answer: AnswerEntry;
  before: CardStudy;
  after: CardStudy;
}

/** Entries between two resets of a card, without the resets. */
function chaptersOf(entries: readonly ReviewEntry[]): ReviewEntry[][] {
  const chapters: ReviewEntry[][] = [[]];
  for (const entry of entries)
    if (entry.kind === 'reset') chapters.push([]);
    else chapters.at(-1)?.push(entry);
  return chapters;
}

function stepsOf(chapter: readonly ReviewEntry[], answers: readonly AnswerEntry[], sets: ParameterSets) {
  const own = new Set(chapter.map(({ id }) => id));
  let { study } = startOf(chapter);
  return answers
    .filter(({ id }) => own.has(id))
    .map((answer): Step => {
      const before = study;
      study = afterAnswer(before, answer, sets);
      return { answer, before, after: study };
    });
}

const importOf = (chapter: readonly ReviewEntry[]): ScheduleImportedEntry | undefined =>
  chapter.findLast((entry) => entry.kind === 'schedule-imported');

/** Days from an answer to the due day that it gave; other programs know no shorter interval of a learned card. */
const intervalOf = ({ dueDay, lastDay }: CardStudy): number =>
  dueDay === null || lastDay === null ? 0 : Math.max(1, dueDay - lastDay);

const [longest, shortest] = [36_500, 0.001];

function scheduleOf(
  { dueDay, lastDay, stability, difficulty, lapses, lastStudiedAt }: CardStudy,
  imported: ScheduleImportedEntry | undefined,
  steps: readonly Step[],
): ImportedSchedule | null {
  if (dueDay === null || lastDay === null || stability === null || difficulty === null) return null;
  if (imported && steps.length === 0) {
    const { state, dueAt, lastAt, isDerived, interval, ease, reviews, anki } = imported;
    const moment = dueDay === imported.dueDay ? dueAt : null;
    const kept = { state, lastAt, isDerived, interval, ease, reviews, anki };
    return { ...kept, dueDay, dueAt: moment, lastDay, stability, difficulty, lapses };
  }
  return {
    state: 'review',
    dueDay,
    dueAt: null,
    lastDay,
    lastAt: lastStudiedAt?.getTime() ?? null,
    stability: Math.min(longest, Math.max(shortest, stability)),
    difficulty,
    isDerived: false,
    interval: Math.max(1, dueDay - lastDay),
    ease: imported?.ease ?? 0,
    lapses,
    reviews: (imported?.reviews ?? 0) + steps.length,
    anki: imported?.anki ? { ...imported.anki, left: null } : null,
  };
}

/** One review of a history. */
interface Review {
  time: number;
  rating: number;
  interval: number;
  lastInterval: number;
  duration: number;
  factor: number;
  kind: number;
}

/** Difficulty of 1 to 10 as Anki writes it beside an answer. */
const factorOf = ({ difficulty }: CardStudy) =>
  difficulty === null ? 0 : Math.round(100 + ((difficulty - 1) / 9) * 1_000);

const [kindLearning, kindReview] = [0, 1];

const reviewOf = ({ answer, before, after }: Step): Review => ({
  time: answer.answeredAt.getTime(),
  rating: answer.rating,
  interval: intervalOf(after),
  lastInterval: intervalOf(before),
  duration: answer.durationMs,
  factor: factorOf(after),
  kind: before.dueDay === null ? kindLearning : kindReview,
});

const reviewsIn = (entry: ReviewEntry): Review[] =>
  entry.kind === 'history-imported'
    ? entry.times.map((time, at) => ({
        time,
        rating: entry.ratings[at] ?? 0,
        interval: entry.intervals[at] ?? 0,
        lastInterval: entry.lastIntervals[at] ?? 0,
        duration: entry.durations[at] ?? 0,
        factor: entry.factors[at] ?? 0,
        kind: entry.kinds[at] ?? kindReview,
      }))
    : [];

function historyOf(reviews: readonly Review[]): ImportedHistory | null {
  if (reviews.length === 0) return null;
  const sorted = reviews.toSorted((a, b) => a.time - b.time);
  return {
    times: sorted.map(({ time }) => time),
    ratings: sorted.map(({ rating }) => rating),
    intervals: sorted.map(({ interval }) => interval),
    lastIntervals: sorted.map(({ lastInterval }) => lastInterval),
    durations: sorted.map(({ duration }) => duration),
    factors: sorted.map(({ factor }) => factor),
    kinds: sorted.map(({ kind }) => kind),
  };
}

/** Study of a card as an import takes it; `null` for what the card does not have. */
export interface ExportedStudy {
  schedule: ImportedSchedule | null;
  history: ImportedHistory | null;
}

/**
 * Study of a card for another program: its schedule as it is now, and every answer that was given here or there.
 * `entries` are those of the card, in the order of writing.
 */
export function exportedStudy(
  study: CardStudy,
  entries: readonly ReviewEntry[],
  sets: ParameterSets,
): ExportedStudy {
  const answers = activeAnswers(entries);
  const chapters = chaptersOf(entries).map((chapter) => ({
    imported: importOf(chapter),
    steps: stepsOf(chapter, answers, sets),
  }));
  const latest = chapters.at(-1);
  const given = chapters.flatMap(({ steps }) => steps.map(reviewOf));
  return {
    schedule: scheduleOf(study, latest?.imported, latest?.steps ?? []),
    history: historyOf([...entries.flatMap(reviewsIn), ...given]),
  };
}
