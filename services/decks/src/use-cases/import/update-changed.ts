import { digestOf, type CollectionNote } from '@kumbuka/card-files/collection';
import { newCard, type Card } from '../../domain/card.ts';
import type { ImportRun } from '../../domain/import/import-run.ts';
import { fieldsOfKind, tagsOf } from '../../domain/import/imported-note.ts';
import type { Note } from '../../domain/note.ts';
import type { UnitOfWork } from '../ports.ts';
import { resizeDecks } from '../resize-decks.ts';

/** A note as the file has it, and with the addresses of its pictures and sounds. */
export interface ChangedNote {
  note: CollectionNote;
  shown: CollectionNote;
}

/** Cards of a note as the file shows them; cards that the file does not have stay. */
function changedCards(
  note: CollectionNote,
  cards: readonly Card[],
  numbers: ReadonlyMap<number, number>,
  at: Date,
) {
  const ofFile = new Map(note.cards.map((card) => [card.number, card]));
  return cards.flatMap((card): Card[] => {
    const sides = ofFile.get(numbers.get(card.id) ?? 0);
    if (!sides) return [];
    const { front, back } = newCard({ ...sides, format: note.format }, { ...card, at });
    return [
      {
        ...card,
        front,
        back,
        format: note.format,
        tags: tagsOf(note),
        updatedAt: at,
        version: card.version + 1,
      },
    ];
  });
}

/** Gives notes that differ from the file its texts. Ids and schedules stay. Returns the number of updated notes. */
export async function updateChanged(
  unit: UnitOfWork,
  { ownerId }: ImportRun,
  changed: readonly ChangedNote[],
  at: Date,
): Promise<number> {
  if (changed.length === 0) return 0;
  const byGuid = new Map(
    changed.flatMap((each) => (each.note.guid === null ? [] : [[each.note.guid, each] as const])),
  );
  const sources = await unit.noteSources.findByGuids(ownerId, [...byGuid.keys()]);
  const cards = new Map(
    (
      await unit.cards.findMany(
        ownerId,
        sources.flatMap(({ cardIds }) => cardIds),
      )
    ).map((card) => [card.id, card]),
  );
  const stored = new Map<number, Note>(
    (
      await unit.notes.findMany(
        ownerId,
        [...cards.values()].flatMap(({ noteId }) => noteId ?? []),
      )
    ).map((note) => [note.id, note]),
  );
  const [before, after]: [Card[], Card[]] = [[], []];
  for (const source of sources) {
    const note = byGuid.get(source.guid)?.shown;
    if (!note) continue;
    const living = source.cardIds.flatMap((id) => cards.get(id) ?? []);
    const numbers = new Map(source.cardIds.map((id, index) => [id, source.numbers[index] ?? 0]));
    const updated = changedCards(note, living, numbers, at);
    after.push(...updated);
    before.push(...updated.flatMap(({ id }) => cards.get(id) ?? []));
    const row = stored.get(living[0]?.noteId ?? 0);
    const fields = fieldsOfKind(note);
    if (row && fields)
      await unit.notes.save({
        ...row,
        fields,
        tags: tagsOf(note),
        format: note.format,
        updatedAt: at,
        version: row.version + 1,
      });
  }
  await resizeDecks(unit, ownerId, before, after);
  await unit.cards.saveContents(after);
  await unit.noteSources.save(
    sources.flatMap((source) => {
      const note = byGuid.get(source.guid)?.note;
      return note
        ? [{ ...source, digest: digestOf(note), fields: fieldsOfKind(note) ? [] : note.fields }]
        : [];
    }),
  );
  unit.record(after.map((card) => ({ type: 'card-edited', card }) as const));
  return sources.length;
}
