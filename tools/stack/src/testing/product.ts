import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePortFrom } from '../run/ports.ts';
import { inRepository, root } from '../run/repository.ts';
import { signUp } from './learner.ts';

/** After an exit, the last output may still be on its way. */
const LAST_OUTPUT_MS = 100;
const POLL_MS = 20;

export type Start = { process: ChildProcess; output: () => string; ended: Promise<number | null> };

/** Returns free ports for the edges and embedded servers, other than the defaults. */
export async function publicPorts(): Promise<Record<string, string>> {
  const taken = new Set<number>();
  const ports: Record<string, string> = {};
  for (const name of ['WEB_PORT', 'REST_PORT', 'GRAPHQL_PORT', 'MAIL_PORT', 'PAY_PORT', 'KAFKA_PORT']) {
    const port = await freePortFrom(17_000 + (process.pid % 1_000), taken);
    taken.add(port);
    ports[name] = String(port);
  }
  return ports;
}

/** Runs `npm start` with arguments and environment variables. */
export function start(env: Record<string, string>, ...words: string[]): Start {
  const flags = [
    '--disable-warning=ExperimentalWarning',
    inRepository('tools/stack/src/run/start.ts'),
    ...words,
  ];
  const child = spawn(process.execPath, flags, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit').then(async ([code]) => {
    await pause(LAST_OUTPUT_MS);
    return typeof code === 'number' ? code : null;
  });
  return { process: child, output: () => output, ended };
}

const READY = /^ready web=(\S+) rest=(\S+) graphql=(\S+)$/m;

/** Returns the addresses of the edges as printed by the start; throws with the output if it ended early. */
export async function untilReady({ output, process: child }: Start): Promise<string[]> {
  while (!READY.test(output()) && child.exitCode === null) await pause(POLL_MS);
  const line = READY.exec(output());
  if (line === null) throw new Error(output());
  return line.slice(1);
}

/** Signs up a learner of this name in a product that returns codes. */
export const namedLearner = (rest: number, username = 'amina') =>
  signUp(`http://127.0.0.1:${rest}`, {
    email: `${username}@example.com`,
    username,
    password: 'nyota ya alfajiri 7',
  });
