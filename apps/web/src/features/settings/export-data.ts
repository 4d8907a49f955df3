import type { ApolloClient } from '@apollo/client';
import { isTransient } from '../../shared/apollo/errors.ts';
import {
  ExportAccountDocument,
  ExportDecksDocument,
  ExportFlashcardsDocument,
  ExportGenerationsDocument,
  ExportPaymentsDocument,
  ExportReviewLogDocument,
} from './export-data.generated.ts';
import { reviewCsv } from './review-csv.ts';

/** A part could not be loaded. A file without it would look as if there were no such data. */
export class ExportIncomplete extends Error {
  constructor(part: string) {
    super(`The export has no ${part}.`);
    this.name = 'ExportIncomplete';
  }
}

/** Progress of an export. */
export interface ExportProgress {
  decks: number;
  cards: number;
  answers: number;
}

interface ExportOptions {
  client: ApolloClient;
  now: () => Date;
  pause: (ms: number) => Promise<void>;
  onProgress: (progress: ExportProgress) => void;
}

const maxAttempts = 8;
const pauseMs = 10_000;

/** Retries after a limit or an outage, because a large account exceeds the limit of a minute. */
async function withRetries<Result>(
  fetchPage: () => Promise<Result>,
  pause: ExportOptions['pause'],
): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await fetchPage();
    } catch (error) {
      if (!isTransient(error) || attempts === maxAttempts) throw error;
      await pause(pauseMs);
    }
  }
}

/** Bypasses the cache and treats a partial response as a failure. */
const queryOptions = { fetchPolicy: 'no-cache', errorPolicy: 'none' } as const;

interface ListPage<Item> {
  items: readonly Item[];
  pageInfo: { hasNext: boolean };
}

/** Yields the items of all pages of a list. */
async function* itemsOf<Item>(
  part: string,
  readPage: (page: number) => Promise<ListPage<Item> | null | undefined>,
): AsyncGenerator<Item> {
  for (let page = 1; ; page++) {
    const found = await readPage(page);
    if (!found) throw new ExportIncomplete(part);
    yield* found.items;
    if (!found.pageInfo.hasNext) return;
  }
}

/** Leaves out what Apollo adds to every object. */
const withoutTypes = (name: string, value: unknown) => (name === '__typename' ? undefined : value);

/** Yields the text of a JSON list while its items arrive. */
async function* jsonList<Item>(items: AsyncIterable<Item>): AsyncGenerator<string> {
  let between = '[\n';
  for await (const item of items) {
    yield between + JSON.stringify(item, withoutTypes);
    between = ',\n';
  }
  yield between === '[\n' ? '[]' : '\n]';
}

type Read = <Data>(fetchPage: () => Promise<{ data?: Data | undefined }>) => Promise<Data>;

const createReader =
  (pause: ExportOptions['pause']): Read =>
  async (fetchPage) => {
    const { data } = await withRetries(fetchPage, pause);
    if (data === undefined) throw new ExportIncomplete('response');
    return data;
  };

/** Yields the entries of the review log, page by page. */
async function* entriesOfLog(client: ApolloClient, read: Read) {
  for (let after = 0; ;) {
    const variables = { after };
    const response = await read(() =>
      client.query({ query: ExportReviewLogDocument, variables, ...queryOptions }),
    );
    const entries = response.viewer.reviewLog;
    if (!entries) throw new ExportIncomplete('review log');
    for (const entry of entries) {
      yield entry;
      after = entry.position;
    }
    if (entries.length === 0) return;
  }
}

/** Collects the answers of a learner as CSV in the format of the FSRS optimisers. */
export async function exportReviews({
  client,
  pause,
  onProgress,
}: Omit<ExportOptions, 'now'>): Promise<string> {
  const entries = [];
  for await (const entry of entriesOfLog(client, createReader(pause))) {
    entries.push(entry);
    onProgress({ decks: 0, cards: 0, answers: entries.length });
  }
  return reviewCsv(entries);
}

/** Yields all data of a learner as the text of one JSON file, piece by piece. */
export async function* exportData(options: ExportOptions): AsyncGenerator<string> {
  const { client, pause } = options;
  const read = createReader(pause);
  const progress: ExportProgress = { decks: 0, cards: 0, answers: 0 };
  const count = (part: keyof ExportProgress) => {
    progress[part]++;
    options.onProgress({ ...progress });
  };

  async function* decks() {
    const pages = itemsOf('decks', async (page) => {
      const variables = { page };
      return (await read(() => client.query({ query: ExportDecksDocument, variables, ...queryOptions })))
        .viewer.decks;
    });
    for await (const deck of pages) {
      const flashcards = [];
      for await (const card of cardsOf(deck.id)) flashcards.push(card);
      yield { ...deck, flashcards };
      count('decks');
    }
  }
  async function* cardsOf(deckId: string) {
    const pages = itemsOf('flashcards', async (page) => {
      const variables = { deckId, page };
      const response = await read(() =>
        client.query({ query: ExportFlashcardsDocument, variables, ...queryOptions }),
      );
      return response.deck.flashcards;
    });
    for await (const card of pages) {
      yield card;
      count('cards');
    }
  }
  async function* reviewLog() {
    for await (const entry of entriesOfLog(client, read)) {
      yield entry;
      count('answers');
    }
  }
  const payments = () =>
    itemsOf('payments', async (page) => {
      const variables = { page };
      const response = await read(() =>
        client.query({ query: ExportPaymentsDocument, variables, ...queryOptions }),
      );
      return response.viewer.subscription?.payments;
    });
  const generations = () =>
    itemsOf('generations', async (page) => {
      const variables = { page };
      const response = await read(() =>
        client.query({ query: ExportGenerationsDocument, variables, ...queryOptions }),
      );
      return response.viewer.generations;
    });

  const { viewer } = await read(() => client.query({ query: ExportAccountDocument, ...queryOptions }));
  if (!viewer.stats || !viewer.dashboard || !viewer.subscription) throw new ExportIncomplete('account');
  const { stats, dashboard, subscription, ...account } = viewer;
  const head = { format: 'kumbuka-export', version: 1, exportedAt: options.now().toISOString() };
  yield JSON.stringify({ ...head, account, study: stats, dashboard, subscription }, withoutTypes, 2).slice(
    0,
    -2,
  );
  const lists = { decks: decks(), reviewLog: reviewLog(), payments: payments(), generations: generations() };
  for (const [name, items] of Object.entries(lists)) {
    yield `,\n  "${name}": `;
    yield* jsonList<unknown>(items);
  }
  yield '\n}\n';
}
