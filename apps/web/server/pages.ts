import fastifyStatic from '@fastify/static';
import { acceptedLanguage, type Language } from '@kumbuka/contracts';
import { varyBy } from '@kumbuka/http-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withContact, withMailSender } from './contact.ts';
import { keepAssets } from './kept-assets.ts';
import { registerOffline, type WorkerOptions } from './offline.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const noncePlace = /__CSP_NONCE__/g;
const notPlain = /\.(br|gz|webmanifest)$/;

/** Files beside the pages, such as the icon, by name. */
function rootFiles(dist: string): string[] {
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.html') && !notPlain.test(entry.name))
    .map(({ name }) => name);
}

type Edit = (html: string) => string;

/** Returns the latest build of a page: a build while the server runs renames the files that the page loads. */
function latest(file: string, edit: Edit): () => string {
  let read = { at: 0, html: '' };
  return () => {
    const at = statSync(file).mtimeMs;
    if (at !== read.at) read = { at, html: edit(readFileSync(file, 'utf8')) };
    return read.html;
  };
}

/** Text of a page in each language. */
type Page = Record<Language, () => string>;

const pageOf = (folder: string, name: string, edit: Edit): Page => ({
  en: latest(join(folder, `${name}.en.html`), edit),
  sw: latest(join(folder, `${name}.sw.html`), edit),
});

/** Route -> name of the files of its page, as the build lists them. */
const routesIn = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8'));

/** The language that the visitor chose, else the first one of the browser that the pages have, else English. */
function languageFor({ headers }: FastifyRequest): Language {
  const [, chosen] = /(?:^|;\s*)language=(en|sw)\s*(?:;|$)/.exec(headers.cookie ?? '') ?? [];
  return (chosen as Language | undefined) ?? acceptedLanguage(headers['accept-language']) ?? 'en';
}

/** Part of the configuration that pages show. */
interface Shown extends WorkerOptions {
  contactEmail: string | undefined;
  mailSender: string;
  /** Folder for the assets of earlier builds. */
  keptAssets: string | undefined;
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64');
  const language = languageFor(request);
  varyBy(reply, 'accept-language');
  varyBy(reply, 'cookie');
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page[language]().replace(noncePlace, nonce));
}

/** Whether the last part of a path names a file; such an address is never a screen. */
const namesFile = (request: FastifyRequest) => /\.[a-z0-9]+$/i.test(pathOf(request));

/** Path as sent, because the URL parser rejects `//`. */
const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

/** Path of a built file; no other path reaches the file system. */
const assetPath = /^\/assets(\/\w[\w.-]*)+$/;

/** True when the client was built. */
export const isBuilt = (dist: string) => existsSync(join(dist, 'pages/routes.json'));

/** The built client: hashed files for a year, precompressed where built so, and a finished page for each route and language. */
export async function registerPages(app: FastifyInstance, dist: string, shown: Shown) {
  const { contactEmail, mailSender, keptAssets } = shown;
  if (keptAssets) keepAssets(dist, keptAssets);
  const folder = join(dist, 'pages');
  const configured: Edit = (html) => withMailSender(withContact(html, contactEmail), mailSender);
  await app.register(fastifyStatic, {
    root: [join(dist, 'assets'), ...(keptAssets ? [keptAssets] : [])],
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
  registerOffline(app, dist, shown);
  const showScreen = (page: Page) => (request: FastifyRequest, reply: FastifyReply) =>
    namesFile(request) ? reply.callNotFound() : sendPage(page, request, reply);
  for (const [route, name] of Object.entries(routesIn(folder)))
    app.get(route, showScreen(pageOf(folder, name, configured)));
}
