import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inRepository } from '../run/repository.ts';

/** Cards per user id. */
export type CardCounts = Record<string, number>;

/** Program of docs/events.md in a folder with only the files that the guide names. */
export interface GuideExample {
  name: string;
  /** Starts it on brokers, with the environment variables that the guide names. */
  start(env: Record<string, string>): void;
  /** Its counts; empty before the first event. */
  counts(): CardCounts;
  /** Its output, for a failure's message. */
  output(): string;
  /** Stops it with a signal and removes the folder. */
  remove(): Promise<void>;
}

type Language = 'js' | 'python';

function codeOf(language: Language): string {
  const guide = readFileSync(inRepository('docs/events.md'), 'utf8');
  const [, code] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide) ?? [];
  if (code === undefined) throw new Error(`docs/events.md has no example in ${language}.`);
  return code;
}

/** Node 20 of this machine, the oldest version of the guide; absent when only later ones are installed. */
const oldestNode: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find(
    (node) =>
      existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v20.'),
  );

const succeeds = (cwd: string, command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd, stdio: 'ignore', timeout: 90_000 }).status === 0;

function run(
  name: string,
  folder: string,
  command: string,
  file: string,
  readCounts: () => CardCounts,
): GuideExample {
  let child: ChildProcess | undefined;
  let output = '';
  return {
    name,
    start(env) {
      child = spawn(command, [file], {
        cwd: folder,
        env: { PATH: process.env['PATH'], PYTHONPATH: join(folder, 'packages'), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part: Buffer) => (output += part.toString()));
    },
    counts: readCounts,
    output: () => output,
    async remove() {
      if (child && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the program in JavaScript into an empty folder and installs kafkajs; without a registry, from here. */
export function exampleInJavaScript(): GuideExample {
  const folder = mkdtempSync(join(tmpdir(), 'guide-js-'));
  writeFileSync(join(folder, 'example.mjs'), codeOf('js'));
  if (!succeeds(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', 'kafkajs')) {
    console.error('NOT RUN: npm install kafkajs of docs/events.md: no registry can be reached');
    cpSync(inRepository('node_modules/kafkajs'), join(folder, 'node_modules/kafkajs'), { recursive: true });
  }
  if (!oldestNode) console.error('NOT RUN: the example of docs/events.md on Node 20, which is not here');
  const file = join(folder, 'card-counts.json');
  const counts = (): CardCounts => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).counts : {});
  return run('JavaScript', folder, oldestNode ?? process.execPath, 'example.mjs', counts);
}

const printCounts = `import json, sqlite3
rows = sqlite3.connect('file:card-counts.db?mode=ro', uri=True).execute('SELECT user, count FROM counts')
print(json.dumps({str(user): count for user, count in rows}))`;

/** Copies the program in Python into an empty folder; `undefined` where pip cannot install confluent-kafka. */
export function exampleInPython(): GuideExample | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'guide-python-'));
  writeFileSync(join(folder, 'example.py'), codeOf('python'));
  if (!succeeds(folder, 'python3', '-m', 'pip', 'install', '-q', '--target', 'packages', 'confluent-kafka')) {
    console.error('NOT RUN: the example of docs/events.md in Python: pip cannot install confluent-kafka');
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const counts = (): CardCounts => {
    const { status, stdout } = spawnSync('python3', ['-c', printCounts], { cwd: folder, encoding: 'utf8' });
    return status === 0 ? JSON.parse(stdout) : {};
  };
  return run('Python', folder, 'python3', 'example.py', counts);
}
