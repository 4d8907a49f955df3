import { execFileSync, spawnSync } from 'node:child_process';

/** A container engine cannot be had here; nothing was run. */
export class EngineMissing extends Error {
  readonly code = 'ENGINE_MISSING';
  constructor(why: string) {
    super(why);
    this.name = 'EngineMissing';
  }
}

/** Runs a command in plain sight; throws when it fails. */
export const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): void =>
  void execFileSync(command, args, { stdio: 'inherit', env });

/** What a command says; throws when it fails. */
export const ask = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** Whether a command succeeds, quietly. */
export const succeeds = (command: string, args: readonly string[], timeoutMs = 60_000): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: timeoutMs }).status === 0;
