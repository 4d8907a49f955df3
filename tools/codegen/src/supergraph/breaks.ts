import {
  buildASTSchema,
  findBreakingChanges,
  isInterfaceType,
  isObjectType,
  parse,
  type BreakingChange,
  type GraphQLSchema,
} from 'graphql';

/** Changes of federation's own types, which no client sees. */
const isInternal = ({ description }: BreakingChange) => /\b(join|link)__|@(join|link)\b/.test(description);

const schemaOf = (supergraph: string) =>
  buildASTSchema(parse(supergraph), { assumeValid: true, assumeValidSDL: true });

/** Whether the change removes a field that was deprecated before. */
function wasDeprecated(before: GraphQLSchema, { type, description }: BreakingChange): boolean {
  const [, typeName = '', fieldName = ''] = /^(\w+)\.(\w+) was removed/.exec(description) ?? [];
  const owner = before.getType(typeName);
  if (type !== 'FIELD_REMOVED' || !(isObjectType(owner) || isInterfaceType(owner))) return false;
  return owner.getFields()[fieldName]?.deprecationReason !== undefined;
}

/** Breaking changes for clients of the old supergraph, one sentence each. */
export function supergraphBreaks(before: string, after: string): string[] {
  const [old, now] = [schemaOf(before), schemaOf(after)];
  return findBreakingChanges(old, now)
    .filter((change) => !isInternal(change) && !wasDeprecated(old, change))
    .map(({ description }) => description);
}
