import { ApolloProvider } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { createClient } from '../shared/apollo/client.ts';
import { createAuthApi } from '../shared/auth/auth-api.ts';
import { onShown } from '../shared/i18n/i18n.ts';
import { AuthProvider, type TokenChanges } from '../shared/auth/auth-context.tsx';
import { Snackbars } from '../shared/ui/states/snackbars.tsx';

/** Connects the client to the auth state, which is created later and must learn of a rejected token. */
function connect() {
  let tokenChanges: TokenChanges = { refused: () => {}, replaced: () => {} };
  let shownUser: string | null = null;
  const client = createClient({
    onUnauthenticated: () => tokenChanges.refused(),
    onReplaced: () => tokenChanges.replaced(),
    shownUser: () => shownUser,
  });
  return {
    client,
    api: createAuthApi(client),
    onReady: (changes: TokenChanges) => {
      tokenChanges = changes;
    },
    onShown: (userId: string | null) => {
      shownUser = userId;
    },
    onSignedOut: () => client.clearStore(),
    onUnlocked: () => void client.refetchObservableQueries().catch(() => {}),
  };
}

/** The server translates the starter decks. */
const refetchStarters = (client: ReturnType<typeof createClient>) =>
  void client.refetchQueries({
    updateCache: (cache) => void cache.evict({ id: 'ROOT_QUERY', fieldName: 'catalog' }),
  });

/** Provides the GraphQL client, the auth state and the snackbars. */
export function AccountLayout() {
  const [{ client, ...auth }] = useState(connect);
  useEffect(() => onShown(() => refetchStarters(client)), [client]);
  return (
    <ApolloProvider client={client}>
      <AuthProvider {...auth}>
        <Snackbars>
          <Outlet />
        </Snackbars>
      </AuthProvider>
    </ApolloProvider>
  );
}
