import { ProductError } from '@kumbuka/contracts';
import { advance, type Advance } from '../advance.ts';
import { comesLate } from '@kumbuka/schedule';
import { liveCard, type StudyState } from '../study-state.ts';
import type { AnswerContext } from './answer-context.ts';
import type { AnswerOutcome, NamedEntry } from './answer-outcome.ts';
import type { SubmittedAnswer } from './submitted-answer.ts';
import { decideAnswer, decidePractice } from './decide-answer.ts';
import { placeOf } from './missing-context.ts';
import { decideCorrection } from './reschedule.ts';
import type { Card } from '../card/card.ts';
import { decideParameters } from '../learner/parameters.ts';

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

const repeat = (work: Advance, entry: NamedEntry): Step => ({
  work,
  outcome: { kind: 'repeated', entry, card: liveCard(work.state, entry.cardId) },
});

function applyOne(work: Advance, submitted: SubmittedAnswer, context: AnswerContext, entries: Entries): Step {
  const place = placeOf(work.state, submitted, context);
  if ('error' in place) return { work, outcome: { kind: 'rejected', error: place.error } };
  if ('missing' in place) throw new Error('An answer was applied before its card was fetched.');
  try {
    return (submitted.isPractice ? practise : answer)(work, place.card, submitted, entries);
  } catch (error) {
    if (error instanceof ProductError) return { work, outcome: { kind: 'rejected', error } };
    throw error;
  }
}

/** Records an answer, after new parameters of the learner and before a correction of the card's due day. */
function answer(work: Advance, card: Card, submitted: SubmittedAnswer, { newId, now }: Entries): Step {
  const parameters = decideParameters(work.state, card.deckId, { id: newId(), now });
  const begun = parameters ? advance(work, parameters, now) : work;
  const entry = decideAnswer(begun.state, card, submitted, { id: newId(), now });
  const answered = advance(begun, entry, now);
  const correction = decideCorrection(answered.state, card.cardId, { id: newId(), now });
  const next = correction ? advance(answered, correction, now) : answered;
  const after = liveCard(next.state, card.cardId) ?? card;
  return { work: next, outcome: { kind: 'recorded', entry, card: after } };
}

function practise(work: Advance, card: Card, submitted: SubmittedAnswer, { newId, now }: Entries): Step {
  const entry = decidePractice(work.state, card, submitted, { id: newId(), now });
  return { work: advance(work, entry, now), outcome: { kind: 'recorded', entry, card } };
}

/** Returns the cards with a late answer, also relative to other answers of the same request. */
export function lateCards(state: StudyState, answers: readonly SubmittedAnswer[], now: Date): number[] {
  const latest = new Map<number, Date>();
  const late = new Set<number>();
  for (const { cardId, answeredAt = now, isPractice } of answers) {
    if (isPractice) continue;
    const lastStudiedAt = latest.get(cardId) ?? liveCard(state, cardId)?.lastStudiedAt ?? null;
    if (comesLate({ lastStudiedAt }, answeredAt)) late.add(cardId);
    else latest.set(cardId, answeredAt);
  }
  return [...late];
}
