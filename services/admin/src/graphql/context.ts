import type { RequestContext } from '@kumbuka/service-kit';

/** Context of a request for resolvers. */
export type GraphQLContext = RequestContext;

export const contextOf = (request: RequestContext): GraphQLContext => request;
