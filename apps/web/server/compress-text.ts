import { varyBy } from '@kumbuka/http-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';

const minBytes = 1024;
const gzipped = promisify(gzip);

/** False for `gzip;q=0`, too. */
const takesGzip = ({ headers }: FastifyRequest) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''));

const isPlainText = (reply: FastifyReply) =>
  reply.getHeader('content-encoding') === undefined &&
  /json|html/.test(String(reply.getHeader('content-type') ?? ''));

function markCompressed(reply: FastifyReply) {
  reply.removeHeader('content-length');
  reply.header('content-encoding', 'gzip');
}

/** Aborts the response after a failure, so that a client cannot take a part for the whole. */
const compressStream = (body: Readable) => pipeline(body, createGzip(), new PassThrough(), () => {});

/** Compresses pages and responses of `/graphql`. The files of the client were compressed by the build. */
export function compressText(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!isPlainText(reply)) return payload;
    varyBy(reply, 'accept-encoding');
    if (!takesGzip(request)) return payload;
    if (payload instanceof Readable) {
      markCompressed(reply);
      return compressStream(payload);
    }
    if (typeof payload !== 'string' || payload.length < minBytes) return payload;
    markCompressed(reply);
    return gzipped(payload);
  });
}
