import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testInternalKey } from './test-service.ts';

/** The command of a service that makes a projection again, as a process of its own, with what it printed. */
export const rebuildCommand =
  (file: URL, env: NodeJS.ProcessEnv) =>
  async (...words: string[]) => {
    const child = spawn(process.execPath, [fileURLToPath(file), ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...env, INTERNAL_KEY: testInternalKey, LOG_LEVEL: 'silent' },
    });
    let stdout = '';
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, report: JSON.parse(stdout) };
  };
