import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { oldestBrowsers } from './oldest-browsers.ts';

const root = join(import.meta.dirname, '..');

/** Returns a module of the client as the text of one script, which defines a variable with what the module exports. */
export async function pageScript(file: string, name: string): Promise<string> {
  const [{ output }] = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: oldestBrowsers,
      lib: { entry: join(root, file), formats: ['iife'], name },
    },
  })) as [Rolldown.RolldownOutput];
  const [{ code }, ...others] = output.filter((part) => part.type === 'chunk') as [Rolldown.OutputChunk];
  if (others.length > 0 || code.includes('</')) throw new Error(`${file} does not fit into a page.`);
  return code.trim();
}
