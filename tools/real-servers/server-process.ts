import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends a signal and resolves when the process has ended, at once for an ended process. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
