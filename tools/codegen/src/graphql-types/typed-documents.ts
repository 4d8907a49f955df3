import { Kind, visit, type ASTNode, type DefinitionNode, type ExecutableDefinitionNode } from 'graphql';
import { dirname, relative } from 'node:path';
import { fragmentsNeeded, type PlacedFragment, type WebDocument } from '../supergraph/web-documents.ts';

type Fragments = ReadonlyMap<string, PlacedFragment>;

const isExecutable = (node: DefinitionNode): node is ExecutableDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION;

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Copies a node without its source location and without empty properties. */
function lean<Node extends ASTNode>(definition: Node): Node {
  return visit(definition, {
    enter: (node) => {
      const kept = Object.entries(node).filter(
        ([key, value]) => key !== 'loc' && value !== undefined && !isEmptyList(value),
      );
      return Object.fromEntries(kept);
    },
  });
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const fragmentConst = (name: string) => `${name}FragmentDoc`;

function typesOf(node: ExecutableDefinitionNode) {
  const name = node.name?.value ?? '';
  if (node.kind === Kind.FRAGMENT_DEFINITION)
    return { constant: fragmentConst(name), types: `${name}Fragment, unknown` };
  const operation = `${name}${capital(node.operation)}`;
  return { constant: `${name}Document`, types: `${operation}, ${operation}Variables` };
}

/** The constant of a fragment contains that fragment; the one of an operation contains all required fragments once. */
function documentText(node: ExecutableDefinitionNode, fragments: Fragments) {
  const { constant, types } = typesOf(node);
  const needed = node.kind === Kind.FRAGMENT_DEFINITION ? [] : fragmentsNeeded(node, fragments);
  const parts = [
    JSON.stringify(lean(node)),
    ...needed.map((name) => `...${fragmentConst(name)}.definitions`),
  ];
  return `export const ${constant} = {"kind":"Document","definitions":[${parts.join(',')}]} as unknown as TypedDocumentNode<${types}>;`;
}

function importsOf(file: string, definitions: readonly ExecutableDefinitionNode[], fragments: Fragments) {
  const names = new Set(
    definitions
      .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
      .flatMap((node) => fragmentsNeeded(node, fragments)),
  );
  return [...names].flatMap((name) => {
    const from = fragments.get(name)?.file ?? file;
    if (from === file) return [];
    const path = relative(dirname(file), from.replace(/\.graphql$/, '.generated.ts'));
    return [`import { ${fragmentConst(name)} } from '${path.startsWith('.') ? path : `./${path}`}';`];
  });
}

/** Returns a generated file: imports of fragments, the types and one constant per document. */
export function typedDocuments({ file, document }: WebDocument, fragments: Fragments, types: string): string {
  const executable = document.definitions.filter(isExecutable);
  const definitions = [
    ...executable.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ...executable.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION),
  ];
  return [
    "import type { TypedDocumentNode } from '@graphql-typed-document-node/core';",
    ...importsOf(file, definitions, fragments),
    types,
    ...definitions.map((node) => documentText(node, fragments)),
    '',
  ].join('\n');
}
