import { limits, study } from '@kumbuka/contracts/constants';
import type { SideLanguages } from '../../../../shared/format/own-text.ts';
import type { OpenSession } from '../../../../shared/study/open-session.ts';
import type { DeckSessionQuery, DueSessionQuery } from './load-session.generated.ts';
import type { StudyCard } from '../state/session-state.ts';
import type { SessionWords } from '../state/session-words.ts';
import type { StudyCardPartsFragment } from '../../../../shared/study/study-card.generated.ts';

// Nothing here translates or fetches.

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

/** Lock of the browser under which one tab studies the session of an address. */
export const lockOf = (userId: string, path: string): string => `kumbuka.session.${userId}.${path}`;

/** Maximum number of cards in one response. */
export const maxCardsPerRequest = limits.studyQueue;

interface DeckOfCard {
  id: string;
  /** Null in a session of one deck, and while it is not known. */
  title: string | null;
  languages: SideLanguages;
}

export const languagesOf = (
  deck: { frontLanguage: string | null; backLanguage: string | null } | null | undefined,
): SideLanguages => ({ front: deck?.frontLanguage ?? null, back: deck?.backLanguage ?? null });

export const toCard = (
  deck: DeckOfCard,
  {
    id,
    frontText,
    backText,
    format,
    kind,
    version,
    isFlagged,
    isSuspended,
    schedule,
  }: StudyCardPartsFragment,
): StudyCard => ({
  id,
  deckId: deck.id,
  deckTitle: deck.title,
  question: frontText,
  answer: backText,
  format,
  kind,
  languages: deck.languages,
  version,
  isFlagged,
  isShelved: isSuspended || (schedule?.buriedUntil ?? null) !== null,
  schedule,
});
export const notShelved = ({ isShelved }: StudyCard) => !isShelved;

/** Sorts cards by the order of study. Cards that the order lacks, because they were just created, come last. */
function inOrder(cards: StudyCard[], order: readonly string[] | null): StudyCard[] {
  if (!order) return cards;
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: StudyCard) => places.get(id) ?? Number.MAX_SAFE_INTEGER;
  return [...cards].sort((a, b) => placeOf(a) - placeOf(b));
}

export interface DeckData {
  deck: NonNullable<DeckSessionQuery['deck']>;
  viewer: DeckSessionQuery['viewer'] | null;
}

interface DeckPortion {
  /** Null when the response does not have all cards of the deck: then the portion's are fetched by their ids. */
  cards: StudyCard[] | null;
  ids: readonly string[];
  /** Cards of the whole deck that can be studied. */
  total: number;
}

/**
 * Selects the cards to study of a deck: all, or a portion of a large one, in the order due, new, the rest by due date.
 * Without the numbers of studying the cards keep the order of the deck.
 */
export function portionOfDeck({ deck, viewer }: DeckData, portionSize: number): DeckPortion {
  const { items, pageInfo } = deck.flashcards;
  const order = viewer?.studyOrder ?? null;
  const isWhole = !order || pageInfo.totalItems <= maxCardsPerRequest;
  const cards = items
    .map((card) => toCard({ id: deck.id, title: null, languages: languagesOf(deck) }, card))
    .filter(notShelved);
  const total = isWhole ? cards.length : order.length;
  const size = total <= study.portionsAbove ? total : portionSize;
  return isWhole
    ? { cards: inOrder(cards, order).slice(0, size), ids: [], total }
    : { cards: null, ids: order.slice(0, size), total };
}

/** Selects a further portion of a deck, from an order without the cards that were answered today. */
export function furtherPortionOf({ deck, viewer }: DeckData, portionSize: number): DeckPortion {
  const ids = (viewer?.studyOrder ?? []).slice(0, portionSize);
  return { cards: null, ids, total: deck.flashcards.pageInfo.totalItems };
}

/** The session of a deck's portion. */
export function deckSessionOf({ deck, viewer }: DeckData, cards: StudyCard[], total: number): LoadedSession {
  return {
    title: deck.title,
    deckId: deck.id,
    cards,
    rest: [],
    unnamed: 0,
    deckTotal: total > cards.length ? total : null,
    secondsPerAnswer: viewer?.studyQueue?.secondsPerAnswer ?? study.secondsPerAnswer,
    hasCards: deck.flashcards.pageInfo.totalItems > 0,
    open: viewer?.openSession ?? null,
  };
}

export interface DueData {
  queue: NonNullable<DueSessionQuery['viewer']['studyQueue']>;
  open: OpenSession | null;
}

/** The cards of a queue that can be studied, and those of them that are due. */
export function cardsOfQueue({ queue }: DueData) {
  const cards = queue.items
    .flatMap(({ flashcard, deckId, deck, schedule }) =>
      flashcard
        ? [
            toCard(
              { id: deckId, title: deck?.title ?? null, languages: languagesOf(deck) },
              { ...flashcard, schedule },
            ),
          ]
        : [],
    )
    .filter(notShelved);
  return { cards, due: cards.filter(({ schedule }) => schedule?.isDue) };
}

export interface DueChoice {
  /** Selects as many cards as fit into these minutes; null for all. */
  minutes: number | null;
  portionSize: number;
  titles: Pick<SessionWords, 'due' | 'fresh'>;
}

/** Due cards of all decks, or a portion of new ones when nothing is due; with minutes as many as fit. */
export function dueSessionOf(data: DueData, { minutes, portionSize, titles }: DueChoice): LoadedSession {
  const { queue, open } = data;
  const { cards, due } = cardsOfQueue(data);
  const isNew = minutes === null && due.length === 0;
  const chosen = isNew ? cards.slice(0, portionSize) : minutes === null ? due : cards;
  return {
    title: due.length > 0 ? titles.due : titles.fresh,
    deckId: null,
    cards: chosen,
    rest: [],
    deckTotal: isNew && queue.newCount > chosen.length ? queue.newCount : null,
    unnamed: minutes === null && due.length === maxCardsPerRequest ? queue.dueCount - due.length : 0,
    secondsPerAnswer: queue.secondsPerAnswer,
    hasCards: cards.length > 0,
    open,
  };
}
