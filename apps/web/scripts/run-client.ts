import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { messages } from './messages.ts';

const root = join(import.meta.dirname, '..');

/** Runs a module of the client during the build and returns its exports. */
export async function runClient<Exports>(file: string): Promise<Exports> {
  const { module } = await runnerImport<Exports>(join(root, file), {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [messages, react()],
  });
  return module;
}
