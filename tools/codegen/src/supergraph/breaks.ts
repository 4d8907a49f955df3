import {
  buildASTSchema,
  findBreakingChanges,
  isInterfaceType,
  isObjectType,
  parse,
  type BreakingChange,
  type GraphQLSchema,
} from 'graphql';

/** The machinery of federation, which no client sees. */
const isMachinery = ({ description }: BreakingChange) => /\b(join|link)__|@(join|link)\b/.test(description);

const schemaOf = (supergraph: string) =>
  buildASTSchema(parse(supergraph), { assumeValid: true, assumeValidSDL: true });

/** A field may go once it was deprecated. */
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
    .filter((change) => !isMachinery(change) && !wasDeprecated(old, change))
    .map(({ description }) => description);
}
