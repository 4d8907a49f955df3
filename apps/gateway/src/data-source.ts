import type { GraphQLDataSource } from '@apollo/gateway';
import type { Upstream } from '@kumbuka/service-kit';
import { GraphQLError } from 'graphql';
import type { GatewayContext } from './context.ts';

const retryAfterSeconds = 2;

const unavailable = () =>
  new GraphQLError('A part of the service is not available right now. Please try again in a moment.', {
    extensions: { code: 'UNAVAILABLE', retryAfterSeconds },
  });

/** Fetches from one subgraph; a subgraph that is away becomes an error with code UNAVAILABLE. */
export function createDataSource(upstream: Upstream): GraphQLDataSource<GatewayContext> {
  return {
    async process({ request, ...options }) {
      const context = options.context as GatewayContext;
      if (context.warming) return { data: null };
      const answer = await upstream
        .send({
          method: 'POST',
          path: '/graphql',
          headers: context.headers,
          body: JSON.stringify({ query: request.query, variables: request.variables }),
        })
        .catch(() => null);
      if (answer?.status !== 200) throw unavailable();
      const result = JSON.parse(answer.body.toString());
      if (result.data) context.onServed();
      return result;
    },
  };
}
