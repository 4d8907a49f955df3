import type { ExportReviewLogQuery } from './export-data.generated.ts';

type Entry = NonNullable<ExportReviewLogQuery['viewer']['reviewLog']>[number];
interface Answer {
  flashcardId: string | null;
  position: number;
  /** Milliseconds since 1970. */
  time: number;
  rating: number | null;
  durationMs: number;
}

/** Reviews in another program that came with an imported card; changes by hand are no answers. */
const importedAnswers = ({ flashcardId, position, history }: Entry): Answer[] =>
  (history?.times ?? []).flatMap((time, index) => {
    const rating = history?.ratings[index] ?? 0;
    const durationMs = history?.durations[index] ?? 0;
    return rating === 0 ? [] : [{ flashcardId, position, time: Date.parse(time), rating, durationMs }];
  });

const answerOf = ({ flashcardId, position, rating, answeredAt, timeSpentMinutes }: Entry): Answer => ({
  flashcardId,
  position,
  time: Date.parse(answeredAt ?? ''),
  rating,
  durationMs: Math.round((timeSpentMinutes ?? 0) * 60_000),
});

/** State of a card before an answer, as FSRS optimisers number it. Without learning steps a card is new or in review. */
const [stateNew, stateReview] = [0, 2];

/**
 * The answers as CSV in the format of the FSRS optimisers, oldest first; times in milliseconds. Reviews of imported cards
 * are among them. Undone answers and practice are left out.
 */
export function reviewCsv(log: readonly Entry[]): string {
  const undone = new Set(log.map(({ undoes }) => undoes));
  const given = log.filter(({ kind, id }) => kind === 'REVIEWED' && !undone.has(id)).map(answerOf);
  const answers = [...log.flatMap(importedAnswers), ...given].sort(
    (a, b) => a.time - b.time || a.position - b.position,
  );
  const seen = new Set<string | null>();
  const rows = answers.map(({ flashcardId, time, rating, durationMs }) => {
    const state = seen.has(flashcardId) ? stateReview : stateNew;
    seen.add(flashcardId);
    return [flashcardId, time, rating, state, durationMs].join();
  });
  return ['card_id,review_time,review_rating,review_state,review_duration', ...rows, ''].join('\n');
}
