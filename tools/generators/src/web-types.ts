import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { parse, printSchema, type GraphQLSchema } from 'graphql';
import type { WebDocument } from '@kumbuka/supergraph/web-documents';

/** Types of the web client's operations and fragments, with one `<Name>Document` for each. */
export function webTypes(schema: GraphQLSchema, documents: readonly WebDocument[]): Promise<string> {
  return codegen({
    filename: 'generated.ts',
    schema: parse(printSchema(schema)),
    schemaAst: schema,
    documents: documents.map(({ file, document }) => ({ location: file, document })),
    config: { useTypeImports: true, enumsAsTypes: true, scalars: { DateTime: 'string', ID: 'string' } },
    plugins: [{ operationTypes: {} }, { typedDocuments: {} }],
    pluginMap: { operationTypes, typedDocuments },
  });
}
