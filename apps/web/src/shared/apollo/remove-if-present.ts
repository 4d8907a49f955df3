import type { ErrorName } from '@kumbuka/contracts/error-catalogue';
import { errorCode } from './errors.ts';

/** Runs a removal and ignores the error `missing`, because an attempt whose response was lost may have succeeded. */
export async function removeIfPresent(missing: ErrorName, remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (errorCode(error) !== missing) throw error;
  }
}
