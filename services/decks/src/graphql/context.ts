import type { GraphQLAsker } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import { loadersFor, type Loaders } from './loaders.ts';

/** What resolvers know of a request. */
export interface GraphQLContext extends GraphQLAsker {
  loaders: Loaders;
}

export const contextOf =
  (reads: Pick<UseCases, 'findDecks' | 'findCards'>) =>
  (asker: GraphQLAsker): GraphQLContext => ({ ...asker, loaders: loadersFor(reads, asker) });
