import { requirePrincipal, type RequestContext } from '@kumbuka/service-kit';
import type { Standpoint } from '../domain/learner/dashboard.ts';
import { createLoaders, type Asked, type Loaders } from './loaders.ts';

/** What resolvers know of a request. */
export interface GraphQLContext extends RequestContext {
  loaders: Loaders;
  /** The instant of the request. */
  now: Date;
}

/** From where the asker looks: what is known of them, and the instant of the request. */
export async function standpointOf({ loaders, now, ...asker }: GraphQLContext): Promise<Standpoint> {
  return { learner: await loaders.learners.load(requirePrincipal(asker).userId), now };
}

export const contextOf =
  (useCases: Asked, now: () => Date) =>
  (asker: RequestContext): GraphQLContext => {
    const principal = () => requirePrincipal(asker);
    const standpoint = (): Promise<Standpoint> => standpointOf(context);
    const context: GraphQLContext = {
      ...asker,
      now: now(),
      loaders: createLoaders(useCases, principal, standpoint),
    };
    return context;
  };
