import type { RequestContext } from '@kumbuka/service-kit';
import { createLoaders, type LoaderUseCases, type Loaders } from './loaders.ts';

/** Context of one GraphQL request. */
export interface GraphQLContext extends RequestContext {
  loaders: Loaders;
}

export const contextOf =
  (useCases: LoaderUseCases) =>
  (request: RequestContext): GraphQLContext => ({ ...request, loaders: createLoaders(useCases) });
