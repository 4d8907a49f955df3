import { t } from '@lingui/core/macro';
import type { ApolloClient } from '@apollo/client';
import { limits, study } from '@kumbuka/contracts/constants';
import type { OpenSession } from '../../shared/study/open-session.ts';
import { OpenSessionAnswersDocument } from '../../shared/study/open-session.generated.ts';
import type { PausedSession } from '../../shared/study/paused-session.ts';
import {
  DeckSessionDocument,
  DueSessionDocument,
  SessionCardsDocument,
  type SessionCardsQuery,
} from './load-session.generated.ts';
import type { CardAnswer, StudyCard } from './session-state.ts';
import type { StudyCardPartsFragment } from './study-card.generated.ts';

export interface LoadedSession {
  title: string;
  /** Null for a session across decks. */
  deckId: string | null;
  cards: StudyCard[];
  /** Ids of cards that are still to be fetched, in study order. */
  rest: string[];
  /** Due cards beyond these, which the server has not named yet. */
  unnamed: number;
  /** Cards of the whole deck, or all new cards, of which these are a portion; null for a session that is no portion. */
  deckTotal: number | null;
  secondsPerAnswer: number;
  /** Whether the deck has cards, studied or left out. */
  hasCards: boolean;
  /** The latest session that the server holds open, of whatever deck. */
  open: OpenSession | null;
}

const mostAtOnce = limits.studyQueue;
const defaultSecondsPerAnswer = study.secondsPerAnswer;

const toCard = (
  deck: { id: string; title: string | null },
  { id, frontText, backText, version, isFlagged, isSuspended, schedule }: StudyCardPartsFragment,
): StudyCard => ({
  id,
  deckId: deck.id,
  deckTitle: deck.title,
  question: frontText,
  answer: backText,
  version,
  isFlagged,
  isShelved: isSuspended || (schedule?.buriedUntil ?? null) !== null,
  schedule,
});
const notShelved = ({ isShelved }: StudyCard) => !isShelved;

type FoundCard = SessionCardsQuery['flashcards'][number];

/** Cards by id, at most 100, in the order asked; those that are gone meanwhile are left out. */
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

/**
 * The cards of a deck, or a portion of a large one: due, new, the rest by due date. Without the numbers of studying they
 * come as the deck holds them.
 */
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
  const secondsPerAnswer = viewer?.studyQueue?.secondsPerAnswer ?? defaultSecondsPerAnswer;
  const open = viewer?.openSession ?? null;
  const hasCards = deck.flashcards.pageInfo.totalItems > 0;
  const base = { title: deck.title, deckId, secondsPerAnswer, unnamed: 0, rest: [], hasCards, open };
  const inDeckOrder = deck.flashcards.items
    .map((card) => toCard({ id: deckId, title: null }, card))
    .filter(notShelved);
  const order = viewer?.studyOrder ?? null;
  const isFetched = !order || deck.flashcards.pageInfo.totalItems <= mostAtOnce;
  const total = isFetched ? inDeckOrder.length : order.length;
  const portion = total <= study.portionsAbove ? total : portionSize;
  const cards = isFetched
    ? inOrder(inDeckOrder, order).slice(0, portion)
    : (await loadCards(client, order.slice(0, portion))).filter(notShelved);
  return { ...base, deckTotal: total > cards.length ? total : null, cards };
}

/** Cards that the order does not know yet, because they were just made, come last. */
function inOrder(cards: StudyCard[], order: readonly string[] | null): StudyCard[] {
  if (!order) return cards;
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: StudyCard) => places.get(id) ?? Number.MAX_SAFE_INTEGER;
  return [...cards].sort((a, b) => placeOf(a) - placeOf(b));
}

async function loadQueue(client: ApolloClient, minutes: number | null) {
  const { data, error } = await client.query({
    query: DueSessionDocument,
    variables: { limit: mostAtOnce, ...(minutes === null ? {} : { minutes }) },
    errorPolicy: 'all',
  });
  const queue = data?.viewer?.studyQueue;
  if (!queue) throw error ?? new Error('No study queue in the answer');
  const cards = queue.items
    .flatMap(({ flashcard, deckId, deck, schedule }) =>
      flashcard ? [toCard({ id: deckId, title: deck?.title ?? null }, { ...flashcard, schedule })] : [],
    )
    .filter(notShelved);
  const open = data.viewer.openSession ?? null;
  return { cards, due: cards.filter(({ schedule }) => schedule?.isDue), queue, open };
}

/** Due cards of all decks, or a portion of new ones when nothing is due; with minutes as many as fit. */
export async function loadDueSession(
  client: ApolloClient,
  minutes: number | null,
  portionSize: number,
): Promise<LoadedSession> {
  const { cards, due, queue, open } = await loadQueue(client, minutes);
  const isNew = minutes === null && due.length === 0;
  const chosen = isNew ? cards.slice(0, portionSize) : minutes === null ? due : cards;
  return {
    title: due.length > 0 ? t`Due cards` : t`New cards`,
    deckId: null,
    cards: chosen,
    rest: [],
    deckTotal: isNew && queue.newCount > chosen.length ? queue.newCount : null,
    unnamed: minutes === null && due.length === mostAtOnce ? queue.dueCount - due.length : 0,
    secondsPerAnswer: queue.secondsPerAnswer,
    hasCards: cards.length > 0,
    open,
  };
}

/** The due cards that come next, now that others have been answered. */
export async function loadMoreDue(
  client: ApolloClient,
  loadedIds: ReadonlySet<string>,
): Promise<StudyCard[]> {
  const { due } = await loadQueue(client, null);
  return due.filter(({ id }) => !loadedIds.has(id));
}

export interface ResumedSession extends LoadedSession {
  sessionId: string;
  current: number;
  answers: Record<string, CardAnswer>;
  undos: Record<string, number>;
  elapsedMs: number;
}

/** The same cards in the same order, with the answers that were given; cards deleted meanwhile are gone. */
export async function loadPaused(client: ApolloClient, paused: PausedSession): Promise<ResumedSession> {
  const ids = paused.cards.map(({ id }) => id);
  const reached = Math.max(mostAtOnce, paused.current + 1);
  const chunks = Array.from({ length: Math.ceil(reached / mostAtOnce) }, (_, chunk) =>
    ids.slice(chunk * mostAtOnce, (chunk + 1) * mostAtOnce),
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
  const rest = ids.slice(chunks.length * mostAtOnce);
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

/** How often the answer of a card was taken back before this one, by its name. */
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
