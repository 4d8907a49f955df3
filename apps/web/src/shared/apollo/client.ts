import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { readToken } from '../auth/token.ts';
import { errorCode } from './errors.ts';

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

/** Parts without an id belong to the thing that holds them, so two queries for different fields of one are joined. */
const merged = { merge: true } as const;

/** The cache of the signed-in pages. */
export function createCache() {
  return new InMemoryCache({
    typePolicies: {
      LearnerStats: merged,
      Dashboard: merged,
      DeckProgress: merged,
      CardSchedule: merged,
      DueDeck: { keyFields: false },
      CatalogEntry: { keyFields: ['id'] },
    },
  });
}

const bearerLink = new SetContextLink(({ headers }) => {
  const token = readToken();
  return token ? { sentToken: token, headers: { ...headers, authorization: `Bearer ${token}` } } : {};
});

/** Tells of a refused token; a late answer to an older token does not end the newer session. */
function refusedTokenLink(onUnauthenticated: () => void) {
  return new ErrorLink(({ error, operation }) => {
    const { sentToken } = operation.getContext();
    if (sentToken && sentToken === readToken() && errorCode(error) === 'UNAUTHENTICATED') onUnauthenticated();
  });
}

interface ClientOptions {
  onUnauthenticated: () => void;
  uri?: string;
}

/** The GraphQL client of the signed-in pages. */
export function createClient({ onUnauthenticated, uri = '/graphql' }: ClientOptions) {
  return new ApolloClient({
    link: ApolloLink.from([refusedTokenLink(onUnauthenticated), bearerLink, new HttpLink({ uri })]),
    cache: createCache(),
    defaultOptions: {
      watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first', errorPolicy: 'all' },
      query: { fetchPolicy: 'network-only', errorPolicy: 'none' },
    },
  });
}
