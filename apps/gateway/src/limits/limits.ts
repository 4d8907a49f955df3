import { ProductError } from '@kumbuka/contracts';
import {
  GraphQLError,
  Kind,
  parse,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

/** `fields` and `aliases` are counted with fragments expanded, `tokens` in the text as sent. */
export const operationLimits = {
  depth: 8,
  aliases: 30,
  tokens: 1_000,
  rootFields: 20,
  fields: 1_000,
  /** Fields with one name in a selection; validation compares each pair. */
  repeats: 10,
} as const;

const namesOf = ({ selections }: SelectionSetNode): string[] =>
  selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.alias?.value ?? selection.name.value];
    return selection.kind === Kind.INLINE_FRAGMENT ? namesOf(selection.selectionSet) : [];
  });

const isRepetitive = (set: SelectionSetNode) =>
  [...Map.groupBy(namesOf(set), (name) => name).values()].some(
    ({ length }) => length > operationLimits.repeats,
  );

function parsed(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: operationLimits.tokens, noLocation: true });
  } catch {
    return null;
  }
}

/** Rejects documents that are slow to validate. Leaves texts that do not parse to Apollo, which says what is wrong. */
export function rejectRepetition(query: string) {
  const document = parsed(query);
  if (!document) return;
  visit(document, {
    SelectionSet(set) {
      if (isRepetitive(set)) throw new ProductError('REPETITIVE_OPERATION');
    },
  });
}

interface Size {
  depth: number;
  aliases: number;
  fields: number;
  rootFields: number;
}

const nothing: Size = { depth: 0, aliases: 0, fields: 0, rootFields: 0 };
/** Fragments that contain themselves cannot be expanded. */
const endless: Size = { depth: Infinity, aliases: Infinity, fields: Infinity, rootFields: Infinity };

const beside = (left: Size, right: Size): Size => ({
  depth: Math.max(left.depth, right.depth),
  aliases: left.aliases + right.aliases,
  fields: left.fields + right.fields,
  rootFields: left.rootFields + right.rootFields,
});

/** Sizes with fragments expanded. Each fragment is measured once, so that fragments that double each other stay cheap. */
function createMeasure(context: ValidationContext) {
  const measured = new Map<string, Size>();

  const ofSet = (set: SelectionSetNode | undefined): Size =>
    (set?.selections ?? []).map(ofSelection).reduce(beside, nothing);

  function ofSelection(selection: SelectionNode): Size {
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSet(selection.selectionSet);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    const alias = selection.alias ? 1 : 0;
    if (selection.name.value.startsWith('__')) return { depth: 0, aliases: alias, fields: 1, rootFields: 1 };
    const inner = ofSet(selection.selectionSet);
    return {
      depth: 1 + inner.depth,
      aliases: alias + inner.aliases,
      fields: 1 + inner.fields,
      rootFields: 1,
    };
  }

  function ofFragment(name: string): Size {
    const cached = measured.get(name);
    if (cached) return cached;
    measured.set(name, endless);
    const size = ofSet(context.getFragment(name)?.selectionSet);
    measured.set(name, size);
    return size;
  }

  return ofSet;
}

const sentences: [keyof Size, string][] = [
  ['depth', `is deeper than ${operationLimits.depth} fields`],
  ['aliases', `has more than ${operationLimits.aliases} aliases`],
  ['fields', `has more than ${operationLimits.fields} fields`],
  ['rootFields', `has more than ${operationLimits.rootFields} fields at its root`],
];

/** Apollo Server gives every error of validation one code; `limit` identifies ours. */
const tooLarge = (limit: keyof Size, sentence: string) =>
  new GraphQLError(`The operation ${sentence}.`, { extensions: { limit } });

const sizeRule: ValidationRule = (context): ASTVisitor => {
  const measure = createMeasure(context);
  return {
    OperationDefinition(operation) {
      const size = measure(operation.selectionSet);
      for (const [name, sentence] of sentences)
        if (size[name] > operationLimits[name]) context.reportError(tooLarge(name, sentence));
    },
  };
};

export const limitRules = [sizeRule];
