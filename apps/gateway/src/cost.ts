import { limits } from '@kumbuka/contracts';
import {
  getArgumentValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { DeclaredCosts, ListSize } from './declared-costs.ts';
import { refusal } from './refusals.ts';

/** Number of plain list values (ids, names) that count as one item. */
const valuesAnItem = 10;

/** Number of skipped rows that count as one item, because the store reads past the rows of earlier pages. */
const skippedAnItem = 100;

export interface CostedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** As the client sent them. */
  variables: Record<string, unknown>;
}

/** Position in the operation: the type, the lengths of its sized fields, and the lists above it. */
interface Place {
  type: GraphQLObjectType;
  sized: ReadonlyMap<string, number>;
  above: ReadonlySet<string>;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;
type Field = GraphQLField<unknown, unknown>;

const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/** Groups fields by response name, because fields with the same name are read once. */
function fieldsOf(sets: readonly SelectionSetNode[], fragments: Fragments): Map<string, FieldNode[]> {
  const byKey = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  function collect({ selections }: SelectionSetNode) {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) spread(selection.name.value);
      else note(selection);
    }
  }
  function spread(name: string) {
    const fragment = fragments.get(name);
    if (!fragment || seen.has(name)) return;
    seen.add(name);
    collect(fragment.selectionSet);
  }
  function note(field: FieldNode) {
    const key = field.alias?.value ?? field.name.value;
    const same = byKey.get(key);
    if (same) same.push(field);
    else byKey.set(key, [field]);
  }
  sets.forEach(collect);
  return byKey;
}

function hasVariable(nodes: readonly ASTNode[]) {
  let found = false;
  for (const node of nodes) visit(node, { [Kind.VARIABLE]: () => void (found = true) });
  return found;
}

/** Returns the requested length of a list, at most its maximum. */
function lengthOf({ assumedSize, slicingArguments }: ListSize, values: Record<string, unknown>) {
  const requested = slicingArguments.map((name) => values[name]).find((value) => typeof value === 'number');
  return Math.min(Math.max(requested ?? assumedSize, 0), assumedSize);
}

/** Returns the cost of the rows before a page, at most that of a learner's longest list. */
function skippedBy({ page }: Record<string, unknown>, length: number) {
  if (typeof page !== 'number' || page <= 1) return 0;
  return Math.floor(Math.min((page - 1) * length, limits.cardsPerDeck) / skippedAnItem);
}

/**
 * Returns how many items an operation can make the services read: list sizes multiplied along each path (requested by
 * arguments, else the declared maximum), declared weights, and the rows before a page. Throws OPERATION_TOO_LARGE for a
 * list within itself, BAD_USER_INPUT for variables of wrong types.
 */
export function createCost(schema: GraphQLSchema, { listSizes, weights }: DeclaredCosts) {
  /** Costs of operations that do not depend on variables. */
  const constant = new WeakMap<OperationDefinitionNode, number>();

  const isWeighed = (type: GraphQLInputType): boolean => {
    const named = getNamedType(type);
    if (!isInputObjectType(named)) return false;
    return Object.keys(named.getFields()).some((name) => weights.has(`${named.name}.${name}`));
  };
  const readsArguments = (field: Field, declared: ListSize | undefined) =>
    (declared?.slicingArguments.length ?? 0) > 0 || field.args.some(({ type }) => isWeighed(type));

  /** Weights of the fields that an input sets. */
  function weightOfInput(type: GraphQLInputType, value: unknown): number {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || typeof value !== 'object' || value === null) return 0;
    return Object.entries(value)
      .filter(([, entry]) => entry !== null && entry !== undefined)
      .reduce((sum, [name]) => sum + (weights.get(`${named.name}.${name}`) ?? 0), 0);
  }
  const weightOf = (coordinate: string, field: Field, values: Record<string, unknown>) =>
    field.args.reduce(
      (sum, { name, type }) => sum + weightOfInput(type, values[name]),
      weights.get(coordinate) ?? 0,
    );

  function variablesOf({ operation, variables }: CostedOperation) {
    const read = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 });
    if (read.coerced) return read.coerced;
    const [first] = read.errors;
    throw refusal('BAD_USER_INPUT', first ? { message: first.message } : {});
  }

  function measure(costed: CostedOperation) {
    const fragments = fragmentsOf(costed.document);
    let values: Record<string, unknown> | undefined;

    function argumentsOf(field: Field, node: FieldNode) {
      if (hasVariable(node.arguments ?? [])) values ??= variablesOf(costed);
      return getArgumentValues(field, node, values ?? {});
    }

    const ofSets = (sets: readonly SelectionSetNode[], place: Place): number => {
      let sum = 0;
      for (const nodes of fieldsOf(sets, fragments).values()) sum += ofField(nodes, place);
      return sum;
    };

    function ofField(nodes: readonly FieldNode[], { type, sized, above }: Place): number {
      const [node] = nodes;
      const field = node && type.getFields()[node.name.value];
      if (!field) return 0;
      const coordinate = `${type.name}.${field.name}`;
      const declared = listSizes.get(coordinate);
      if (declared && above.has(coordinate))
        throw refusal('OPERATION_TOO_LARGE', {
          message: `The operation asks for ${coordinate} within itself.`,
        });

      const argumentValues = readsArguments(field, declared) ? argumentsOf(field, node) : {};
      const most = declared ? lengthOf(declared, argumentValues) : limits.perPage;
      const isList = isListType(getNullableType(field.type));
      const length = isList ? (sized.get(field.name) ?? most) : 1;
      const named = getNamedType(field.type);
      const own = isList ? Math.ceil(isLeafType(named) ? length / valuesAnItem : length) : 0;
      const weighed = own + weightOf(coordinate, field, argumentValues) + skippedBy(argumentValues, most);
      if (!isObjectType(named)) return weighed;

      const inside = {
        type: named,
        sized: new Map(declared?.sizedFields.map((name) => [name, most])),
        above: declared ? new Set(above).add(coordinate) : above,
      };
      return (
        weighed +
        length *
          ofSets(
            nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
            inside,
          )
      );
    }

    const type = schema.getRootType(costed.operation.operation);
    const set = costed.operation.selectionSet;
    const items = type ? ofSets([set], { type, sized: new Map(), above: new Set() }) : 0;
    return { items, isConstant: values === undefined };
  }

  return (costed: CostedOperation): number => {
    const constantCost = constant.get(costed.operation);
    if (constantCost !== undefined) return constantCost;
    const { items, isConstant } = measure(costed);
    if (isConstant) constant.set(costed.operation, items);
    return items;
  };
}
