import type { ApolloClient } from '@apollo/client';
import type { OpenSession } from '../../../../shared/study/open-session.ts';
import { OpenSessionAnswersDocument } from '../../../../shared/study/open-session.generated.ts';
import type { PausedSession } from '../../../../shared/study/paused-session.ts';
import {
  DeckSessionDocument,
  DueSessionDocument,
  SessionCardsDocument,
  type SessionCardsQuery,
} from './load-session.generated.ts';
import {
  cardsOfQueue,
  deckSessionOf,
  dueSessionOf,
  maxCardsPerRequest,
  notShelved,
  portionOfDeck,
  toCard,
  type DueData,
  type LoadedSession,
} from './loaded-session.ts';
import type { CardAnswer, StudyCard } from '../state/session-state.ts';
import { sessionWords } from '../state/session-words.ts';

type FoundCard = SessionCardsQuery['flashcards'][number];

/** Returns cards by id, at most 100, in the requested order, without cards that were deleted meanwhile. */
export async function loadCards(client: ApolloClient, ids: readonly string[]): Promise<StudyCard[]> {
  const { data } = await client.query({
    query: SessionCardsDocument,
    variables: { ids: [...ids] },
    errorPolicy: 'all',
  });
  if (!data) throw new Error('No cards in the answer');
  const found = data.flashcards.filter((card): card is NonNullable<FoundCard> => card !== null);
  return found.map((card) => toCard({ id: card.deckId, title: card.deck.title }, card));
}

/** The cards of a deck, or a portion of a large one. */
export async function loadDeckSession(
  client: ApolloClient,
  deckId: string,
  portionSize: number,
): Promise<LoadedSession> {
  const { data, error } = await client.query({
    query: DeckSessionDocument,
    variables: { deckId },
    errorPolicy: 'all',
  });
  if (!data?.deck) throw error ?? new Error('No deck in the answer');
  const { deck, viewer } = data;
  const { cards, ids, total } = portionOfDeck({ deck, viewer }, portionSize);
  const shown = cards ?? (await loadCards(client, ids)).filter(notShelved);
  return deckSessionOf({ deck, viewer }, shown, total);
}

async function loadQueue(client: ApolloClient, minutes: number | null): Promise<DueData> {
  const { data, error } = await client.query({
    query: DueSessionDocument,
    variables: { limit: maxCardsPerRequest, ...(minutes === null ? {} : { minutes }) },
    errorPolicy: 'all',
  });
  const queue = data?.viewer?.studyQueue;
  if (!queue) throw error ?? new Error('No study queue in the answer');
  return { queue, open: data.viewer.openSession ?? null };
}

/** Due cards of all decks, or a portion of new ones when nothing is due; with minutes as many as fit. */
export async function loadDueSession(
  client: ApolloClient,
  minutes: number | null,
  portionSize: number,
): Promise<LoadedSession> {
  return dueSessionOf(await loadQueue(client, minutes), { minutes, portionSize, titles: sessionWords() });
}

/** Returns the next due cards after others have been answered. */
export async function loadMoreDue(
  client: ApolloClient,
  loadedIds: ReadonlySet<string>,
): Promise<StudyCard[]> {
  const { due } = cardsOfQueue(await loadQueue(client, null));
  return due.filter(({ id }) => !loadedIds.has(id));
}

export interface ResumedSession extends LoadedSession {
  sessionId: string;
  current: number;
  answers: Record<string, CardAnswer>;
  undos: Record<string, number>;
  elapsedMs: number;
}

/** Loads the cards of a paused session in the same order, with their answers and without cards deleted meanwhile. */
export async function loadPaused(client: ApolloClient, paused: PausedSession): Promise<ResumedSession> {
  const ids = paused.cards.map(({ id }) => id);
  const reached = Math.max(maxCardsPerRequest, paused.current + 1);
  const chunks = Array.from({ length: Math.ceil(reached / maxCardsPerRequest) }, (_, chunk) =>
    ids.slice(chunk * maxCardsPerRequest, (chunk + 1) * maxCardsPerRequest),
  ).filter((chunk) => chunk.length > 0);
  const wasAnswered = new Set(paused.answers.map(({ cardId }) => cardId));
  const fetched = (await Promise.all(chunks.map((chunk) => loadCards(client, chunk))))
    .flat()
    .filter((card) => notShelved(card) || wasAnswered.has(card.id));
  const cards = paused.deckId === null ? fetched : fetched.map((card) => ({ ...card, deckTitle: null }));
  const shownId = ids[paused.current];
  const current = cards.findIndex(({ id }) => id === shownId);
  const answers = paused.answers.map(
    ({ cardId, wasCorrect, clientEventId }) =>
      [cardId, { wasCorrect, clientEventId, state: 'sent' as const }] as const,
  );
  const rest = ids.slice(chunks.length * maxCardsPerRequest);
  const present = new Set([...cards.map(({ id }) => id), ...rest]);
  return {
    title: paused.title,
    deckId: paused.deckId,
    cards,
    rest,
    unnamed: paused.unnamed,
    deckTotal: paused.deckTotal ?? null,
    secondsPerAnswer: paused.secondsPerAnswer,
    hasCards: cards.length > 0,
    open: null,
    sessionId: paused.sessionId,
    current: Math.max(0, current),
    answers: Object.fromEntries(answers.filter(([cardId]) => present.has(cardId))),
    undos: paused.undos,
    elapsedMs: paused.elapsedMs,
  };
}

/** Number of undos before an answer, which is the end of its id. */
const undosOf = (clientEventId: string) => Number(/-(\d+)$/.exec(clientEventId)?.[1] ?? 0);

async function loadAnswers(
  client: ApolloClient,
  sessionId: string,
): Promise<PausedSession['answers'] | null> {
  const { data } = await client.query({ query: OpenSessionAnswersDocument });
  const session = data?.viewer.openSession;
  if (session?.id !== sessionId) return null;
  const answers = session.answers.flatMap(({ flashcardId, wasCorrect, clientEventId }) =>
    clientEventId === null ? [] : [{ cardId: flashcardId, wasCorrect, clientEventId }],
  );
  return answers.length === session.answers.length ? answers : null;
}

/**
 * A session that was begun on another device, from the answers that the server holds: the answered cards first, then what
 * is left in study order. Null when it has ended meanwhile.
 */
export async function loadElsewhere(
  client: ApolloClient,
  { id: sessionId, minutes }: OpenSession,
  loaded: LoadedSession,
  path: string,
): Promise<ResumedSession | null> {
  const answers = await loadAnswers(client, sessionId);
  if (!answers) return null;
  const answered = new Set(answers.map(({ cardId }) => cardId));
  const open = [...loaded.cards.map(({ id }) => id), ...loaded.rest].filter((id) => !answered.has(id));
  const left = loaded.deckTotal === null ? open.length : Math.max(0, loaded.cards.length - answered.size);
  const ids = [...answered, ...open.slice(0, left)];
  return loadPaused(client, {
    ...loaded,
    sessionId,
    path,
    cards: ids.map((id) => ({ id, deckId: loaded.deckId ?? '' })),
    current: Math.min(answered.size, ids.length - 1),
    answers,
    undos: Object.fromEntries(answers.map(({ cardId, clientEventId }) => [cardId, undosOf(clientEventId)])),
    elapsedMs: minutes * 60_000,
    lastAnswerAt: '',
  });
}
