import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureGenerated } from './bootstrap/codegen.mjs';
import { ensureHooks } from './bootstrap/hooks.mjs';
import { ensureInstalled } from './bootstrap/install.mjs';
import { chooseNode } from './bootstrap/node-choice.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const entries = {
  start: 'tools/stack/src/start.ts',
  test: 'tools/stack/src/test.ts',
  dev: 'tools/stack/src/start.ts',
  check: 'tools/stack/src/check.ts',
  nx: 'node_modules/nx/dist/bin/nx.js',
  e2e: 'tools/stack/src/e2e.ts',
  generate: 'tools/codegen/src/generate.ts',
  figures: 'tools/checks/src/figures.ts',
  build: 'tools/stack/src/build.ts',
  bench: 'tools/bench/src/main.ts',
  'bench:directory': 'services/admin/src/testing/directory.bench.ts',
  'bench:operators': 'tools/trials/src/operators-speed.ts',
  sizes: 'apps/web/scripts/budgets.mjs',
  new: 'tools/codegen/src/new.ts',
  operator: 'tools/stack/src/operator.ts',
  events: 'tools/stack/src/events.ts',
  rebuild: 'tools/stack/src/rebuild.ts',
  'alert-drills': 'tools/trials/src/alert-drills.ts',
  backup: 'tools/stack/src/backup.ts',
  'backup-restore': 'tools/trials/src/backup-restore.ts',
  kind: 'tools/containers/src/kind.ts',
  'pin-images': 'tools/containers/src/pin-images.ts',
  cluster: 'tools/containers/src/cluster.ts',
  capacity: 'tools/trials/src/capacity.ts',
  crashes: 'tools/trials/src/crashes.ts',
  'disk-full': 'tools/trials/src/disk-full.ts',
  drills: 'tools/trials/src/drills.ts',
  'deletion-crashes': 'tools/trials/src/deletion-crashes.ts',
  hostile: 'tools/trials/src/one-hostile.ts',
  instances: 'tools/trials/src/instances.ts',
  intruder: 'tools/trials/src/intruder.ts',
  'kafka-away': 'tools/trials/src/kafka-away.ts',
  programs: 'tools/trials/src/programs.ts',
  restarts: 'tools/trials/src/restarts.ts',
  'same-time': 'tools/trials/src/same-time.ts',
  upgrade: 'tools/trials/src/upgrade.ts',
  'suite:redis': 'tools/real-redis/run.ts',
  'suite:mongo': 'tools/real-mongo/run.ts',
  'suite:kafka': 'tools/real-kafka/run.ts',
  'suite:services': 'tools/real-stack/run.ts',
};

const flags = ['--disable-warning=ExperimentalWarning', '--enable-source-maps=false'];

const PARENT_POLL_MS = 500;

const [command = '', ...rest] = process.argv.slice(2);
try {
  process.exitCode = await run(command, rest);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(name, args) {
  const entry = entries[name];
  if (entry === undefined)
    throw new Error(`Unknown command "${name}". There are: ${Object.keys(entries).join(', ')}.`);
  ensureHooks(root);
  await ensureInstalled(root);
  const node = chooseNode(root);
  process.env.PATH = dirname(node) + delimiter + process.env.PATH;
  if (!existsSync(join(root, entry)))
    throw new Error(`${entry} is missing from this copy of the repository.`);
  if (name !== 'generate') ensureGenerated(root, node);
  const words = name === 'dev' ? ['--watch', ...args] : args;
  return runNode(node, [...flags, join(root, entry), ...words], name);
}

/** Ctrl-C reaches the whole process group; a signal to this process alone is forwarded. */
function runNode(node, args, name) {
  const tied = name === 'start' || name === 'dev';
  const child = spawn(node, args, {
    cwd: root,
    stdio: tied ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile') },
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
