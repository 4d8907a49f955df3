import { ProductError } from '@kumbuka/contracts';
import { advance, type Advance } from '../advance.ts';
import { type AnswerEntry, comesLate } from '@kumbuka/schedule';
import { liveCard, type StudyState } from '../study-state.ts';
import type { AnswerContext } from './answer-context.ts';
import type { AnswerOutcome, SubmittedAnswer } from './answer-outcome.ts';
import { decideAnswer } from './decide-answer.ts';
import { placeOf } from './missing-context.ts';

/** Ids and time of new log entries. */
interface Entries {
  newId(): string;
  now: Date;
}

interface Applied {
  work: Advance;
  /** One per answer, in order. */
  outcomes: AnswerOutcome[];
}

/** Applies answers in order. Every answer gets its own outcome. */
export function applyAnswers(
  begun: Advance,
  answers: readonly SubmittedAnswer[],
  context: AnswerContext,
  entries: Entries,
): Applied {
  const named = new Map(context.log?.named);
  return answers.reduce<Applied>(
    ({ work, outcomes }, submitted) => {
      const repeated = named.get(submitted.clientEventId ?? '');
      const next = repeated ? repeat(work, repeated) : applyOne(work, submitted, context, entries);
      const { outcome } = next;
      if (outcome.kind === 'recorded' && submitted.clientEventId !== undefined)
        named.set(submitted.clientEventId, outcome.entry);
      return { work: next.work, outcomes: [...outcomes, outcome] };
    },
    { work: begun, outcomes: [] },
  );
}

interface Step {
  work: Advance;
  outcome: AnswerOutcome;
}

const repeat = (work: Advance, entry: AnswerEntry): Step => ({
  work,
  outcome: { kind: 'repeated', entry, card: liveCard(work.state, entry.cardId) },
});

function applyOne(
  work: Advance,
  submitted: SubmittedAnswer,
  context: AnswerContext,
  { newId, now }: Entries,
): Step {
  const place = placeOf(work.state, submitted, context);
  if ('error' in place) return { work, outcome: { kind: 'refused', error: place.error } };
  if ('missing' in place) throw new Error('An answer was applied before its card was fetched.');
  try {
    const entry = decideAnswer(work.state, place.card, submitted, { id: newId(), now });
    const next = advance(work, entry, now);
    const card = liveCard(next.state, submitted.cardId) ?? place.card;
    return { work: next, outcome: { kind: 'recorded', entry, card } };
  } catch (error) {
    if (error instanceof ProductError) return { work, outcome: { kind: 'refused', error } };
    throw error;
  }
}

/** Returns the cards with a late answer, also relative to other answers of the same request. */
export function lateCards(state: StudyState, answers: readonly SubmittedAnswer[], now: Date): number[] {
  const latest = new Map<number, Date>();
  const late = new Set<number>();
  for (const { cardId, answeredAt = now } of answers) {
    const lastStudiedAt = latest.get(cardId) ?? liveCard(state, cardId)?.lastStudiedAt ?? null;
    if (comesLate({ lastStudiedAt }, answeredAt)) late.add(cardId);
    else latest.set(cardId, answeredAt);
  }
  return [...late];
}
