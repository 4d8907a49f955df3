import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Manifest, type Plugin, type Rolldown } from 'vite';
import { injectManifest } from 'workbox-build';
import { chunkFiles } from './chunk-files.ts';
import { oldestBrowsers } from './oldest-browsers.ts';
import { routeModules } from './route-modules.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** What a learner needs for a session without a network; stored when the worker is installed. */
const studyRoutes = ['/dashboard', '/study', '/study/:deckId'] as const;

/** Rarely used and large; stored when it is opened. */
const onDemand = /^(?:read-pdf|pdf\.worker|older-browsers)|\.(?:br|gz)$/;
const forOperators = /^src\/(?:features\/admin\/|locales\/\w+\/admin\.po)/;

/** Files of the shell and of study. */
export function precachedFiles(manifest: Manifest): string[] {
  const modules = [
    'index.html',
    'src/shared/offline/local-data.ts',
    ...studyRoutes.flatMap((route) => routeModules[route]),
  ];
  return chunkFiles(manifest, [...new Set(modules)]);
}

const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });

/** Bundles the worker with the list of the files that it may store later. */
async function bundle(later: string[]): Promise<string> {
  const [{ output }] = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', __LATER__: JSON.stringify(later) },
    build: {
      write: false,
      target: oldestBrowsers,
      lib: { entry: join(root, 'src/worker/service-worker.ts'), formats: ['iife'], name: 'worker' },
    },
  })) as [Rolldown.RolldownOutput];
  const [{ code }] = output.filter((part) => part.type === 'chunk') as [Rolldown.OutputChunk];
  return code;
}

/** Writes the worker beside the assets, where the server does not serve it as a plain file. */
async function writeWorker() {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const first = precachedFiles(manifest);
  const ofOperators = Object.entries(manifest).flatMap(([source, { file }]) =>
    forOperators.test(source) ? [file] : [],
  );
  const later = readdirSync(join(dist, 'assets'))
    .filter((name) => !onDemand.test(name) && ![...first, ...ofOperators].includes(`assets/${name}`))
    .map((name) => `/assets/${name}`);
  const folder = join(dist, '.worker');
  mkdirSync(folder, { recursive: true });
  const swSrc = join(folder, 'bundle.js');
  const swDest = join(folder, 'sw.js');
  writeFileSync(swSrc, await bundle(later));
  const revision = createHash('sha256')
    .update(readFileSync(join(dist, 'pages/other.en.html')))
    .digest('hex');
  await injectManifest({
    swSrc,
    swDest,
    globDirectory: dist,
    globPatterns: first,
    modifyURLPrefix: { 'assets/': '/assets/' },
    dontCacheBustURLsMatching: /^\/?assets\//,
    additionalManifestEntries: [{ url: '/shell', revision: revision.slice(0, 16) }],
  });
  rmSync(swSrc);
  copyFileSync(join(root, 'src/worker/retired-worker.js'), join(folder, 'retired.js'));
  for (const name of ['sw.js', 'retired.js'])
    writeFileSync(join(folder, `${name}.br`), brotli(readFileSync(join(folder, name), 'utf8')));
}

export const serviceWorker: Plugin = {
  name: 'kumbuka:service-worker',
  apply: 'build',
  closeBundle: { sequential: true, order: 'post', handler: writeWorker },
};
