import { concatAST, isSpecifiedScalarType, validate, type GraphQLError } from 'graphql';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { supergraphBreaks } from './breaks.ts';
import { CompositionFailed, composeApiSchema, composeSupergraph, supergraphFile } from './compose.ts';
import { readSubgraphs, type Subgraph } from './subgraphs.ts';
import { readWebDocuments } from './web-documents.ts';

const subgraphs = readSubgraphs();
const placed = ({ message, locations, source }: GraphQLError) =>
  `${source?.name}:${locations?.[0]?.line} ${message}`;
const aSubgraph = (name: string, sdl: string): Subgraph => ({
  name,
  url: `http://${name}.internal/graphql`,
  sdl,
});

describe('the supergraph', () => {
  it('equals the composition of the subgraphs', () => {
    expect(composeSupergraph(subgraphs)).toBe(readFileSync(supergraphFile, 'utf8'));
  });

  it('has a placeholder address for each service', () => {
    for (const { name } of subgraphs)
      expect(readFileSync(supergraphFile, 'utf8')).toContain(`url: "http://${name}.internal/graphql"`);
  });

  it('the composition rejects subgraphs that contradict each other, with the reason', () => {
    const broken = [
      aSubgraph('left', 'type Query { a: Thing } type Thing { size: Int }'),
      aSubgraph('right', 'type Query { b: Thing } type Thing { size: String }'),
    ];
    expect(() => composeSupergraph(broken)).toThrow(CompositionFailed);
    expect(() => composeSupergraph(broken)).toThrow(/Thing\.size/);
  });

  it('describes every type, field, argument and value of the schema that clients see', () => {
    const bare: string[] = [];
    const need = (name: string, description: string | null | undefined) => description || bare.push(name);
    for (const type of Object.values(composeApiSchema(subgraphs).getTypeMap())) {
      if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
      if (!['Query', 'Mutation'].includes(type.name)) need(type.name, type.description);
      if ('getFields' in type)
        for (const field of Object.values(type.getFields()))
          need(`${type.name}.${field.name}`, field.description);
      if ('getValues' in type)
        for (const value of type.getValues()) need(`${type.name}.${value.name}`, value.description);
    }
    expect(bare).toEqual([]);
  });
});

describe('a change of the supergraph', () => {
  const composed = (fields: string) =>
    composeSupergraph([aSubgraph('left', `type Query { a(size: Int): Int } type Mutation { ${fields} }`)]);
  const breaks = (before: string, after: string) => supergraphBreaks(composed(before), composed(after));

  it('may add fields and other descriptions', () => {
    expect(breaks('b: Int', '"More." b: Int c: Int')).toEqual([]);
  });

  it('must not remove a field or require more, unless the field was deprecated before', () => {
    expect(breaks('b: Int c: Int', 'b(size: Int!): Int')).toEqual([
      'Mutation.c was removed.',
      'A required arg size on Mutation.b was added.',
    ]);
    expect(breaks('b: Int c: Int @deprecated(reason: "Use b.")', 'b: Int')).toEqual([]);
  });
});

describe('the operations of the web client', () => {
  const documents = readWebDocuments();

  it('are valid against the supergraph', () => {
    const all = concatAST(documents.map(({ document }) => document));
    expect(validate(composeApiSchema(subgraphs), all).map(placed)).toEqual([]);
  });
});
