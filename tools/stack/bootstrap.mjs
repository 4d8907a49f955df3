import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureGenerated } from './bootstrap/codegen.mjs';
import { entryOf } from './bootstrap/commands.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { chooseNode } from './bootstrap/node-choice.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const flags = ['--disable-warning=ExperimentalWarning', '--enable-source-maps=false'];

const PARENT_POLL_MS = 500;

const [command = '', ...words] = process.argv.slice(2);
try {
  process.exitCode = await run(command, words);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(name, rest) {
  const { entry, args } = entryOf(name, rest);
  await ensureInstalled(root);
  const node = chooseNode(root);
  process.env.PATH = dirname(node) + delimiter + process.env.PATH;
  if (!existsSync(join(root, entry)))
    throw new Error(`${entry} is missing from this copy of the repository.`);
  if (name !== 'generate') ensureGenerated(root, node);
  const watch = name === 'dev' ? ['--watch'] : [];
  return runNode(node, [...flags, join(root, entry), ...watch, ...args], name);
}

/** Ctrl-C reaches the whole process group; a signal to this process alone is forwarded. */
function runNode(node, args, name) {
  const tied = name === 'start' || name === 'dev';
  const child = spawn(node, args, {
    cwd: root,
    stdio: tied ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
      // Nx otherwise starts a process for each plugin before the first task.
      NX_ISOLATE_PLUGINS: 'false',
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (tied) endWithNpm(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** A signal to npm ends its shell but not this process, so the parent's id is polled. */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_POLL_MS);
  watch.unref();
}
