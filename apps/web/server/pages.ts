import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contentSecurityPolicy } from './security-headers.ts';

const noncePlace = /__CSP_NONCE__/g;
const compressed = /\.(br|gz)$/;

/** Files beside index.html, such as the icon, by name. */
function rootFiles(dist: string): string[] {
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !compressed.test(entry.name))
    .map(({ name }) => name);
}

/** The page as it was built last: a build while the server runs changes the names of the files that the page asks for. */
function latestPage(dist: string): () => string {
  const file = join(dist, 'index.html');
  let read = { at: 0, html: '' };
  return () => {
    const at = statSync(file).mtimeMs;
    if (at !== read.at) read = { at, html: readFileSync(file, 'utf8') };
    return read.html;
  };
}

function sendPage(html: string, reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html.replace(noncePlace, nonce));
}

/** A file's name in the last part of a path: such an address is never a screen. */
const namesFile = ({ url }: FastifyRequest) => /\.[a-z0-9]+$/i.test(new URL(url, 'http://web').pathname);

/** True when the client was built. */
export const isBuilt = (dist: string) => existsSync(join(dist, 'index.html'));

/** The built client: hashed files for a year, precompressed where built so, and index.html for every screen. */
export async function registerPages(app: FastifyInstance, dist: string) {
  const page = latestPage(dist);
  app.get('/assets/', (_request, reply) => reply.callNotFound());
  await app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  for (const name of rootFiles(dist))
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, dist, { maxAge: '1h', immutable: false }));
  app.get('/*', (request, reply) => (namesFile(request) ? reply.callNotFound() : sendPage(page(), reply)));
}
