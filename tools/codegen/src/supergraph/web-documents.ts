import {
  Kind,
  parse,
  Source,
  visit,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
} from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { workspaceRoot } from '../workspace.ts';

export interface WebDocument {
  /** Path from the root of the workspace. */
  file: string;
  document: DocumentNode;
}

/** Every `*.graphql` file of the web client, in order of their paths. */
export function readWebDocuments(): WebDocument[] {
  const source = join(workspaceRoot, 'apps/web/src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => {
      const file = relative(workspaceRoot, join(source, name));
      return { file, document: parse(new Source(readFileSync(join(source, name), 'utf8'), file)) };
    });
}

export interface PlacedFragment {
  file: string;
  node: FragmentDefinitionNode;
}

/** Files of the fragments of the web client, by fragment name. */
export function placeFragments(documents: readonly WebDocument[]): ReadonlyMap<string, PlacedFragment> {
  const placed = documents.flatMap(({ file, document }) =>
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, { file, node }] as const] : [],
    ),
  );
  return new Map(placed);
}

function spreadsIn(definition: ExecutableDefinitionNode): string[] {
  const names: string[] = [];
  visit(definition, { FragmentSpread: ({ name }) => void names.push(name.value) });
  return names;
}

/** Returns the fragments that a definition requires, nested ones too, each once in order of first use. */
export function fragmentsNeeded(
  definition: ExecutableDefinitionNode,
  fragments: ReadonlyMap<string, PlacedFragment>,
): string[] {
  const names = new Set<string>();
  const collect = (each: ExecutableDefinitionNode) => {
    for (const name of spreadsIn(each)) {
      const fragment = fragments.get(name);
      if (!fragment || names.has(name)) continue;
      names.add(name);
      collect(fragment.node);
    }
  };
  collect(definition);
  return [...names];
}

/** Returns a document per operation: the operation, then its fragments. */
export function completeOperations(documents: readonly WebDocument[]): DocumentNode[] {
  const fragments = placeFragments(documents);
  return documents.flatMap(({ document }) =>
    document.definitions.flatMap((node): DocumentNode[] => {
      if (node.kind !== Kind.OPERATION_DEFINITION) return [];
      const needed = fragmentsNeeded(node, fragments).flatMap((name) => fragments.get(name)?.node ?? []);
      return [{ kind: Kind.DOCUMENT, definitions: [node, ...needed] }];
    }),
  );
}
