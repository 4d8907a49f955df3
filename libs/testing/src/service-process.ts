import { freePort } from '@kumbuka/embedded/loopback';
import { testInternalKey } from './test-service.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.ts';

/** A service as a process of its own, that dies and comes back at the same address. */
export interface ServiceProcess {
  url: string;
  /** Resolves when it is ready; more variables for this life alone, such as CRASH_AT. */
  start(env?: Record<string, string>): Promise<void>;
  /** Resolves when it is gone, also when it was gone before. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Does the work in a life that a crash point ends before anybody is answered; afterwards the next one has begun. */
  dieAt(crashAt: string, work: () => Promise<unknown>): Promise<void>;
}

const patienceMs = 60_000;

/** What a call says whose process has died under it. */
function throwUnlessCutOff(error: unknown): void {
  if (!(error instanceof TypeError && error.message === 'fetch failed')) throw error;
}

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Starts nothing yet. `main` is the service's entry, `always` the environment of each of its lives. */
export async function createServiceProcess(
  main: string,
  always: Record<string, string | undefined>,
): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const common = { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: String(port), INTERNAL_KEY: testInternalKey };
  let child: ChildProcess | null = null;
  const isReady = async () => {
    const answer = await fetch(`${url}/health/ready`);
    if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
  };
  async function start(env: Record<string, string> = {}) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const args = ['--disable-warning=ExperimentalWarning', main];
    child = spawn(process.execPath, args, {
      env: { PATH, NODE_COMPILE_CACHE, ...common, ...always, ...env },
      stdio: 'ignore',
    });
    await eventually(isReady, patienceMs);
  }
  async function end(signal: NodeJS.Signals) {
    const ending = child;
    child = null;
    if (!ending || isGone(ending)) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    await gone;
  }
  return {
    url,
    start,
    end,
    async dieAt(crashAt, work) {
      await start({ CRASH_AT: crashAt });
      const answered = () => {
        throw new Error(`The service answered instead of dying at ${crashAt}.`);
      };
      await work().then(answered, throwUnlessCutOff);
      await end('SIGKILL');
      await start();
    },
  };
}
