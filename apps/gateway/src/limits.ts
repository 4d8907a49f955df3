import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

export const operationLimits = { depth: 8, aliases: 30, tokens: 1_000, rootFields: 20 } as const;

const tooMuch = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'OPERATION_TOO_LARGE' } });

/** Depth of fields, fragments followed; a fragment that contains itself counts as too deep. */
function depthOf(
  set: SelectionSetNode | undefined,
  context: ValidationContext,
  path: readonly string[],
): number {
  if (!set) return 0;
  const depths = set.selections.map((selection) => {
    if (selection.kind === Kind.FIELD)
      return selection.name.value.startsWith('__') ? 0 : 1 + depthOf(selection.selectionSet, context, path);
    if (selection.kind === Kind.INLINE_FRAGMENT) return depthOf(selection.selectionSet, context, path);
    const name = selection.name.value;
    if (path.includes(name)) return Infinity;
    return depthOf(context.getFragment(name)?.selectionSet, context, [...path, name]);
  });
  return Math.max(0, ...depths);
}

const depthRule: ValidationRule = (context): ASTVisitor => ({
  OperationDefinition(operation) {
    if (depthOf(operation.selectionSet, context, []) > operationLimits.depth)
      context.reportError(tooMuch(`The operation is deeper than ${operationLimits.depth} fields.`));
  },
});

const aliasRule: ValidationRule = (context): ASTVisitor => {
  let aliases = 0;
  return {
    Field(field) {
      if (field.alias && ++aliases === operationLimits.aliases + 1)
        context.reportError(tooMuch(`The operation has more than ${operationLimits.aliases} aliases.`));
    },
  };
};

const rootRule: ValidationRule = (context): ASTVisitor => ({
  OperationDefinition(operation) {
    if (operation.selectionSet.selections.length > operationLimits.rootFields)
      context.reportError(
        tooMuch(`The operation has more than ${operationLimits.rootFields} fields at its root.`),
      );
  },
});

export const limitRules = [depthRule, aliasRule, rootRule];
