import { limits } from '@kumbuka/contracts/constants';
import type { FormErrors } from '../../shared/lib/use-form.ts';

export type CardValues = { question: string; answer: string };
export const emptyCard: CardValues = { question: '', answer: '' };

function sideError(text: string, missing: string): string | undefined {
  if (text.trim() === '') return missing;
  return [...text].length > limits.cardSide
    ? `At most ${limits.cardSide.toLocaleString('en')} characters`
    : undefined;
}

export function cardErrors({ question, answer }: CardValues): FormErrors<CardValues> {
  const questionError = sideError(question, 'Question is required');
  const answerError = sideError(answer, 'Answer is required');
  return {
    ...(questionError ? { question: questionError } : {}),
    ...(answerError ? { answer: answerError } : {}),
  };
}
