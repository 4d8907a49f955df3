import { buildSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import { staleFiles } from '@kumbuka/supergraph/write-or-check';
import { graphqlTypes } from './graphql-types.ts';
import { webTypes } from './web-types.ts';

it('keeps every generated file as the schemas and documents have it', async () => {
  expect(staleFiles(await graphqlTypes()).map(({ file }) => file)).toEqual([]);
});

it('refuses a document that asks for what the schema does not have', async () => {
  const schema = buildSchema('type Query { deck: Int }');
  const document = parse('query Screen { pile }');
  await expect(webTypes(schema, [{ file: 'screen.graphql', document }])).rejects.toThrow(/pile/);
});
