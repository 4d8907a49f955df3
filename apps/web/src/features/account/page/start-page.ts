import { createVisitorApi, type VisitorApi } from '../../../shared/auth/account-calls.ts';
import { onTokenChangedElsewhere, readToken } from '../../../shared/auth/token.ts';
import { runPublicPage } from '../../../shared/built/public-page.ts';
import { sendBy, type Operations } from './send-mutation.ts';

/** What the build gives to the script of an account page. */
export interface AccountPageTexts {
  operations: Operations;
}

/** What the script of an account page works with. */
export interface AccountPage {
  api: VisitorApi;
  /** Opens another page in place of this one. */
  leave: (path: string) => void;
  /** Aborted when the page is replaced by itself in another language. */
  signal: AbortSignal;
}

/** Whether the server knows the user of the token. */
async function isSignedIn(): Promise<boolean> {
  const token = readToken();
  if (token === null) return false;
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ operationName: 'SignedIn', query: 'query SignedIn { viewer { id } }' }),
  });
  const { data } = await response.json();
  return Boolean(data?.viewer);
}

/** Sends learners away from a page for visitors: at once, and after a sign-in in another tab. */
export function leaveWhenSignedIn(leave: (path: string) => void, signal: AbortSignal): void {
  const leaveIfSignedIn = () =>
    void isSignedIn().then(
      (isLearner) => isLearner && !signal.aborted && leave('/dashboard'),
      () => {},
    );
  leaveIfSignedIn();
  signal.addEventListener('abort', onTokenChangedElsewhere(leaveIfSignedIn));
  // A page from the back/forward cache has missed a sign-in.
  window.addEventListener('pageshow', ({ persisted }) => persisted && leaveIfSignedIn(), { signal });
}

/** Starts an account page. A page for visitors only sends learners to their dashboard. */
export function startPage(
  { operations }: AccountPageTexts,
  run: (page: AccountPage) => void,
  { isForVisitors = false } = {},
): void {
  const signal = runPublicPage();
  const leave = (path: string) => window.location.replace(path);
  run({ api: createVisitorApi(sendBy(operations)), leave, signal });
  if (isForVisitors) leaveWhenSignedIn(leave, signal);
}
