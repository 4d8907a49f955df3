import type { ApolloClient } from '@apollo/client';
import type { OpenSession } from '../../../../shared/study/open-session.ts';
import { SessionAnswersDocument } from '../../../../shared/study/open-session.generated.ts';
import { isIdle, type PausedSession } from '../../../../shared/study/paused-session.ts';
import { unsentOf } from '../../../../shared/offline/unsent.ts';
import { serverNow } from '../../../../shared/browser/server-clock.ts';
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
  furtherPortionOf,
  maxCardsPerRequest,
  notShelved,
  portionOfDeck,
  languagesOf,
  toCard,
  type DueData,
  type LoadedSession,
} from './loaded-session.ts';
import type { CardAnswer, KeptAnswer, StudyCard } from '../state/session-state.ts';
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
  return found.map((card) =>
    toCard({ id: card.deckId, title: card.deck.title, languages: languagesOf(card.deck) }, card),
  );
}

interface DeckChoice {
  portionSize: number;
  /** Whether this portion follows another one, so that no card is answered twice on one day. */
  isFurther: boolean;
}

/** The cards of a deck, or a portion of a large one. */
export async function loadDeckSession(
  client: ApolloClient,
  deckId: string,
  { portionSize, isFurther }: DeckChoice,
): Promise<LoadedSession> {
  const { data, error } = await client.query({
    query: DeckSessionDocument,
    variables: { deckId, ...(isFurther ? { withoutToday: true } : {}) },
    errorPolicy: 'all',
  });
  if (!data?.deck) throw error ?? new Error('No deck in the answer');
  const { deck, viewer } = data;
  const portionOf = isFurther ? furtherPortionOf : portionOfDeck;
  const { cards, ids, total } = portionOf({ deck, viewer }, portionSize);
  const shown = cards ?? (await loadCards(client, ids)).filter(notShelved);
  return deckSessionOf({ deck, viewer }, shown, total);
}

async function loadQueue(client: ApolloClient, minutes: number | null, isExam = false): Promise<DueData> {
  const { data, error } = await client.query({
    query: DueSessionDocument,
    variables: {
      limit: maxCardsPerRequest,
      ...(minutes === null ? {} : { minutes }),
      ...(isExam ? { exam: true } : {}),
    },
    errorPolicy: 'all',
  });
  const queue = data?.viewer?.studyQueue;
  if (!queue) throw error ?? new Error('No study queue in the answer');
  return { queue, open: data.viewer.openSession ?? null };
}

/** Due cards of all decks, or a portion of new ones when nothing is due; with minutes as many as fit, also those of the exam. */
export async function loadDueSession(
  client: ApolloClient,
  minutes: number | null,
  portionSize: number,
  isExam = false,
): Promise<LoadedSession> {
  return dueSessionOf(await loadQueue(client, minutes, isExam), {
    minutes,
    portionSize,
    titles: sessionWords(),
  });
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
  elapsedMs: number;
}

export interface ServerSession {
  hasEnded: boolean;
  answers: KeptAnswer[];
}

/** A session as the server has it; null when no answer of it has arrived. */
export async function loadServerSession(
  client: ApolloClient,
  sessionId: string,
): Promise<ServerSession | null> {
  const { data } = await client.query({ query: SessionAnswersDocument, variables: { id: sessionId } });
  const session = data?.viewer.studySession;
  if (!session) return null;
  const answers = session.answers.map(({ flashcardId, wasCorrect, clientEventId }) => ({
    cardId: flashcardId,
    wasCorrect,
    clientEventId: clientEventId ?? '',
  }));
  return { hasEnded: session.finishedAt !== null, answers };
}

type Unsent = ReturnType<typeof unsentOf>;

const keptOf = ({ flashcardId, wasCorrect, clientEventId }: Unsent['answers'][number]): KeptAnswer => ({
  cardId: flashcardId,
  wasCorrect,
  clientEventId,
});

/** Unsent answers of the session itself that no undo is taking back. */
const countedIn = ({ answers, undone }: Unsent) =>
  answers.filter(({ clientEventId, isPractice }) => !isPractice && !undone.has(clientEventId));

/** Answers that count: the server's, then this browser's unsent ones. */
function answersOf(paused: PausedSession, server: KeptAnswer[], unsent: Unsent): KeptAnswer[] {
  const own = paused.answers.filter(({ isElsewhere }) => !isElsewhere);
  const names = new Set([...own, ...unsent.answers].map(({ clientEventId }) => clientEventId));
  const held = server
    .filter(({ clientEventId }) => !unsent.undone.has(clientEventId))
    .map((answer) => ({ ...answer, isElsewhere: !names.has(answer.clientEventId) }));
  return [...countedIn(unsent).map(keptOf), ...held];
}

/**
 * A paused session with its unsent answers: a browser that is killed loses the last seconds of what it noted about the
 * session, but no answer.
 */
function withUnsent(paused: PausedSession, unsent: Unsent): PausedSession {
  const known = new Set(paused.answers.map(({ clientEventId }) => clientEventId));
  const later = countedIn(unsent).filter(({ clientEventId }) => !known.has(clientEventId));
  const lastCard = later.at(-1)?.flashcardId;
  if (lastCard === undefined) return paused;
  const again = new Set(later.map(({ flashcardId }) => flashcardId));
  const place = paused.cards.findIndex(({ id }) => id === lastCard);
  return {
    ...paused,
    current: Math.min(place + 1, paused.cards.length - 1),
    answers: [...paused.answers.filter(({ cardId }) => !again.has(cardId)), ...later.map(keptOf)],
  };
}

/**
 * Resumes a session that was paused here. Checks it with the server first, where another device may have answered,
 * undone or ended it meanwhile. Null when it has ended.
 */
export async function loadPaused(
  client: ApolloClient,
  userId: string,
  noted: PausedSession,
): Promise<ResumedSession | null> {
  const unsent = unsentOf(userId, noted.sessionId);
  const paused = withUnsent(noted, unsent);
  const [checked] = await Promise.allSettled([loadServerSession(client, paused.sessionId)]);
  const hasUnsent = unsent.answers.length > 0;
  if (checked.status === 'rejected')
    return hasUnsent || !isIdle(paused, serverNow()) ? loadAnswered(client, paused) : null;
  const server = checked.value;
  if (!hasUnsent && (server === null || server.hasEnded)) return null;
  const answers = answersOf(paused, server?.answers ?? [], unsent);
  return loadAnswered(client, { ...paused, answers });
}

/** Index of the card to go on with: the one that was shown, else the next open one. */
function placeOf(
  { cards: all, current }: PausedSession,
  cards: readonly StudyCard[],
  answers: Record<string, CardAnswer>,
): number {
  const shown = all[current]?.id ?? '';
  const place = cards.findIndex(({ id }) => id === shown);
  if (place >= 0 && !answers[shown]?.isElsewhere) return place;
  const later = new Set(all.slice(current).map(({ id }) => id));
  const open = cards.filter(({ id }) => !answers[id]);
  const next = open.find(({ id }) => later.has(id)) ?? open[0] ?? cards.at(-1);
  return Math.max(0, next ? cards.indexOf(next) : 0);
}

/** Loads the cards of a session in the same order, with their answers and without cards deleted meanwhile. */
async function loadAnswered(client: ApolloClient, paused: PausedSession): Promise<ResumedSession> {
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
  const rest = ids.slice(chunks.length * maxCardsPerRequest);
  const present = new Set([...cards.map(({ id }) => id), ...rest]);
  const answers = Object.fromEntries(
    paused.answers
      .filter(({ cardId }) => present.has(cardId))
      .map(({ cardId, ...answer }): [string, CardAnswer] => [cardId, { ...answer, state: 'sent' }]),
  );
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
    current: placeOf(paused, cards, answers),
    answers,
    elapsedMs: paused.elapsedMs,
  };
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
  const server = await loadServerSession(client, sessionId);
  if (!server || server.hasEnded) return null;
  const { answers } = server;
  const answered = new Set(answers.map(({ cardId }) => cardId));
  const open = [...loaded.cards.map(({ id }) => id), ...loaded.rest].filter((id) => !answered.has(id));
  const left = loaded.deckTotal === null ? open.length : Math.max(0, loaded.cards.length - answered.size);
  const ids = [...answered, ...open.slice(0, left)];
  return loadAnswered(client, {
    ...loaded,
    sessionId,
    path,
    cards: ids.map((id) => ({ id, deckId: loaded.deckId ?? '' })),
    current: Math.min(answered.size, ids.length - 1),
    answers,
    elapsedMs: minutes * 60_000,
    lastAnswerAt: '',
  });
}
