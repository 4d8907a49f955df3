import { limits } from '@kumbuka/contracts/constants';
import { isHeldByCard, noteKind, type NoteField } from '@kumbuka/contracts/kinds';
import { t } from '@lingui/core/macro';
import type { FormErrors } from '../../hooks/use-form.ts';
import { shownLanguage } from '../../i18n/i18n.ts';
import { cardErrors, type CardValues } from './card-rules.ts';
import { pictureKind } from './picture-kind.ts';

/** Kinds whose cards are made from a note of their own, which is edited instead of one of its cards. */
export const isOfStoredNote = (kind: string) => !isHeldByCard(noteKind(kind), ['a', 'b']);

/** Whether a kind has a form of its own, because its fields are no texts. */
export const isPicture = (kind: string) => kind === pictureKind;

const isPair = (kind: string) => kind !== 'cloze';

/** Labels of the two fields. */
export function labelsOf(kind: string): CardValues {
  const [first, second] = noteKind(kind).fields;
  const label = (field: NoteField | undefined) => field?.label[shownLanguage()] ?? '';
  return isPair(kind)
    ? { question: t`Question`, answer: t`Answer` }
    : { question: label(first), answer: label(second) };
}

export const helpOf = (kind: string) => noteKind(kind).fields[0]?.help?.[shownLanguage()];

/** A picture alone on a side says nothing to a learner who does not see it. */
const isOnlyPicture = (text: string) => /^\s*!\[\s*\]\([^)]*\)\s*$/.test(text);

function withDescriptions(values: CardValues, errors: FormErrors<CardValues>): FormErrors<CardValues> {
  const missing = t`Describe the picture between the square brackets`;
  return {
    ...(isOnlyPicture(values.question) ? { question: missing } : {}),
    ...(isOnlyPicture(values.answer) ? { answer: missing } : {}),
    ...errors,
  };
}

/** Errors of the fields of a kind. */
export const errorsOf =
  (kind: string) =>
  (values: CardValues): FormErrors<CardValues> => {
    if (isPair(kind)) return withDescriptions(values, cardErrors(values));
    const { cardsOf, withoutCards } = noteKind(kind);
    const isLong = [values.question, values.answer].some((text) => [...text].length > limits.cardSide);
    const { question } = cardErrors({ ...values, answer: values.answer || ' . ' });
    if (question !== undefined || isLong)
      return question === undefined ? { answer: cardErrors(values).answer ?? '' } : { question };
    return cardsOf([values.question, values.answer]).length > 0
      ? {}
      : { question: withoutCards?.[shownLanguage()] ?? '' };
  };
