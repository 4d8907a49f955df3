import {
  emptyFilters,
  parseInput,
  ProductError,
  ValidationFailed,
  type RestRoute,
  type RouteInput,
} from '@kumbuka/contracts';
import { Readable } from 'node:stream';
import type { RouteCall } from './call-route.ts';

const withoutEmptyFilters = (query: unknown) =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter(([name, value]) => value !== '' || !emptyFilters.has(name)),
  );

/** Parses path, query and body of a call. Throws `ValidationFailed`. */
export function parseParts(route: RestRoute, call: RouteCall): RouteInput<RestRoute> {
  if (!route.body && call.body !== undefined && route.method === 'GET')
    throw new ValidationFailed([{ path: '', message: 'This request takes no body.' }]);
  return {
    params: route.params && parseInput(route.params, call.params),
    query: route.query && parseInput(route.query, withoutEmptyFilters(call.query)),
    body: route.body && parseInput(route.body, call.body ?? {}),
  };
}

/** Idempotency-Key of a call; `null` without one. */
export function keyIn({ headers }: RouteCall): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}

const versionTag = /^(?:W\/)?"(\d{1,15})"$/;

/** Version of `If-Match` of a PUT or DELETE; `null` without one. Throws `ValidationFailed`. */
export function expectedVersionIn({ versioned, method }: RestRoute, { headers }: RouteCall): number | null {
  const tag = versioned && (method === 'PUT' || method === 'DELETE') ? headers['if-match'] : undefined;
  if (tag === undefined || tag === '*') return null;
  const [, version] = versionTag.exec(tag) ?? [];
  if (version === undefined)
    throw new ValidationFailed([{ path: 'If-Match', message: 'Must be one ETag of this resource, or *.' }]);
  return Number(version);
}

/** Media type of an uploaded file. */
export const uploadType = 'application/octet-stream';

/** File in the body of a call; `null` for routes without one. Throws `ValidationFailed`, `TOO_LARGE`. */
export function uploadIn({ uploadBytes }: RestRoute, { headers, body }: RouteCall) {
  if (uploadBytes === undefined) return null;
  const length = headers['content-length'];
  if (!(body instanceof Readable) || !/^\d{1,15}$/.test(length ?? ''))
    throw new ValidationFailed([
      { path: '', message: 'Send a file as application/octet-stream with its Content-Length.' },
    ]);
  const bytes = Number(length);
  if (bytes > uploadBytes) throw new ProductError('TOO_LARGE');
  return { bytes, content: body as AsyncIterable<Uint8Array> };
}
