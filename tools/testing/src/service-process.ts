import { testInternalKey } from './test-service.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually, freePort } from './servers/index.ts';

/** Service in a separate process that can die and restart at the same address. */
export interface ServiceProcess {
  url: string;
  /** Resolves when it is ready; `env` adds variables for this run, such as CRASH_AT. */
  start(env?: Record<string, string>): Promise<void>;
  /** Resolves when the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
  /**
   * Starts the process with a crash point and runs the work, which must end it without a response. Then restarts it without
   * the crash point. The process must not be running.
   */
  dieAt(crashAt: string, work: () => Promise<unknown>): Promise<void>;
}

const timeoutMs = 60_000;

/** Ignores the failed fetch of a request whose process died; rethrows every other error. */
function throwUnlessCutOff(error: unknown): void {
  if (!(error instanceof TypeError && error.message === 'fetch failed')) throw error;
}

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/**
 * Creates a process without starting it. `main` is the entry point, `always` the environment of every run.
 */
export async function createServiceProcess(
  main: string,
  always: Record<string, string | undefined>,
): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const common = { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: String(port), INTERNAL_KEY: testInternalKey };
  let child: ChildProcess | null = null;
  const isReady = async () => {
    const response = await fetch(`${url}/health/ready`);
    if (!response.ok) throw new Error(`The service responded with ${response.status}.`);
  };
  async function start(env: Record<string, string> = {}) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const args = ['--disable-warning=ExperimentalWarning', main];
    child = spawn(process.execPath, args, {
      env: { PATH, NODE_COMPILE_CACHE, ...common, ...always, ...env },
      stdio: 'ignore',
    });
    await eventually(isReady, timeoutMs);
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
      const rejectResponse = () => {
        throw new Error(`The service responded instead of dying at ${crashAt}.`);
      };
      await work().then(rejectResponse, throwUnlessCutOff);
      await end('SIGKILL');
      await start();
    },
  };
}
