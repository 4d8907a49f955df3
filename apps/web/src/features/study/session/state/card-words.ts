import { studyDayAt, type LocalClock } from '@kumbuka/contracts/study-day';
import { percentLabel } from '../../../../shared/format/percent.ts';
import type { Schedule } from '../../../../shared/study/queue-context.tsx';
import type { SessionWords } from './session-words.ts';

// Also part of the script in the page (early/), so nothing here translates.

/** Replaces the placeholders of a sentence. */
const fillIn = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

function seen(lastStudiedAt: string, now: Date, clock: LocalClock, words: SessionWords): string {
  const days = studyDayAt(clock, now) - studyDayAt(clock, new Date(lastStudiedAt));
  if (days <= 0) return words.seenToday;
  return days === 1 ? words.seenYesterday : fillIn(words.seenBefore, { days });
}

/** Why a card is shown, beside its counters; empty when its schedule could not be loaded. */
export function whyLine(
  schedule: Schedule | null,
  now: Date,
  clock: LocalClock,
  words: SessionWords,
): string {
  if (!schedule) return '';
  const { state, predictedRecall, lastStudiedAt } = schedule;
  if (state === 'NEW') return words.neverSeen;
  // A card that was imported with its schedule was not answered here yet.
  const start = lastStudiedAt ? `${seen(lastStudiedAt, now, clock, words)}.` : '';
  if (predictedRecall === null) return start;
  return fillIn(words.recall, { start, percent: percentLabel(predictedRecall * 100) }).trim();
}

/** 'About 4 min left', from the learner's own pace. */
export function timeLeft(openCards: number, secondsPerAnswer: number, words: SessionWords): string {
  if (openCards === 0) return '';
  return fillIn(words.timeLeft, { minutes: Math.max(1, Math.round((openCards * secondsPerAnswer) / 60)) });
}

interface Progress {
  position: number;
  total: number;
  /** Cards of the whole deck, or all new cards, where the session is a portion of them. */
  deckTotal: number | null;
  isOfOneDeck: boolean;
}

export const progressTexts = (
  { position, total, deckTotal, isOfOneDeck }: Progress,
  words: SessionWords,
) => ({
  position: fillIn(words.position, { position, total }),
  portion: deckTotal === null ? null : fillIn(words.portion, { size: total, deckTotal }),
  ofWhat: isOfOneDeck ? words.inThisDeck : words.ofNewCards,
});

export type Counters = Pick<Schedule, 'studyCount' | 'correctAttempts' | 'incorrectAttempts'>;

export const counterTexts = (counters: Counters, words: SessionWords) => ({
  studied: fillIn(words.studied, { ...counters }),
  correct: fillIn(words.correct, { ...counters }),
  incorrect: fillIn(words.incorrect, { ...counters }),
});
