import type { GraphQLDataSource } from '@apollo/gateway';
import type { Upstream } from '@kumbuka/http-kit';
import type { GatewayContext } from './context.ts';
import { rejection } from '../requests/rejections.ts';

const retryAfterSeconds = 2;

/** Fetches from one subgraph; an unavailable one causes an error with code UNAVAILABLE. */
export function createDataSource(
  upstream: Upstream,
  { takesOperators = false } = {},
): GraphQLDataSource<GatewayContext> {
  return {
    async process(options) {
      if (!('incomingRequestContext' in options))
        throw new Error('Subgraphs execute operations of clients only.');
      const { request } = options;
      const { headers: all, operatorHeaders, warming, onServed } = options.context;
      if (warming) return { data: null };
      const headers = takesOperators ? { ...all, ...operatorHeaders } : all;
      const operation = { query: request.query ?? '', variables: request.variables ?? {}, headers };
      const result = await upstream.execute(operation).catch(() => {
        throw rejection('PART_UNAVAILABLE', { retryAfterSeconds });
      });
      if (result.data) onServed();
      return result;
    },
  };
}
