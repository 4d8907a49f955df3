import { ValidationFailed } from '@kumbuka/contracts';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import type { Principal } from '@kumbuka/identity';
import type { AnswerOutcome } from '../domain/answer/answer-outcome.ts';
import type { SubmittedAnswer } from '../domain/answer/submitted-answer.ts';
import { statsOf } from '../domain/learner/dashboard.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import { answerInput, type AnswerInput } from './inputs.ts';
import { answerResultView, statsView } from './views.ts';

interface Submitted {
  clientEventId: string;
  [field: string]: unknown;
}

const toAnswer = (input: AnswerInput): SubmittedAnswer => ({
  deckId: input.deckId,
  cardId: input.flashcardId,
  allowsFormerDeck: true,
  wasCorrect: input.wasCorrect,
  rating: input.rating ?? undefined,
  isPractice: input.isPractice ?? false,
  minutes: input.timeSpentMinutes,
  sessionId: input.sessionId ?? undefined,
  sessionDeckId: input.sessionDeckId ?? null,
  clientEventId: input.clientEventId,
  answeredAt: input.answeredAt ? new Date(input.answeredAt) : undefined,
  dueDay: input.dueOn ? dayOfDate(input.dueOn) : undefined,
});

/** Records the valid answers; every other answer gets its own error code. */
export async function recordSubmitted(
  { recordAnswers }: Pick<UseCases, 'recordAnswers'>,
  submitted: readonly Submitted[],
  principal: Principal,
  now: Date,
) {
  const parsed = submitted.map((each) => answerInput.safeParse(each));
  const valid = parsed.flatMap(({ data }) => (data ? [toAnswer(data)] : []));
  const { outcomes, learner } = await recordAnswers(valid, principal);
  const recorded = outcomes.values();
  const results = submitted.map(({ clientEventId }, index) => {
    const outcome = parsed[index]?.success ? recorded.next().value : undefined;
    return answerResultView(clientEventId, outcome ?? notValid(), { learner, now });
  });
  return { results, stats: statsView(statsOf({ learner, now })) };
}

const notValid = (): AnswerOutcome => ({
  kind: 'rejected',
  error: new ValidationFailed([{ path: 'answers', message: 'The answer is not valid.' }]),
});
