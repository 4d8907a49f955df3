import { limits } from '@kumbuka/contracts/constants';
import type { CardFormat } from '../../../../shared/ui/card/side-content.tsx';
import type { Outcome } from '../../../../shared/ui/figures/session-edge.tsx';
import type { SideLanguages } from '../../../../shared/format/own-text.ts';
import type { Schedule } from '../../../../shared/study/queue-context.tsx';

export interface StudyCard {
  id: string;
  deckId: string;
  /** Named in a session over several decks; null in a session of one deck, and while it is not known. */
  deckTitle: string | null;
  question: string;
  answer: string;
  format: CardFormat;
  /** Kind of its note. */
  kind: string;
  languages: SideLanguages;
  version: number;
  isFlagged: boolean;
  /** Suspended, or buried until another day. */
  isShelved: boolean;
  /** Null when the schedule could not be loaded. */
  schedule: Schedule | null;
}

export interface CardAnswer {
  clientEventId: string;
  wasCorrect: boolean;
  /** 'sent' once the server has accepted it; 'failed' while the server has a fault, 'waiting' while it is unreachable. */
  state: 'sending' | 'waiting' | 'failed' | 'sent';
  /** Schedule that this device expects until the server has the answer. */
  expected?: Schedule;
  /** The schedule before the answer, restored by an undo; missing after a resume. */
  before?: Schedule | null;
  /** Given in another tab or on another device, so that it cannot be undone here. */
  isElsewhere?: boolean;
}

/** An answer that counts in a session. */
export interface KeptAnswer {
  cardId: string;
  wasCorrect: boolean;
  clientEventId: string;
  isElsewhere?: boolean;
}

export interface SessionState {
  sessionId: string;
  cards: StudyCard[];
  /** Ids of cards that are still to be fetched, in study order. */
  rest: readonly string[];
  /** Due cards beyond these, which the server has not named yet. */
  unnamed: number;
  /** Cards in all, fetched or not. */
  total: number;
  current: number;
  answerShown: boolean;
  answers: Record<string, CardAnswer>;
  /** The card from which the session advanced automatically, so that its answer can be undone from here. */
  advancedFrom: string | null;
  /** Answers with a pending undo, by client event id. */
  undoing: Record<string, { cardId: string; answer: CardAnswer }>;
  /** Milliseconds studied before the session was resumed. */
  elapsedBefore: number;
  startedAt: number;
  /** When the current card appeared; restarted by every move. */
  cardShownAt: number;
  phase: 'studying' | 'finishing' | 'complete';
  finishedAt: number | null;
  /** XP of the session; null until the server has responded. */
  xpEarned: number | null;
  /** In a round of missed cards: the ended session that it belongs to. */
  endedSession: SessionState | null;
  /** Whether the missed cards were gone through again until each was right. */
  areMissedDone: boolean;
}

export type SessionEvent =
  | { type: 'flipped' }
  | { type: 'moved'; by: 1 | -1; at: number }
  | {
      type: 'answered';
      wasCorrect: boolean;
      clientEventId: string;
      /** Schedule that this device computes while there is no network. */
      expected?: Schedule;
      advanceAt?: number;
    }
  | { type: 'recorded'; clientEventId: string; schedule: Schedule | null }
  | { type: 'refused'; clientEventId: string }
  | { type: 'repeated-elsewhere'; clientEventId: string }
  | { type: 'synchronised'; answers: readonly KeptAnswer[] }
  | { type: 'waiting'; isFault: boolean }
  | { type: 'undone'; at: number }
  | { type: 'undo-refused'; clientEventId: string }
  | { type: 'edited'; cardId: string; question: string; answer: string; format: CardFormat; version: number }
  | { type: 'flagged'; cardId: string; isFlagged: boolean }
  | { type: 'shelved'; cardId: string; at: number }
  | { type: 'unshelved'; sessionId: string; card: StudyCard; place: number; at: number }
  | { type: 'more-cards'; cards: StudyCard[]; rest: readonly string[]; unnamed: number }
  | { type: 'returned'; awayMs: number }
  | { type: 'finishing' }
  | { type: 'completed'; at: number; xpEarned: number | null }
  | { type: 'repeated'; sessionId: string; at: number };

export interface SessionStart {
  sessionId: string;
  cards: StudyCard[];
  rest?: readonly string[];
  unnamed?: number;
  at: number;
  resumed?: {
    current: number;
    answers: Record<string, CardAnswer>;
    elapsedMs: number;
  };
}

export function startSession({
  sessionId,
  cards,
  rest = [],
  unnamed = 0,
  at,
  resumed,
}: SessionStart): SessionState {
  return {
    sessionId,
    cards,
    rest,
    unnamed,
    total: cards.length + rest.length + unnamed,
    current: Math.min(resumed?.current ?? 0, Math.max(0, cards.length - 1)),
    answerShown: false,
    answers: resumed?.answers ?? {},
    advancedFrom: null,
    undoing: {},
    elapsedBefore: resumed?.elapsedMs ?? 0,
    startedAt: at,
    cardShownAt: at,
    phase: 'studying',
    finishedAt: null,
    xpEarned: null,
    endedSession: null,
    areMissedDone: false,
  };
}

export const currentCard = (state: SessionState): StudyCard | undefined => state.cards[state.current];

export function currentAnswer(state: SessionState): CardAnswer | undefined {
  const card = currentCard(state);
  return card && state.answers[card.id];
}

/** Returns the card of an undo: the current one, else the one from which the session advanced automatically. */
export function undoTarget(state: SessionState): StudyCard | undefined {
  if (state.phase !== 'studying') return undefined;
  const isOwn = (answer: CardAnswer | undefined) => answer !== undefined && !answer.isElsewhere;
  if (currentAnswer(state)) return isOwn(currentAnswer(state)) ? currentCard(state) : undefined;
  const { advancedFrom, answers, cards } = state;
  if (advancedFrom === null || !isOwn(answers[advancedFrom])) return undefined;
  return cards.find(({ id }) => id === advancedFrom);
}

export const canAnswer = (state: SessionState) =>
  state.phase === 'studying' &&
  state.answerShown &&
  currentCard(state) !== undefined &&
  !currentAnswer(state);

export const hasPrevious = (state: SessionState) => state.current > 0;
export const hasNext = (state: SessionState) => state.current < state.cards.length - 1;
const isLast = (state: SessionState) => state.current === state.total - 1;
export const canFinish = (state: SessionState) => isLast(state) && currentAnswer(state) !== undefined;

/** Minutes on the current card, fractions included, at most the 60 that the server takes. */
export function minutesOnCard(state: SessionState, now: number): number {
  return Math.min(limits.answerMinutes, Math.max(0, now - state.cardShownAt) / 60_000);
}

export const elapsedMs = (state: SessionState, now: number) => state.elapsedBefore + (now - state.startedAt);

function move(state: SessionState, by: 1 | -1, at: number): SessionState {
  if (by === 1 ? !hasNext(state) : !hasPrevious(state)) return state;
  return { ...state, current: state.current + by, answerShown: false, cardShownAt: at, advancedFrom: null };
}

type Answered = Extract<SessionEvent, { type: 'answered' }>;

function answer(state: SessionState, answered: Answered): SessionState {
  const { wasCorrect, clientEventId, expected, advanceAt } = answered;
  const card = currentCard(state);
  if (!card || !canAnswer(state)) return state;
  const given: CardAnswer = {
    clientEventId,
    wasCorrect,
    state: 'sending',
    before: card.schedule,
    ...(expected ? { expected } : {}),
  };
  const next = { ...state, answers: { ...state.answers, [card.id]: given } };
  if (advanceAt === undefined || !hasNext(state)) return next;
  return { ...move(next, 1, advanceAt), advancedFrom: card.id };
}

function without(answers: Record<string, CardAnswer>, cardId: string) {
  const { [cardId]: _gone, ...rest } = answers;
  return rest;
}

function cardOf(state: SessionState, clientEventId: string) {
  return Object.keys(state.answers).find((cardId) => state.answers[cardId]?.clientEventId === clientEventId);
}

function record(state: SessionState, clientEventId: string, schedule: Schedule | null): SessionState {
  const cardId = cardOf(state, clientEventId);
  if (cardId === undefined) return state;
  return {
    ...state,
    answers: { ...state.answers, [cardId]: { ...state.answers[cardId]!, state: 'sent' } },
    cards: state.cards.map((card) => (card.id === cardId && schedule ? { ...card, schedule } : card)),
  };
}

/** The card as it was before its answer. */
function takeBack(state: SessionState, cardId: string): SessionState {
  const before = state.answers[cardId]?.before;
  return {
    ...state,
    answers: without(state.answers, cardId),
    cards: state.cards.map((card) =>
      card.id === cardId && before !== undefined ? { ...card, schedule: before } : card,
    ),
  };
}

function refuse(state: SessionState, clientEventId: string): SessionState {
  const cardId = cardOf(state, clientEventId);
  return cardId === undefined ? state : takeBack(state, cardId);
}

/** Marks an answer as superseded: another device's answer to the card counts. */
function markElsewhere(state: SessionState, clientEventId: string): SessionState {
  const cardId = cardOf(state, clientEventId);
  if (cardId === undefined) return state;
  const answer: CardAnswer = { ...state.answers[cardId]!, state: 'sent', isElsewhere: true };
  return { ...state, answers: { ...state.answers, [cardId]: answer } };
}

/** Shows the answers that other devices gave in this session. */
function synchronise(state: SessionState, kept: readonly KeptAnswer[]): SessionState {
  const own = Object.values(state.answers).filter(({ isElsewhere }) => !isElsewhere);
  const names = new Set([...own.map(({ clientEventId }) => clientEventId), ...Object.keys(state.undoing)]);
  const present = new Set([...state.cards.map(({ id }) => id), ...state.rest]);
  const others = kept.filter(({ cardId, clientEventId }) => present.has(cardId) && !names.has(clientEventId));
  if (others.length === 0 || state.endedSession) return state;
  const answers = others.map(({ cardId, wasCorrect, clientEventId }): [string, CardAnswer] => [
    cardId,
    { clientEventId, wasCorrect, state: 'sent', isElsewhere: true },
  ]);
  return { ...state, answers: { ...state.answers, ...Object.fromEntries(answers) } };
}

/** Goes back to a card from which the session advanced automatically, with its answer shown, to be answered again. */
const showAgain = (state: SessionState, card: StudyCard, at: number): SessionState =>
  card === currentCard(state)
    ? state
    : {
        ...state,
        current: state.cards.indexOf(card),
        answerShown: true,
        cardShownAt: at,
        advancedFrom: null,
      };

function undo(state: SessionState, at: number): SessionState {
  const card = undoTarget(state);
  const answer = card && state.answers[card.id];
  if (!card || !answer) return state;
  const undoing = { ...state.undoing, [answer.clientEventId]: { cardId: card.id, answer } };
  return { ...takeBack(showAgain(state, card, at), card.id), undoing };
}

/** Restores the answer that the server has, even when the card was answered again meanwhile. */
function putBack(state: SessionState, clientEventId: string): SessionState {
  const undone = state.undoing[clientEventId];
  if (!undone) return state;
  const answer: CardAnswer = { ...undone.answer, state: 'sent' };
  return { ...state, answers: { ...state.answers, [undone.cardId]: answer } };
}

function markWaiting(state: SessionState, isFault: boolean): SessionState {
  const unsent = isFault ? ('failed' as const) : ('waiting' as const);
  const answers = Object.fromEntries(
    Object.entries(state.answers).map(([id, answer]) => [
      id,
      answer.state === 'sent' ? answer : { ...answer, state: unsent },
    ]),
  );
  return { ...state, answers };
}

type Edited = Extract<SessionEvent, { type: 'edited' }>;

const edit = (
  state: SessionState,
  { cardId, question, answer: side, format, version }: Edited,
): SessionState => ({
  ...state,
  cards: state.cards.map((card) =>
    card.id === cardId ? { ...card, question, answer: side, format, version } : card,
  ),
});

const flag = (state: SessionState, cardId: string, isFlagged: boolean): SessionState => ({
  ...state,
  cards: state.cards.map((card) => (card.id === cardId ? { ...card, isFlagged } : card)),
});

/** Takes a card out of the session and shows the one after it. An answered card stays: its answer counts. */
function shelve(state: SessionState, cardId: string, at: number): SessionState {
  const place = state.cards.findIndex(({ id }) => id === cardId);
  if (place < 0 || state.answers[cardId]) return state;
  const cards = state.cards.toSpliced(place, 1);
  const current = place < state.current ? state.current - 1 : state.current;
  return {
    ...state,
    cards,
    total: state.total - 1,
    current: Math.max(0, Math.min(current, cards.length - 1)),
    answerShown: false,
    cardShownAt: at,
    advancedFrom: null,
  };
}

type Unshelved = Extract<SessionEvent, { type: 'unshelved' }>;

/** Brings a card back to its place and shows it, unless its session has ended or is repeated meanwhile. */
function unshelve(state: SessionState, { sessionId, card, place, at }: Unshelved): SessionState {
  const isThere = state.cards.some(({ id }) => id === card.id);
  if (isThere || state.phase !== 'studying' || state.sessionId !== sessionId) return state;
  const current = Math.min(place, state.cards.length);
  return {
    ...state,
    cards: state.cards.toSpliced(current, 0, card),
    total: state.total + 1,
    current,
    answerShown: false,
    cardShownAt: at,
    advancedFrom: null,
  };
}

/** Appends fetched cards. Cards that were deleted meanwhile leave the total. */
function more(
  state: SessionState,
  cards: StudyCard[],
  rest: readonly string[],
  unnamed: number,
): SessionState {
  const shownIds = new Set(state.cards.map(({ id }) => id));
  const all = [...state.cards, ...cards.filter(({ id }) => !shownIds.has(id))];
  return { ...state, cards: all, rest, unnamed, total: all.length + rest.length + unnamed };
}

/** Excludes time in which the learner was away from the time of study. */
const away = (state: SessionState, awayMs: number): SessionState => ({
  ...state,
  startedAt: state.startedAt + awayMs,
  cardShownAt: state.cardShownAt + awayMs,
});

const missedCards = ({ cards, answers, endedSession }: SessionState) =>
  cards.filter(({ id }) =>
    endedSession ? answers[id]?.wasCorrect !== true : answers[id]?.wasCorrect === false,
  );

/** Begins the next round of missed cards, or returns to the ended session when each was right. */
function repeat(state: SessionState, sessionId: string, at: number): SessionState {
  const cards = missedCards(state);
  const endedSession = state.endedSession ?? state;
  if (cards.length === 0) return { ...endedSession, areMissedDone: true };
  return { ...startSession({ sessionId, cards, at }), endedSession };
}

/** Returns the state after an event. A card is answered once unless that is undone; a move hides the answer and restarts the timer. */
export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'flipped':
      return state.phase === 'studying' ? { ...state, answerShown: !state.answerShown } : state;
    case 'moved':
      return move(state, event.by, event.at);
    case 'answered':
      return answer(state, event);
    case 'recorded':
      return record(state, event.clientEventId, event.schedule);
    case 'refused':
      return refuse(state, event.clientEventId);
    case 'repeated-elsewhere':
      return markElsewhere(state, event.clientEventId);
    case 'synchronised':
      return synchronise(state, event.answers);
    case 'waiting':
      return markWaiting(state, event.isFault);
    case 'undone':
      return undo(state, event.at);
    case 'undo-refused':
      return putBack(state, event.clientEventId);
    case 'edited':
      return edit(state, event);
    case 'flagged':
      return flag(state, event.cardId, event.isFlagged);
    case 'shelved':
      return shelve(state, event.cardId, event.at);
    case 'unshelved':
      return unshelve(state, event);
    case 'more-cards':
      return more(state, event.cards, event.rest, event.unnamed);
    case 'returned':
      return away(state, event.awayMs);
    case 'finishing':
      return { ...state, phase: 'finishing' };
    case 'completed':
      return { ...state, phase: 'complete', finishedAt: event.at, xpEarned: event.xpEarned };
    case 'repeated':
      return repeat(state, event.sessionId, event.at);
  }
}

export interface SessionTotals {
  total: number;
  answered: number;
  correct: number;
  missed: number;
  /** Rounded percent of the answered cards. */
  accuracy: number;
  mastered: number;
  minutes: number;
}

export function totalsOf(state: SessionState): SessionTotals {
  const answers = Object.values(state.answers);
  const correct = answers.filter(({ wasCorrect }) => wasCorrect).length;
  return {
    total: state.total,
    answered: answers.length,
    correct,
    missed: answers.length - correct,
    accuracy: answers.length === 0 ? 0 : Math.round((correct / answers.length) * 100),
    mastered: state.cards.filter(({ schedule }) => schedule?.isLearned).length,
    minutes: elapsedMs(state, state.finishedAt ?? state.startedAt) / 60_000,
  };
}

/** The schedule of an answered card: the server's, or the one that this device expects until the server has the answer. */
export const currentSchedule = (card: StudyCard, answer: CardAnswer): Schedule | null =>
  answer.state === 'sent' ? card.schedule : (answer.expected ?? null);

/** Counters as they will stand once a sent answer is taken. */
export function countersOf(card: StudyCard, answer: CardAnswer | undefined) {
  const { studyCount = 0, correctAttempts = 0, incorrectAttempts = 0 } = card.schedule ?? {};
  if (!answer || answer.state === 'sent') return { studyCount, correctAttempts, incorrectAttempts };
  return {
    studyCount: studyCount + 1,
    correctAttempts: correctAttempts + (answer.wasCorrect ? 1 : 0),
    incorrectAttempts: incorrectAttempts + (answer.wasCorrect ? 0 : 1),
  };
}

const answersBeforePace = 5;

/** Seconds an answer: the learner's own in this session once there are some, else as the server knows them. */
export function secondsPerAnswerOf(state: SessionState, defaultSeconds: number): number {
  const answered = Object.keys(state.answers).length;
  return answered < answersBeforePace
    ? defaultSeconds
    : elapsedMs(state, state.cardShownAt) / answered / 1000;
}

/** One outcome for each card, fetched or not. */
export function outcomesOf({ cards, answers, total }: SessionState): Outcome[] {
  const outcomes = cards.map(({ id }): Outcome => {
    const answer = answers[id];
    if (!answer) return 'open';
    return answer.wasCorrect ? 'right' : 'wrong';
  });
  return [...outcomes, ...Array.from({ length: total - outcomes.length }, (): Outcome => 'open')];
}
