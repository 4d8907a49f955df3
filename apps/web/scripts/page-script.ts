import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { messagesInPlace } from './messages.ts';
import { oldestBrowsers } from './oldest-browsers.ts';
import { withoutSentences } from './without-sentences.ts';

const root = join(import.meta.dirname, '..');

/** Packages of the client that a script may name without using them. */
const withoutEffects = [{ test: /\/node_modules\/(?:react|@lingui\/react)\//, sideEffects: false }];

/** Packages of the client that are too large for a page. */
const ofClient = /\/node_modules\/(?:react-dom|react|@mui|@emotion|@apollo)\//;

/** Returns a module of the client as the text of one script in a language, which defines a variable with what the module exports. */
export async function pageScript(file: string, name: string, language: string): Promise<string> {
  const [{ output }] = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [messagesInPlace(language), withoutSentences],
    build: {
      write: false,
      target: oldestBrowsers,
      rolldownOptions: { treeshake: { moduleSideEffects: withoutEffects } },
      lib: { entry: join(root, file), formats: ['iife'], name },
    },
  })) as [Rolldown.RolldownOutput];
  const [{ code, modules }, ...others] = output.filter((part) => part.type === 'chunk') as [
    Rolldown.OutputChunk,
  ];
  if (others.length > 0 || code.includes('</')) throw new Error(`${file} does not fit into a page.`);
  const heavy = Object.entries(modules).filter(([id, part]) => part.code && ofClient.test(id));
  if (heavy.length > 0) throw new Error(`${file} imports ${heavy.map(([id]) => id).join(', ')}`);
  return code.trim();
}
