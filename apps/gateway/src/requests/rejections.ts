import { ProductError, type ErrorDetails, type ErrorName } from '@kumbuka/contracts';
import { graphqlProblemOf } from '@kumbuka/http-kit';
import { GraphQLError } from 'graphql';

/** GraphQL error from the catalogue; `message` replaces the sentence where the operation makes it clearer. */
export function rejection(name: ErrorName, details: ErrorDetails & { message?: string } = {}): GraphQLError {
  const { message, extensions } = graphqlProblemOf(new ProductError(name, details));
  return new GraphQLError(details.message ?? message, { extensions: { ...extensions } });
}
