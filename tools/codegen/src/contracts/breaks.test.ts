import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiBreaks, type OpenApi, type Operation } from './api-breaks.ts';
import { schemaBreaks, type Use } from './breaks.ts';
import type { JsonSchema } from '@kumbuka/rest-facade/json-schema';

const schema = (shape: z.ZodRawShape) =>
  z.toJSONSchema(z.object(shape), { io: 'input' }) as unknown as JsonSchema;
const text = z.string();
const between = (use: Use, before: z.ZodRawShape, after: z.ZodRawShape) =>
  schemaBreaks(schema(before), schema(after), use);

describe('an event', () => {
  const breaks = (before: z.ZodRawShape, after: z.ZodRawShape) => between('event', before, after);

  it('may get optional fields and other descriptions', () => {
    expect(breaks({ a: text }, { a: text.meta({ description: 'A.' }), b: text.optional() })).toEqual([]);
  });
  it('must keep its fields', () => {
    expect(breaks({ a: text, b: text }, { a: text })).toEqual(['b was removed']);
  });
  it('must not get required fields', () => {
    expect(breaks({ a: text }, { a: text, b: text })).toEqual(['b is new and required']);
  });
  it('must keep types and bounds, at any depth', () => {
    expect(breaks({ a: text }, { a: z.boolean() })).toEqual([
      'a changed: type was "string" and is "boolean"',
    ]);
    const nested = (max: number) => ({ a: z.array(z.object({ b: z.int().max(max) })) });
    expect(breaks(nested(5), nested(6))).toEqual(['a[].b changed: maximum was 5 and is 6']);
  });
  it('required fields of an event must stay required, and optional ones optional', () => {
    expect(breaks({ a: text }, { a: text.optional() })).toEqual(['a became optional']);
    expect(breaks({ a: text.optional() }, { a: text })).toEqual(['a became required']);
  });
  it('must keep its values', () => {
    expect(breaks({ a: z.enum(['x']) }, { a: z.enum(['x', 'y']) })).toEqual(['a changed its values']);
  });
  it('nullable fields of an event must stay nullable', () => {
    expect(breaks({ a: z.int() }, { a: z.int().nullable() })).not.toEqual([]);
    expect(breaks({ a: z.iso.date().nullable() }, { a: z.iso.datetime().nullable() })).toEqual([
      'a changed: format was "date" and is "date-time", pattern was ... and is ...',
    ]);
  });
});

describe('a request', () => {
  const breaks = (before: z.ZodRawShape, after: z.ZodRawShape) => between('request', before, after);

  it('may require less and accept more', () => {
    expect(breaks({ a: text }, { a: text.optional(), b: text.optional() })).toEqual([]);
    expect(breaks({ a: z.enum(['x']) }, { a: z.enum(['x', 'y']) })).toEqual([]);
  });
  it('must not require more or accept less', () => {
    expect(breaks({ a: text.optional() }, { a: text })).toEqual(['a became required']);
    expect(breaks({ a: z.enum(['x', 'y']) }, { a: z.enum(['x']) })).toEqual(['a changed its values']);
    expect(breaks({ a: text }, {})).toEqual(['a was removed']);
  });
  it.each([
    ['longer texts', text.max(200), text.max(240)],
    ['shorter texts', text.min(3), text.min(1)],
    ['texts of any length', text.max(200), text],
    ['more items', z.array(text).max(5), z.array(text).max(6)],
    ['greater numbers', z.int().max(5), z.int().max(6)],
    ['smaller numbers', z.int().min(5), z.int().min(4)],
  ])('may accept %s', (_what, before, after) => {
    expect(breaks({ a: before }, { a: after })).toEqual([]);
    expect(breaks({ a: after }, { a: before })).toEqual([expect.stringMatching(/^a changed: m\w+ was/)]);
  });
  it('that accepts shorter texts only is named with both limits', () => {
    expect(breaks({ a: text.max(200) }, { a: text.max(150) })).toEqual([
      'a changed: maxLength was 200 and is 150',
    ]);
  });
  it('must keep its pattern', () => {
    expect(breaks({ a: text.regex(/^a/) }, { a: text })).toEqual(['a changed: pattern was "^a" and is none']);
  });
});

describe('a response', () => {
  const breaks = (before: z.ZodRawShape, after: z.ZodRawShape) => between('response', before, after);

  it('may get more fields', () => {
    expect(breaks({ a: text.optional() }, { a: text, b: text })).toEqual([]);
  });
  it('must keep its fields', () => {
    expect(breaks({ a: text, b: text }, { b: text.optional() })).toEqual([
      'a was removed',
      'b became optional',
    ]);
  });
});

describe('the API', () => {
  const json = (shape: z.ZodRawShape) => ({ content: { 'application/json': { schema: schema(shape) } } });
  const anOperation = (fields: Partial<Operation> = {}): OpenApi => ({
    paths: {
      '/decks': {
        post: {
          parameters: [],
          security: [],
          requestBody: json({ a: text }),
          responses: { 201: json({ b: text }) },
          ...fields,
        },
      },
    },
  });
  const breaks = (fields: Partial<Operation>) => apiBreaks(anOperation(), anOperation(fields));
  const aParameter = (required: boolean) => ({
    name: 'page',
    in: 'query',
    required,
    schema: { type: 'integer' },
  });

  it('may grow', () => {
    const grown = anOperation({
      parameters: [aParameter(false)],
      responses: { 201: json({ b: text, c: text }) },
    });
    expect(apiBreaks(anOperation(), { paths: { ...grown.paths, '/new': {} } })).toEqual([]);
  });
  it('must keep its routes', () => {
    expect(apiBreaks(anOperation(), { paths: {} })).toEqual(['POST /decks was removed']);
  });
  it('must keep bodies, responses, parameters and permissions', () => {
    expect(breaks({ requestBody: json({ a: z.boolean() }) })).toEqual([
      'POST /decks: body: a changed: type was "string" and is "boolean"',
    ]);
    expect(breaks({ responses: { 200: json({ b: text }) } })).toEqual([
      'POST /decks: response 201 was removed',
    ]);
    expect(breaks({ responses: { 201: json({}) } })).toEqual(['POST /decks: response 201: b was removed']);
    expect(breaks({ security: [{ bearer: [] }] })).toEqual(['POST /decks: it needs a token now']);
    expect(breaks({ parameters: [aParameter(true)] })).toEqual([
      'POST /decks: parameter page is new and required',
    ]);
  });
});
