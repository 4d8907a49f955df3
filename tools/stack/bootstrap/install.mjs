import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withProgress } from './progress.mjs';

/** Installs the packages of package-lock.json. Runs `npm ci` only when something is missing or differs. */
export async function ensureInstalled(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).digest('hex');
  const stampFile = join(root, 'node_modules/.kumbuka-lock');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (!isInstalled(JSON.parse(lock.toString()), installedIn(root))) await install(root);
  writeFileSync(stampFile, stamp);
}

/** Returns npm's record of its last installation, or `undefined`. */
function installedIn(root) {
  const file = join(root, 'node_modules/.package-lock.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Whether every package of the lock is installed in its version; those for other platforms may be absent. */
export function isInstalled(lock, installed) {
  if (installed === undefined) return false;
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (!place.includes('node_modules/')) return true;
    const present = installed.packages[place];
    if (present === undefined) return wanted.optional === true;
    return present.version === wanted.version;
  });
}

/** Prefers the script of the npm that started this process, because npm may not be on the path. */
export function npmCommand(execPath = process.env.npm_execpath) {
  if (execPath !== undefined && basename(execPath).startsWith('npm') && /\.c?js$/.test(execPath)) {
    return { command: process.execPath, args: [execPath], shell: false };
  }
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

async function install(root) {
  console.log('Installing the locked packages (npm ci), once; this takes one to four minutes ...');
  const seconds = await withProgress('installing', runNpm(root), console.log);
  console.log(`Installed in ${seconds} s.`);
}

function runNpm(root) {
  const { command, args, shell } = npmCommand();
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn(command, [...args, ...flags], { cwd: root, stdio: 'inherit', shell });
  return new Promise((resolve, reject) => {
    npm.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    npm.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ci failed (exit code ${code}); see its output above.`)),
    );
  });
}
