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
import { rejection } from '../requests/rejections.ts';

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

const isList = ({ type }: Field) => isListType(getNullableType(type));

/** Returns the items of a field, without those of its selection set. */
function ownItems(field: Field, length: number) {
  if (!isList(field)) return 0;
  return Math.ceil(isLeafType(getNamedType(field.type)) ? length / valuesAnItem : length);
}

type ArgumentValues = Record<string, unknown>;

/** Declared weights of fields and of the inputs that an operation sets. */
function createWeights(weights: DeclaredCosts['weights']) {
  const weightOfInput = (type: GraphQLInputType, value: unknown): number => {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || typeof value !== 'object' || value === null) return 0;
    return Object.entries(value)
      .filter(([, entry]) => entry !== null && entry !== undefined)
      .reduce((sum, [name]) => sum + (weights.get(`${named.name}.${name}`) ?? 0), 0);
  };
  return {
    /** Whether a field of this input has a weight. */
    hasWeights: (type: GraphQLInputType): boolean => {
      const named = getNamedType(type);
      if (!isInputObjectType(named)) return false;
      return Object.keys(named.getFields()).some((name) => weights.has(`${named.name}.${name}`));
    },
    weightOf: (coordinate: string, field: Field, values: ArgumentValues) =>
      field.args.reduce(
        (sum, { name, type }) => sum + weightOfInput(type, values[name]),
        weights.get(coordinate) ?? 0,
      ),
  };
}

/** Reads the arguments of an operation. Its variables are coerced only when an argument needs one. */
function createArguments(schema: GraphQLSchema, { operation, variables }: CostedOperation) {
  let values: ArgumentValues | undefined;
  function coerceVariables() {
    const read = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 });
    if (read.coerced) return read.coerced;
    const [first] = read.errors;
    throw rejection('BAD_USER_INPUT', first ? { message: first.message } : {});
  }
  return {
    of: (field: Field, node: FieldNode) => {
      if (hasVariable(node.arguments ?? [])) values ??= coerceVariables();
      return getArgumentValues(field, node, values ?? {});
    },
    /** True until an argument has needed a variable. */
    areConstant: () => values === undefined,
  };
}

/**
 * Returns how many items an operation can make the services read: list sizes multiplied along each path (requested by
 * arguments, else the declared maximum), declared weights, and the rows before a page. Throws OPERATION_TOO_LARGE for a
 * list within itself, BAD_USER_INPUT for variables of wrong types.
 */
export function createCost(schema: GraphQLSchema, { listSizes, weights }: DeclaredCosts) {
  /** Costs of operations that do not depend on variables. */
  const constant = new WeakMap<OperationDefinitionNode, number>();
  const { hasWeights, weightOf } = createWeights(weights);
  const readsArguments = (field: Field, declared: ListSize | undefined) =>
    (declared?.slicingArguments.length ?? 0) > 0 || field.args.some(({ type }) => hasWeights(type));

  function measure(costed: CostedOperation) {
    const fragments = fragmentsOf(costed.document);
    const args = createArguments(schema, costed);

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
        throw rejection('OPERATION_TOO_LARGE', {
          message: `The operation requests ${coordinate} within itself.`,
        });

      const values = readsArguments(field, declared) ? args.of(field, node) : {};
      const max = declared ? lengthOf(declared, values) : limits.perPage;
      const length = isList(field) ? (sized.get(field.name) ?? max) : 1;
      const own = ownItems(field, length) + weightOf(coordinate, field, values) + skippedBy(values, max);
      const named = getNamedType(field.type);
      if (!isObjectType(named)) return own;

      const inside = {
        type: named,
        sized: new Map(declared?.sizedFields.map((name) => [name, max])),
        above: declared ? new Set(above).add(coordinate) : above,
      };
      const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      return own + length * ofSets(sets, inside);
    }

    const type = schema.getRootType(costed.operation.operation);
    const set = costed.operation.selectionSet;
    const items = type ? ofSets([set], { type, sized: new Map(), above: new Set() }) : 0;
    return { items, isConstant: args.areConstant() };
  }

  return (costed: CostedOperation): number => {
    const constantCost = constant.get(costed.operation);
    if (constantCost !== undefined) return constantCost;
    const { items, isConstant } = measure(costed);
    if (isConstant) constant.set(costed.operation, items);
    return items;
  };
}
