import { t } from '@lingui/core/macro';
import { errorCode, hasNoResponse, messageOf } from '../../shared/apollo/errors.ts';
import type { Credentials } from '../../shared/auth/account-calls.ts';
import type { AuthApi } from '../../shared/auth/auth-api.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { whileReplacing } from '../../shared/auth/token.ts';

/** Credential that a change replaces. */
type Credential = 'password' | 'email';

/** Error of a change whose response was lost; the message says whether it was made. */
class ChangeUnconfirmed extends Error {}

interface Change {
  /** Makes the change and returns the token that replaces the older one. */
  change: () => Promise<string>;
  /** Credentials that are valid only after the change. */
  newCredentials: Credentials;
}

const isRejected = (error: unknown) => errorCode(error) === 'UNAUTHENTICATED';

/** Whether the older token is still accepted; `null` without a response. */
const isOldTokenValid = (api: AuthApi) =>
  api.viewer().then(
    () => true,
    (error: unknown) => (isRejected(error) ? false : null),
  );

const notChanged = (credential: Credential) =>
  new ChangeUnconfirmed(
    credential === 'password'
      ? t`No response; your password is not changed yet. Try again in a moment.`
      : t`No response; your email is not changed yet. Try again in a moment.`,
  );
const unconfirmed = (credential: Credential) =>
  new ChangeUnconfirmed(
    credential === 'password'
      ? t`No response; your password may have changed. It is safe to try again.`
      : t`No response; your email may have changed. It is safe to try again.`,
  );

/** Returns a new token if the change was made although its response was lost: then the old token is revoked. */
async function tokenAfterLoss(
  api: AuthApi,
  credential: Credential,
  newCredentials: Credentials,
): Promise<string | null> {
  const isValid = await isOldTokenValid(api);
  if (isValid) throw notChanged(credential);
  if (isValid === null) throw unconfirmed(credential);
  return api.logIn(newCredentials).catch((error: unknown) => {
    if (hasNoResponse(error)) throw unconfirmed(credential);
    return null;
  });
}

/**
 * Makes a change that revokes every session, and continues with its new token. When the response is lost, checks
 * whether the change was made. A session that was revoked for another reason is signed out as usual.
 */
export function useCredentialChange(credential: Credential) {
  const { api, signIn, reloadUser } = useAuth();
  const tokenOf = async ({ change, newCredentials }: Change) => {
    try {
      return await change();
    } catch (failure) {
      if (!hasNoResponse(failure) && !isRejected(failure)) throw failure;
      const token = await tokenAfterLoss(api, credential, newCredentials);
      if (!token) throw failure;
      return token;
    }
  };
  return async (change: Change): Promise<void> => {
    try {
      await whileReplacing(async () => signIn(await tokenOf(change)));
    } catch (failure) {
      if (isRejected(failure)) await reloadUser().catch(() => {});
      throw failure;
    }
  };
}

/** Message of a failed change. */
export const changeFailure = (credential: Credential, failure: unknown): string =>
  failure instanceof ChangeUnconfirmed
    ? failure.message
    : messageOf(
        failure,
        credential === 'password'
          ? t`Your password could not be changed. Try again in a moment.`
          : t`Your email could not be changed. Try again in a moment.`,
      );
