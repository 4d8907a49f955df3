import { draftOf, visitor } from '../../../shared/browser/drafts.ts';

/** Whether the password was changed without a sign-in; for the page of the sign-in. */
export const passwordChanged = draftOf<boolean>('password-changed', visitor);
