import type { ArchiveLimits } from '../domain/export/archive-size.ts';
import type { CardOwner, DeckCounts, DeckOwner, PageRequest } from '@kumbuka/contracts';
import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { Card, CardSides } from '../domain/card.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { Deck, DeckProjection, DeckSize, ProgressUpdate, StoredDeck } from '../domain/deck.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { Insertion } from '../domain/insertion.ts';
import type { Learner } from '../domain/learner.ts';
import type { Note } from '../domain/note.ts';
import type { Trashed } from '../domain/trash.ts';
import type { MediaPorts, MediaStore } from './media/ports.ts';
import type { ExportPorts } from './export/ports.ts';
import type { ImportStore, ImportWorkPorts, NoteSourceStore, NoteTypeStore } from './import/ports.ts';
import type { DeckFacets, DeckMatch, DeckSort } from '../domain/listing.ts';

/** Deck as shown to other services. */
export interface OwnedDeck extends DeckOwner {
  catalogId: number | null;
  progressVersion: number;
}

/** Position of a card in its deck, oldest first. */
export interface CardPlace {
  createdAt: Date;
  cardId: number;
}

export interface DeckStore {
  find(ownerId: number, id: number): Promise<Deck | null>;
  findMany(ownerId: number, ids: readonly number[]): Promise<Deck[]>;
  /** All decks of a learner, at most 1,000. */
  findAll(ownerId: number): Promise<Deck[]>;
  /** Deck that the client created with this id. */
  findByClientId(ownerId: number, clientId: string): Promise<Deck | null>;
  /** The learner's copy of a starter deck. */
  findCopy(ownerId: number, catalogId: number): Promise<Deck | null>;
  list(ownerId: number, match: DeckMatch, sort: DeckSort, page: PageRequest): Promise<Deck[]>;
  count(ownerId: number, match: DeckMatch): Promise<number>;
  /** Subjects and categories as typed, the first of them first. */
  spellings(ownerId: number): Promise<DeckFacets>;
  insert(deck: Deck): Promise<void>;
  /** Saves fields, time and version. */
  save(deck: Deck): Promise<void>;
  /** Removes the deck and returns it. */
  remove(ownerId: number, id: number): Promise<Deck | null>;
  removeAll(ownerId: number): Promise<void>;
  /** Changes the number of cards and bytes, and returns the updated deck. */
  incrementSize(ownerId: number, id: number, by: DeckSize): Promise<Deck | null>;
}

/** Derived data of decks: sizes, sort keys and the progress of study-progress. */
export interface DeckProjectionStore {
  /** Deck with its derived data. */
  find(ownerId: number, id: number): Promise<StoredDeck | null>;
  /** Loads the deck and blocks other writers until the transaction ends with `save`. */
  claim(ownerId: number, id: number): Promise<StoredDeck | null>;
  save(ownerId: number, projection: DeckProjection): Promise<void>;
  /** Stores progress updates, except those older than the stored version. */
  keepProgress(updates: readonly ProgressUpdate[]): Promise<void>;
}

export interface CardStore {
  find(ownerId: number, id: number): Promise<Card | null>;
  findMany(ownerId: number, ids: readonly number[]): Promise<Card[]>;
  /** Cards with some consecutive ids, at most a number of them. */
  findInRange(ownerId: number, firstId: number, count: number, limit: number): Promise<Card[]>;
  countInRange(ownerId: number, deckId: number, firstId: number, count: number): Promise<number>;
  /** Cards that the client created with these ids. */
  findByClientIds(ownerId: number, clientIds: readonly string[]): Promise<Card[]>;
  /** Cards of a deck with one of these questions. */
  findByFronts(ownerId: number, deckId: number, fronts: readonly string[]): Promise<CardSides[]>;
  /** A page of a deck's cards, oldest first. */
  page(ownerId: number, deckId: number, page: PageRequest): Promise<Card[]>;
  /** All cards of a deck in batches, oldest first. */
  batches(ownerId: number, deckId: number): AsyncIterable<Card[]>;
  /** All cards of a deck, at most 10,000, oldest first. */
  ofWholeDeck(ownerId: number, deckId: number): Promise<Card[]>;
  /** Counts the cards of a deck and their bytes by reading them. */
  sizeOf(ownerId: number, deckId: number): Promise<DeckSize>;
  /** Cards of stored notes, by number. */
  ofNotes(ownerId: number, noteIds: readonly number[]): Promise<Card[]>;
  /** Stored notes with cards in a deck. */
  noteIdsOfDeck(ownerId: number, deckId: number): Promise<number[]>;
  insert(cards: readonly Card[]): Promise<void>;
  /** Saves text, time and version. */
  save(card: Card): Promise<void>;
  /** Saves texts, tags, times and versions. */
  saveContents(cards: readonly Card[]): Promise<void>;
  /** Saves the marks and the version of cards. */
  saveMarks(cards: readonly Card[]): Promise<void>;
  /** Saves the deck and the version of cards. */
  saveMoves(cards: readonly Card[]): Promise<void>;
  remove(ownerId: number, id: number): Promise<Card | null>;
  removeMany(ownerId: number, ids: readonly number[]): Promise<void>;
  removeOfDeck(ownerId: number, deckId: number): Promise<void>;
  /** Removes a batch of a learner's cards; false when none were left. */
  removeSome(ownerId: number): Promise<boolean>;
}

/** Notes with rows of their own; other cards hold their note themselves. */
export interface NoteStore {
  findMany(ownerId: number, ids: readonly number[]): Promise<Note[]>;
  findByClientId(ownerId: number, clientId: string): Promise<Note | null>;
  insert(note: Note): Promise<void>;
  insertMany(notes: readonly Note[]): Promise<void>;
  /** Saves content, time and version. */
  save(note: Note): Promise<void>;
  /** Blocks other removals of cards of these notes until the transaction ends. */
  claim(ownerId: number, ids: readonly number[]): Promise<void>;
  removeMany(ownerId: number, ids: readonly number[]): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}

/** What was deleted in the last minutes. */
export interface TrashStore {
  keep(trashed: readonly Trashed[]): Promise<void>;
  /** Removes and returns what was deleted since then, in parts. */
  take(
    ownerId: number,
    of: Trashed['of'],
    ids: readonly number[],
    since: Date,
  ): Promise<Pick<Trashed, 'deck' | 'cards' | 'notes'>[]>;
  removeAll(ownerId: number): Promise<void>;
}

/** Who owns which decks and cards, for internal callers. */
export interface OwnershipStore {
  /** Not limited to an owner. */
  findDeckOwner(id: number): Promise<DeckOwner | null>;
  /** Not limited to an owner. */
  findCardOwner(id: number): Promise<CardOwner | null>;
  /** All decks of an owner, at most 1,000, by id. */
  listDecks(ownerId: number): Promise<OwnedDeck[]>;
  /** Cards of a deck after a position, oldest first. The card at that position may be gone. */
  listCards(ownerId: number, deckId: number, after: CardPlace | null, limit: number): Promise<CardOwner[]>;
  /** Numbers of decks and cards; owners without decks are omitted. */
  countDecks(ownerIds: readonly number[]): Promise<DeckCounts[]>;
}

export interface LearnerStore {
  /** Maintained number of a learner's decks. */
  deckCount(id: number): Promise<number>;
  find(id: number): Promise<Learner | null>;
  /** Loads the learner and blocks other writers until the transaction ends with `setDeckCount`. */
  claim(id: number): Promise<Learner | null>;
  setDeckCount(id: number, deckCount: number): Promise<void>;
  /** Changes the number of decks and returns the updated learner. */
  incrementDeckCount(id: number, by: number): Promise<Learner>;
  /** Returns the learner, and conflicts with an erasure and with every other transaction that locks it. */
  lock(id: number): Promise<Learner>;
  /** A page of users who ever had a deck, by id. */
  listAfter(id: number, limit: number): Promise<Learner[]>;
  /** Writes the tombstone of a learner. */
  erase(id: number, at: Date): Promise<void>;
}

export interface InsertionStore {
  /** Ids of the cards that a generation added to a deck; `null` before the insertion. */
  findCardIds(ownerId: number, generationId: number, deckId: number): Promise<readonly number[] | null>;
  insert(insertion: Insertion): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}

/** Stores of one transaction. */
interface Stores {
  decks: DeckStore;
  projections: DeckProjectionStore;
  cards: CardStore;
  notes: NoteStore;
  trash: TrashStore;
  ownership: OwnershipStore;
  learners: LearnerStore;
  insertions: InsertionStore;
  media: MediaStore;
  imports: ImportStore;
  noteSources: NoteSourceStore;
  noteTypes: NoteTypeStore;
}

export type UnitOfWork = UnitOf<Stores, DomainEvent>;
export type Transact = TransactOf<UnitOfWork>;

/** Reads the progress of all decks of a learner from study-progress. */
export interface ProgressReader {
  ofLearner(ownerId: number): Promise<ProgressUpdate[]>;
}

/** Dependencies of the use-cases. */
export interface Ports extends Stores, Omit<MediaPorts, 'media'>, ImportWorkPorts, ExportPorts {
  catalog: Catalog;
  transact: Transact;
  newDeckId(): Promise<number>;
  newCardId(): Promise<number>;
  newCardIds(count: number): Promise<number[]>;
  /** Counts cards that come back with their decks; throws `RateLimited` beyond the limit of an hour. */
  countRestored(userId: number, cards: number): Promise<void>;
  /** Deletes the responses stored for a learner's idempotency keys. */
  forgetResponses(learnerId: number): Promise<void>;
  /** Bytes of files that all imports together may keep. */
  keptImportBytes: number;
  archiveLimits: ArchiveLimits;
  now(): Date;
}
