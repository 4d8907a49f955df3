import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { serverTimeHeader } from '@kumbuka/contracts/constants';
import { DeleteFlashcardDocument } from '../../features/decks/cards/card-changes.generated.ts';
import { restore } from '../../features/decks/changes/restore.ts';
import { DeckDetailScreenDocument } from '../../features/decks/deck/deck-page.generated.ts';
import {
  DueSessionDocument,
  SessionCardsDocument,
} from '../../features/study/session/load/load-session.generated.ts';
import { useDatabase } from '../../test/database.ts';
import { aNewCard, newSchedule } from '../../test/new-card.ts';
import { createClient } from '../apollo/client.ts';
import { hasNoResponse } from '../apollo/errors.ts';
import { createAnswerQueue } from '../study/answer-queue.ts';
import { RecordAnswersDocument } from '../study/answers.generated.ts';
import { EditFlashcardDocument } from '../study/edit-card.generated.ts';
import { MarkFlashcardsDocument } from '../study/mark-cards.generated.ts';
import { SendCardDeletionsDocument } from './changes.generated.ts';
import { keepDeck, keepDecks } from './keep-decks.ts';
import { keepChangesBy } from './keep-change.ts';
import { reportNetwork } from './known.ts';
import { outboxOf, waitingOf } from './outbox.ts';
import { pinnedDecks } from './pins.ts';
import { prune, storedCards } from './responses.ts';
import { refusalOf, sendChange } from './send-change.ts';

const stillDue = {
  ...newSchedule,
  state: 'REVIEW',
  isDue: true,
  dueAt: '2026-11-20T01:00:00.000Z',
  dueOn: '2026-11-20',
  studyCount: 1,
  correctAttempts: 1,
  stabilityDays: 2,
  difficulty: 5,
  lastStudiedAt: '2026-11-18T09:00:00.000Z',
  lastStudyDay: '2026-11-18',
  intervalDays: 2,
};
const farAway = {
  ...stillDue,
  isDue: false,
  studyCount: 2,
  correctAttempts: 2,
  dueAt: '2099-01-01T01:00:00.000Z',
  dueOn: '2099-01-01',
  lastStudiedAt: new Date().toISOString(),
  lastStudyDay: new Date().toISOString().slice(0, 10),
};
const deck = { __typename: 'Deck', id: '12', title: 'Rivers', frontLanguage: null, backLanguage: null };
const cardsWith = (schedule: unknown) => ({
  flashcards: ['1', '2'].map((id) => ({ ...aNewCard(id), schedule, deckId: '12', deck })),
});

type Answer = (variables: { input: Record<string, unknown>; id: string }) => unknown;

let users = 700;
let stopDevice = () => {};

/** The client of a new learner, and a server that can be cut off. */
async function aDevice(answers: Record<string, Answer>) {
  const userId = String(++users);
  const body = btoa(JSON.stringify({ sub: userId, exp: Date.now() / 1000 + 3600 }));
  localStorage.setItem('authToken', `e30.${body}.s`);
  let isOnline = true;
  const sent: { name: string; input: Record<string, unknown>; id: string }[] = [];
  const send: typeof fetch = async (_address, init) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    const { operationName: name, variables } = JSON.parse(String(init?.body));
    sent.push({ name, ...variables });
    const data = answers[name]?.(variables);
    return new Response(JSON.stringify({ data }), {
      headers: { 'content-type': 'application/json', [serverTimeHeader]: new Date().toISOString() },
    });
  };
  vi.stubGlobal('fetch', send);
  const client = createClient({ onUnauthenticated: () => {}, send });
  const outbox = outboxOf(userId);
  await outbox.ready;
  const queue = createAnswerQueue<unknown>({
    userId,
    sender: {
      record: async () => [],
      undo: async () => {},
      finish: async () => null,
      timed: async (change) => change,
      change: (change) => sendChange(client, change),
    },
    isTransient: hasNoResponse,
    isFault: () => false,
    codeOf: () => null,
    refusalOf,
    onRefused: () => {},
    retryDelay: () => 5,
  });
  const stopKeeping = keepChangesBy(queue.change);
  queue.start();
  stopDevice = () => {
    stopKeeping();
    queue.stop();
  };
  return {
    userId,
    client,
    outbox,
    sent,
    setOnline: (value: boolean) => {
      isOnline = value;
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(value);
    },
    send: queue.retry,
  };
}

afterEach(() => {
  stopDevice();
  reportNetwork(true);
});
afterAll(() => void vi.unstubAllGlobals());
useDatabase();

const due = async ({ client }: Awaited<ReturnType<typeof aDevice>>) => {
  const { data } = await client.query({ query: DueSessionDocument, variables: { limit: 100 } });
  return data?.viewer.studyQueue?.items.map(({ flashcardId }) => flashcardId);
};

it('a card that was answered or deleted with a network is not due without one', async () => {
  const device = await aDevice({
    SessionCards: () => cardsWith(stillDue),
    RecordAnswers: () => ({
      recordAnswers: { results: [{ clientEventId: 'a', errorCode: null, schedule: farAway }], stats: null },
    }),
    SendCardDeletions: () => ({ deleteFlashcards: ['2'] }),
  });
  await device.client.query({ query: SessionCardsDocument, variables: { ids: ['1', '2'] } });
  await vi.waitFor(async () => expect(await storedCards(device.userId)).toHaveLength(2));
  device.setOnline(false);
  expect(await due(device)).toEqual(['1', '2']);

  device.setOnline(true);
  const answer = {
    clientEventId: 'a',
    deckId: '12',
    flashcardId: '1',
    wasCorrect: true,
    timeSpentMinutes: 0.1,
  };
  await device.client.mutate({
    mutation: RecordAnswersDocument,
    variables: { input: { answers: [answer] } },
    errorPolicy: 'all',
  });
  await device.client.mutate({
    mutation: SendCardDeletionsDocument,
    variables: { input: { ids: ['2'] } },
  });
  device.setOnline(false);
  await vi.waitFor(async () => expect(await due(device)).toEqual([]));
});

it('a card that is flagged, suspended and edited without a network conflicts with nobody', async () => {
  let version = 3;
  const conflicts: unknown[] = [];
  const row = () => ({ __typename: 'Flashcard', id: '1', isSuspended: false, isFlagged: true, version });
  const device = await aDevice({
    SessionCards: () => ({
      flashcards: [{ ...aNewCard('1'), version, schedule: stillDue, deckId: '12', deck }],
    }),
    // As the server: a suspension makes a new version, a flag does not.
    SendCardMarks: ({ input }) => {
      if (input['suspended'] !== undefined) version += 1;
      return { markFlashcards: [row()] };
    },
    SendCardTexts: ({ input }) => {
      if (input['expectedVersion'] !== version) conflicts.push(input['expectedVersion']);
      version += 1;
      return { editFlashcard: { ...row(), frontText: 'Tana?', backText: 'Yes' } };
    },
  });
  await device.client.query({ query: SessionCardsDocument, variables: { ids: ['1'] } });
  device.setOnline(false);
  const mark = (marks: object) =>
    device.client.mutate({
      mutation: MarkFlashcardsDocument,
      variables: { input: { ids: ['1'], ...marks } },
    });
  await mark({ flagged: true });
  const { data } = await mark({ suspended: true });
  expect(data?.markFlashcards[0]).toMatchObject({ version: 3, isFlagged: true, isSuspended: true });
  await device.client.mutate({
    mutation: EditFlashcardDocument,
    variables: { input: { id: '1', frontText: 'Tana?', backText: 'Yes', expectedVersion: 3 } },
  });
  device.setOnline(true);
  device.send();
  await vi.waitFor(() => expect(device.outbox.all()).toEqual([]));
  expect(conflicts).toEqual([]);
  expect(device.sent.map(({ name }) => name).slice(-3)).toEqual([
    'SendCardMarks',
    'SendCardMarks',
    'SendCardTexts',
  ]);
});

it('the undo of a deletion without a network keeps the edit that waited before it', async () => {
  const device = await aDevice({ SessionCards: () => cardsWith(stillDue) });
  await device.client.query({ query: SessionCardsDocument, variables: { ids: ['1', '2'] } });
  device.setOnline(false);
  await device.client.mutate({
    mutation: EditFlashcardDocument,
    variables: { input: { id: '1', frontText: 'Tana?', backText: 'Yes', expectedVersion: 1 } },
  });
  await device.client.mutate({ mutation: DeleteFlashcardDocument, variables: { input: { id: '1' } } });
  await restore(device.client, { cards: ['1'] }, () => {});
  expect(waitingOf(device.outbox)).toMatchObject([
    { operation: 'EditFlashcard', variables: { input: { id: '1', frontText: 'Tana?' } } },
  ]);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const keptDeck = ({ id }: { id: string }) => ({
  deck: {
    ...deck,
    id,
    description: 'Of Kenya',
    isDefault: false,
    cardCount: 1,
    mastery: null,
    progress: null,
    flashcards: { items: [{ ...aNewCard(`${id}1`), schedule: stillDue }], pageInfo: { totalPages: 1 } },
  },
});

it('decks with cards that are new or come due within 7 days are stored, and the others are not', async () => {
  const progress = (dueCount: number, nextDueAt: string | null, newCount = 0) => ({
    dueCount,
    newCount,
    nextDueAt,
  });
  const device = await aDevice({
    DecksToKeep: () => ({
      viewer: {
        __typename: 'User',
        id: '7',
        decks: {
          items: [
            { ...deck, id: '20', progress: progress(2, inDays(-1)) },
            { ...deck, id: '21', progress: progress(0, inDays(6)) },
            { ...deck, id: '22', progress: progress(0, inDays(8)) },
            { ...deck, id: '23', progress: progress(0, null) },
            { ...deck, id: '24', progress: progress(0, null, 5) },
          ],
        },
      },
    }),
    KeptDeck: keptDeck,
    DeckDetailScreen: keptDeck,
  });
  // A page of the first deck was read before, which does not make it whole.
  const page = { id: '20', page: 1, perPage: 10 };
  const readPage = () => device.client.query({ query: DeckDetailScreenDocument, variables: page });
  await readPage();
  await keepDecks(device.client, device.userId);
  const loaded = () => device.sent.filter(({ name }) => name === 'KeptDeck').map(({ id }) => id);
  expect(loaded()).toEqual(['20', '21', '24']);
  await keepDecks(device.client, device.userId);
  expect(loaded()).toEqual(['20', '21', '24']);
  device.setOnline(false);
  const { data } = await readPage();
  expect(data?.deck?.flashcards.items.map(({ id }) => id)).toEqual(['201']);
  await vi.waitFor(async () => expect(await due(device)).toEqual(['201', '211', '241']));
});

it('a deck that is kept offline stays when room is needed, and goes when it is no longer kept', async () => {
  const device = await aDevice({ KeptDeck: keptDeck });
  const decksHere = async () => [...new Set((await storedCards(device.userId)).map(({ deckId }) => deckId))];
  for (const id of ['30', '31']) expect(await keepDeck(device.client, device.userId, id, true)).toBe(true);
  await vi.waitFor(async () => expect(await decksHere()).toEqual(['30', '31']));
  await keepDeck(device.client, device.userId, '30', false);
  expect(pinnedDecks(device.userId)).toEqual(['31']);
  await prune(Date.now(), 2_000);
  expect(await decksHere()).toEqual(['31']);
});
