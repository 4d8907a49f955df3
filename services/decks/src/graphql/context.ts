import { requirePrincipal, type RequestContext } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** Context of one GraphQL request. */
export interface GraphQLContext extends RequestContext {
  loaders: Loaders;
  now: Date;
}

export const contextOf =
  (useCases: Pick<UseCases, 'findDecks' | 'findNotes' | 'findCardsOfNotes' | 'findCards'>, now: () => Date) =>
  (request: RequestContext): GraphQLContext => ({
    ...request,
    now: now(),
    loaders: createLoaders(useCases, () => requirePrincipal(request)),
  });
