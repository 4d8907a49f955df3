import { limits } from '@kumbuka/contracts';
import { dayOfDate, type Day } from '@kumbuka/contracts/study-day';
import { searchKey, sortKey } from '@kumbuka/text';
import { LimitReached } from './errors.ts';

/** Fields of a deck that a learner writes. */
export interface DeckFields {
  title: string;
  description: string;
  subject: string;
  category: string;
  difficulty: number;
}

/** Languages of the fronts and backs of a deck's cards, as BCP 47 tags. */
export interface DeckLanguages {
  frontLanguage: string | null;
  backLanguage: string | null;
}

/** Values that a learner writes; a language that is left out stays as it is. */
export interface WrittenDeck extends DeckFields {
  frontLanguage?: string | null | undefined;
  backLanguage?: string | null | undefined;
}

/** Maintained with every change of a card. */
export interface DeckSize {
  cardCount: number;
  /** UTF-8 bytes of the texts of its cards. */
  textBytes: number;
}

export interface Deck extends DeckFields, DeckLanguages, DeckSize {
  id: number;
  ownerId: number;
  /** UUID that the client chose when it created the deck. */
  clientId?: string;
  /** Id of the starter deck that it was copied from. */
  catalogId: number | null;
  /** Path of an imported deck in its file, with levels joined by `::`. */
  path?: string;
  /** Percentage of correct answers; `null` before the first answer. */
  mastery: number | null;
  lastStudied: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Incremented by each event of the deck. */
  version: number;
}

/** Progress of a deck, from study-progress. */
export interface DeckProgress {
  mastery: number | null;
  lastStudied: Date | null;
  /** Study day on which its next card falls due; `null` when none is scheduled. */
  nextDueDay: Day | null;
}

/** Progress update from study-progress. */
export interface ProgressUpdate extends Omit<DeckProgress, 'nextDueDay'> {
  ownerId: number;
  deckId: number;
  /** Absent in updates of older processes, which leave the stored value unchanged. */
  nextDueDay?: Day | null;
  /** Version of the progress, incremented by each change. */
  version: number;
}

/** Progress as events and internal routes write it. */
interface WrittenProgress {
  deckId: number;
  mastery: number | null;
  lastStudied: string | null;
  nextDueOn?: string | null | undefined;
  version: number;
}

export const progressUpdateOf = (
  ownerId: number,
  { deckId, mastery, lastStudied, nextDueOn, version }: WrittenProgress,
): ProgressUpdate => ({
  ownerId,
  deckId,
  mastery,
  lastStudied: lastStudied === null ? null : new Date(lastStudied),
  ...(nextDueOn === undefined ? {} : { nextDueDay: nextDueOn === null ? null : dayOfDate(nextDueOn) }),
  version,
});

/** Derived data of a deck: from its cards, its own fields and study-progress. */
export interface DeckProjection extends DeckSize, DeckProgress {
  deckId: number;
  titleKey: string;
  recentAt: Date;
  /** Version of the progress; 0 before the first update. */
  progressVersion: number;
}

/** Deck with its derived data, as stored. */
export interface StoredDeck {
  deck: Deck;
  projection: DeckProjection;
}

/** Computes the derived data. A newer stored progress is kept, because its event arrived in the meantime. */
export function projectionOf(
  { deck, projection }: StoredDeck,
  size: DeckSize,
  update: ProgressUpdate | undefined,
): DeckProjection {
  const isNewer = update !== undefined && update.version >= projection.progressVersion;
  const { mastery, lastStudied, nextDueDay } = isNewer ? { ...projection, ...update } : projection;
  return {
    deckId: deck.id,
    cardCount: size.cardCount,
    textBytes: size.textBytes,
    titleKey: titleKeyOf(deck.title),
    recentAt: recentAt({ createdAt: deck.createdAt, lastStudied }),
    mastery,
    lastStudied,
    nextDueDay,
    progressVersion: isNewer ? update.version : projection.progressVersion,
  };
}

export type DeckField = keyof DeckFields;
const fieldNames = ['title', 'description', 'subject', 'category', 'difficulty'] as const;

export interface DeckOrigin extends DeckSize {
  id: number;
  ownerId: number;
  clientId?: string | undefined;
  catalogId: number | null;
  path?: string | undefined;
  at: Date;
}

export const newDeck = (fields: WrittenDeck, { at, clientId, path, ...origin }: DeckOrigin): Deck => ({
  ...origin,
  ...(path === undefined ? {} : { path }),
  ...(clientId === undefined ? {} : { clientId }),
  title: fields.title,
  description: fields.description,
  subject: fields.subject,
  category: fields.category,
  difficulty: fields.difficulty,
  frontLanguage: fields.frontLanguage ?? null,
  backLanguage: fields.backLanguage ?? null,
  mastery: null,
  lastStudied: null,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

export interface DeckReplaced {
  deck: Deck;
  isChanged: boolean;
  /** Changed fields that events name; languages are not among them. */
  changed: DeckField[];
}

/** Replaces the fields of a deck; without a change, version and time stay. */
export function replaceFields(deck: Deck, fields: WrittenDeck, at: Date): DeckReplaced {
  const changed = fieldNames.filter((name) => deck[name] !== fields[name]);
  const { frontLanguage = deck.frontLanguage, backLanguage = deck.backLanguage } = fields;
  const isSame = frontLanguage === deck.frontLanguage && backLanguage === deck.backLanguage;
  if (changed.length === 0 && isSame) return { deck, isChanged: false, changed };
  const replaced = { ...newFields(deck, fields), frontLanguage, backLanguage };
  return { deck: { ...replaced, updatedAt: at, version: deck.version + 1 }, isChanged: true, changed };
}

const newFields = (deck: Deck, { title, description, subject, category, difficulty }: DeckFields): Deck => ({
  ...deck,
  title,
  description,
  subject,
  category,
  difficulty,
});

/** Sort key for recent decks: the later of last studied and created. */
export const recentAt = ({ createdAt, lastStudied }: Pick<Deck, 'createdAt' | 'lastStudied'>): Date =>
  lastStudied && lastStudied > createdAt ? lastStudied : createdAt;

/** Latest update of each deck; of an earlier one counts what the later ones leave out. */
export function latestOfEach(updates: readonly ProgressUpdate[]): ProgressUpdate[] {
  const latest = new Map<string, ProgressUpdate>();
  for (const update of updates.toSorted((left, right) => left.version - right.version)) {
    const deck = `${update.ownerId}:${update.deckId}`;
    latest.set(deck, { ...latest.get(deck), ...update });
  }
  return [...latest.values()];
}

const keyEnd = '\u0001';
/** Begins every stored key. Raised when a rule of the keys changes; stores then rewrite the older ones. */
export const titleKeyRule = `3${keyEnd}`;

/** Sort key of a title; its last part is searched. */
export const titleKeyOf = (title: string): string => {
  const text = title.replaceAll(keyEnd, ' ');
  return titleKeyRule + sortKey(text) + keyEnd + searchKey(text);
};

/** Pattern of the stored keys whose title contains a search key; escaped for a regular expression. */
export const titlePattern = (escapedKey: string): string =>
  `${keyEnd}[^${keyEnd}]*${escapedKey}[^${keyEnd}]*$`;

/** Rejects a deck that exceeds the limit; `count` includes it. */
export function assertDeckFits(count: number) {
  if (count > limits.decksPerLearner) throw new LimitReached('TOO_MANY_DECKS');
}

/** Size of a deck without cards. */
export const emptyDeck: DeckSize = { cardCount: 0, textBytes: 0 };
