import {
  decksInternalRoutes,
  internalHeaders,
  mediaName,
  mediaTypes,
  ProductError,
  Unavailable,
  type MediaEnding,
} from '@kumbuka/contracts';
import {
  burstOfWrites,
  clientIp,
  createAdmission,
  networkOf,
  textOf,
  type Admission,
  type AdmissionOptions,
  type Upstream,
} from '@kumbuka/http-kit';
import { traceHeaders } from '@kumbuka/runtime';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { peopleOfNetwork } from './callers.ts';

export interface MediaRoutePorts {
  decks: Pick<Upstream, 'call'>;
  internalKey: string;
  webKeys: readonly string[];
  admission: Admission;
}

/**
 * Budget of files for each network, because an `img` element names no account. It is apart from that of operations, so that
 * many pictures never reject an answer. With the default a network may load 6,000 files a minute, 1,200 of them at once.
 */
export const createMediaAdmission = (
  readsPerMinute: number,
  time: Pick<AdmissionOptions, 'now' | 'pause'> = {},
): Admission =>
  createAdmission({
    itemsPerMinute: readsPerMinute,
    people: peopleOfNetwork,
    burst: burstOfWrites,
    ...time,
  });

const stored = z.object({ data: z.base64() });
const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1) as MediaEnding;

/** Nothing in such a response runs or loads anything, even when it is opened by itself. */
const headersOf = (name: string) => ({
  'content-type': mediaTypes[endingOf(name)],
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // A name always has the same bytes.
  'cache-control': 'private, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
});

interface Range {
  from: number;
  to: number;
}

/** The one range of bytes that players request; `null` for the whole file. */
function rangeOf(header: string | undefined, length: number): Range | null {
  const [, first, last] = /^bytes=(\d{1,10})-(\d{0,10})$/.exec(header ?? '') ?? [];
  if (first === undefined) return null;
  const from = Number(first);
  const to = last ? Math.min(Number(last), length - 1) : length - 1;
  return from <= to ? { from, to } : null;
}

/** Serves pictures and sounds of cards by their names, which nobody can guess. */
export function registerMedia(
  app: FastifyInstance,
  { decks, internalKey, webKeys, admission }: MediaRoutePorts,
): void {
  async function read(name: string): Promise<Buffer> {
    const request = {
      route: decksInternalRoutes.readMedia,
      params: { name },
      query: {},
      headers: { ...traceHeaders(), [internalHeaders.key]: internalKey },
    };
    const response = await decks.call(request).catch((error: unknown) => {
      throw new Unavailable(error);
    });
    if (response.status === 404) throw new ProductError('MEDIA_NOT_FOUND');
    if (response.status !== 200) throw new Unavailable();
    return Buffer.from(stored.parse(JSON.parse(await textOf(response))).data, 'base64');
  }

  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params;
    if (!mediaName.test(name)) throw new ProductError('MEDIA_NOT_FOUND');
    const network = networkOf(clientIp(request, webKeys));
    await admission.consume(network);
    const turn = await admission.enter(network);
    const bytes = await read(name).finally(() => turn.end());
    const range = rangeOf(request.headers.range, bytes.length);
    reply.headers(headersOf(name));
    if (!range) return reply.send(bytes);
    return reply
      .status(206)
      .header('content-range', `bytes ${range.from}-${range.to}/${bytes.length}`)
      .send(bytes.subarray(range.from, range.to + 1));
  });
}
