// Fails when a route's JavaScript outgrows its budget (experience.md, in gzip bytes). Run after the build.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chunkFiles } from './chunk-files.mjs';

const dist = join(import.meta.dirname, '../dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const kilo = 1000;

const shell = ['index.html'];
const account = [...shell, 'src/app/account-layout.tsx'];
const visitor = [...account, 'src/app/guards.tsx'];
const learner = [...account, 'src/app/signed-in-layout.tsx'];

/** Route -> the modules that it loads before it can be used, and its budget in kB. */
const routes = {
  '/': [['src/landing.ts'], 60],
  '/login': [[...visitor, 'src/features/account/login-page.tsx'], 280],
  '/signup': [[...visitor, 'src/features/account/signup-page.tsx'], 280],
  '/signup/end': [[...visitor, 'src/features/account/end-signup-page.tsx'], 280],
  '/forgot-password': [[...visitor, 'src/features/account/forgot-page.tsx'], 280],
  '/goodbye': [[...visitor, 'src/features/settings/goodbye-page.tsx'], 280],
  '/welcome': [[...learner, 'src/features/welcome/welcome-page.tsx'], 280],
  '/dashboard': [
    [...learner, 'src/features/dashboard/dashboard-page.tsx', 'src/features/dashboard/your-memory.tsx'],
    280,
  ],
  '/mydecks': [[...learner, 'src/features/decks/decks-page.tsx'], 287],
  '/mydecks/:deckId': [[...learner, 'src/features/deck/deck-page.tsx'], 290],
  '/billing/return': [[...learner, 'src/features/billing/return-page.tsx'], 280],
  '/billing/payments': [[...learner, 'src/features/billing/payments-page.tsx'], 280],
  '/billing/prompts': [[...learner, 'src/features/billing/prompts-page.tsx'], 280],
  '/billing/receipts/:paymentId': [[...learner, 'src/features/billing/receipt-page.tsx'], 280],
  '/study': [[...learner, 'src/features/study/study-page.tsx'], 280],
  '/stats': [[...learner, 'src/features/statistics/statistics-page.tsx'], 280],
  '/admin': [[...learner, 'src/features/admin/admin-page.tsx'], 292],
  '/settings': [[...learner, 'src/features/settings/settings-page.tsx'], 293],
  '/study/:deckId': [[...learner, 'src/features/session/session-page.tsx'], 280],
};
const router = readFileSync(join(import.meta.dirname, '../src/app/router.tsx'), 'utf8');
const paths = [...router.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path);
const without = paths.filter((path) => !(path in routes));
if (without.length > 0) throw new Error(`Routes without a budget: ${without.join(', ')}`);

/** Of these, 20 kB are the ids of the messages and what chooses and fills in a message (decision 139), 6 kB the palette and what a session offers, and 5 kB the statistics page. */
const wholeBudget = 474;
/** Of all features together; a route loads those of its own feature and the shared ones, and only when they are chosen. */
const languageBudget = 40;
const catalogues = new Map(
  Object.entries(manifest).flatMap(([source, { file }]) => {
    const language = /^src\/locales\/(\w+)\//.exec(source)?.[1];
    return language ? [[file, language]] : [];
  }),
);
/** Fetched by who reads a PDF, and by nobody else; nearly all of it is pdfjs-dist. */
const pdfReader = /^(?:read-pdf|pdf\.worker)/;
const pdfBudget = 580;
/** Fetched by browsers that lack newer methods, and by no others. */
const olderBrowsers = /^older-browsers/;

const gzipBytes = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

const filesOf = (modules) => chunkFiles(manifest, modules).filter((file) => file.endsWith('.js'));

function check(name, files, budget) {
  const size = files.reduce((sum, file) => sum + gzipBytes(file), 0) / kilo;
  const over = size > budget;
  console.log(
    `${over ? 'OVER' : 'ok  '} ${name.padEnd(32)} ${size.toFixed(1).padStart(6)} kB of ${budget} kB`,
  );
  return over;
}

const scripts = readdirSync(join(dist, 'assets')).filter((name) => /\.m?js$/.test(name));
const assets = (isWanted) => scripts.filter(isWanted).map((name) => `assets/${name}`);
/** What the landing page loads once somebody is about to use it, and its text with styles. */
const onIntent = [...shell, 'src/features/landing/landing-page.tsx'];
const landingPages = readdirSync(dist).filter((name) => /^landing\.\w+\.html$/.test(name));
const over = [
  check('/ on the first sign of interest', filesOf(onIntent), 190),
  ...landingPages.map((page) => check(page, [page], 30)),
  ...Object.entries(routes).map(([route, [modules, budget]]) => check(route, filesOf(modules), budget)),
  check(
    'all JavaScript',
    assets((name) => !pdfReader.test(name) && !olderBrowsers.test(name) && !catalogues.has(`assets/${name}`)),
    wholeBudget,
  ),
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
if (over.some(Boolean)) process.exit(1);
