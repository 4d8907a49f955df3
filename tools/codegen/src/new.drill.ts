import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratchCopy } from './scratch-copy.ts';

const slowMs = 600_000;
const run = promisify(execFile);
let scratch: string;

/** Output of a command; throws with the whole output when it fails. */
async function node(folder: string, ...words: string[]): Promise<string> {
  // Drills run in a lane without the tests that are made here.
  const env = { ...process.env, LANE: 'test' };
  const ended = await run(process.execPath, words, { cwd: join(scratch, folder), env }).catch(
    (error: unknown) => {
      const { stdout = '', stderr = '' } = Object(error);
      throw new Error(`${words.join(' ')}\n${stdout}${stderr}`);
    },
  );
  return ended.stdout;
}
const make = (...words: string[]) => node('.', 'tools/codegen/src/new.ts', ...words);
const types = (project: string) =>
  node('.', 'node_modules/typescript-7/bin/tsc', '-p', `${project}/tsconfig.json`, '--noEmit');
async function tests(project: string, ...files: string[]) {
  const output = await node(project, join(scratch, 'node_modules/vitest/vitest.mjs'), 'run', ...files);
  // A title that no test has skips them all, and vitest succeeds.
  expect(output).toMatch(/\d passed/);
}

beforeAll(() => {
  scratch = makeScratchCopy();
}, slowMs);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('npm run new', { timeout: slowMs }, () => {
  it.each([
    ['no kind', ['deck', 'decks/deck/archive-deck']],
    ['no name', ['use-case']],
    ['a name without its service', ['event', 'deck-archived']],
    ['a name that is not kebab-case', ['use-case', 'decks/deck/archiveDeck', 'deck-archived']],
    ['a path out of the folder', ['use-case', '../decks/archive-deck', 'deck-archived']],
    ['a use-case without its subject', ['use-case', 'decks/archive-deck', 'deck-archived']],
    ['an unknown subject', ['use-case', 'decks/shelf/archive-deck', 'deck-archived']],
    ['a subject in a service without folders', ['use-case', 'ai/generation/hide-generation']],
    ['a change without its event', ['use-case', 'decks/deck/archive-deck']],
    ['an event of another aggregate', ['use-case', 'decks/deck/archive-deck', 'card-archived']],
    ['an event of a payment', ['use-case', 'billing/payment/cancel-payment', 'payment-cancelled']],
    ['a use-case of admin', ['use-case', 'admin/hide-user']],
    ['an existing event', ['use-case', 'decks/deck/archive-deck', 'deck-updated']],
    ['an unknown service', ['use-case', 'nobody/deck/archive-deck', 'deck-archived']],
    ['an event of no service', ['event', 'nobody/deck-archived']],
    ['an unknown kind', ['service', 'reminders']],
    ['an existing use-case', ['use-case', 'decks/card/add-card', 'card-added']],
    ['an event without an aggregate', ['event', 'decks/archived']],
  ])('rejects %s and changes nothing', async (_what, words) => {
    await expect(make(...words)).rejects.toThrow(/npm run new|such as|There is|already exists|copy one/);
    expect(existsSync(join(scratch, 'services/decks/src/domain/archive-deck.ts'))).toBe(false);
  });

  it('lists the services when one is unknown', async () => {
    await expect(make('use-case', 'study/archive-deck')).rejects.toThrow(
      /no service study; there are .*decks/,
    );
  });

  it('lists the subjects of a service when one is unknown', async () => {
    await expect(make('use-case', 'decks/shelf/archive-deck', 'deck-archived')).rejects.toThrow(
      'there are card, deck, note, owner',
    );
  });

  it('creates use-cases and an event that keep types and import rules and whose tests pass', async () => {
    const made = await make('use-case', 'decks/deck/archive-deck', 'deck-archived');
    expect(made).toContain('created services/decks/src/use-cases/deck/archive-deck.ts');
    expect(made).toContain('changed libs/contracts/src/events/decks.ts');
    expect(made).toContain('neighbours in services/decks/src/use-cases/deck do');
    expect(made).toContain('the descriptions in services/decks/schema.graphql');
    expect(await make('use-case', 'decks/owner/export-decks')).toContain(
      'created services/decks/src/use-cases/owner/export-decks.ts',
    );
    for (const useCase of [
      'auth/account/suspend-account',
      'ai/hide-generation',
      'study-progress/learner/pause-study',
    ])
      await make('use-case', useCase);
    for (const event of ['auth/user-suspended', 'billing/payment-cancelled', 'study-progress/streak-lost'])
      await make('event', event);
    await node('.', 'tools/codegen/src/generate.ts');
    await types('libs/contracts');
    for (const service of ['decks', 'auth', 'ai']) await types(`services/${service}`);
    await types('apps/rest-facade');
    await tests('tools/checks', 'src/imports/import-rules.test.ts', '-t', 'the code of the repository');
    await tests('tools/checks', 'src/docs/documents.test.ts', '-t', 'the README of');
    const openApi = readFileSync(join(scratch, 'libs/contracts/snapshots/openapi.json'), 'utf8');
    expect(JSON.parse(openApi).paths['/decks/{id}/archive'].post.responses['200'].content).toBeDefined();
    await tests(
      'services/decks',
      'src/archive-deck.test.ts',
      'src/domain/archive-deck.test.ts',
      'src/export-decks.test.ts',
      'src/domain/export-decks.test.ts',
      'src/events/deck-archived.test.ts',
      'src/events/events.test.ts',
    );
  });
});
