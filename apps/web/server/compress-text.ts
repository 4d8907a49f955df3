import { varyBy } from '@kumbuka/http-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';

const minBytes = 1024;
const gzipped = promisify(gzip);
const compressedByBrotli = promisify(brotliCompress);
/** A tenth smaller than gzip in the same time; higher qualities take more than ten times as long. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Whether a request accepts an encoding; false for `gzip;q=0`, too. */
export const takes = (encoding: 'br' | 'gzip', { headers }: FastifyRequest): boolean =>
  new RegExp(String.raw`\b${encoding}\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))`).test(
    String(headers['accept-encoding'] ?? ''),
  );

const isPlainText = (reply: FastifyReply) =>
  reply.getHeader('content-encoding') === undefined &&
  /json|html/.test(String(reply.getHeader('content-type') ?? ''));

function markCompressed(reply: FastifyReply, encoding: 'br' | 'gzip') {
  reply.removeHeader('content-length');
  reply.header('content-encoding', encoding);
}

/** Aborts the response after a failure, so that a client cannot take a part for the whole. */
const compressStream = (body: Readable) => pipeline(body, createGzip(), new PassThrough(), () => {});

/** Compresses pages and responses of `/graphql`. The files of the client were compressed by the build. */
export function compressText(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!isPlainText(reply)) return payload;
    varyBy(reply, 'accept-encoding');
    if (payload instanceof Readable) {
      if (!takes('gzip', request)) return payload;
      markCompressed(reply, 'gzip');
      return compressStream(payload);
    }
    if (typeof payload !== 'string' || payload.length < minBytes) return payload;
    const isPage = /html/.test(String(reply.getHeader('content-type')));
    const encodings = isPage ? (['br', 'gzip'] as const) : (['gzip'] as const);
    const encoding = encodings.find((each) => takes(each, request));
    if (!encoding) return payload;
    markCompressed(reply, encoding);
    return encoding === 'br' ? compressedByBrotli(payload, quality) : gzipped(payload);
  });
}
