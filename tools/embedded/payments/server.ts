import type { IncomingMessage } from 'node:http';
import { html, json, seeOther, serveLocally, styleSheet, type LocalResponse } from '../local-server.ts';
import { respondToApi, type ApiContext, type ApiRequest } from './api.ts';
import { checkoutPage, donePage, listPage, STYLE, wordPage } from './pages.ts';
import { isAction, type PaymentProcessor } from './payment-processor.ts';

const MOST_BYTES = 64 * 1024;
const LISTED = 100;

type ServerContext = ApiContext & { processor: PaymentProcessor };

const missing = (): LocalResponse => html(wordPage('There is no such payment'), 404);

/** Serves the API and the pages on loopback. Resolves with the port. */
export const servePayments = (context: ServerContext, port: number) =>
  serveLocally((request) => respondTo(context, request), port);

async function respondTo(context: ServerContext, request: IncomingMessage): Promise<LocalResponse> {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'POST') return json({ error: 'Not found' }, 404);
  const text = method === 'POST' ? await bodyOf(request) : '';
  if (path.startsWith('/api/')) {
    const body: unknown = method === 'POST' ? JSON.parse(text) : Object.fromEntries(searchParams);
    return call(context, { method, path, authorization: headers.authorization ?? '' }, body);
  }
  return method === 'GET'
    ? page(context, path)
    : press(context, path, new URLSearchParams(text).get('action'));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function call(context: ServerContext, request: Omit<ApiRequest, 'body'>, body: unknown): LocalResponse {
  if (typeof body !== 'object' || body === null) return json({ error: 'Bad request' }, 400);
  const response = respondToApi(context, { ...request, body: { ...body } });
  return response === undefined ? json({ error: 'Not found' }, 404) : json(response.body, response.status);
}

function page({ store }: ServerContext, path: string): LocalResponse {
  if (path === '/') return html(listPage(store.list(LISTED)));
  if (path === '/style.css') return styleSheet(STYLE);
  if (/^\/health\/(?:live|ready)$/.test(path)) return json({ status: 'ok' });
  const [, id = '', done] = /^\/checkout\/([\w-]{1,80})(\/done)?$/.exec(path) ?? [];
  const invoice = store.find(id);
  if (invoice === undefined) return missing();
  return html(done === undefined ? checkoutPage(invoice) : donePage(invoice));
}

function press({ store, processor }: ServerContext, path: string, action: string | null): LocalResponse {
  const [, where, id = ''] = /^\/(checkout|prompts)\/([\w-]{1,80})$/.exec(path) ?? [];
  const invoice = store.find(id);
  if (invoice === undefined || !isAction(action)) return missing();
  processor.act(invoice, action);
  return seeOther(where === 'prompts' ? '/' : `/checkout/${id}/done`);
}
