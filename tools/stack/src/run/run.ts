import { spawn } from 'node:child_process';
import { root } from './repository.ts';

export type RunOptions = { env?: Record<string, string | undefined>; cwd?: string };

/** Runs a script in this terminal. Resolves with the exit code. */
export function runNode(args: readonly string[], options: RunOptions = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? root,
    stdio: 'inherit',
    env: { ...process.env, ...options.env },
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
}

export type Captured = { code: number; output: string };

/** Runs a script and captures its output. */
export function captureNode(args: readonly string[], options: RunOptions = {}): Promise<Captured> {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}
