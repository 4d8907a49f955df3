import { codegen } from '@graphql-codegen/core';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { Kind, parse, printSchema, type GraphQLSchema } from 'graphql';
import {
  fragmentsNeeded,
  placeFragments,
  type PlacedFragment,
  type WebDocument,
} from '../supergraph/web-documents.ts';
import type { GeneratedFile } from '../write-or-check.ts';
import { typedDocuments } from './typed-documents.ts';

/** Returns the generated path beside a document: `screen.graphql` -> `screen.generated.ts`. */
export const generatedFileOf = (file: string) => file.replace(/\.graphql$/, '.generated.ts');

/** Fragments of other files that a document requires, in the format of the types plugin. */
function externalFragments({ file, document }: WebDocument, fragments: ReadonlyMap<string, PlacedFragment>) {
  const names = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION
      ? fragmentsNeeded(node, fragments)
      : [],
  );
  return [...new Set(names)].flatMap((name) => {
    const placed = fragments.get(name);
    if (!placed || placed.file === file) return [];
    return [{ isExternal: true, name, onType: placed.node.typeCondition.name.value, node: placed.node }];
  });
}

/** Types and typed documents of the web client's operations and fragments, one file beside each `*.graphql`. */
export async function webTypes(
  schema: GraphQLSchema,
  documents: readonly WebDocument[],
): Promise<GeneratedFile[]> {
  const fragments = placeFragments(documents);
  const sdl = parse(printSchema(schema));
  return Promise.all(
    documents.map(async (each) => {
      const filename = generatedFileOf(each.file);
      const types = await codegen({
        filename,
        schema: sdl,
        schemaAst: schema,
        documents: [{ location: each.file, document: each.document }],
        config: {
          useTypeImports: true,
          enumsAsTypes: true,
          scalars: { DateTime: 'string', ID: 'string' },
          externalFragments: externalFragments(each, fragments),
        },
        plugins: [{ operationTypes: {} }],
        pluginMap: { operationTypes },
      });
      return { file: filename, text: typedDocuments(each, fragments, types) };
    }),
  );
}
