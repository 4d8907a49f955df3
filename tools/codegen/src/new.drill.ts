import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratchCopy } from './scratch-copy.ts';

const slowMs = 600_000;
const run = promisify(execFile);
let scratch: string;

/** What a command says; throws with all of it when it fails. */
async function node(folder: string, ...words: string[]): Promise<string> {
  const ended = await run(process.execPath, words, { cwd: join(scratch, folder) }).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = Object(error);
    throw new Error(`${words.join(' ')}\n${stdout}${stderr}`);
  });
  return ended.stdout;
}
const make = (...words: string[]) => node('.', 'tools/codegen/src/new.ts', ...words);
const types = (project: string) =>
  node('.', 'node_modules/typescript-7/bin/tsc', '-p', `${project}/tsconfig.json`, '--noEmit');
const tests = (project: string, ...files: string[]) =>
  node(project, join(scratch, 'node_modules/vitest/vitest.mjs'), 'run', ...files);

/** The whole product of the copy, as npm start runs it, for as long as somebody looks at it. */
async function whileStarted(look: (graphql: string) => Promise<void>) {
  const child = spawn(process.execPath, ['tools/stack/src/start.ts'], {
    cwd: scratch,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development', KUMBUKA_DATA_DIR: join(scratch, '.kumbuka') },
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, graphql] = /^ready .*graphql=(\S+)$/.exec(line) ?? [];
      if (graphql === undefined) continue;
      child.stdout.resume();
      return await look(graphql);
    }
    throw new Error('The product ended before it was ready.');
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

beforeAll(() => {
  scratch = makeScratchCopy();
}, slowMs);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('npm run new', { timeout: slowMs }, () => {
  it.each([
    ['no kind', ['deck', 'decks/archive-deck']],
    ['no name', ['use-case']],
    ['a name without its service', ['event', 'deck-archived']],
    ['a name that is not kebab-case', ['use-case', 'decks/archiveDeck']],
    ['a way out of the folder', ['use-case', '../decks/archive-deck']],
    ['a service that is not there', ['use-case', 'nobody/archive-deck']],
    ['an event of no service', ['event', 'nobody/deck-archived']],
    ['a service that is there already', ['service', 'decks']],
    ['a service of a bad name', ['service', 'Reminders']],
    ['what is there already', ['use-case', 'decks/add-card']],
    ['an event of nothing', ['event', 'decks/archived']],
  ])('refuses %s and changes nothing', async (_what, words) => {
    await expect(make(...words)).rejects.toThrow(/npm run new|such as|There is|is there already/);
    expect(existsSync(join(scratch, 'services/decks/src/use-cases/archive-deck.ts'))).toBe(false);
  });

  it('names the services that there are to who asks for another one', async () => {
    await expect(make('use-case', 'study/archive-deck')).rejects.toThrow(
      /no service study; there are .*decks/,
    );
  });

  it('makes a use-case and an event that keep types and import rules and whose tests pass', async () => {
    expect(await make('use-case', 'decks/archive-deck')).toContain(
      'made    services/decks/src/use-cases/archive-deck.ts',
    );
    expect(await make('event', 'decks/deck-archived')).toContain(
      'changed libs/contracts/src/events/decks.ts',
    );
    await node('.', 'tools/codegen/src/generate.ts');
    await types('libs/contracts');
    await types('services/decks');
    await tests('tools/checks', 'src/import-rules.test.ts', '-t', 'the code as it is');
    await tests(
      'services/decks',
      'src/archive-deck.test.ts',
      'src/events/deck-archived.test.ts',
      'src/events/events.test.ts',
    );
  });

  it('makes a service that keeps types and import rules, whose tests pass and with which the product starts', async () => {
    expect(await make('service', 'reminders')).toContain('made    services/reminders/src/app.ts');
    expect(await make('event', 'reminders/reminder-sent')).toContain('reminder-sent.test.ts');
    // As npm install links it.
    symlinkSync('../../services/reminders', join(scratch, 'node_modules/@kumbuka/reminders'));
    await node('.', 'tools/codegen/src/generate.ts');
    for (const project of ['libs/contracts', 'services/reminders', 'services/admin']) await types(project);
    await tests('tools/checks', 'src/import-rules.test.ts', '-t', 'the code as it is');
    await tests('services/reminders');
    await whileStarted(async (graphql) => {
      const answer = await fetch(graphql, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'mutation { tryReminders }' }),
      });
      const { errors } = (await answer.json()) as { errors: { extensions: { code: string } }[] };
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
    });
  });
});
