import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput, ProductError } from './index.ts';

const body = z.strictObject({
  title: z.string().refine((value) => value.trim() !== '', 'Must not be blank.'),
  difficulty: z.int().min(1).max(5),
  ids: z.array(z.int()).max(3),
  sort: z.enum(['title', 'created']),
  at: z.iso.datetime(),
  name: z.string().min(1),
  emails: z.array(z.string()).min(1),
});
const good = {
  title: 'a',
  difficulty: 3,
  ids: [],
  sort: 'title',
  at: '2026-01-01T00:00:00Z',
  name: 'a',
  emails: ['a'],
};

function errorOf(value: object): ProductError {
  try {
    parseInput(body, { ...good, ...value });
  } catch (error) {
    if (error instanceof ProductError) return error;
  }
  throw new Error('The input is valid.');
}

describe('an invalid input', () => {
  it.each([
    ['text for a number', { difficulty: '3' }, 'The field difficulty must be a number.'],
    ['a number too large', { difficulty: 9 }, 'The field difficulty must be at most 5.'],
    ['a number too small', { difficulty: 0 }, 'The field difficulty must be at least 1.'],
    ['nothing', { title: undefined }, 'The field title is required.'],
    ['a blank', { title: ' ' }, 'The field title must not be blank.'],
    ['a repeated parameter', { title: ['a', 'b'] }, 'The field title must be given once, as text.'],
    ['a list too long', { ids: [1, 2, 3, 4] }, 'The field ids must have at most 3 items.'],
    ['an empty text, not as "1 characters"', { name: '' }, 'The field name must not be blank.'],
    ['an empty list, not as "1 items"', { emails: [] }, 'The field emails must have at least one item.'],
    ['a word that is not on the list', { sort: 'x' }, 'The field sort must be one of title, created.'],
    ['a time in another form', { at: 'yesterday' }, 'The field at must be a time in ISO 8601.'],
    ['an unknown field', { more: 1 }, 'Unknown field: more.'],
  ])('the error of an invalid input describes %s in a sentence', (_name, value, sentence) => {
    expect(errorOf(value).message).toBe(sentence);
  });

  it('the error of an invalid input lists every problem with its path', () => {
    const { details } = errorOf({ difficulty: 9, title: '' });
    expect(details).toEqual([
      { path: 'title', message: 'Must not be blank.' },
      { path: 'difficulty', message: 'Must be at most 5.' },
    ]);
  });

  it('the error of an invalid input keeps a message of the schema', () => {
    const own = z.strictObject({ email: z.string().max(3, 'Invalid email address') });
    expect(() => parseInput(own, { email: 'long' })).toThrow('Invalid email address');
  });
});
