import { ApolloProvider } from '@apollo/client/react';
import { useCallback, useRef, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { createClient } from '../shared/apollo/client.ts';
import { createAuthApi } from '../shared/auth/auth-api.ts';
import { AuthProvider } from '../shared/auth/auth-context.tsx';
import { Snackbars } from '../shared/ui/snackbars.tsx';

function useConnection() {
  const refused = useRef(() => {});
  const [connection] = useState(() => {
    const client = createClient({ onUnauthenticated: () => refused.current() });
    return { client, api: createAuthApi(client) };
  });
  return { ...connection, refused };
}

/** Everything that needs the account: the GraphQL client, the auth state and the snackbars. */
export function AccountLayout() {
  const { client, api, refused } = useConnection();
  const onReady = useCallback(
    (signedOutByServer: () => void) => {
      refused.current = signedOutByServer;
    },
    [refused],
  );
  const onSignedOut = useCallback(() => void client.clearStore(), [client]);
  return (
    <ApolloProvider client={client}>
      <AuthProvider api={api} onReady={onReady} onSignedOut={onSignedOut}>
        <Snackbars>
          <Outlet />
        </Snackbars>
      </AuthProvider>
    </ApolloProvider>
  );
}
