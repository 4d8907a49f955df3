import type { ExportReviewLogQuery } from './export-data.generated.ts';

type Entry = NonNullable<ExportReviewLogQuery['viewer']['reviewLog']>[number];
type Answer = Pick<Entry, 'id' | 'position' | 'flashcardId' | 'rating' | 'answeredAt' | 'timeSpentMinutes'>;

const timeOf = ({ answeredAt }: Answer) => Date.parse(answeredAt ?? '');

/** State of a card before an answer, as FSRS optimisers number it. Without learning steps a card is new or in review. */
const [stateNew, stateReview] = [0, 2];

/**
 * The answers as CSV in the format of the FSRS optimisers, oldest first; times in milliseconds. Undone answers and practice
 * are left out.
 */
export function reviewCsv(log: readonly Entry[]): string {
  const undone = new Set(log.map(({ undoes }) => undoes));
  const answers: Answer[] = log
    .filter(({ kind, id }) => kind === 'REVIEWED' && !undone.has(id))
    .sort((a, b) => timeOf(a) - timeOf(b) || a.position - b.position);
  const seen = new Set<string | null>();
  const rows = answers.map((answer) => {
    const { flashcardId, rating, timeSpentMinutes } = answer;
    const state = seen.has(flashcardId) ? stateReview : stateNew;
    seen.add(flashcardId);
    return [flashcardId, timeOf(answer), rating, state, Math.round((timeSpentMinutes ?? 0) * 60_000)].join();
  });
  return ['card_id,review_time,review_rating,review_state,review_duration', ...rows, ''].join('\n');
}
