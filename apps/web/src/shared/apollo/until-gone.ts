import type { ErrorName } from '@kumbuka/contracts/error-catalogue';
import { errorCode } from './errors.ts';

/** Removes something. Treats it as removed when it is missing, because the response to an earlier attempt may have been lost. */
export async function untilGone(missing: ErrorName, remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (errorCode(error) !== missing) throw error;
  }
}
