import type { ErrorName } from '@kumbuka/contracts/error-catalogue';
import { errorCode } from './errors.ts';

/** Removes something. What is not there any more is removed, too: the reply to an earlier try may have been lost. */
export async function untilGone(missing: ErrorName, remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (errorCode(error) !== missing) throw error;
  }
}
