import { limits } from '@kumbuka/contracts';
import { LimitReached } from './errors.ts';

/** What a learner writes about a deck. */
export interface DeckFields {
  title: string;
  description: string;
  subject: string;
  category: string;
  /** 1 to 5. */
  difficulty: number;
}

/** Kept with every change of a card. */
export interface DeckSize {
  cardCount: number;
  /** UTF-8 bytes of the texts of its cards. */
  textBytes: number;
}

export interface Deck extends DeckFields, DeckSize {
  id: number;
  ownerId: number;
  /** Id of the starter deck that it was copied from. */
  catalogId: number | null;
  /** Percent of right answers; null before the first one. */
  mastery: number | null;
  lastStudied: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Raised by one with every event of the deck. */
  version: number;
}

/** What study-progress tells of a deck. */
export interface DeckProgress {
  mastery: number | null;
  lastStudied: Date | null;
}

/** Progress of a deck as an event tells it. */
export interface ProgressTold extends DeckProgress {
  ownerId: number;
  deckId: number;
  /** Of the deck's progress, raised with every change. */
  version: number;
}

/** What can be computed of a deck: from its cards, from its own fields and from what study-progress tells. */
export interface DeckProjection extends DeckSize, DeckProgress {
  deckId: number;
  titleKey: string;
  recentAt: Date;
  /** Version of the progress; 0 before the first. */
  progressVersion: number;
}

/** A deck as it is stored, with what was computed. */
export interface StoredDeck {
  deck: Deck;
  projection: DeckProjection;
}

/** A later version of the progress than the one that was told stays: its event has come meanwhile. */
export function projectionOf(
  { deck, projection }: StoredDeck,
  size: DeckSize,
  told: ProgressTold | undefined,
): DeckProjection {
  const isTold = told !== undefined && told.version >= projection.progressVersion;
  const { mastery, lastStudied } = isTold ? told : projection;
  return {
    deckId: deck.id,
    cardCount: size.cardCount,
    textBytes: size.textBytes,
    titleKey: foldTitle(deck.title),
    recentAt: recentAt({ createdAt: deck.createdAt, lastStudied }),
    mastery,
    lastStudied,
    progressVersion: isTold ? told.version : projection.progressVersion,
  };
}

export type DeckField = keyof DeckFields;
const fieldNames = ['title', 'description', 'subject', 'category', 'difficulty'] as const;

export interface DeckOrigin extends DeckSize {
  id: number;
  ownerId: number;
  catalogId: number | null;
  at: Date;
}

export const newDeck = (fields: DeckFields, { at, ...origin }: DeckOrigin): Deck => ({
  ...origin,
  title: fields.title,
  description: fields.description,
  subject: fields.subject,
  category: fields.category,
  difficulty: fields.difficulty,
  mastery: null,
  lastStudied: null,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

export interface DeckReplaced {
  deck: Deck;
  changed: DeckField[];
}

/** A deck with new values; without a change it stays as it is, version and time included. */
export function replaceFields(deck: Deck, fields: DeckFields, at: Date): DeckReplaced {
  const changed = fieldNames.filter((name) => deck[name] !== fields[name]);
  if (changed.length === 0) return { deck, changed };
  return { deck: { ...newFields(deck, fields), updatedAt: at, version: deck.version + 1 }, changed };
}

const newFields = (deck: Deck, { title, description, subject, category, difficulty }: DeckFields): Deck => ({
  ...deck,
  title,
  description,
  subject,
  category,
  difficulty,
});

/** The instant by which a deck counts as recent: the later of last studied and created. */
export const recentAt = ({ createdAt, lastStudied }: Pick<Deck, 'createdAt' | 'lastStudied'>): Date =>
  lastStudied && lastStudied > createdAt ? lastStudied : createdAt;

/** Of each deck the latest that was told; what came before it is of no use. */
export function latestOfEach(told: readonly ProgressTold[]): ProgressTold[] {
  const latest = new Map<string, ProgressTold>();
  for (const progress of told) {
    const deck = `${progress.ownerId}:${progress.deckId}`;
    if (progress.version > (latest.get(deck)?.version ?? 0)) latest.set(deck, progress);
  }
  return [...latest.values()];
}

/** Titles sort and are searched by this key: any case, composed and decomposed accents alike. */
export const foldTitle = (title: string): string =>
  title.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/** Refuses the deck that would be one too many; `count` includes it. */
export function assertDeckFits(count: number) {
  if (count > limits.decksPerLearner) throw new LimitReached('TOO_MANY_DECKS');
}

/** The size of a deck without cards. */
export const emptyDeck: DeckSize = { cardCount: 0, textBytes: 0 };
