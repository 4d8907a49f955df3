import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';
import type { FormErrors } from '../../hooks/use-form.ts';
import { numberLabel } from '../../format/format.ts';

export type CardValues = { question: string; answer: string };
export const emptyCard: CardValues = { question: '', answer: '' };

const isBlankSide = (text: string) => text.trim() === '';
export const hasBlankSide = ({ question, answer }: CardValues) =>
  isBlankSide(question) || isBlankSide(answer);

const isLong = (text: string) => [...text].length > limits.cardSide;
export const isTooLong = ({ question, answer }: CardValues) => isLong(question) || isLong(answer);

function sideError(text: string, missing: string): string | undefined {
  if (isBlankSide(text)) return missing;
  return isLong(text) ? t`At most ${numberLabel(limits.cardSide)} characters` : undefined;
}

export function cardErrors({ question, answer }: CardValues): FormErrors<CardValues> {
  const questionError = sideError(question, t`Question is required`);
  const answerError = sideError(answer, t`Answer is required`);
  return {
    ...(questionError ? { question: questionError } : {}),
    ...(answerError ? { answer: answerError } : {}),
  };
}
