import type { Day } from '@kumbuka/contracts/study-day';
import type { CardReviews } from './own-weights.ts';
import { dayOfAnswer, type HistoryImportedEntry, type Rating, type ReviewEntry } from './review-log.ts';

interface Review {
  /** Entry of the log; `null` for a review in another program. */
  id: string | null;
  time: number;
  day: Day;
  rating: Rating;
}

/** Reviews of a card since it was new. */
interface Chapter {
  reviews: Review[];
  /** Whether earlier reviews are missing: those in another program, or in a part of the log that was not read. */
  isPartial: boolean;
}

/** Collects all reviews of each card from a log that is read in parts, in the order of writing. */
export interface ReviewCollector {
  add(entries: readonly ReviewEntry[]): void;
  /** Cards whose reviews are known from the first one; a card that was reset counts as several. */
  cards(): CardReviews[];
}

const learning = 0;

/** Reviews in another program; a change by hand has the rating 0. */
function reviewsIn({ times, ratings, kinds }: HistoryImportedEntry, dayOfTime: (time: number) => Day) {
  const places = [...times.keys()].filter((at) => (ratings[at] ?? 0) > 0);
  const reviews = places.map((at): Review => {
    const time = times[at] ?? 0;
    return { id: null, time, day: dayOfTime(time), rating: ratings[at] as Rating };
  });
  return { reviews, isWhole: kinds[places[0] ?? 0] === learning };
}

/** `dayOfTime` returns the study day of a review in another program, which stored no time zone. */
export function createReviewCollector(dayOfTime: (time: number) => Day): ReviewCollector {
  const chapters = new Map<number, Chapter[]>();
  const undone = new Set<string>();

  function begin(cardId: number): Chapter {
    const chapter = { reviews: [], isPartial: false };
    chapters.set(cardId, [...(chapters.get(cardId) ?? []), chapter]);
    return chapter;
  }
  const chapterOf = (cardId: number): Chapter => chapters.get(cardId)?.at(-1) ?? begin(cardId);

  function take(entry: ReviewEntry) {
    switch (entry.kind) {
      case 'reviewed': {
        const { id, answeredAt, rating, cardId, predictedRecall } = entry;
        const chapter = chapterOf(cardId);
        if (chapter.reviews.length === 0 && predictedRecall !== null) chapter.isPartial = true;
        chapter.reviews.push({ id, time: answeredAt.getTime(), day: dayOfAnswer(entry), rating });
        break;
      }
      case 'undone':
        undone.add(entry.undoes);
        break;
      case 'reset':
        begin(entry.cardId);
        break;
      case 'schedule-imported':
        chapterOf(entry.cardId).isPartial = true;
        break;
      case 'history-imported': {
        const { reviews, isWhole } = reviewsIn(entry, dayOfTime);
        const chapter = chapterOf(entry.cardId);
        chapter.reviews.push(...reviews);
        chapter.isPartial = !isWhole;
        break;
      }
      default:
    }
  }

  const cardIn = ({ reviews }: Chapter): CardReviews => {
    let latest = -Infinity;
    return reviews
      .filter(({ id }) => id === null || !undone.has(id))
      .sort((a, b) => a.time - b.time)
      .map(({ day, rating }) => {
        latest = Math.max(latest, day);
        return { day: latest, rating };
      });
  };

  return {
    add: (entries) => entries.forEach(take),
    cards: () =>
      [...chapters.values()].flatMap((ofCard) =>
        ofCard.flatMap((chapter) => (chapter.isPartial ? [] : [cardIn(chapter)])),
      ),
  };
}
