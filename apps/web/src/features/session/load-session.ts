import type { ApolloClient } from '@apollo/client';
import { limits, study } from '@kumbuka/contracts/constants';
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
  total: number;
  /** Ids of cards that are still to be fetched, in study order. */
  rest: string[];
  secondsPerAnswer: number;
}

const mostAtOnce = limits.studyQueue;
const mostNew = 20;
const secondsUntilKnown = study.secondsPerAnswer;

const toCard = (
  deckId: string,
  { id, frontText, backText, schedule }: StudyCardPartsFragment,
): StudyCard => ({
  id,
  deckId,
  question: frontText,
  answer: backText,
  schedule,
});

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
  return found.map((card) => toCard(card.deckId, card));
}

/** All cards of a deck: due, new, the rest by due date. Without the numbers of studying they come as the deck holds them. */
export async function loadDeckSession(client: ApolloClient, deckId: string): Promise<LoadedSession> {
  const { data, error } = await client.query({
    query: DeckSessionDocument,
    variables: { deckId },
    errorPolicy: 'all',
  });
  if (!data?.deck) throw error ?? new Error('No deck in the answer');
  const { deck, viewer } = data;
  const base = { title: deck.title, deckId, secondsPerAnswer: secondsUntilKnown };
  const inDeckOrder = deck.flashcards.items.map((card) => toCard(deckId, card));
  const order = viewer?.studyOrder ?? null;
  const total = deck.flashcards.pageInfo.totalItems;
  if (!order || total <= mostAtOnce)
    return { ...base, cards: inOrder(inDeckOrder, order), total: inDeckOrder.length, rest: [] };
  const cards = await loadCards(client, order.slice(0, mostAtOnce));
  return { ...base, cards, total: order.length, rest: order.slice(mostAtOnce) };
}

/** Cards that the order does not know yet, because they were just made, come last. */
function inOrder(cards: StudyCard[], order: readonly string[] | null): StudyCard[] {
  if (!order) return cards;
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: StudyCard) => places.get(id) ?? Number.MAX_SAFE_INTEGER;
  return [...cards].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Due cards of all decks, or new ones when nothing is due; with minutes as many as fit. */
export async function loadDueSession(client: ApolloClient, minutes: number | null): Promise<LoadedSession> {
  const { data, error } = await client.query({
    query: DueSessionDocument,
    variables: { limit: mostAtOnce, ...(minutes === null ? {} : { minutes }) },
    errorPolicy: 'all',
  });
  const queue = data?.viewer?.studyQueue;
  if (!queue) throw error ?? new Error('No study queue in the answer');
  const present = queue.items.flatMap(({ flashcard, deckId, schedule }) =>
    flashcard ? [toCard(deckId, { ...flashcard, schedule })] : [],
  );
  const due = present.filter(({ schedule }) => schedule?.isDue);
  const chosen = minutes !== null ? present : due.length > 0 ? due : present.slice(0, mostNew);
  return {
    title: due.length > 0 ? 'Due cards' : 'New cards',
    deckId: null,
    cards: chosen,
    total: chosen.length,
    rest: [],
    secondsPerAnswer: queue.secondsPerAnswer,
  };
}

export interface ResumedSession extends LoadedSession {
  sessionId: string;
  current: number;
  answers: Record<string, CardAnswer>;
  elapsedMs: number;
}

async function loadAll(client: ApolloClient, ids: readonly string[]): Promise<StudyCard[]> {
  const cards: StudyCard[] = [];
  for (let from = 0; from < ids.length; from += mostAtOnce)
    cards.push(...(await loadCards(client, ids.slice(from, from + mostAtOnce))));
  return cards;
}

/** The same cards in the same order, with the answers that were given; cards deleted meanwhile are gone. */
export async function loadPaused(client: ApolloClient, paused: PausedSession): Promise<ResumedSession> {
  const cards = await loadAll(
    client,
    paused.cards.map(({ id }) => id),
  );
  const shownId = paused.cards[paused.current]?.id;
  const current = Math.max(
    0,
    cards.findIndex(({ id }) => id === shownId),
  );
  const answers = paused.answers.map(
    ({ cardId, wasCorrect, clientEventId }) =>
      [cardId, { wasCorrect, clientEventId, state: 'sent' as const }] as const,
  );
  return {
    title: paused.title,
    deckId: paused.deckId,
    cards,
    total: cards.length,
    rest: [],
    secondsPerAnswer: secondsUntilKnown,
    sessionId: paused.sessionId,
    current,
    answers: Object.fromEntries(answers.filter(([cardId]) => cards.some(({ id }) => id === cardId))),
    elapsedMs: paused.elapsedMs,
  };
}
