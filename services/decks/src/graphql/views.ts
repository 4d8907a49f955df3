import { addressOfMedia, type Format, type Language } from '@kumbuka/contracts';
import type { NoteKind } from '@kumbuka/contracts/kinds';
import type { Card } from '../domain/card.ts';
import type { ShownStarter } from '../domain/catalog.ts';
import type { Deck } from '../domain/deck.ts';
import type { Media } from '../domain/media.ts';
import type { Note } from '../domain/note.ts';
import type { importView } from './import-view.ts';
import type { Storage } from '../use-cases/media/read-storage.ts';
import type { Seeding } from '../use-cases/deck/seed-catalog.ts';

const formatNames = { plain: 'PLAIN', rich: 'RICH' } as const satisfies Record<Format, string>;

export interface UserView {
  id: string;
}

export const deckView = (deck: Deck) => ({
  id: String(deck.id),
  clientId: deck.clientId ?? null,
  title: deck.title,
  description: deck.description,
  subject: deck.subject,
  category: deck.category,
  difficulty: deck.difficulty,
  frontLanguage: deck.frontLanguage,
  backLanguage: deck.backLanguage,
  lastStudied: deck.lastStudied,
  mastery: deck.mastery,
  isDefault: deck.catalogId !== null,
  cardCount: deck.cardCount,
  version: deck.version,
  createdAt: deck.createdAt,
  updatedAt: deck.updatedAt,
});
export type DeckView = ReturnType<typeof deckView>;

export type ImportView = ReturnType<typeof importView>;

export const cardView = (card: Card) => ({
  id: String(card.id),
  clientId: card.clientId ?? null,
  /** Not in the schema; the `deck` resolver needs it. */
  deckId: card.deckId,
  frontText: card.front,
  backText: card.back,
  format: formatNames[card.format],
  version: card.version,
  kind: card.kind,
  number: card.number,
  /** Not in the schema; the `note` resolver needs it. */
  noteId: card.noteId,
  isSuspended: card.suspended,
  isFlagged: card.flagged,
  createdAt: card.createdAt,
  updatedAt: card.updatedAt,
});
export type FlashcardView = ReturnType<typeof cardView>;

export const noteView = (note: Note) => ({
  id: String(note.id),
  clientId: note.clientId ?? null,
  kind: note.kind,
  fields: [...note.fields],
  format: formatNames[note.format],
  tags: [...note.tags],
  version: note.version,
  createdAt: note.createdAt,
  updatedAt: note.updatedAt,
});
export type NoteView = ReturnType<typeof noteView>;

export const mediaView = ({ name, bytes }: Media) => ({ address: addressOfMedia(name), bytes });

const shownFiles = 50;
const sumOf = (files: readonly { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

export const storageView = ({ usedBytes, limitBytes, files, unused, removable, missing }: Storage) => ({
  usedBytes,
  limitBytes,
  files,
  unusedFiles: unused.length,
  unusedBytes: sumOf(unused),
  removableFiles: removable.length,
  removableBytes: sumOf(removable),
  unused: unused.slice(0, shownFiles).map(({ name, bytes }) => ({ address: addressOfMedia(name), bytes })),
  missing: missing.map(({ deckId, cardId, text }) => ({
    deckId: String(deckId),
    flashcardId: String(cardId),
    text,
  })),
});

/** A kind with its texts in a language. */
export const noteTypeView =
  (language: Language) =>
  ({ id, name, fields }: NoteKind) => ({
    id,
    name: name[language],
    fields: fields.map(({ label }) => label[language]),
  });

export const catalogView = (deck: ShownStarter) => ({
  id: String(deck.id),
  title: deck.title,
  subject: deck.subject,
  category: deck.category,
  difficulty: deck.difficulty,
  description: deck.description,
  cardCount: deck.cards.length,
  language: deck.language,
});

export const seedingView = ({ decks, errors }: Seeding) => ({
  decks: decks.map(({ deck }) => deckView(deck)),
  errors: errors.map(({ catalogId, message }) => ({ catalogId: String(catalogId), message })),
});
