import {
  getVariableValues,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import type { RateLimiter } from './rate-limit.ts';

const writesPerMinuteDefault = 120;

/** Limits writes per account, over REST and GraphQL and all processes together. */
export const countWrites = (
  rateLimiter: RateLimiter,
  userId: number,
  limit = writesPerMinuteDefault,
  writes = 1,
) => rateLimiter.check({ name: 'write', key: String(userId), limit, windowSeconds: 60, cost: writes });

export interface CountedRequest {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
}

function fragmentsOf({ definitions }: DocumentNode) {
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(
    fragments.map((fragment): [string, FragmentDefinitionNode] => [fragment.name.value, fragment]),
  );
}

function fieldsOf(operation: OperationDefinitionNode, { schema, document, variables }: CountedRequest) {
  const type = schema.getMutationType();
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  // Invalid variables are rejected by the execution; the attempt counts as one write.
  if (!type || !coerced) return 1;
  return collectFields(schema, fragmentsOf(document), coerced, type, operation.selectionSet).size;
}

/** Number of mutation fields that an operation executes, with fragments and directives applied. */
export const writesIn = (request: CountedRequest): number =>
  request.document.definitions
    .filter((each) => each.kind === Kind.OPERATION_DEFINITION)
    .filter(({ operation }) => operation === 'mutation')
    .reduce((sum, operation) => sum + fieldsOf(operation, request), 0);
