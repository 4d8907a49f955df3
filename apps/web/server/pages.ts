import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inLanguageOf } from './page-language.ts';
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

function sendPage(html: string, request: FastifyRequest, reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(inLanguageOf(html, request.headers['accept-language']).replace(noncePlace, nonce));
}

/** A file's name in the last part of a path: such an address is never a screen. */
const namesFile = (request: FastifyRequest) => /\.[a-z0-9]+$/i.test(pathOf(request));

/** As it was sent: `//` is no URL for the parser. */
const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

/** Path of a built file: nothing else reaches the file system. */
const assetPath = /^\/assets(\/\w[\w.-]*)+$/;

/** True when the client was built. */
export const isBuilt = (dist: string) => existsSync(join(dist, 'index.html'));

/** The built client: hashed files for a year, precompressed where built so, and index.html for every screen. */
export async function registerPages(app: FastifyInstance, dist: string) {
  const page = latestPage(dist);
  await app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  app.get('/assets/*', (request, reply) => {
    const path = pathOf(request);
    return assetPath.test(path) ? reply.sendFile(path.slice('/assets/'.length)) : reply.callNotFound();
  });
  for (const name of rootFiles(dist))
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, dist, { maxAge: '1h', immutable: false }));
  app.get('/*', (request, reply) =>
    namesFile(request) ? reply.callNotFound() : sendPage(page(), request, reply),
  );
}
