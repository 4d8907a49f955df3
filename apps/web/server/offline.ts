import { acceptedLanguage } from '@kumbuka/contracts';
import { varyBy } from '@kumbuka/http-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { takes } from './compress-text.ts';

/** Browsers ask for the worker again to find a new version, so no cache may answer for the server. */
function sendWorker(folder: string, name: string, request: FastifyRequest, reply: FastifyReply) {
  const isCompressed = takes('br', request);
  varyBy(reply, 'accept-encoding');
  if (isCompressed) reply.header('content-encoding', 'br');
  return reply
    .header('cache-control', 'no-cache')
    .type('text/javascript; charset=utf-8')
    .send(readFileSync(join(folder, isCompressed ? `${name}.br` : name)));
}

export interface WorkerOptions {
  /** Replaces the service workers of all browsers by one that removes itself. */
  retireWorker: boolean;
}

/** Serves the service worker and the manifest of the installed app. */
export function registerOffline(app: FastifyInstance, dist: string, { retireWorker }: WorkerOptions) {
  const folder = join(dist, '.worker');
  const worker = retireWorker ? 'retired.js' : 'sw.js';
  app.get('/sw.js', (request, reply) =>
    existsSync(join(folder, worker)) ? sendWorker(folder, worker, request, reply) : reply.callNotFound(),
  );
  app.get('/manifest.webmanifest', (request, reply) => {
    const language = acceptedLanguage(request.headers['accept-language']) ?? 'en';
    const name = language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;
    const file = join(dist, name);
    if (!existsSync(file)) return reply.callNotFound();
    varyBy(reply, 'accept-language');
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(readFileSync(file, 'utf8'));
  });
}
