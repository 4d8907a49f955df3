import { ProductError, Unavailable } from '@kumbuka/contracts';
import { isConflict, isUnavailable } from '@kumbuka/event-bus';

/** Maps an unreachable store, and a write conflict that was not retried, to `Unavailable`; other errors stay. */
export function asProductError(error: unknown): unknown {
  const canBeRetried = !(error instanceof ProductError) && (isUnavailable(error) || isConflict(error));
  return canBeRetried ? new Unavailable(error) : error;
}
