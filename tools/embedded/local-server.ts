import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** Response of an embedded server; the policy of the pages applies by default. */
export interface LocalResponse {
  status: number;
  type: string;
  body: string | Buffer;
  policy?: string;
  location?: string;
}

export const html = (body: string, status = 200): LocalResponse => ({
  status,
  type: 'text/html; charset=utf-8',
  body,
});
export const json = (value: unknown, status = 200): LocalResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
export const styleSheet = (body: string): LocalResponse => ({ status: 200, type: 'text/css', body });
export const seeOther = (location: string): LocalResponse => ({
  status: 303,
  type: 'text/plain',
  body: '',
  location,
});

/** Content security policy: no script, no network, forms to this server only, no embedding. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1']);

/** Whether a request names this machine (against DNS rebinding) and is no form from another site. */
function isLocal(request: IncomingMessage): boolean {
  const host = request.headers.host ?? '';
  if (!LOCAL_NAMES.has(host.replace(/:\d+$/, ''))) return false;
  const origin = request.headers.origin;
  return request.method === 'GET' || origin === undefined || origin === `http://${host}`;
}

function send(response: ServerResponse, result: LocalResponse): void {
  response.writeHead(result.status, {
    'content-type': result.type,
    'content-security-policy': result.policy ?? PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    // With no-referrer, a browser omits the origin of its own forms.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(result.location === undefined ? {} : { location: result.location }),
  });
  response.end(result.body);
}

/** Whether SQLite failed, for example on a full disk. */
const isOfStore = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

async function respondLocally(
  request: IncomingMessage,
  result: (request: IncomingMessage) => LocalResponse | Promise<LocalResponse>,
): Promise<LocalResponse> {
  if (!isLocal(request))
    return json({ error: 'Only requests from this machine are allowed', code: 'FORBIDDEN' }, 403);
  try {
    return await result(request);
  } catch (error) {
    if (isOfStore(error)) return json({ error: 'The store is not writable', code: 'UNAVAILABLE' }, 503);
    return json({ error: 'Bad request', code: 'VALIDATION' }, 400);
  }
}

/** Serves pages and JSON on loopback. Resolves with the port. */
export async function serveLocally(
  result: (request: IncomingMessage) => LocalResponse | Promise<LocalResponse>,
  port: number,
) {
  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse) {
    send(response, await respondLocally(request, result));
    request.resume();
  }
  return {
    port: await listenOnLoopback(server, port),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
