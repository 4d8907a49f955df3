import { requirePrincipal, type GraphQLAsker } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** What resolvers know of a request. */
export interface GraphQLContext extends GraphQLAsker {
  loaders: Loaders;
}

export const contextOf =
  (useCases: Pick<UseCases, 'findDecks' | 'findCards'>) =>
  (asker: GraphQLAsker): GraphQLContext => ({
    ...asker,
    loaders: createLoaders(useCases, () => requirePrincipal(asker)),
  });
