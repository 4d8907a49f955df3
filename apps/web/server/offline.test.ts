// @vitest-environment node
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { serverTimeHeader } from '@kumbuka/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';

let folder = '';
let dist = '';
let kept = '';
const closing: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kumbuka-offline-'));
  dist = join(folder, 'dist');
  kept = join(folder, 'kept');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  mkdirSync(join(dist, '.worker'));
  mkdirSync(join(dist, 'pages'));
  writeFileSync(join(dist, 'pages/routes.json'), JSON.stringify({ '/*': 'other' }));
  for (const language of ['en', 'sw'])
    writeFileSync(join(dist, `pages/other.${language}.html`), '<p nonce="__CSP_NONCE__">');
  writeFileSync(join(dist, 'manifest.webmanifest'), '{"lang":"en"}');
  writeFileSync(join(dist, 'manifest.sw.webmanifest'), '{"lang":"sw"}');
  writeFileSync(join(dist, 'assets/app-new1.js'), 'new');
  for (const name of ['sw.js', 'retired.js']) {
    writeFileSync(join(dist, '.worker', name), `/* ${name} */`);
    writeFileSync(join(dist, '.worker', `${name}.br`), brotliCompressSync(`/* ${name} */`));
  }
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(folder, { recursive: true });
});

async function aWebServer(env: Record<string, string> = {}) {
  const config = loadConfig({
    WEB_DIST: dist,
    WEB_KEY: 'web-key-for-tests',
    LOG_LEVEL: 'silent',
    WEB_KEPT_ASSETS: kept,
    ...env,
  });
  const web = await createApp(config);
  closing.push(() => web.stop());
  return web.app;
}

it('the service worker is compressed, and no cache keeps it', async () => {
  const app = await aWebServer();
  const response = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(response.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(response.rawPayload).toString()).toBe('/* sw.js */');
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.headers['content-type']).toContain('text/javascript');
  const plain = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': 'br;q=0' } });
  expect(plain.body).toBe('/* sw.js */');
});

it('a broken worker is replaced by one that removes itself', async () => {
  const app = await aWebServer({ WEB_RETIRE_WORKER: 'true' });
  expect((await app.inject({ url: '/sw.js' })).body).toBe('/* retired.js */');
});

it('nothing of the worker can be read under another address', async () => {
  const app = await aWebServer();
  for (const url of ['/.worker/sw.js', '/assets/../.worker/sw.js', '/retired.js'])
    expect((await app.inject({ url })).statusCode).toBe(404);
});

it('the manifest has the language of the visitor', async () => {
  const app = await aWebServer();
  const manifest = (language: string) =>
    app.inject({ url: '/manifest.webmanifest', headers: { 'accept-language': language } });
  expect((await manifest('en')).json()).toEqual({ lang: 'en' });
  expect((await manifest('sw')).json()).toEqual({ lang: 'sw' });
  expect((await manifest('sw')).headers['content-type']).toContain('application/manifest+json');
});

it('the shell is a page of our own, which a hotspot cannot imitate by chance', async () => {
  const app = await aWebServer();
  const response = await app.inject({ url: '/shell' });
  expect(response.statusCode).toBe(200);
  expect(response.headers[serverTimeHeader]).toBeDefined();
});

it('a tab that has been open since an earlier build still loads its chunks', async () => {
  await aWebServer();
  rmSync(join(dist, 'assets/app-new1.js'));
  writeFileSync(join(dist, 'assets/app-new2.js'), 'newer');
  const app = await aWebServer();
  expect((await app.inject({ url: '/assets/app-new1.js' })).body).toBe('new');
  expect((await app.inject({ url: '/assets/app-new2.js' })).body).toBe('newer');
});

it('assets of builds that are older than a month are deleted', async () => {
  mkdirSync(kept);
  const daysAgo = (days: number) => Date.now() / 1000 - days * 86_400;
  for (const [name, days] of [
    ['old.js', 32],
    ['recent.js', 20],
  ] as const) {
    writeFileSync(join(kept, name), name);
    utimesSync(join(kept, name), daysAgo(days), daysAgo(days));
  }
  await aWebServer();
  expect(readdirSync(kept).toSorted()).toEqual(['app-new1.js', 'recent.js']);
});
