import { Kind, type DocumentNode, type FieldNode, type SelectionSetNode, type ValueNode } from 'graphql';

export type Entity = { [field: string]: unknown };

/** Fields with arguments are functions of them. */
export type Resolved = (args: Record<string, unknown>) => unknown;

type Fragments = Record<string, SelectionSetNode>;

export interface Selection {
  fields: FieldNode[];
  argsOf: (field: FieldNode) => Record<string, unknown>;
  within: (field: FieldNode) => Selection | null;
}

function valueOf(node: ValueNode, variables: Record<string, unknown>): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return variables[node.name.value];
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((each) => valueOf(each, variables));
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, valueOf(value, variables)]),
      );
    default:
      return node.value;
  }
}

/** What an operation selects, without its fragments. */
export function selectionOf(document: DocumentNode, variables: Record<string, unknown>): Selection {
  const fragments: Fragments = {};
  let root: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [] };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments[definition.name.value] = definition.selectionSet;
    if (definition.kind === Kind.OPERATION_DEFINITION) root = definition.selectionSet;
  }
  const fieldsIn = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      if (node.kind === Kind.INLINE_FRAGMENT) return fieldsIn(node.selectionSet);
      const fragment = fragments[node.name.value];
      return fragment ? fieldsIn(fragment) : [];
    });
  const selection = (sets: readonly SelectionSetNode[]): Selection => {
    const fields = sets.flatMap(fieldsIn);
    return {
      fields,
      argsOf: ({ arguments: args = [] }) =>
        Object.fromEntries(args.map(({ name, value }) => [name.value, valueOf(value, variables)])),
      within: (field) => {
        // A field that several fragments select has the selections of all of them.
        const key = keyOf(field);
        const inner = fields
          .filter((each) => keyOf(each) === key)
          .flatMap(({ selectionSet }) => selectionSet ?? []);
        return inner.length > 0 ? selection(inner) : null;
      },
    };
  };
  return selection([root]);
}

export const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The selected fields of a value; `null` for fields that it does not have. */
export function select(selection: Selection, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => select(selection, each));
  if (typeof value !== 'object' || value === null) return null;
  const entity = value as Entity;
  return Object.fromEntries(
    selection.fields.map((field) => {
      const found = entity[field.name.value];
      const given = typeof found === 'function' ? (found as Resolved)(selection.argsOf(field)) : found;
      const inner = selection.within(field);
      return [keyOf(field), inner && given !== undefined ? select(inner, given) : (given ?? null)];
    }),
  );
}
