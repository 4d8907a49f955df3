import { mongoUri } from '@kumbuka/embedded/addresses';
import { freePort } from '@kumbuka/embedded/loopback';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** The whole product as `npm start` runs it, in its own data directory. */
export interface Product {
  web: string;
  rest: string;
  graphql: string;
  dataDir: string;
  /** Process ids by name (start, infrastructure, application); empty after a stop. */
  pids(): Record<string, number>;
  ports(): Record<string, number>;
  /** Printed output. */
  output(): string;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

interface ProductOptions {
  env?: Record<string, string>;
  args?: string[];
  /** Data directory, kept after a stop. Absent: a temporary one. */
  dataDir?: string;
  /** Seconds to wait for the ready line. */
  readyWithinSeconds?: number;
}

/** Settings with unreachable limits per account, for load beyond that of learners. */
export const withoutLimits = {
  WRITES_PER_MINUTE: '1000000',
  ANSWERS_PER_MINUTE: '1000000',
  READS_PER_MINUTE: '1000000000',
};

const here = new URL('../../../../', import.meta.url).pathname;
const bootstrap = join(here, 'tools/stack/bootstrap.mjs');

/** Settings with the ports of a product, for a successor with the same clients. */
export const portsOf = ({ web, rest, graphql }: Product): Record<string, string> => ({
  WEB_PORT: new URL(web).port,
  REST_PORT: new URL(rest).port,
  GRAPHQL_PORT: new URL(graphql).port,
});

/** Prints the output of the processes and their logged errors. */
export function reportErrors({ output, dataDir }: Pick<Product, 'output' | 'dataDir'>) {
  console.log(output());
  const lines = readFileSync(join(dataDir, 'logs', 'application.log'), 'utf8').split('\n');
  const errors = lines.filter((line) => line.includes('"level":50') || line.startsWith('Error'));
  console.log(errors.slice(0, 20).join('\n'));
}

/** Returns the process id of a running process. */
export function pidOf({ pids }: Pick<Product, 'pids'>, name: string): number {
  const pid = pids()[name];
  if (pid === undefined) throw new Error(`There is no process ${name}.`);
  return pid;
}

/** Returns the port of a process or store. */
export function portOf({ ports }: Pick<Product, 'ports'>, name: string): number {
  const port = ports()[name];
  if (port === undefined) throw new Error(`${name} has no port.`);
  return port;
}

/** Returns the address of the product's MongoDB, embedded or real. */
export const mongoUriOf = (product: Pick<Product, 'ports'>): string => {
  const outside = process.env['MONGO_URL'];
  if (outside === undefined) return mongoUri(portOf(product, 'mongo'));
  const uri = new URL(outside);
  uri.pathname = '/';
  return uri.href;
};

/** Runs a command on the data of a product, as an operator does. Resolves with its output and exit code. */
export async function runCommand(dataDir: string, ...words: string[]) {
  const child = spawn(process.execPath, [bootstrap, 'admin', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KUMBUKA_DATA_DIR: dataDir },
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output, code };
}

const readyLine = /^ready web=(\S+) rest=(\S+) graphql=(\S+)$/;

function untilReady(child: ChildProcess, lines: string[], readyWithinSeconds: number) {
  return new Promise<{ web: string; rest: string; graphql: string }>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${lines.join('\n')}`));
    const timer = setTimeout(
      () => fail(`Not ready within ${readyWithinSeconds} s.`),
      readyWithinSeconds * 1000,
    );
    child.once('exit', (code) => fail(`Ended with code ${code} before it was ready.`));
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          lines.push(line);
          const [, web, rest, graphql] = readyLine.exec(line) ?? [];
          if (!web || !rest || !graphql) return;
          clearTimeout(timer);
          resolve({ web, rest, graphql });
        });
  });
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'kumbuka-trial-'));
  const [web = 0, rest = 0, graphql = 0, mail = 0, payments = 0, kafka = 0] = await Promise.all(
    Array.from({ length: 6 }, freePort),
  );
  const child = spawn(process.execPath, [bootstrap, 'start', ...(options.args ?? [])], {
    cwd: here,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      KUMBUKA_DATA_DIR: dataDir,
      WEB_PORT: String(web),
      REST_PORT: String(rest),
      GRAPHQL_PORT: String(graphql),
      MAIL_PORT: String(mail),
      PAY_PORT: String(payments),
      KAFKA_PORT: String(kafka),
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  });
  const lines: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const addresses = await untilReady(child, lines, options.readyWithinSeconds ?? 120);
  const runFile = join(dataDir, 'run.json');
  const run = (): Record<'pids' | 'ports', Record<string, number>> =>
    JSON.parse(readFileSync(runFile, 'utf8'));
  return {
    ...addresses,
    dataDir,
    pids: () => (existsSync(runFile) ? run().pids : {}),
    ports: () => run().ports,
    output: () => lines.join('\n'),
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
