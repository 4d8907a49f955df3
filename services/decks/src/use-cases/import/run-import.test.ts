import { expect, it } from 'vitest';
import { LimitReached } from '../../domain/errors.ts';
import { noCounts, type ImportRun } from '../../domain/import/import-run.ts';
import { runImport, type RunPorts } from './run-import.ts';

const run = {
  id: 'i',
  ownerId: 7,
  state: 'running',
  options: { calendar: { zone: 'Africa/Nairobi', dayStartHour: 4 } },
  counts: { ...noCounts, added: 300 },
  parts: [],
  restoration: { scope: 'everything', lostCardId: 0, lostDeckId: 0 },
} as unknown as ImportRun;

/** Runs an import whose writing changes its row and then reaches a limit; returns the changes of the row. */
async function failAfter(change: Partial<ImportRun>) {
  let row = run;
  const removed: string[] = [];
  const imports = {
    find: async () => row,
    beat: async () => undefined,
    async move(_key: unknown, _from: unknown, next: Partial<ImportRun>) {
      row = { ...row, ...next };
      return row;
    },
  };
  const ports = {
    imports,
    importFiles: {
      async read() {
        row = { ...row, ...change };
        throw new LimitReached('TOO_MANY_DECKS');
      },
      remove: async () => undefined,
    },
    studies: { removeRestored: async (_owner: number, id: string) => removed.push(id) },
    transact: (work: (unit: object) => Promise<void>) => work({ imports, record: () => undefined }),
    now: () => new Date(0),
  } as unknown as RunPorts;
  await runImport(ports)('7:i', new AbortController().signal);
  return { row, removed };
}

const parts = [{ cards: 300 }] as unknown as ImportRun['parts'];

it('an import that fails after its first notes says how many cards it added', async () => {
  const { row } = await failAfter({ parts, counts: { ...noCounts, added: 125 } });
  expect([row.state, row.failure, row.counts.added]).toEqual(['failed', 'limit-reached', 125]);
});

it('an import that fails before its plan has added nothing', async () => {
  const { row } = await failAfter({});
  expect([row.state, row.counts.added]).toEqual(['failed', 0]);
});

it('a log stays when the plan found an account that is no longer empty', async () => {
  const restoration = { scope: 'cards', lostCardId: 0, lostDeckId: 0 } as const;
  expect((await failAfter({ parts, restoration })).removed).toEqual([]);
  expect((await failAfter({ parts })).removed).toEqual(['i']);
});
