import { digestOf, type CardFileContents, type CollectionNote } from '@kumbuka/card-files/collection';
import type { Deck } from '../../domain/deck.ts';
import {
  noCounts,
  type ImportCounts,
  type ImportOptions,
  type ImportRun,
} from '../../domain/import/import-run.ts';
import { bytesOf, type NoteSource } from '../../domain/import/imported-note.ts';
import {
  createPartition,
  titleOf,
  type PlannedPart,
  type TargetDeck,
} from '../../domain/import/partition.ts';
import type { Ports } from '../ports.ts';
import { addressSides, withoutMedia } from './import-media.ts';

/** What an import does with a note of the file. */
export const decision = { add: 0, keep: 1, change: 2, skip: 3 } as const;
type Decision = (typeof decision)[keyof typeof decision];

export interface Decided {
  /** One for each note, in order. */
  decisions: Uint8Array;
  parts: readonly PlannedPart[];
  counts: ImportCounts;
}

type DecidePorts = Pick<Ports, 'decks' | 'cards' | 'noteSources'>;
type DecidedRun = Pick<ImportRun, 'ownerId' | 'options'>;

const notesAtOnce = 250;

export const isSkipped = ({ skippedDecks }: Pick<ImportOptions, 'skippedDecks'>, path: string) =>
  skippedDecks.includes(path);

const targetOf = ({ id, cardCount, textBytes }: Deck): TargetDeck => ({ deckId: id, cardCount, textBytes });

/** Decks of the account by path: those of an earlier import, or with the title that the import would give. */
async function targetsOf(
  { decks }: DecidePorts,
  ownerId: number,
  paths: readonly string[],
): Promise<Map<string, TargetDeck>> {
  const all = await decks.findAll(ownerId);
  const byPath = new Map(
    all.flatMap((deck) => (deck.path === undefined ? [] : [[deck.path, deck] as const])),
  );
  const byTitle = new Map(all.map((deck) => [deck.title, deck]));
  return new Map(
    paths.flatMap((path) => {
      const deck = byPath.get(path) ?? byTitle.get(titleOf(path, 1));
      return deck ? [[path, targetOf(deck)] as const] : [];
    }),
  );
}

/** Sources whose cards exist, by guid. A note whose cards were all deleted may come again. */
async function livingSources(
  { noteSources, cards }: DecidePorts,
  ownerId: number,
  notes: readonly CollectionNote[],
) {
  const found = await noteSources.findByGuids(
    ownerId,
    notes.flatMap(({ guid }) => guid ?? []),
  );
  const ids = found.flatMap(({ cardIds }) => cardIds);
  const living = new Set((await cards.findMany(ownerId, ids)).map(({ id }) => id));
  return new Map(
    found
      .filter(({ cardIds }) => cardIds.some((id) => living.has(id)))
      .map((source) => [source.guid, source]),
  );
}

const sidesKey = (deck: string, { front, back }: { front: string; back: string }) =>
  JSON.stringify([deck, front, back]);

/** Sides of the account's cards in the decks that the notes go to, as far as a note has the same question. */
async function existingSides(
  { cards }: DecidePorts,
  ownerId: number,
  notes: readonly CollectionNote[],
  targets: ReadonlyMap<string, TargetDeck>,
): Promise<Set<string>> {
  const byDeck = Map.groupBy(
    notes.flatMap((note) => note.cards.map((card) => addressSides(card, withoutMedia(note)))),
    ({ deck }) => deck,
  );
  const keys = new Set<string>();
  for (const [path, ofDeck] of byDeck) {
    const target = targets.get(path);
    if (!target) continue;
    const fronts = [...new Set(ofDeck.map(({ front }) => front))];
    for (const sides of await cards.findByFronts(ownerId, target.deckId, fronts))
      keys.add(sidesKey(path, sides));
  }
  return keys;
}

function decisionOf(
  note: CollectionNote,
  { options }: DecidedRun,
  sources: ReadonlyMap<string, NoteSource>,
  existing: ReadonlySet<string>,
): Decision {
  if (note.cards.every(({ deck }) => isSkipped(options, deck))) return decision.skip;
  const source = note.guid === null ? undefined : sources.get(note.guid);
  if (source) return source.digest === digestOf(note) ? decision.keep : decision.change;
  const written = note.cards.map((card) => addressSides(card, withoutMedia(note)));
  return written.every((card) => existing.has(sidesKey(card.deck, card))) ? decision.keep : decision.add;
}

/**
 * Decides for every note whether it is new to the account: by the guid, or by the same sides in the deck of the same name.
 * Writes nothing.
 */
export async function decideNotes(
  ports: DecidePorts,
  run: DecidedRun,
  contents: CardFileContents,
): Promise<Decided> {
  const { ownerId, options } = run;
  const paths = contents.decks.map(({ name }) => name);
  const targets = await targetsOf(ports, ownerId, paths);
  const partition = createPartition(targets);
  const decisions: Decision[] = [];
  const counts = { ...noCounts };
  for await (const notes of contents.notes(notesAtOnce)) {
    const sources = await livingSources(ports, ownerId, notes);
    const existing = await existingSides(ports, ownerId, notes, targets);
    for (const note of notes) {
      const decided = decisionOf(note, run, sources, existing);
      const wanted = note.cards.filter(({ deck }) => !isSkipped(options, deck));
      decisions.push(decided);
      if (decided === decision.add) {
        for (const card of wanted) partition.place(card.deck, bytesOf(card, note.format));
        counts.added += wanted.length;
      } else if (decided !== decision.skip) counts.existing += wanted.length;
      if (decided === decision.change) counts.changed += 1;
    }
  }
  return { decisions: Uint8Array.from(decisions), parts: partition.parts(), counts };
}
