import { draftOf, visitor } from '../../../shared/browser/drafts.ts';

/** Address that was just verified and whose account needs a new password; for the page of the reset. */
export const verifiedEmail = draftOf<string>('verified-email', visitor);
