import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import { recentAt, titleKeyOf, type Deck, type DeckLanguages } from '../domain/deck.ts';
import type { DeckSort } from '../domain/listing.ts';
import { clientIdIndex, uniqueClientIds } from './client-ids.ts';

export const deckCollection = defineCollection({
  model: 'Deck',
  name: 'decks',
  fields: {
    _id: field.number,
    ownerId: field.number,
    /** Absent unless the client chose one. */
    clientId: String,
    title: field.text,
    /** For sorting and search; begins with the number of its rule. */
    titleKey: field.text,
    description: field.text,
    subject: field.text,
    category: field.text,
    difficulty: field.number,
    // Absent unless the deck names them.
    frontLanguage: String,
    backLanguage: String,
    catalogId: field.numberOrNull,
    cardCount: field.number,
    textBytes: field.number,
    mastery: field.numberOrNull,
    lastStudied: field.dateOrNull,
    /** The later of last studied and created. */
    recentAt: field.date,
    /**
     * Next due day with its sign changed. The list descends by it, so that decks without one come last; they include
     * rows of older processes, which lack the field.
     */
    dueRank: { ...field.numberOrNull, required: false },
    /** Version of the progress in `mastery`, `lastStudied` and `dueRank`; 0 before the first update. */
    progressVersion: field.number,
    version: field.number,
    createdAt: field.date,
    updatedAt: field.date,
  },
});
const { schema } = deckCollection;
export type DeckRow = RowOf<typeof deckCollection>;

export type Order = Record<string, 1 | -1>;
/**
 * Every order has an index on the owner's decks; filters are applied along it, so lists never sort in memory.
 */
export const orders: Record<DeckSort, Order> = {
  created: { createdAt: 1, _id: 1 },
  title: { titleKey: 1, _id: 1 },
  last_studied: { lastStudied: -1, _id: 1 },
  difficulty: { difficulty: 1, _id: 1 },
  recent: { recentAt: -1, _id: 1 },
  due: { dueRank: -1, _id: 1 },
};
export const indexOf = (sort: DeckSort): Order => ({ ownerId: 1, ...orders[sort] });
export const bySubject: Order = { ownerId: 1, subject: 1 };
export const byCategory: Order = { ownerId: 1, category: 1 };

schema.index(clientIdIndex, uniqueClientIds);
for (const order of Object.values(orders)) schema.index({ ownerId: 1, ...order });
schema.index(bySubject);
schema.index(byCategory);
// MongoDB uses a partial index only when the query repeats its filter.
export const isNumber: object = { $type: 'number' };
schema.index(
  { ownerId: 1, catalogId: 1 },
  { unique: true, partialFilterExpression: { catalogId: isNumber } },
);

/** Languages that the deck names. */
const languagesOf = ({ frontLanguage, backLanguage }: DeckLanguages) => ({
  ...(frontLanguage !== null && { frontLanguage }),
  ...(backLanguage !== null && { backLanguage }),
});

/** Change of the languages of a row. */
export const changeOfLanguages = (languages: DeckLanguages) => {
  const named = languagesOf(languages);
  const unnamed = (['frontLanguage', 'backLanguage'] as const).filter((name) => languages[name] === null);
  return { named, $unset: Object.fromEntries(unnamed.map((name) => [name, 1])) };
};

export function toRow({ id, frontLanguage, backLanguage, ...deck }: Deck): DeckRow {
  return {
    _id: id,
    ...deck,
    ...languagesOf({ frontLanguage, backLanguage }),
    titleKey: titleKeyOf(deck.title),
    recentAt: recentAt(deck),
    dueRank: null,
    progressVersion: 0,
  };
}

export function toDeck({
  _id,
  titleKey: _key,
  recentAt: _recent,
  dueRank: _rank,
  progressVersion: _version,
  frontLanguage,
  backLanguage,
  ...row
}: DeckRow): Deck {
  return { id: _id, ...row, frontLanguage: frontLanguage ?? null, backLanguage: backLanguage ?? null };
}
