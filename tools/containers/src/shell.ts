import { execFileSync, spawnSync } from 'node:child_process';

/** A container engine cannot be had here; nothing was run. */
export class EngineMissing extends Error {
  readonly code = 'ENGINE_MISSING';
  constructor(why: string) {
    super(why);
    this.name = 'EngineMissing';
  }
}

/** Does what only a machine with a network or with what it kept can do; its failure says that this one has neither. */
export function orMissing<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new EngineMissing(`${what}: ${String(error)}`);
  }
}

/** Runs a command in plain sight; throws when it fails, or takes longer than it may. */
export const run = (
  command: string,
  args: readonly string[],
  { env = process.env, timeoutMs = 1_200_000 }: { env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): void => void execFileSync(command, args, { stdio: 'inherit', env, timeout: timeoutMs });

/** Output of a command; throws when it fails. */
export const output = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** Whether a command succeeds, quietly. */
export const succeeds = (command: string, args: readonly string[], timeoutMs = 60_000): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: timeoutMs }).status === 0;
