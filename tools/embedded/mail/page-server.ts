import type { IncomingMessage } from 'node:http';
import { html, json, seeOther, serveLocally, styleSheet, type LocalResponse } from '../local-server.ts';
import type { MessageStore } from './message-store.ts';
import { listPage, messagePage, STYLE, wordPage } from './pages.ts';

/** Content security policy of an HTML part: no script, no network, no form, an opaque origin. */
const PART_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

type Route = {
  method: string;
  path: RegExp;
  respond: (store: MessageStore, url: URL, id: number) => LocalResponse;
};

const missing = (): LocalResponse => html(wordPage('There is no such message'), 404);
const missingJson = (): LocalResponse =>
  json({ error: 'There is no such message', code: 'MESSAGE_NOT_FOUND' }, 404);

const routes: Route[] = [
  { method: 'GET', path: /^\/$/, respond: list },
  { method: 'GET', path: /^\/messages\/(\d{1,15})$/, respond: show },
  { method: 'GET', path: /^\/messages\/(\d{1,15})\/html$/, respond: showPart },
  { method: 'GET', path: /^\/messages\/(\d{1,15})\/raw$/, respond: showSource },
  { method: 'POST', path: /^\/delete$/, respond: clearAndReturn },
  { method: 'GET', path: /^\/style\.css$/, respond: () => styleSheet(STYLE) },
  { method: 'GET', path: /^\/api\/messages$/, respond: listJson },
  { method: 'GET', path: /^\/api\/messages\/(\d{1,15})$/, respond: showJson },
  { method: 'DELETE', path: /^\/api\/messages$/, respond: clear },
  { method: 'GET', path: /^\/health\/(?:live|ready)$/, respond: () => json({ status: 'ok' }) },
];

/** Serves the pages and the JSON of the mail on loopback. Resolves with the port. */
export const servePages = (store: MessageStore, port: number) =>
  serveLocally((request) => respondTo(store, request), port);

function respondTo(store: MessageStore, request: IncomingMessage): LocalResponse {
  const url = URL.parse(request.url ?? '/', 'http://localhost');
  if (url === null) return json({ error: 'Bad address', code: 'VALIDATION' }, 400);
  for (const { method, path, respond } of routes) {
    const match = path.exec(url.pathname);
    if (match !== null && method === request.method) return respond(store, url, Number(match[1]));
  }
  return json({ error: 'Not found', code: 'NOT_FOUND' }, 404);
}

function list(store: MessageStore, url: URL): LocalResponse {
  const to = url.searchParams.get('to') ?? undefined;
  return html(listPage(store.list({ to }), to));
}

function show(store: MessageStore, _url: URL, id: number): LocalResponse {
  const message = store.find(id);
  return message === undefined ? missing() : html(messagePage(message));
}

function showPart(store: MessageStore, _url: URL, id: number): LocalResponse {
  const message = store.find(id);
  return message === undefined ? missing() : { ...html(message.html), policy: PART_POLICY };
}

function showSource(store: MessageStore, _url: URL, id: number): LocalResponse {
  const raw = store.raw(id);
  return raw === undefined ? missing() : { status: 200, type: 'text/plain; charset=utf-8', body: raw };
}

function clearAndReturn(store: MessageStore): LocalResponse {
  store.clear();
  return seeOther('/');
}

function listJson(store: MessageStore, url: URL): LocalResponse {
  return json({ items: store.list({ to: url.searchParams.get('to') ?? undefined }) });
}

function showJson(store: MessageStore, _url: URL, id: number): LocalResponse {
  const message = store.find(id);
  return message === undefined ? missingJson() : json(message);
}

function clear(store: MessageStore): LocalResponse {
  store.clear();
  return { status: 204, type: 'application/json', body: '' };
}
