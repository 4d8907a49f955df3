import type { Breaker } from '@kumbuka/http-kit';
// The built-in fetch would load a second copy of undici at the start.
import { fetch, type RequestInit, type Response } from 'undici';
import type { z } from 'zod';
import { CheckoutFailed, ProviderTimeout, UnclearResponse } from '../../domain/errors.ts';
import type { ListPage } from './intasend-responses.ts';

const maxBytes = 64 * 1024;
/** A page of the list may hold more than a hundred invoices. */
const maxBytesOfList = 1024 * 1024;

/** Reads a response body up to a size limit. */
async function readBody(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [body, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new UnclearResponse(new Error('The response of the provider is too long.'));
    body += decoder.decode(chunk, { stream: true });
  }
  return body;
}

/** Parses a response. It is never logged, because it may contain a signature or a phone number. */
export function parseResponse<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    throw new UnclearResponse(new Error('The response of the provider is invalid.'));
  }
}

/** A gateway's error may follow a request that was passed on; 429 rejects it. */
function brokenBy(status: number): CheckoutFailed {
  const cause = new Error(`The provider responded with ${status}.`);
  return status === 429 ? new CheckoutFailed(cause) : new UnclearResponse(cause);
}

export interface IntaSendCallOptions {
  /** Base URL of the API, such as `https://payment.intasend.com`. */
  url: string;
  secretKey: string;
  /** Timeout of one call in milliseconds, including the body. */
  timeoutMs: number;
}

/** Calls of IntaSend's API. Throw `CheckoutFailed`, `UnclearResponse` and `ProviderTimeout`. */
export function createIntaSendCalls({ url, secretKey, timeoutMs }: IntaSendCallOptions) {
  async function attempt(path: string, request: RequestInit, maxBytes: number) {
    const response = await fetch(new URL(path, url), {
      ...request,
      // A redirect would send the keys elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: await readBody(response, maxBytes) };
  }

  async function request(breaker: Breaker, path: string, request: RequestInit, maxBytes: number) {
    if (!breaker.enter()) throw new CheckoutFailed(new Error('The provider rests.'));
    const response = await attempt(path, request, maxBytes).catch((error: unknown) => {
      breaker.failed();
      throw error instanceof CheckoutFailed ? error : new ProviderTimeout(error);
    });
    const isBusyOrBroken = response.status === 429 || response.status >= 500;
    if (isBusyOrBroken) breaker.failed();
    else breaker.succeeded();
    if (isBusyOrBroken) throw brokenBy(response.status);
    return response;
  }

  const post = (breaker: Breaker, path: string, body: object, headers: Record<string, string> = {}) =>
    request(
      breaker,
      path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify(body),
      },
      maxBytes,
    );

  async function create<Schema extends z.ZodType>(
    breaker: Breaker,
    path: string,
    body: object,
    schema: Schema,
    headers?: Record<string, string>,
  ): Promise<z.output<Schema>> {
    const response = await post(breaker, path, body, headers);
    if (response.status >= 300)
      throw new CheckoutFailed(new Error(`The provider responded with ${response.status} to ${path}.`));
    return parseResponse(schema, response.body);
  }

  const bearer = { authorization: `Bearer ${secretKey}` };

  async function readList(
    breaker: Breaker,
    path: string,
    page: number,
    schema: z.ZodType<ListPage>,
  ): Promise<ListPage> {
    const headers = { accept: 'application/json', ...bearer };
    const response = await request(breaker, path, { method: 'GET', headers }, maxBytesOfList);
    // The list became shorter since its last page was counted.
    if (response.status === 404 && page > 1) return { results: [], next: null };
    if (response.status >= 300)
      throw new CheckoutFailed(new Error(`The provider responded with ${response.status} to its list.`));
    return parseResponse(schema, response.body);
  }

  return { post, create, readList, bearer };
}
