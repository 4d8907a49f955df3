import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testInternalKey } from './test-service.ts';

/** Starts the rebuild command of a service in a separate process. */
export const startRebuild = (file: URL, env: NodeJS.ProcessEnv, words: readonly string[]) =>
  spawn(process.execPath, [fileURLToPath(file), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, INTERNAL_KEY: testInternalKey, LOG_LEVEL: 'silent' },
  });

/** Runs the rebuild command. Returns the exit code, the reports per projection and the first report. */
export const rebuildCommand =
  (file: URL, env: NodeJS.ProcessEnv) =>
  async (...words: string[]) => {
    const child = startRebuild(file, env, words);
    let stdout = '';
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    const lines = stdout.split('\n').filter((line) => line !== '');
    const reports = lines.map((line) => JSON.parse(line));
    return { code, report: reports[0], reports };
  };
