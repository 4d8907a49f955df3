import { requirePrincipal, type RequestContext } from '@kumbuka/service-kit';
import type { LearnerNow } from '../domain/learner/dashboard.ts';
import { createLoaders, type Reads, type Loaders } from './loaders.ts';

/** Context of one GraphQL request. */
export interface GraphQLContext extends RequestContext {
  loaders: Loaders;
  /** Time of the request. */
  now: Date;
}

/** The learner who sent the request, and the time of the request. */
export async function learnerNowOf({ loaders, now, ...request }: GraphQLContext): Promise<LearnerNow> {
  return { learner: await loaders.learners.load(requirePrincipal(request).userId), now };
}

export const contextOf =
  (useCases: Reads, now: () => Date) =>
  (request: RequestContext): GraphQLContext => {
    const principal = () => requirePrincipal(request);
    const learnerNow = (): Promise<LearnerNow> => learnerNowOf(context);
    const context: GraphQLContext = {
      ...request,
      now: now(),
      loaders: createLoaders(useCases, principal, learnerNow),
    };
    return context;
  };
