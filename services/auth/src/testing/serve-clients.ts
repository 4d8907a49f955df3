/**
 * Serves a running auth with a clock that tests move, to tests in another process, such as those of the web client.
 * `POST /graphql` is a call of a client, `POST /sign-in` creates a signed-in learner, `POST /pass` moves the clock. Prints its
 * address.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startAuth } from './auth-suite.ts';

const auth = await startAuth();
/** Token of the latest sign-in. */
let signedIn = '';

const tokenOf = ({ headers }: IncomingMessage) => headers.authorization?.replace(/^Bearer /, '');

async function respondTo(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const body = (await json(request)) as { ms: number };
  if (request.url === '/sign-in') {
    const learner = await auth.signIn();
    signedIn = learner.token;
    return { status: 200, body: learner };
  }
  if (request.url === '/pass') {
    auth.clock.pass(body.ms);
    // After the clock moved, auth verifies no token until it has read the revocations again.
    await auth.get('/user', { token: signedIn });
    return { status: 200, body: {} };
  }
  const token = tokenOf(request);
  return auth.post('/graphql', body, token === undefined ? {} : { token });
}

const server = createServer((request, response) => {
  void respondTo(request)
    .catch((error: unknown) => ({ status: 500, body: String(error) }))
    .then(({ status, body }) =>
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'x-kumbuka-time': auth.clock.now().toISOString(),
        })
        .end(JSON.stringify(body)),
    );
});
await once(server.listen(0, '127.0.0.1'), 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

// The parent holds the other end of standard input, so that this process ends with it in any case.
process.stdin.resume();
process.stdin.once('end', () => {
  server.closeAllConnections();
  server.close();
  void auth.stop().then(() => process.exit(0));
});
