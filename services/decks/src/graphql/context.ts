import { requirePrincipal, type RequestContext } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** Context of one GraphQL request. */
export interface GraphQLContext extends RequestContext {
  loaders: Loaders;
}

export const contextOf =
  (useCases: Pick<UseCases, 'findDecks' | 'findNotes' | 'findCardsOfNotes' | 'findCards'>) =>
  (request: RequestContext): GraphQLContext => ({
    ...request,
    loaders: createLoaders(useCases, () => requirePrincipal(request)),
  });
