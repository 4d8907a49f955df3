import { serviceNames } from '@kumbuka/contracts/services';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { inRepository, root } from '../repository.ts';
import { APPLICATION } from './bundle.ts';

const SOURCE = inRepository(APPLICATION);
const DAY_MS = 24 * 60 * 60 * 1000;

/** Loaded by packages when they are there; none of them is installed. */
const OPTIONAL =
  /^(aws4|bufferutil|gcp-metadata|kerberos|mongodb-client-encryption|pino-pretty|snappy|socks|utf-8-validate|@aws-sdk\/credential-providers|@mongodb-js\/zstd)$/;

/** Packages that read their own package.json at run time. */
const READ_WHERE_THEY_ARE = /^@apollo\/(subgraph|gateway)\/package\.json$|\.node$/;

const PACKAGES = 'packages';
const byName = /import\(`@kumbuka\/\$\{name\}([^`]*)`\)/g;

/** The one place that finds services by their names needs the names written out. */
const servicesByName: Plugin = {
  name: 'services-by-name',
  transform: {
    filter: { id: SOURCE },
    handler: (code) => {
      const oneOf = (path: string) =>
        serviceNames.map((name) => `'${name}': () => import('@kumbuka/${name}${path}')`).join(', ');
      const written = code.replaceAll(byName, (_, path: string) => `({ ${oneOf(path)} })[name]()`);
      if (written === code) throw new Error('application.ts finds its services in another way.');
      return { code: written, map: null };
    },
  },
};

/** A module goes on finding the files beside it where its source is. */
const whereItWas: Plugin = {
  name: 'where-it-was',
  transform: {
    filter: { code: /import\.meta\.|__dirname|__filename/ },
    handler: (code, id) => {
      const place = {
        'import.meta.url': JSON.stringify(pathToFileURL(id).href),
        'import.meta.dirname': JSON.stringify(dirname(id)),
        'import.meta.filename': JSON.stringify(id),
      };
      const named = Object.entries(place).reduce((text, [name, value]) => text.replaceAll(name, value), code);
      const needsPlace =
        /\.c?js$/.test(id) &&
        /\b__(dirname|filename)\b/.test(code) &&
        !/\b(const|let|var) __(dirname|filename)\b/.test(code);
      const head = `var __dirname = ${place['import.meta.dirname']}, __filename = ${place['import.meta.filename']};`;
      return { code: needsPlace ? head + named : named, map: null };
    },
  },
};

/** A stack trace leads to our sources. Packages are read as they are: their map would be twice as long as they. */
const mapsOfOurOwn: Plugin = {
  name: 'maps-of-our-own',
  generateBundle(_, files) {
    delete files[`${PACKAGES}.cjs.map`];
    this.emitFile({ type: 'asset', fileName: 'start.mjs', source: start });
  },
};

const start = `import { runBundle } from ${JSON.stringify(pathToFileURL(inRepository('tools/stack/src/bundle/run-bundle.ts')).href)};
runBundle(import.meta.dirname, ${JSON.stringify(SOURCE)});
`;

async function build(directory: string): Promise<void> {
  const unfinished = `${directory}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const bundle = await rolldown({
    input: SOURCE,
    cwd: root,
    platform: 'node',
    external: [OPTIONAL, READ_WHERE_THEY_ARE],
    resolve: { conditionNames: ['node', 'import', 'default'] },
    plugins: [servicesByName, whereItWas, mapsOfOurOwn],
    logLevel: 'silent',
  });
  await bundle.write({
    dir: unfinished,
    format: 'cjs',
    entryFileNames: 'application.cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting: { groups: [{ name: PACKAGES, test: /node_modules\/(?!openai\/)/ }] },
    comments: false,
    // One character outside of ASCII makes V8 keep the whole file in twice the space.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    keepNames: true,
    sourcemap: 'hidden',
  });
  await bundle.close();
  rehearse(unfinished);
  putInPlace(unfinished, directory);
}

/** Has V8's code of the bundle kept, so that the first start out of it compiles next to nothing; one that fails does no harm. */
function rehearse(directory: string): void {
  spawnSync(process.execPath, [...process.execArgv, join(directory, 'start.mjs'), '--rehearse'], {
    cwd: root,
    stdio: 'ignore',
    timeout: 60_000,
  });
}

/** Another start may have made the same bundle meanwhile: either of them will do. */
function putInPlace(unfinished: string, directory: string): void {
  try {
    renameSync(unfinished, directory);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
}

/** Bundles of earlier sources that nobody starts any more. */
function removeOld(cache: string): void {
  for (const name of readdirSync(cache)) {
    const place = join(cache, name);
    if (Date.now() - statSync(place).mtimeMs > DAY_MS) rmSync(place, { recursive: true, force: true });
  }
}

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('Where the bundle goes is missing.');
setPriority(constants.priority.PRIORITY_LOW);
await build(directory);
removeOld(dirname(directory));
