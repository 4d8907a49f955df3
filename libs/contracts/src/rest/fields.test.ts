import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paginate, searchedText } from './fields.ts';
import { restRoutes } from './index.ts';

describe('a search text', () => {
  const searched = searchedText(100);
  it('is limited in code points, so that an emoji counts as one character', () =>
    expect(searched.parse('🦁'.repeat(100))).toBe('🦁'.repeat(100)));

  it.each([
    ['one more', 'x'.repeat(101)],
    ['a NUL', 'a\0b'],
    ['a lone surrogate', 'a\uD800'],
  ])('is rejected with %s', (_what, text) => expect(searched.safeParse(text).success).toBe(false));
});

describe('the length of a text in the JSON Schema', () => {
  const texts = restRoutes.flatMap(({ operationId, body, query }) =>
    Object.entries({ ...query?.shape, ...body?.shape }).flatMap(([name, schema]) => {
      const field = schema as z.ZodType;
      const { type, minLength, maxLength } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });
      return type === 'string' && maxLength !== undefined
        ? [{ name: `${operationId} ${name}`, field, min: minLength ?? 0, max: maxLength }]
        : [];
    }),
  );

  it('the JSON Schema has a length for every text that people enter', () => {
    const named = texts.map(({ name }) => name);
    expect(named).toEqual(
      expect.arrayContaining(['signUp username', 'logIn password', 'createDeck title', 'generateCards text']),
    );
  });

  it.each(texts)('$name is rejected when it is longer than its JSON Schema allows', ({ field, max }) =>
    expect(field.safeParse('x'.repeat(max + 1)).success).toBe(false),
  );

  it.each(texts.filter(({ min }) => min > 0))(
    '$name is rejected when it is shorter than its JSON Schema allows',
    ({ field, min }) => expect(field.safeParse('x'.repeat(min - 1)).success).toBe(false),
  );

  it.each(texts.filter(({ name }) => !/email|token|domain/.test(name)))(
    '$name is accepted with the lengths of its JSON Schema',
    ({ field, min, max }) =>
      expect([min, max].map((length) => field.safeParse('x'.repeat(length)).success)).toEqual([true, true]),
  );
});

it('an empty list has no pages, and the first page has none before it', () => {
  expect(paginate(1, 10, 0)).toMatchObject({ total_pages: 0, has_next: false, has_prev: false });
  expect(paginate(2, 10, 11)).toMatchObject({ total_pages: 2, has_next: false, has_prev: true });
});
