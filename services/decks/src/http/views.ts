import {
  noFlashcards,
  paginate,
  type DeckBody,
  type FlashcardBody,
  type ImportBody,
  type ImportsOfOperators,
  type Page,
} from '@kumbuka/contracts';
import type { Card } from '../domain/card.ts';
import type { StarterDeck } from '../domain/catalog.ts';
import type { Deck } from '../domain/deck.ts';
import { completeParts, type ImportRun } from '../domain/import/import-run.ts';
import type { Seeding } from '../use-cases/deck/seed-catalog.ts';

export const deckView = (deck: Deck): DeckBody => ({
  id: deck.id,
  title: deck.title,
  description: deck.description,
  subject: deck.subject,
  category: deck.category,
  difficulty: deck.difficulty,
  last_studied: deck.lastStudied?.toISOString() ?? null,
  mastery: deck.mastery,
  front_language: deck.frontLanguage,
  back_language: deck.backLanguage,
  is_default: deck.catalogId !== null,
  card_count: deck.cardCount,
  version: deck.version,
  created_at: deck.createdAt.toISOString(),
  updated_at: deck.updatedAt.toISOString(),
});

export const cardView = (card: Card): FlashcardBody => ({
  id: card.id,
  deck_id: card.deckId,
  front_text: card.front,
  back_text: card.back,
  format: card.format,
  version: card.version,
  created_at: card.createdAt.toISOString(),
  updated_at: card.updatedAt.toISOString(),
});

export const pageView = <Item, View>(
  { items, page, perPage, total }: Page<Item>,
  view: (item: Item) => View,
) => ({
  items: items.map(view),
  pagination: paginate(page, perPage, total),
});

/** A page of cards; a deck without cards says so. */
export const cardPageView = (page: Page<Card>) => ({
  ...pageView(page, cardView),
  ...(page.total === 0 ? { message: noFlashcards } : {}),
});

export const catalogView = ({ cards, ...deck }: StarterDeck) => ({
  id: deck.id,
  title: deck.title,
  subject: deck.subject,
  category: deck.category,
  difficulty: deck.difficulty,
  description: deck.description,
  flashcard_count: cards.length,
  estCards: cards.length,
});

export const seedingView = ({ decks, errors }: Seeding) => ({
  created: decks.map(({ deck, catalogId }) => ({
    id: deck.id,
    title: deck.title,
    catalog_id: catalogId,
    flashcards: deck.cardCount,
  })),
  errors: errors.map(({ catalogId, message }) => ({ deck_id: catalogId, error: message })),
});

/** Import of the REST routes. */
export const importRunView = (run: ImportRun): ImportBody => ({
  id: run.id,
  state: run.state,
  file_name: run.fileName,
  size: run.size,
  received: run.received,
  notes: run.head?.counts.notes ?? 0,
  cards: run.head?.counts.cards ?? 0,
  processed_notes: run.cursor,
  added_cards: run.counts.added,
  existing_cards: run.counts.existing,
  scheduled_cards: run.counts.scheduled,
  failure: run.failure,
  deck_ids: [...new Set(completeParts(run).map(({ deckId }) => deckId))],
  created_at: run.createdAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
});

/** What operators see of imports: numbers and codes. */
export const operatorsImportsView = (runs: readonly ImportRun[]): ImportsOfOperators => ({
  imports: runs.map(({ id, ownerId, state, head, size, counts, cursor, failure, createdAt, finishedAt }) => ({
    id,
    userId: ownerId,
    state,
    format: head?.format ?? null,
    bytes: size,
    cards: head?.counts.cards ?? 0,
    added: counts.added,
    processed: cursor,
    failure,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  })),
});
