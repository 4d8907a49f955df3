import { mediaReferences, type CollectionNote, type NoteType } from '@kumbuka/card-files/collection';
import type { Card } from '../../domain/card.ts';
import { exportedForeign, exportedNote, type ExportedNote } from '../../domain/export/exported-note.ts';
import type { NoteSource } from '../../domain/import/imported-note.ts';
import { noteHeldBy } from '../../domain/note.ts';
import type { Ports } from '../ports.ts';
import type { CardStudy } from './ports.ts';

export type NotePorts = Pick<Ports, 'cards' | 'notes' | 'noteSources' | 'studyExporter'>;

/** What an export contains. */
export interface Scope {
  ownerId: number;
  /** Decks with their paths in the file. */
  paths: ReadonlyMap<number, string>;
  types: ReadonlyMap<string, NoteType>;
}

const cardsAtOnce = 100;

function* chunksOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Identities that were exported already: a note may have cards in several decks. */
interface Seen {
  notes: Set<number>;
  guids: Set<string>;
}

/** Notes of some cards of a deck, except those that came with earlier cards. */
async function notesOfCards(
  { cards, notes, noteSources }: NotePorts,
  { ownerId, paths, types }: Scope,
  batch: readonly Card[],
  seen: Seen,
): Promise<ExportedNote[]> {
  const fresh = <Id>(ids: readonly (Id | null)[], known: Set<Id>): Id[] => [
    ...new Set(ids.flatMap((id) => (id === null || known.has(id) ? [] : [id]))),
  ];
  const noteIds = fresh(
    batch.map(({ noteId }) => noteId),
    seen.notes,
  );
  const cardIds = batch.map(({ id }) => id);
  const [stored, siblings, sources] = await Promise.all([
    notes.findMany(ownerId, noteIds),
    noteIds.length === 0 ? [] : cards.ofNotes(ownerId, noteIds),
    noteSources.findByCards(ownerId, cardIds),
  ]);
  const foreign = sources.filter(({ fields, guid }) => fields.length > 0 && !seen.guids.has(guid));
  const ofForeign = await cards.findMany(
    ownerId,
    foreign.flatMap((source) => source.cardIds),
  );
  const noteOf = new Map(stored.map((note) => [note.id, note]));
  const cardsOfNote = Map.groupBy(siblings, ({ noteId }) => noteId);
  const sourceOf = new Map(sources.flatMap((source) => source.cardIds.map((id) => [id, source] as const)));
  const isShown = ({ deckId }: Card) => paths.has(deckId);
  const deckOf = ({ deckId }: Card) => paths.get(deckId) ?? '';

  function foreignNote(source: NoteSource): ExportedNote[] {
    if (seen.guids.has(source.guid)) return [];
    seen.guids.add(source.guid);
    const all = ofForeign.filter(({ id }) => source.cardIds.includes(id));
    return exportedForeign(source, { all, shown: all.filter(isShown) }, types, deckOf);
  }

  return batch.flatMap((card): ExportedNote[] => {
    const source = sourceOf.get(card.id);
    if (source && source.fields.length > 0) return foreignNote(source);
    if (card.noteId === null)
      return exportedNote({ note: noteHeldBy(card), cards: [card], source }, types, deckOf);
    if (seen.notes.has(card.noteId)) return [];
    seen.notes.add(card.noteId);
    const note = noteOf.get(card.noteId);
    const shown = (cardsOfNote.get(card.noteId) ?? []).filter(isShown);
    return note ? exportedNote({ note, cards: shown, source }, types, deckOf) : [];
  });
}

function withStudy(
  { note, cardIds }: ExportedNote,
  study: ReadonlyMap<number, CardStudy>,
  withIds: boolean,
): CollectionNote {
  const cards = note.cards.map((card, at) => ({
    ...card,
    ...(withIds && cardIds[at] !== undefined ? { id: cardIds[at] } : {}),
    ...study.get(cardIds[at] ?? 0),
  }));
  return { ...note, cards };
}

/** Notes with cards in some decks, deck by deck, in batches. A note comes once. */
export async function* exportedNotes(
  ports: NotePorts,
  scope: Scope,
  { withStudies, withIds = false }: { withStudies: boolean; withIds?: boolean },
): AsyncGenerator<CollectionNote[]> {
  const { ownerId, paths } = scope;
  const seen: Seen = { notes: new Set(), guids: new Set() };
  for (const deckId of paths.keys())
    for await (const batch of ports.cards.batches(ownerId, deckId))
      for (const some of chunksOf(batch, cardsAtOnce)) {
        const found = await notesOfCards(ports, scope, some, seen);
        const ids = withStudies ? found.flatMap(({ cardIds }) => cardIds) : [];
        const study = await ports.studyExporter.studyOf(ownerId, ids);
        yield found.map((note) => withStudy(note, study, withIds));
      }
}

/** Names of the pictures and sounds of a note. */
export const mediaOf = ({ format, fields, cards }: CollectionNote): string[] =>
  format === 'plain'
    ? []
    : [...fields, ...cards.flatMap(({ front, back }) => [front, back])].flatMap(mediaReferences);
