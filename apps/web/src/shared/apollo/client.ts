import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { OperationTypeNode } from 'graphql';
import { pageLanguageHeader } from '@kumbuka/contracts/constants';
import { isOfAnotherUser, isReplacing, readToken } from '../auth/token.ts';
import { rejectForeignPage } from '../browser/foreign-pages.ts';
import { learnServerTime, serverTimeOf } from '../browser/server-clock.ts';
import { newId } from '../browser/ids.ts';
import { offlineLink } from '../offline/offline-link.ts';
import { takeEarlyRequest } from './early-requests.ts';
import { errorCode } from './errors.ts';
import { shownLanguage } from '../i18n/i18n.ts';

declare module '@apollo/client' {
  namespace ApolloClient {
    namespace DeclareDefaultOptions {
      interface WatchQuery {
        errorPolicy: 'all';
      }
      interface Query {
        errorPolicy: 'none';
      }
    }
  }
}

/** Merges objects without an id into their parent, so that two queries for different fields complement each other. */
const merged = { merge: true } as const;

/** The cache of the signed-in pages. */
export function createCache() {
  return new InMemoryCache({
    typePolicies: {
      LearnerStats: merged,
      Dashboard: merged,
      DeckProgress: merged,
      CardSchedule: merged,
      LearnerSubscription: merged,
      AiQuota: merged,
      DueDeck: { keyFields: false },
      User: { fields: { sessions: { merge: false } } },
      CatalogEntry: { keyFields: ['id'] },
    },
  });
}

interface ClientOptions {
  /** The server refused the current token. */
  onUnauthenticated: () => void;
  /** The person whose pages are shown; `null` on the pages of visitors. */
  shownUser?: () => string | null;
  /** The browser's token belongs to another person. */
  onReplaced?: () => void;
  uri?: string;
  /** Sends a request; `fetch` of the browser by default. */
  send?: typeof fetch;
}

/** Rejects a call of one person that would have been sent with the token of another. */
class SignedInAsAnother extends Error {
  constructor() {
    super('Somebody else has signed in.');
  }
}

/** Sends the language of the page: emails of a sign-up, starter decks and errors have it, whatever the account's is. */
const languageLink = new SetContextLink(({ headers }) => {
  const language = shownLanguage();
  return { headers: { ...headers, 'accept-language': language, [pageLanguageHeader]: language } };
});

/**
 * Adds the token, except to anonymous calls, which a rejected token would make fail. A call `ofUser` is one that may be made
 * after the shown user has changed.
 */
function bearerLink({ shownUser = () => null, onReplaced }: ClientOptions) {
  return new SetContextLink(({ headers, isAnonymous, ofUser = shownUser() }) => {
    const token = isAnonymous === true ? null : readToken();
    if (token === null) return {};
    if (isOfAnotherUser(token, ofUser)) {
      onReplaced?.();
      throw new SignedInAsAnother();
    }
    return { sentToken: token, headers: { ...headers, authorization: `Bearer ${token}` } };
  });
}

/**
 * Gives every mutation an Idempotency-Key. Browsers repeat a POST on their own when an idle connection was cut, so a
 * write that was sent once may arrive several times.
 */
const keyLink = new SetContextLink(({ headers }, { operationType }) =>
  operationType === OperationTypeNode.MUTATION ? { headers: { 'Idempotency-Key': newId(), ...headers } } : {},
);

/** Reports a rejected token. A late response to an older token does not end the newer session. */
function refusedTokenLink({ onUnauthenticated }: ClientOptions) {
  return new ErrorLink(({ error, operation }) => {
    const { sentToken } = operation.getContext();
    const isCurrent = sentToken && sentToken === readToken() && !isReplacing();
    if (isCurrent && errorCode(error) === 'UNAUTHENTICATED') onUnauthenticated();
  });
}

const timeoutMs = 20_000;

/** Sends a call with a timeout, so that its screen can offer a retry. Each response updates the server's time. */
const sendWithTimeout =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const inTime = AbortSignal.timeout(timeoutMs);
    const [sentAt, steadyAt] = [Date.now(), performance.now()];
    const signal = init?.signal ? AbortSignal.any([init.signal, inTime]) : inTime;
    const response = await send(input, { ...init, signal });
    learnServerTime(serverTimeOf(response), sentAt, Date.now(), performance.now() - steadyAt);
    return rejectForeignPage(response);
  };

function nullUnlessTimeout(error: unknown): null {
  if (error instanceof DOMException && error.name === 'TimeoutError') throw error;
  return null;
}

/** Uses the response of an early request of the page, else sends the request. */
const sendOnce =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const early = takeEarlyRequest(init);
    const response = await early?.response.catch(nullUnlessTimeout);
    if (!early || !response) return sendWithTimeout(send)(input, init);
    learnServerTime(serverTimeOf(response), early.sentAt, early.receivedAt);
    return rejectForeignPage(response);
  };

/** The GraphQL client of the signed-in pages. */
export function createClient(options: ClientOptions) {
  const { uri = '/graphql', send = (...words) => fetch(...words) } = options;
  return new ApolloClient({
    link: ApolloLink.from([
      refusedTokenLink(options),
      bearerLink(options),
      languageLink,
      keyLink,
      offlineLink(),
      new HttpLink({ uri, fetch: sendOnce(send) }),
    ]),
    cache: createCache(),
    defaultOptions: {
      watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first', errorPolicy: 'all' },
      query: { fetchPolicy: 'network-only', errorPolicy: 'none' },
    },
  });
}
