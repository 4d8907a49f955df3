import type { RequestContext } from '@kumbuka/service-kit';

/** What resolvers know of a request. */
export type GraphQLContext = RequestContext;

export const contextOf = (request: RequestContext): GraphQLContext => request;
