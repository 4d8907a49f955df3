import { t } from '@lingui/core/macro';
import { errorCode, hasNoResponse, messageOf } from '../../shared/apollo/errors.ts';
import type { AuthApi, Credentials } from '../../shared/auth/auth-api.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { whileReplacing } from '../../shared/auth/token.ts';

/** Credential that a change replaces. */
type Access = 'password' | 'email';

/** Error of a change whose response was lost; the message says whether it was made. */
class ChangeUnconfirmed extends Error {}

interface Change {
  /** Makes the change and returns the token that replaces the older one. */
  change: () => Promise<string>;
  /** Credentials that are valid only after the change. */
  opens: Credentials;
}

const isRefused = (error: unknown) => errorCode(error) === 'UNAUTHENTICATED';

/** Whether the older token is still accepted; `null` without a response. */
const isOlderGood = (api: AuthApi) =>
  api.viewer().then(
    () => true,
    (error: unknown) => (isRefused(error) ? false : null),
  );

const notYet = (access: Access) =>
  new ChangeUnconfirmed(
    access === 'password'
      ? t`No response; your password is not changed yet. Try again in a moment.`
      : t`No response; your email is not changed yet. Try again in a moment.`,
  );
const isUnconfirmed = (access: Access) =>
  new ChangeUnconfirmed(
    access === 'password'
      ? t`No response; your password may have changed. It is safe to try again.`
      : t`No response; your email may have changed. It is safe to try again.`,
  );

/** Finds out after a lost response whether the change was made: then the older token has ended, and the new credential logs in. */
async function tokenAfterLoss(api: AuthApi, access: Access, opens: Credentials): Promise<string | null> {
  const isGood = await isOlderGood(api);
  if (isGood) throw notYet(access);
  if (isGood === null) throw isUnconfirmed(access);
  return api.logIn(opens).catch((error: unknown) => {
    if (hasNoResponse(error)) throw isUnconfirmed(access);
    return null;
  });
}

/**
 * Makes a change that ends every session, and continues with its new token. When the response is lost, it finds out
 * whether the change was made. A session that ended for another reason is signed out as usual.
 */
export function useNewAccess(access: Access) {
  const { api, signIn, reloadUser } = useAuth();
  const tokenOf = async ({ change, opens }: Change) => {
    try {
      return await change();
    } catch (failure) {
      if (!hasNoResponse(failure) && !isRefused(failure)) throw failure;
      const token = await tokenAfterLoss(api, access, opens);
      if (!token) throw failure;
      return token;
    }
  };
  return async (wanted: Change): Promise<void> => {
    try {
      await whileReplacing(async () => signIn(await tokenOf(wanted)));
    } catch (failure) {
      if (isRefused(failure)) await reloadUser().catch(() => {});
      throw failure;
    }
  };
}

/** Message of a failed change. */
export const changeFailure = (access: Access, failure: unknown): string =>
  failure instanceof ChangeUnconfirmed
    ? failure.message
    : messageOf(
        failure,
        access === 'password'
          ? t`Your password could not be changed. Try again in a moment.`
          : t`Your email could not be changed. Try again in a moment.`,
      );
