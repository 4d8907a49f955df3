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
import { inLanguage } from './page-language.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const noncePlace = /__CSP_NONCE__/g;
const notPlain = /\.(br|gz|webmanifest)$/;

/** Files beside the pages, such as the icon, by name. */
function rootFiles(dist: string): string[] {
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.html') && !notPlain.test(entry.name))
    .map(({ name }) => name);
}

type Edit = (html: string, language: Language) => string;

/** Returns the latest build of a page: a build while the server runs renames the files that the page loads. */
function latest(file: string, edit: (html: string) => string): () => string {
  let read = { at: 0, html: '' };
  return () => {
    const at = statSync(file).mtimeMs;
    if (at !== read.at) read = { at, html: edit(readFileSync(file, 'utf8')) };
    return read.html;
  };
}

/** Reads a file of the build by route; empty where it wrote none. */
function byRoute<Value>(dist: string, name: string): Record<string, Value> {
  const file = join(dist, '.vite', name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Route -> what the build adds to the head of its page. */
const headsIn = (dist: string) => byRoute<string>(dist, 'heads.json');

/** Route -> what its page shows before the client's script, in each language. */
const shellsIn = (dist: string) =>
  byRoute<Record<Language, { head: string; body: string }>>(dist, 'shells.json');

const rootPlace = '<div id="root">';

/** Adds preloads, early requests and the shell of a route to a page. */
function asRoute(html: string, dist: string, route: string, language: Language): string {
  const { head, body } = shellsIn(dist)[route]?.[language] ?? { head: '', body: '' };
  return html
    .replace('</head>', () => `${headsIn(dist)[route] ?? ''}${head}</head>`)
    .replace(rootPlace, () => body + rootPlace);
}

/** Text of a page in each language. */
type Page = Record<Language, () => string>;

const pageOf = (fileOf: (language: Language) => string, edit: Edit): Page => ({
  en: latest(fileOf('en'), (html) => inLanguage(edit(html, 'en'), 'en')),
  sw: latest(fileOf('sw'), (html) => inLanguage(edit(html, 'sw'), 'sw')),
});

/** Part of the configuration that pages show. */
interface Shown extends WorkerOptions {
  contactEmail: string | undefined;
  mailSender: string;
  /** Folder for the assets of earlier builds. */
  keptAssets: string | undefined;
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64');
  const language = acceptedLanguage(request.headers['accept-language']) ?? 'en';
  varyBy(reply, 'accept-language');
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
export const isBuilt = (dist: string) => existsSync(join(dist, 'index.html'));

/** The built client: hashed files for a year, precompressed where built so, and index.html for every screen, with the head of its route. */
export async function registerPages(app: FastifyInstance, dist: string, shown: Shown) {
  const { contactEmail, mailSender, keptAssets } = shown;
  if (keptAssets) keepAssets(dist, keptAssets);
  const index = join(dist, 'index.html');
  const configured: Edit = (html) => withMailSender(withContact(html, contactEmail), mailSender);
  const landing = pageOf((language) => join(dist, `landing.${language}.html`), configured);
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
  app.get('/', (request, reply) => sendPage(landing, request, reply));
  const showScreen = (page: Page) => (request: FastifyRequest, reply: FastifyReply) =>
    namesFile(request) ? reply.callNotFound() : sendPage(page, request, reply);
  const pageOfRoute = (route: string) =>
    pageOf(
      () => index,
      (html, language) => asRoute(configured(html, language), dist, route, language),
    );
  for (const route of Object.keys(headsIn(dist))) app.get(route, showScreen(pageOfRoute(route)));
  app.get('/*', showScreen(pageOf(() => index, configured)));
}
