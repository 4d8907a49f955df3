import { expect, it } from 'vitest';
import { createTestClient, refusal, type Responses } from '../../test/render-screen.tsx';
import { ExportIncomplete, exportData } from './export-data.ts';

const entry = (position: number) => ({ __typename: 'ReviewLogEntry', id: `e${position}`, position });
const page = (items: object[], hasNext: boolean) => ({ items, pageInfo: { hasNext } });

const whole: Responses = {
  ExportAccount: () => ({
    viewer: { id: '7', email: 'asha@example.com', stats: { xp: 20 }, dashboard: {}, subscription: {} },
  }),
  ExportDecks: ({ page: number }: { page: number }) => ({
    viewer: { id: '7', decks: page([{ id: `d${number}`, title: `Deck "${number}"` }], number < 2) },
  }),
  ExportFlashcards: ({ deckId, page: number }: { deckId: string; page: number }) => ({
    deck: { id: deckId, flashcards: page([{ id: `${deckId}c${number}` }], number < 3) },
  }),
  ExportReviewLog: ({ after }: { after: number }) => ({
    viewer: { id: '7', reviewLog: after === 0 ? [entry(1), entry(2)] : after === 2 ? [entry(3)] : [] },
  }),
  ExportPayments: () => ({ viewer: { id: '7', subscription: { payments: page([], false) } } }),
  ExportGenerations: () => ({ viewer: { id: '7', generations: page([{ id: 'g1' }], false) } }),
};

async function exported(responses: Responses, pauses: number[] = []) {
  const pieces: string[] = [];
  const options = {
    client: createTestClient(responses),
    now: () => new Date('2026-03-01T12:00:00Z'),
    pause: async (ms: number) => void pauses.push(ms),
    onProgress: () => {},
  };
  for await (const piece of exportData(options)) pieces.push(piece);
  return JSON.parse(pieces.join(''));
}

it('the export is one JSON file with all pages of all data', async () => {
  const file = await exported(whole);
  expect(file).toMatchObject({
    format: 'kumbuka-export',
    version: 1,
    exportedAt: '2026-03-01T12:00:00.000Z',
    account: { email: 'asha@example.com' },
    study: { xp: 20 },
    payments: [],
    generations: [{ id: 'g1' }],
  });
  expect(file.decks.map(({ title }: { title: string }) => title)).toEqual(['Deck "1"', 'Deck "2"']);
  expect(file.decks[1].flashcards.map(({ id }: { id: string }) => id)).toEqual(['d2c1', 'd2c2', 'd2c3']);
  expect(JSON.stringify(file)).not.toContain('__typename');
  expect(file.reviewLog.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3]);
});

it('the export waits for a rate limit and then continues', async () => {
  let refusals = 2;
  const pauses: number[] = [];
  const ExportDecks = (variables: never, context: never) =>
    refusals-- > 0
      ? refusal('RATE_LIMITED', 'Too many requests.')
      : whole['ExportDecks']?.(variables, context);
  const file = await exported({ ...whole, ExportDecks }, pauses);
  expect([file.decks.length, pauses.length]).toEqual([2, 2]);
});

it.each([
  ['decks', { ExportDecks: () => ({ viewer: { id: '7', decks: null } }) }],
  ['payments', { ExportPayments: () => ({ viewer: { id: '7', subscription: null } }) }],
  ['generations', { ExportGenerations: () => ({ viewer: { id: '7', generations: null } }) }],
  ['review log', { ExportReviewLog: () => ({ viewer: { id: '7', reviewLog: null } }) }],
])('the export creates no file when %s cannot be loaded', async (_part, gap) => {
  await expect(exported({ ...whole, ...gap })).rejects.toBeInstanceOf(ExportIncomplete);
});
