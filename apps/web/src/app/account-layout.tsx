import { ApolloProvider } from '@apollo/client/react';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { createClient } from '../shared/apollo/client.ts';
import { createAuthApi } from '../shared/auth/auth-api.ts';
import { AuthProvider } from '../shared/auth/auth-context.tsx';
import { Snackbars } from '../shared/ui/snackbars.tsx';

/** The client exists before the auth state that it tells of a refused token. */
function connect() {
  let signOut = () => {};
  const client = createClient({ onUnauthenticated: () => signOut() });
  return {
    client,
    api: createAuthApi(client),
    onReady: (signedOutByServer: () => void) => {
      signOut = signedOutByServer;
    },
    onSignedOut: () => void client.clearStore(),
  };
}

/** Everything that needs the account: the GraphQL client, the auth state and the snackbars. */
export function AccountLayout() {
  const [{ client, ...auth }] = useState(connect);
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
