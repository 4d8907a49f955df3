import { execFileSync, spawnSync } from 'node:child_process';

/** No container engine is available; nothing was run. */
export class EngineMissing extends Error {
  readonly code = 'ENGINE_MISSING';
  constructor(why: string) {
    super(why);
    this.name = 'EngineMissing';
  }
}

/** Runs work that needs a network or a cache. Throws `EngineMissing` when it fails: this machine then has neither. */
export function orMissing<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new EngineMissing(`${what}: ${String(error)}`);
  }
}

/** Runs a command with visible output. Throws when it fails or exceeds its time limit. */
export const run = (
  command: string,
  args: readonly string[],
  { env = process.env, timeoutMs = 1_200_000 }: { env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): void => void execFileSync(command, args, { stdio: 'inherit', env, timeout: timeoutMs });

/** Runs a command and returns its output. Throws when it fails. */
export const output = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** Runs a command without output. Returns whether it succeeds. */
export const succeeds = (command: string, args: readonly string[], timeoutMs = 60_000): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: timeoutMs }).status === 0;
