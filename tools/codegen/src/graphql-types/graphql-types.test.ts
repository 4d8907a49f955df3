import { buildSchema, parse, print, type DocumentNode } from 'graphql';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workspaceRoot } from '../workspace.ts';
import { completeOperations, readWebDocuments } from '../supergraph/web-documents.ts';
import { graphqlTypes, orphanedFiles } from './graphql-types.ts';
import { generatedFileOf, webTypes } from './web-types.ts';

it('type generation removes the types of a document that was deleted', async () => {
  const files = await graphqlTypes();
  const [removed] = files.filter(({ file }) => file.endsWith('.generated.ts'));
  expect(orphanedFiles(files)).toEqual([]);
  expect(orphanedFiles(files.filter((file) => file !== removed))).toEqual([removed?.file]);
});

it('type generation rejects a document that requests an unknown field', async () => {
  const schema = buildSchema('type Query { deck: Int }');
  const document = parse('query Screen { pile }');
  await expect(webTypes(schema, [{ file: 'screen.graphql', document }])).rejects.toThrow(/pile/);
});

it('type generation generates each operation with the fragments it needs, once', async () => {
  const schema = buildSchema('type Query { deck: Deck } type Deck { id: ID title: String cards: [String] }');
  const documents = [
    { file: 'web/screen.graphql', document: parse('query Screen { deck { ...Title ...Tile } }') },
    {
      file: 'web/shared/tile.graphql',
      document: parse('fragment Tile on Deck { id ...Title } fragment Title on Deck { title }'),
    },
  ];
  const [screen, tile] = await webTypes(schema, documents);
  expect([screen?.file, tile?.file]).toEqual(['web/screen.generated.ts', 'web/shared/tile.generated.ts']);
  expect(screen?.text.match(/\.\.\.TitleFragmentDoc\.definitions/g)).toHaveLength(1);
  expect(screen?.text).toContain("import { TileFragmentDoc } from './shared/tile.generated.ts'");
  expect(tile?.text).not.toContain('.definitions');
});

it('type generation generates the operations of the manifest', async () => {
  const documents = readWebDocuments();
  const modules = await Promise.all(
    documents.map(
      ({ file }): Promise<Record<string, DocumentNode>> => import(join(workspaceRoot, generatedFileOf(file))),
    ),
  );
  const generated = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, document]) =>
      name.endsWith('FragmentDoc') ? [] : [print(document)],
    ),
  );
  expect(generated.sort()).toEqual(completeOperations(documents).map(print).sort());
});
