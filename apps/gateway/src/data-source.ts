import type { GraphQLDataSource } from '@apollo/gateway';
import { edgeHeaders, type Upstream } from '@kumbuka/service-kit';
import { GraphQLError } from 'graphql';
import type { GatewayContext } from './context.ts';

const unavailable = () =>
  new GraphQLError('A part of the service is not available right now. Please try again in a moment.', {
    extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 2 },
  });

const headersFor = (context: GatewayContext, internalKey: string): Record<string, string> => ({
  ...edgeHeaders(internalKey, context.clientAddress, context.requestId),
  'content-type': 'application/json',
  ...(context.authorization === undefined ? {} : { authorization: context.authorization }),
});

/** Fetches from one subgraph; a subgraph that is away becomes an error with code UNAVAILABLE. */
export function createDataSource(upstream: Upstream, internalKey: string): GraphQLDataSource<GatewayContext> {
  return {
    async process({ request, ...options }) {
      const context = options.context as GatewayContext;
      if (context.warming) return { data: null };
      const answer = await upstream
        .send({
          method: 'POST',
          path: '/graphql',
          headers: headersFor(context, internalKey),
          body: JSON.stringify({ query: request.query, variables: request.variables }),
        })
        .catch(() => null);
      if (!answer || answer.status !== 200) throw unavailable();
      return JSON.parse(answer.body.toString());
    },
  };
}
