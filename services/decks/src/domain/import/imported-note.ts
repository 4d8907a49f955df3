import {
  addressGrowth,
  digestOf,
  type CollectionCard,
  type CollectionNote,
} from '@kumbuka/card-files/collection';
import { limits, mediaAddressBytes } from '@kumbuka/contracts';
import { kindIds, noteKind, plainKind } from '@kumbuka/contracts/kinds';
import { newCard, textBytes, type Card } from '../card.ts';
import { isHeld, type Note } from '../note.ts';

/** Identity of a note in the program that it came from, and what an export returns beside its cards. */
export interface NoteSource {
  ownerId: number;
  guid: string;
  importId: string;
  /** Cards that it made. */
  cardIds: readonly number[];
  /** Numbers of these cards, decks and colours of their flags in the file. */
  numbers: readonly number[];
  flags: readonly number[];
  /** Note type of the file. */
  type: string;
  /** Fields as the source wrote them, where the cards do not have them. */
  fields: readonly string[];
  sourceFields?: readonly string[];
  changedAt?: number;
  /** Digest of the content, to find changes in a later file. */
  digest: string;
}

/** Fields that our kind takes, when it makes exactly the cards of the file from them; otherwise `null`. */
export function fieldsOfKind({ kind, fields, cards }: CollectionNote): string[] | null {
  if (!kindIds.includes(kind)) return null;
  const definitions = noteKind(kind).fields;
  const rest = fields.slice(definitions.length);
  if (rest.some((field) => field.trim() !== '')) return null;
  const own = definitions.map((_definition, index) => fields[index] ?? '');
  const made = new Map(
    noteKind(kind)
      .cardsOf(own)
      .map((card) => [card.number, card]),
  );
  const isSame = ({ number, front, back }: CollectionCard) =>
    made.get(number)?.front === front && made.get(number)?.back === back;
  return cards.length <= limits.cardsPerNote && cards.every(isSame) ? own : null;
}

const cut = (tag: string) => [...tag.trim()].slice(0, limits.tag).join('');
/** Tags within the limits of a note. */
export const tagsOf = ({ tags }: CollectionNote): string[] =>
  [...new Set(tags.map(cut))].filter((tag) => tag !== '').slice(0, limits.tagsPerNote);

/** Most bytes that a card may take: an address may be longer than the name of its file. */
export const bytesOf = ({ front, back }: CollectionCard, format: Card['format']): number =>
  textBytes({ front, back }) + (format === 'rich' ? addressGrowth(front + back, mediaAddressBytes) : 0);

export interface PlacedCard {
  card: CollectionCard;
  id: number;
  deckId: number;
}

export interface MadeNote {
  cards: Card[];
  /** Note with a row of its own. */
  note: Note | null;
}

/**
 * Makes the cards of a note of a file. A kind of ours holds the note as it is; the cards of any other note hold their
 * sides, as the file's program shows them.
 */
export function makeImported(
  source: CollectionNote,
  placed: readonly PlacedCard[],
  { ownerId, at }: { ownerId: number; at: Date },
): MadeNote {
  const fields = fieldsOfKind(source);
  const kind = fields ? source.kind : plainKind.id;
  const tags = tagsOf(source);
  const isStored = fields !== null && !isHeld({ kind, fields });
  const noteId = isStored ? (placed[0]?.id ?? 0) : null;
  const cards = placed.map(({ card, id, deckId }): Card => {
    const { suspended, flag, number } = card;
    const made = newCard(
      { front: card.front, back: card.back, format: source.format },
      { id, deckId, ownerId, at },
    );
    const place = isStored ? { noteId, number } : {};
    return { ...made, ...place, kind, tags, suspended, flagged: flag > 0, version: suspended ? 2 : 1 };
  });
  const note: Note | null =
    isStored && noteId !== null
      ? {
          id: noteId,
          ownerId,
          kind,
          fields,
          tags,
          format: source.format,
          createdAt: at,
          updatedAt: at,
          version: 1,
        }
      : null;
  return { cards, note };
}

/** What is remembered of a note with a guid. */
export const sourceOf = (
  note: CollectionNote & { guid: string },
  placed: readonly PlacedCard[],
  { ownerId, importId }: { ownerId: number; importId: string },
): NoteSource => ({
  ownerId,
  importId,
  guid: note.guid,
  cardIds: placed.map(({ id }) => id),
  numbers: placed.map(({ card }) => card.number),
  flags: placed.map(({ card }) => card.flag),
  type: note.type,
  fields: fieldsOfKind(note) ? [] : note.fields,
  ...(note.sourceFields ? { sourceFields: note.sourceFields } : {}),
  ...(note.changedAt === undefined ? {} : { changedAt: note.changedAt }),
  digest: digestOf(note),
});
