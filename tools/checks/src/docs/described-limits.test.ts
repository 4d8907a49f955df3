import { expect, it } from 'vitest';
import { foldersOf, read } from '../files.ts';

/** Greatest lengths of the texts of each field of the REST API; fields of one name may differ. */
function greatestLengths(node: unknown, found = new Map<string, Set<number>>()): Map<string, Set<number>> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [name, value] of Object.entries(node)) {
    const { maxLength } = Object(value);
    if (typeof maxLength === 'number') found.set(name, (found.get(name) ?? new Set()).add(maxLength));
    greatestLengths(value, found);
  }
  return found;
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields whose description has a greatest number of characters, such as "1 to 200 characters." */
const describedLengths = (schema: string) =>
  [...schema.matchAll(/"[^"\n]*?(?:to|at most) ([\d,]+) characters[^"\n]*"\s+(\w+)[:(]/gi)].map(
    ([, max = '', field = '']) => ({
      field,
      max: Number(max.replaceAll(',', '')),
    }),
  );

/** Descriptions whose number is no limit of the REST field of that name; fields that REST lacks are left out. */
function wrongLengths(schema: string, lengths: ReadonlyMap<string, ReadonlySet<number>>): string[] {
  return describedLengths(schema).flatMap(({ field, max }) => {
    const limits = lengths.get(field) ?? lengths.get(snakeCase(field));
    if (limits === undefined || limits.has(max)) return [];
    return [`${field}: "${max} characters", but REST accepts ${[...limits].join(' or ')}`];
  });
}

const services = foldersOf('services');
const schemas = services.map((name) => ({ name, text: read(`services/${name}`, 'schema.graphql') }));
const restLengths = greatestLengths(JSON.parse(read('libs/contracts/snapshots', 'openapi.json')));

it('a description of a GraphQL field with an earlier limit is found', () => {
  const schema = 'input A {\n  "1 to 2,000 characters."\n  aText: String!\n}';
  expect(wrongLengths(schema, new Map([['a_text', new Set([2_000])]]))).toEqual([]);
  expect(wrongLengths(schema, new Map([['a_text', new Set([2_400])]]))).toEqual([
    'aText: "2000 characters", but REST accepts 2400',
  ]);
});

it('GraphQL descriptions name the limits of the REST API', () => {
  const wrong = schemas.flatMap(({ name, text }) =>
    wrongLengths(text, restLengths).map((what) => `services/${name}/schema.graphql ${what}`),
  );
  expect(wrong).toEqual([]);
});

it('the descriptions of decks are compared', () => {
  const decks = schemas.find(({ name }) => name === 'decks');
  const fields = describedLengths(decks?.text ?? '').map(({ field }) => field);
  for (const field of ['title', 'description', 'frontText']) {
    expect(fields).toContain(field);
    expect(restLengths.has(field) || restLengths.has(snakeCase(field))).toBe(true);
  }
});
