import type { z } from 'zod';
import { fill } from './templates.ts';
import { validationSentences as sentences } from './validation-sentences.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Record<string, string> = {
  string: sentences.text.en,
  number: sentences.number.en,
  int: sentences.wholeNumber.en,
  boolean: sentences.trueOrFalse.en,
  array: sentences.list.en,
  object: sentences.object.en,
  record: sentences.object.en,
};

function typeSentence(issue: Issue & { expected?: string }) {
  const { expected = '' } = issue;
  if (issue.input === undefined) return sentences.required.en;
  if (Array.isArray(issue.input) && expected === 'string') return sentences.once.en;
  return kinds[expected] ?? `Must be ${expected}.`;
}

const bounds = {
  string: { min: sentences.minLength.en, max: sentences.maxLength.en },
  array: { min: sentences.minItems.en, max: sentences.maxItems.en },
  other: { min: sentences.min.en, max: sentences.max.en },
};
const boundsOf = (origin: string) =>
  origin === 'string' || origin === 'array' ? bounds[origin] : bounds.other;

/** Sentences for a minimum of 1, whose unit is singular. */
const empty: Record<string, string> = { string: sentences.blank.en, array: sentences.oneItem.en };
const tooSmall = (origin: string, minimum: number | bigint) =>
  (Number(minimum) === 1 && empty[origin]) || fill(boundsOf(origin).min, { count: minimum });

/** Describes a validation problem in a sentence for people; messages of a schema take precedence. */
export const sentenceOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue);
    case 'too_small':
      return tooSmall(issue.origin, issue.minimum);
    case 'too_big':
      return fill(boundsOf(issue.origin).max, { count: issue.maximum });
    case 'invalid_value':
      return fill(sentences.oneOf.en, { values: issue.values.map(String).join(', ') });
    case 'unrecognized_keys':
      return fill(sentences.unknownField.en, { names: issue.keys.join(', ') });
    case 'invalid_format':
      return issue.format === 'datetime' ? sentences.instant.en : sentences.wrongForm.en;
    default:
      return sentences.invalid.en;
  }
};

/** Adds the field name to a sentence, for a message that is shown without its field. */
export function namedSentence(path: string, message: string): string {
  const bare = /^(Must|Is|Has|Contains) /.test(message);
  return path !== '' && bare
    ? `The field ${path} ${message.charAt(0).toLowerCase()}${message.slice(1)}`
    : message;
}
