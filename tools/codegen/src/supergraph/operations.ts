import { InMemoryCache } from '@apollo/client/cache';
import { Kind, print, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace.ts';
import { completeOperations, readWebDocuments } from './web-documents.ts';
import { writeOrCheck } from '../write-or-check.ts';

export const operationsFile = join(workspaceRoot, 'apps/gateway/operations.json');

/** Operation of the web client, with the query byte for byte as the client sends it. */
interface ClientOperation {
  name: string;
  query: string;
  /** SHA-256 of the query in hexadecimal. */
  sha256: string;
}

const operationOf = ({ definitions }: DocumentNode) =>
  definitions.find((each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION);

/** Adds `__typename` to every selection, as the cache of the client does before it prints the document. */
function asSent(document: DocumentNode): ClientOperation[] {
  const operation = operationOf(document);
  if (!operation) return [];
  const query = print(new InMemoryCache().transformDocument(document));
  const sha256 = createHash('sha256').update(query).digest('hex');
  return [{ name: operation.name?.value ?? '', query, sha256 }];
}

/** The operations of the web client, each with the fragments that it needs. */
export const webOperations = (): DocumentNode[] => completeOperations(readWebDocuments());

export const clientOperations = () =>
  webOperations()
    .flatMap(asSent)
    .sort((left, right) => (left.name < right.name ? -1 : 1));

/** Text of `operations.json`. */
export const operationsText = () => `${JSON.stringify(clientOperations(), null, 2)}\n`;

if (import.meta.main)
  writeOrCheck(
    [{ file: operationsFile, text: operationsText() }],
    'node tools/codegen/src/supergraph/operations.ts',
  );
