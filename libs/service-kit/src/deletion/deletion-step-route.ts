import { deletionRoutes } from '@kumbuka/contracts';
import { handle, type HandledRoute } from '../http/routes.ts';
import type { createUserDeletion } from './user-deletion.ts';

/** Internal route for deletion steps, called by admin. */
export function deletionStepRoute(
  service: string,
  { step }: Pick<ReturnType<typeof createUserDeletion>, 'step'>,
): HandledRoute {
  const route = deletionRoutes.find(({ owner }) => owner === service);
  if (!route) throw new Error(`${service} has no route for deletions.`);
  return handle(
    route,
    ({ body }) => step(body),
    (users) => ({ users }),
  );
}
