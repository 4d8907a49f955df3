import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { lastLines, openLog } from './log-file.ts';
import { inRepository } from './repository.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
const CALM_MS = 30_000;
const FIRST_START_ATTEMPTS = 5;

/** Exit code for an invalid configuration, which no restart can repair. */
export const CONFIGURATION_EXIT = 78;

export type ChildOptions<Ready> = {
  /** Name in messages. */
  name: string;
  /** Path from the root of the repository. */
  entry: string;
  nodeFlags?: readonly string[];
  args?: readonly string[];
  env: Record<string, string>;
  logFile: string;
  /** Prints its output in this terminal instead of the log. */
  live?: boolean;
  /** Resolves once the child can serve; the signal aborts when the child ends before. */
  ready: (child: ChildProcess, ended: AbortSignal) => Promise<Ready>;
  say: (line: string) => void;
  onLaunched: (name: string, pid: number) => void;
  /** Called when the child cannot be restarted. */
  onFailed: (error: Error) => void;
  /** Milliseconds after which a stopping child is killed. */
  stopWithinMs: number;
};

export type Child<Ready> = {
  start(): Promise<Ready>;
  stop(): Promise<void>;
  pid(): number | undefined;
};

type End = { code: number | null; signal: string | null };

/** The child ended before it was ready. */
export class ChildEnded extends Error {
  readonly code = 'CHILD_ENDED';
  readonly final: boolean;
  constructor(name: string, end: End, log: string) {
    const final = end.code === CONFIGURATION_EXIT;
    super(`The ${name} process ended ${howItEnded(end)}. Its last output:\n${final ? withoutLog(log) : log}`);
    this.name = 'ChildEnded';
    this.final = final;
  }
}

/** Returns the last output without log lines, which do not concern the configuration. */
const withoutLog = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n');

const howItEnded = ({ code, signal }: End): string =>
  signal === null ? `with code ${code}` : `by ${signal}`;

/** Runs a process. After its first ready state, restarts it whenever it ends by itself. */
export function createChild<Ready>(options: ChildOptions<Ready>): Child<Ready> {
  const stopped = new AbortController();
  let current: ChildProcess | undefined;
  let recentEnds = 0;

  const launch = async (): Promise<Ready> => {
    const startedAt = Date.now();
    const child = spawnChild(options);
    current = child;
    if (child.pid !== undefined) options.onLaunched(options.name, child.pid);
    const ended = new AbortController();
    const end = endOf(child);
    void end.then(() => ended.abort());
    const failed = end.then((how) =>
      Promise.reject(new ChildEnded(options.name, how, lastLines(options.logFile))),
    );
    const ready = await Promise.race([options.ready(child, ended.signal), failed]);
    failed.catch(() => undefined);
    void end.then((how) => bringBack(how, Date.now() - startedAt));
    return ready;
  };

  const launchUntilReady = async (attempts: number): Promise<Ready> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await launch();
      } catch (error) {
        const isFinal = attempt >= attempts || (error instanceof ChildEnded && error.final);
        if (isFinal || stopped.signal.aborted) throw error;
        recentEnds += 1;
        await pause(pauseMs(recentEnds), undefined, { signal: stopped.signal });
      }
    }
  };

  const bringBack = async (how: End, upMs: number): Promise<void> => {
    if (stopped.signal.aborted) return;
    recentEnds = upMs > CALM_MS ? 0 : recentEnds + 1;
    options.say(`The ${options.name} process ended ${howItEnded(how)}; starting it again.`);
    try {
      await pause(pauseMs(recentEnds), undefined, { signal: stopped.signal });
      await launchUntilReady(Number.POSITIVE_INFINITY);
      options.say(`The ${options.name} process is back.`);
    } catch (error) {
      if (!stopped.signal.aborted)
        options.onFailed(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return {
    start: () => launchUntilReady(FIRST_START_ATTEMPTS),
    stop: async () => {
      stopped.abort();
      if (current !== undefined) await endChild(current, options.stopWithinMs);
    },
    pid: () => current?.pid,
  };
}

const pauseMs = (ends: number): number =>
  ends === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (ends - 1), LONGEST_PAUSE_MS);

function spawnChild<Ready>(options: ChildOptions<Ready>): ChildProcess {
  const log = openLog(options.logFile);
  const preload = `--import=${new URL('./child-preload.ts', import.meta.url).href}`;
  const flags = ['--disable-warning=ExperimentalWarning', ...(options.nodeFlags ?? []), preload];
  const child = spawn(process.execPath, [...flags, inRepository(options.entry), ...(options.args ?? [])], {
    cwd: inRepository('.'),
    env: options.env,
    stdio: options.live === true ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', log, log, 'ipc'],
    // Own process group: Ctrl-C reaches only the parent, which then stops everything in order.
    detached: process.platform !== 'win32',
  });
  closeSync(log);
  return child;
}

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 1, signal: null }));
  });
}

async function endChild(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = endOf(child);
  const killer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  if (process.platform === 'win32') child.send('stop', () => undefined);
  else child.kill('SIGTERM');
  await ended;
  clearTimeout(killer);
}

/** Resolves with the child's message that it is ready. */
export function byMessage<Ready>(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve) => {
    child.on('message', (message: { ready?: Ready }) => {
      if (message.ready !== undefined) resolve(message.ready);
    });
  });
}
