import { ProductError, type ErrorDetails, type ErrorName } from '@kumbuka/contracts';
import { graphqlProblemOf } from '@kumbuka/http-kit';
import { GraphQLError } from 'graphql';

/** An error of the catalogue as GraphQL throws it; `message` only where the operation at hand makes it clearer. */
export function refusal(name: ErrorName, details: ErrorDetails & { message?: string } = {}): GraphQLError {
  const { message, extensions } = graphqlProblemOf(new ProductError(name, details));
  return new GraphQLError(details.message ?? message, { extensions: { ...extensions } });
}
