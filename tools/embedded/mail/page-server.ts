import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isLocal } from '../local-pages.ts';
import { listenOnLoopback } from '../loopback.ts';
import type { MessageStore } from './message-store.ts';
import { listPage, messagePage, STYLE, wordPage } from './pages.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** For the HTML part of a mail: no script, no network, no form, an origin of its own. */
const PART_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

type Answer = { status: number; type: string; body: string | Buffer; policy?: string; location?: string };
type Route = { method: string; path: RegExp; answer: (store: MessageStore, url: URL, id: number) => Answer };

const html = (body: string, status = 200): Answer => ({ status, type: 'text/html; charset=utf-8', body });
const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
const missing = (): Answer => html(wordPage('There is no such message'), 404);
const missingJson = (): Answer => json({ error: 'There is no such message', code: 'MESSAGE_NOT_FOUND' }, 404);

const routes: Route[] = [
  { method: 'GET', path: /^\/$/, answer: list },
  { method: 'GET', path: /^\/messages\/(\d{1,15})$/, answer: show },
  { method: 'GET', path: /^\/messages\/(\d{1,15})\/html$/, answer: showPart },
  { method: 'GET', path: /^\/messages\/(\d{1,15})\/raw$/, answer: showSource },
  { method: 'POST', path: /^\/delete$/, answer: clearAndReturn },
  { method: 'GET', path: /^\/style\.css$/, answer: () => ({ status: 200, type: 'text/css', body: STYLE }) },
  { method: 'GET', path: /^\/api\/messages$/, answer: listJson },
  { method: 'GET', path: /^\/api\/messages\/(\d{1,15})$/, answer: showJson },
  { method: 'DELETE', path: /^\/api\/messages$/, answer: clear },
  { method: 'GET', path: /^\/health\/(?:live|ready)$/, answer: () => json({ status: 'ok' }) },
];

/** Serves the pages and the JSON of the caught mail on loopback; resolves with the port it got. */
export async function servePages(store: MessageStore, port: number) {
  const server = createServer((request, response) => {
    send(response, answerTo(store, request));
    request.resume();
  });
  return {
    port: await listenOnLoopback(server, port),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerTo(store: MessageStore, request: IncomingMessage): Answer {
  if (!isLocal(request)) return json({ error: 'Only for this machine', code: 'FORBIDDEN' }, 403);
  const url = URL.parse(request.url ?? '/', 'http://localhost');
  if (url === null) return json({ error: 'Bad address', code: 'VALIDATION' }, 400);
  for (const { method, path, answer } of routes) {
    const match = path.exec(url.pathname);
    if (match !== null && method === request.method) return answer(store, url, Number(match[1]));
  }
  return json({ error: 'Not found', code: 'NOT_FOUND' }, 404);
}

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    'content-type': answer.type,
    'content-security-policy': answer.policy ?? PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(answer.location === undefined ? {} : { location: answer.location }),
  });
  response.end(answer.body);
}

function list(store: MessageStore, url: URL): Answer {
  const to = url.searchParams.get('to') ?? undefined;
  return html(listPage(store.list({ to }), to));
}

function show(store: MessageStore, _url: URL, id: number): Answer {
  const message = store.find(id);
  return message === undefined ? missing() : html(messagePage(message));
}

function showPart(store: MessageStore, _url: URL, id: number): Answer {
  const message = store.find(id);
  return message === undefined ? missing() : { ...html(message.html), policy: PART_POLICY };
}

function showSource(store: MessageStore, _url: URL, id: number): Answer {
  const raw = store.raw(id);
  return raw === undefined ? missing() : { status: 200, type: 'text/plain; charset=utf-8', body: raw };
}

function clearAndReturn(store: MessageStore): Answer {
  store.clear();
  return { status: 303, type: 'text/plain', body: '', location: '/' };
}

function listJson(store: MessageStore, url: URL): Answer {
  return json({ items: store.list({ to: url.searchParams.get('to') ?? undefined }) });
}

function showJson(store: MessageStore, _url: URL, id: number): Answer {
  const message = store.find(id);
  return message === undefined ? missingJson() : json(message);
}

function clear(store: MessageStore): Answer {
  store.clear();
  return { status: 204, type: 'application/json', body: '' };
}
