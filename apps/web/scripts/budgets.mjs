// Fails when a route's JavaScript outgrows its budget (in gzip bytes). Run after the build.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chunkFiles } from './chunk-files.ts';
import { mixedSentences } from './mixed-languages.ts';
import { routeModules } from './route-modules.ts';
import { precachedFiles } from './service-worker.ts';

const dist = join(import.meta.dirname, '../dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const kilo = 1000;

const shell = ['index.html'];

/** In kB, for the routes that are not named here. */
const routeBudget = 291;
const routeBudgets = {
  // The bar of phones is on every page; settings have switches, one of them for the data saver; a missing chunk says so in its place.
  '/dashboard': 279,
  '/study/due': 286,
  '/study/:deckId': 286,
  '/import': 308,
  '/mydecks': 307,
  '/mydecks/:deckId': 320,
  '/admin': 305,
  '/settings': 329,
};
/** Route -> the modules that it loads before it can be used, and its budget. The landing page loads the rest when a visitor shows interest. */
const routes = Object.fromEntries(
  Object.entries(routeModules).map(([route, modules]) => [
    route,
    [[...shell, ...modules], routeBudgets[route] ?? routeBudget],
  ]),
);
const router = readFileSync(join(import.meta.dirname, '../src/app/router.tsx'), 'utf8');
const paths = [...router.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path);
/** Routes whose page the build renders as a whole, without the client. */
const builtOnly = { '/': 30, '/login': 25, '/signup': 25, '/forgot-password': 25 };
const without = paths.filter((path) => !(path in routes) && !(path in builtOnly));
if (without.length > 0) throw new Error(`Routes without a budget: ${without.join(', ')}`);

/** Of these, 20 kB are the ids of the messages and what chooses and fills in a message (decision 139), 6 kB the palette and what a session offers, 5 kB the statistics page, 1 kB the language of people's texts (decision 150), 3 kB the compact list, the moving of cards and the early requests, 1 kB the sentences that the page of a session shares (decision 149), 1 kB the names of devices and the parts of the palette, 1 kB the Anki exports and Markdown tables that 'Add several' reads, 1 kB the rule for new email addresses, 4 kB what keeps typed text and open pages right (drafts, moments, the check of a paused session), 4 kB payment requests and missed cards, 41 kB kinds of cards and their editor, the schedule's settings and answers, work without a network and printing, 9 kB the import and export of files, 7 kB the bar of phones, patterns of subjects, sticks of the summary, decks loaded ahead and the list of changes, 9 kB pictures with covered parts, formatted cards in previews and on paper, and speech, 21 kB live updates, whole archives, what is stored, slipping cards, exams and time away, and 5 kB that smaller chunks compress less well. */
const wholeBudget = 612;
/** Of all features together; a route loads those of its own feature and the shared ones, and only when they are chosen. */
const languageBudget = 41;
const catalogues = new Map(
  Object.entries(manifest).flatMap(([source, { file }]) => {
    const language = /^src\/locales\/(\w+)\//.exec(source)?.[1];
    return language ? [[file, language]] : [];
  }),
);
/** Loaded only to read a PDF; nearly all of it is pdfjs-dist. */
const pdfReader = /^(?:read-pdf|pdf\.worker)/;
const pdfBudget = 580;
/** Loaded only for cards that are more than plain text: Markdown with its sanitizer, formulas, coloured code. */
const richCards = /^(?:special-side|draw-formulas|colour-code)/;
const richBudget = 140;
/** Loaded only by browsers that lack newer methods. */
const olderBrowsers = /^older-browsers/;

const gzipBytes = (text) => gzipSync(text, { level: 9 }).length;
const gzipBytesOf = (file) => gzipBytes(readFileSync(join(dist, file)));

const filesOf = (modules) => chunkFiles(manifest, modules).filter((file) => file.endsWith('.js'));

const check = (name, files, budget) =>
  checkBytes(
    name,
    files.reduce((sum, file) => sum + gzipBytesOf(file), 0),
    budget,
  );

function checkBytes(name, bytes, budget) {
  const size = bytes / kilo;
  const over = size > budget;
  console.log(
    `${over ? 'OVER' : 'ok  '} ${name.padEnd(32)} ${size.toFixed(1).padStart(6)} kB of ${budget} kB`,
  );
  return over;
}

/** Pages with a screen before the client, in kB of brotli. The client of learners' pages has its own budget above. */
const pageBudgets = { ...builtOnly, '/dashboard': 10, '/study/due': 16, '/study/:deckId': 16 };
const pageNames = JSON.parse(readFileSync(join(dist, 'pages/routes.json'), 'utf8'));
const pageOf = (route, language) =>
  readFileSync(join(dist, `pages/${pageNames[route]}.${language}.html`), 'utf8');

/** Files that the page of a form loads; `scripts/page-script.ts` rejects packages of the client in its script. */
const filesIn = (route, language) =>
  [...pageOf(route, language).matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, file]) => `${route} in ${language} loads ${file}`,
  );

/** Of the service worker and what its installation loads beyond the first dashboard, as the server sends it. */
const precacheBudget = 80;
const ofDashboard = new Set(chunkFiles(manifest, [...shell, ...routeModules['/dashboard']]));
const precacheBytes = ['.worker/sw.js', ...precachedFiles(manifest).filter((file) => !ofDashboard.has(file))]
  .map((file) => brotliCompressSync(readFileSync(join(dist, file))).length)
  .reduce((sum, bytes) => sum + bytes, 0);

const scripts = readdirSync(join(dist, 'assets')).filter((name) => /\.m?js$/.test(name));
const assets = (isWanted) => scripts.filter(isWanted).map((name) => `assets/${name}`);
/** Modules that the landing page loads for learners; 1 kB are the cards of three starter decks. */
const forLearners = [...shell, 'src/app/home-page.tsx'];
const isOrdinary = (name) =>
  ![pdfReader, richCards, olderBrowsers].some((apart) => apart.test(name)) &&
  !catalogues.has(`assets/${name}`);
const over = [
  check('/ for learners, with the menu of visitors', filesOf(forLearners), 189),
  ...Object.entries(pageBudgets).flatMap(([route, budget]) =>
    ['en', 'sw'].map((language) =>
      checkBytes(
        `page of ${route} in ${language}`,
        brotliCompressSync(pageOf(route, language)).length,
        budget,
      ),
    ),
  ),
  ...Object.entries(routes).map(([route, [modules, budget]]) => check(route, filesOf(modules), budget)),
  check(
    'all JavaScript',
    assets((name) => isOrdinary(name)),
    wholeBudget,
  ),
  check(
    'rich cards',
    assets((name) => richCards.test(name)),
    richBudget,
  ),
  checkBytes('service worker, beyond the page', precacheBytes, precacheBudget),
  check(
    'reading a PDF',
    assets((name) => pdfReader.test(name)),
    pdfBudget,
  ),
  ...[...new Set(catalogues.values())].map((language) =>
    check(
      `messages: ${language}`,
      [...catalogues.keys()].filter((file) => catalogues.get(file) === language),
      languageBudget,
    ),
  ),
];

/** Catalogues that are loaded whether their language is chosen or not. */
const always = Object.entries(routes).flatMap(([route, [modules]]) =>
  filesOf(modules)
    .filter((file) => catalogues.has(file))
    .map((file) => `${route} always loads ${file}`),
);
const mixed = [...always, ...(await mixedSentences(dist, [...catalogues.keys()]))];
for (const found of mixed) console.log(`MIXED languages: ${found}`);
const heavy = Object.keys(builtOnly).flatMap((route) =>
  ['en', 'sw'].flatMap((language) => filesIn(route, language)),
);
for (const found of heavy) console.log(`HEAVY ${found}`);
if (over.some(Boolean) || mixed.length > 0 || heavy.length > 0) process.exit(1);
