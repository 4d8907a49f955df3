import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const sizeOf = (origin: string, size: number | bigint) =>
  origin === 'string' ? `${size} characters` : origin === 'array' ? `${size} items` : String(size);
const verbOf = (origin: string) => (origin === 'array' ? 'have' : 'be');

function typeSentence(issue: Issue & { expected?: string }) {
  if (issue.input === undefined) return 'Is required.';
  if (Array.isArray(issue.input) && issue.expected === 'string') return 'Must be given once, as text.';
  return `Must be ${kinds[issue.expected ?? ''] ?? issue.expected}.`;
}

/** Validation problem as a sentence for people; messages of a schema take precedence. */
export const sentenceOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue);
    case 'too_small':
      return `Must ${verbOf(issue.origin)} at least ${sizeOf(issue.origin, issue.minimum)}.`;
    case 'too_big':
      return `Must ${verbOf(issue.origin)} at most ${sizeOf(issue.origin, issue.maximum)}.`;
    case 'invalid_value':
      return `Must be one of ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}.`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'Must be a time in ISO 8601.' : 'Has the wrong form.';
    default:
      return 'Is not valid.';
  }
};

/** The same with the field name, where no field is shown beside it. */
export function namedSentence(path: string, message: string): string {
  const bare = /^(Must|Is|Has|Contains) /.test(message);
  return path !== '' && bare
    ? `The field ${path} ${message.charAt(0).toLowerCase()}${message.slice(1)}`
    : message;
}
