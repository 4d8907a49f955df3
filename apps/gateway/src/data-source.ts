import type { GraphQLDataSource } from '@apollo/gateway';
import type { Upstream } from '@kumbuka/http-kit';
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
      const { headers, warming, onServed } = options.context as GatewayContext;
      if (warming) return { data: null };
      const question = { query: request.query ?? '', variables: request.variables ?? {}, headers };
      const result = await upstream.ask(question).catch(() => {
        throw unavailable();
      });
      if (result.data) onServed();
      return result;
    },
  };
}
