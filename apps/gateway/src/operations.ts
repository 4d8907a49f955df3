import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Kind,
  parse,
  print,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql';

const webSource = new URL('../../web/src/', import.meta.url).pathname;

function documentsIn(folder: string): DocumentNode[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => parse(readFileSync(join(folder, file), 'utf8')));
}

function fragmentsOf(
  operation: OperationDefinitionNode | FragmentDefinitionNode,
  all: Map<string, FragmentDefinitionNode>,
) {
  const found = new Map<string, FragmentDefinitionNode>();
  const follow = (text: string) => {
    for (const [, name = ''] of text.matchAll(/\.\.\.\s*(\w+)/g)) {
      const fragment = all.get(name);
      if (!fragment || found.has(name)) continue;
      found.set(name, fragment);
      follow(print(fragment));
    }
  };
  follow(print(operation));
  return [...found.values()];
}

export interface KnownOperation {
  name: string;
  query: string;
}

/** The operations of the web client, each with its fragments, as the client sends them. */
export function knownOperations(folder = webSource): KnownOperation[] {
  const definitions = documentsIn(folder).flatMap((document) => document.definitions);
  const fragments = new Map(
    definitions
      .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  );
  return definitions
    .filter((each) => each.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => ({
      name: operation.name?.value ?? '',
      query: [operation, ...fragmentsOf(operation, fragments)].map(print).join('\n\n'),
    }));
}
