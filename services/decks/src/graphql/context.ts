import type { GraphQLAsker } from '@kumbuka/service-kit';
import type { Loaders } from './loaders.ts';

/** What resolvers know of a request. */
export interface GraphQLContext extends GraphQLAsker {
  loaders: Loaders;
}
