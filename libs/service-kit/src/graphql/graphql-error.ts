import { graphqlProblemOf, publicError } from '@kumbuka/http-kit';
import { GraphQLError, type ASTNode } from 'graphql';
import { asProductError } from '../stores/as-product-error.ts';

/** Error with a position in the operation, as graphql-js and the JIT compiler throw it. */
export interface Located extends Error {
  originalError?: unknown;
  path?: readonly (string | number)[] | undefined;
  nodes?: readonly ASTNode[] | undefined;
  extensions?: Record<string, unknown> | undefined;
}
/** By shape, not by class: the JIT compiler has its own error class. */
const isLocated = (error: unknown): error is Located =>
  error instanceof Error && ('locations' in error || error.name === 'GraphQLError');

/** Converts an error to GraphQL: the code of REST in `extensions.code`, never a stack. */
export function graphqlError(error: unknown): GraphQLError {
  const located = isLocated(error) ? error : null;
  if (located && !located.originalError) return withCode(located, 'GRAPHQL_VALIDATION_FAILED');
  const { message, extensions } = graphqlProblemOf(
    publicError(asProductError(located?.originalError ?? error)),
  );
  return new GraphQLError(message, {
    ...(located?.path ? { path: located.path } : {}),
    ...(located?.nodes ? { nodes: located.nodes } : {}),
    extensions: { ...extensions },
  });
}

const withCode = (error: Located, code: string) =>
  new GraphQLError(error.message, {
    ...(error.path ? { path: error.path } : {}),
    ...(error.nodes ? { nodes: error.nodes } : {}),
    extensions: { code, ...error.extensions },
  });
