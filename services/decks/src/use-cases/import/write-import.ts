import type { CardFileContents, CollectionNote } from '@kumbuka/card-files/collection';
import { limits } from '@kumbuka/contracts';
import { assertCardFits, sizeOf, type Card } from '../../domain/card.ts';
import { newDeck } from '../../domain/deck.ts';
import { LimitReached } from '../../domain/errors.ts';
import { cardsAdded, type DomainEvent } from '../../domain/events.ts';
import type { ImportPart, ImportRun } from '../../domain/import/import-run.ts';
import {
  bytesOf,
  makeImported,
  sourceOf,
  type MadeNote,
  type PlacedCard,
} from '../../domain/import/imported-note.ts';
import { createPartition, titleOf } from '../../domain/import/partition.ts';
import { takeDeckPlace } from '../deck/create-deck.ts';
import type { StorePorts } from '../media/store-media.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { decideNotes, decision, isSkipped } from './decide-notes.ts';
import { planRestoration, restoreLog, type AccountRestore } from './restore-account.ts';
import { addressNote, addressSides, createMediaImport, type MediaImport } from './import-media.ts';
import type { StudiedCard } from './ports.ts';
import { studiedCardOf } from './studied-card.ts';
import { updateChanged, type ChangedNote } from './update-changed.ts';

export type WritePorts = Pick<
  Ports,
  | 'imports'
  | 'importFiles'
  | 'studies'
  | 'noteSources'
  | 'noteTypes'
  | 'decks'
  | 'cards'
  | 'notes'
  | 'learners'
  | 'transact'
  | 'newDeckId'
  | 'newCardIds'
  | 'isUnavailable'
  | 'pause'
  | 'now'
> &
  StorePorts;

/** The import was cancelled, erased or taken over by another process. */
export class RunReplaced extends Error {
  constructor() {
    super('The import goes on elsewhere.');
    this.name = 'RunReplaced';
  }
}

const cardsPerWrite = 250;
const notesPerWrite = 125;
/** Fewer ids are not consecutive. */
const consecutiveIds = 50;

/** Stores which deck each card goes to, and under which ids, so that a resumed run writes the same cards. */
async function planImport(ports: WritePorts, run: ImportRun, contents: CardFileContents): Promise<ImportRun> {
  const { parts: planned, decisions, counts } = await decideNotes(ports, run, contents);
  const fresh = planned.filter(({ existing }) => !existing).length;
  if ((await ports.learners.deckCount(run.ownerId)) + fresh > limits.decksPerLearner)
    throw new LimitReached('TOO_MANY_DECKS');
  const parts: ImportPart[] = [];
  for (const { path, number, existing, cards } of planned) {
    const [firstCardId = 0] = await ports.newCardIds(Math.max(cards, consecutiveIds));
    const deckId = existing?.deckId ?? (await ports.newDeckId());
    const size = existing ? { cardCount: existing.cardCount, textBytes: existing.textBytes } : null;
    parts.push({
      path,
      number,
      title: titleOf(path, number),
      deckId,
      before: size,
      firstCardId,
      cards,
      state: 'waiting',
    });
  }
  const restoration = await planRestoration(ports, run.ownerId, contents);
  await ports.transact(async (unit) => {
    // An erasure removes the import first, so that no note type is kept after it.
    if (!(await unit.imports.savePlan(run, { parts, decisions, restoration }))) throw new RunReplaced();
    await unit.noteTypes.keep(run.ownerId, contents.noteTypes);
  });
  const { existing, changed } = counts;
  return { ...run, parts, restoration, counts: { ...run.counts, added: 0, existing, changed } };
}

interface PlacedNote {
  /** Position in the file. */
  at: number;
  note: CollectionNote;
  decided: number;
  placed: (PlacedCard & { part: number })[];
}

/** Places notes as the plan did: the same notes in the same order have the same places. */
function createPlacer({ parts, options }: ImportRun) {
  const existing = new Map(
    parts.flatMap(({ path, before, deckId }) => (before ? [[path, { deckId, ...before }] as const] : [])),
  );
  const partition = createPartition(existing);
  return (note: CollectionNote): PlacedNote['placed'] =>
    note.cards
      .filter(({ deck }) => !isSkipped(options, deck))
      .map((card) => {
        const { part: at, index } = partition.place(card.deck, bytesOf(card, note.format));
        const part = parts[at];
        if (!part || index >= part.cards) throw new Error('The file differs from the plan of its import.');
        return { card, id: part.firstCardId + index, deckId: part.deckId, part: at };
      });
}

/** Places of the cards of an archive by their ids in it. */
async function placedCards(run: ImportRun, contents: CardFileContents, decisions: Uint8Array) {
  const place = createPlacer(run);
  const places = new Map<number, { cardId: number; deckId: number }>();
  let at = 0;
  for await (const notes of contents.notes(notesPerWrite))
    for (const note of notes) {
      const placed = decisions[at] === decision.add ? place(note) : [];
      for (const { card, id, deckId } of placed)
        if (card.id !== undefined) places.set(card.id, { cardId: id, deckId });
      at += 1;
    }
  return places;
}

const suspensions = (cards: readonly Card[], at: Date): DomainEvent[] =>
  cards.filter(({ suspended }) => suspended).map((card) => ({ type: 'card-suspension-changed', card, at }));

/** Adds cards to decks that exist already. */
async function addToDecks({ decks, record }: UnitOfWork, ownerId: number, cards: readonly Card[], at: Date) {
  for (const [deckId, added] of Map.groupBy(cards, (card) => card.deckId)) {
    const deck = await decks.incrementSize(ownerId, deckId, sizeOf(added));
    if (!deck) throw new RunReplaced();
    assertCardFits(deck);
    record([...cardsAdded(added), ...suspensions(added, at)]);
  }
}

/** Writes some notes in one transaction with the cursor, so that each is written once. */
async function writeNotes(
  ports: WritePorts,
  run: ImportRun,
  group: readonly PlacedNote[],
  mediaImport: MediaImport,
): Promise<void> {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return;
  const { ownerId, parts, options } = run;
  const at = run.changedAt;
  const added = group.filter(({ decided }) => decided === decision.add);
  const updated = group.filter(({ decided }) => options.updatesChanged && decided === decision.change);
  await mediaImport.storeOf([...added, ...updated].map(({ note }) => note));
  const made: MadeNote[] = [];
  for (const { note, placed } of added) {
    const address = mediaImport.addressesOf(note);
    const shown = placed.map((each) => ({ ...each, card: addressSides(each.card, address) }));
    made.push(makeImported(addressNote(note, address), shown, { ownerId, at }));
  }
  const changed: ChangedNote[] = updated.map(({ note }) => ({
    note,
    shown: addressNote(note, mediaImport.addressesOf(note)),
  }));
  const reports = mediaImport.takeReports();
  const cards = made.flatMap((each) => each.cards);
  const visible = new Set(parts.flatMap(({ before, deckId }) => (before ? [deckId] : [])));
  const sources = added.flatMap(({ note: { guid, ...note }, placed }) =>
    guid === null ? [] : [sourceOf({ ...note, guid }, placed, { ownerId, importId: run.id })],
  );
  await ports.transact(async (unit) => {
    const counts = { added: cards.length };
    if (!(await unit.imports.advance(run, first.at, last.at + 1, counts))) throw new RunReplaced();
    if (reports.length > 0) await unit.imports.addReports(run, reports);
    if (cards.length > 0) await unit.cards.insert(cards);
    const notes = made.flatMap(({ note }) => note ?? []);
    if (notes.length > 0) await unit.notes.insertMany(notes);
    if (sources.length > 0) await unit.noteSources.save(sources);
    await addToDecks(
      unit,
      ownerId,
      cards.filter(({ deckId }) => visible.has(deckId)),
      at,
    );
    const count = await updateChanged(unit, run, changed, at);
    if (count > 0) await unit.imports.addCounts(run, { updated: count });
  });
}

const topLevel = (path: string) => path.split('::')[0]?.trim() ?? '';
const cut = (text: string, length: number) => [...text].slice(0, length).join('') || '-';

const fieldsOf = (run: ImportRun, { title, path }: ImportPart) => ({
  title,
  description: cut(run.fileName, limits.deckDescription),
  subject: cut(topLevel(path), limits.deckSubject),
  category: 'Import',
  difficulty: 3,
});

/** Creates the deck of cards that are all written, and announces deck and cards. */
async function showDeck(
  ports: WritePorts,
  run: ImportRun,
  index: number,
  { part, restore }: { part: ImportPart; restore: AccountRestore | null },
): Promise<void> {
  const { ownerId } = run;
  const { deckId, path, before } = part;
  const at = ports.now();
  const events: DomainEvent[] = [];
  if (!before)
    for await (const cards of ports.cards.batches(ownerId, deckId))
      events.push(...cardsAdded(cards), ...suspensions(cards, at));
  await ports.transact(async (unit) => {
    if (!(await unit.imports.movePart(run, index, 'waiting', 'shown'))) throw new RunReplaced();
    if (before) return;
    const size = await unit.cards.sizeOf(ownerId, deckId);
    if (size.cardCount === 0) return;
    await takeDeckPlace(unit, ownerId);
    const fields = restore?.describe(part) ?? fieldsOf(run, part);
    const deck = newDeck(fields, { id: deckId, ownerId, catalogId: null, path, ...size, at });
    await unit.decks.insert(deck);
    unit.record([{ type: 'deck-created', deck }, ...events]);
  });
}

/** Hands the schedules of a deck over. A repeat changes nothing. */
async function handOver(
  ports: WritePorts,
  run: ImportRun,
  index: number,
  { deckId }: ImportPart,
): Promise<void> {
  let scheduled = 0;
  for await (const cards of ports.importFiles.readStudy(run.id, index))
    scheduled += await ports.studies.importStudy(run.ownerId, deckId, cards);
  if (!(await ports.imports.movePart(run, index, 'shown', 'done'))) throw new RunReplaced();
  if (scheduled > 0) await ports.imports.addCounts(run, { scheduled });
}

async function keepStudy({ importFiles }: WritePorts, run: ImportRun, group: readonly PlacedNote[]) {
  const cards = group.flatMap(({ placed }) =>
    placed.flatMap(({ part, id, card }): { part: number; studied: StudiedCard }[] => {
      const studied = studiedCardOf(card, id, run.changedAt);
      return studied ? [{ part, studied }] : [];
    }),
  );
  for (const [part, ofPart] of Map.groupBy(cards, (each) => each.part))
    await importFiles.appendStudy(
      run.id,
      part,
      ofPart.map(({ studied }) => studied),
    );
}

/** Adds the cards of a file in its order. A deck is shown when all its cards are written; then their schedules follow. */
export async function writeImport(ports: WritePorts, started: ImportRun, signal: AbortSignal): Promise<void> {
  const { calendar } = started.options;
  if (!calendar) throw new Error('An import runs that was not read.');
  const contents = await ports.importFiles.read(started, calendar);
  const run =
    started.parts.length === 0 && started.cursor === 0 ? await planImport(ports, started, contents) : started;
  const decisions = await ports.imports.decisions(run);
  const mediaImport = createMediaImport(ports, run.ownerId, {
    media: contents.media,
    reports: run.head?.reports ?? [],
  });
  const place = createPlacer(run);
  const written = run.parts.map(() => 0);
  const states = run.parts.map(({ state }) => state);
  await ports.importFiles.clearStudy(run.id);
  const restore = await restoreLog(ports, run, contents, () => placedCards(run, contents, decisions));

  async function finishParts(touched: ReadonlySet<number>) {
    for (const index of touched) {
      const part = run.parts[index];
      if (!part || (written[index] ?? 0) < part.cards) continue;
      if (states[index] === 'waiting') await showDeck(ports, run, index, { part, restore });
      if (states[index] !== 'done') await handOver(ports, run, index, part);
      states[index] = 'done';
    }
  }

  let group: PlacedNote[] = [];
  async function flush() {
    if (group.length === 0) return;
    if (signal.aborted) throw new RunReplaced();
    if (!restore) await keepStudy(ports, run, group);
    await writeNotes(
      ports,
      run,
      group.filter(({ at }) => at >= run.cursor),
      mediaImport,
    );
    const touched = new Set<number>();
    for (const { part } of group.flatMap(({ placed }) => placed)) {
      written[part] = (written[part] ?? 0) + 1;
      touched.add(part);
    }
    group = [];
    await finishParts(touched);
  }

  let at = 0;
  let cards = 0;
  for await (const notes of contents.notes(notesPerWrite))
    for (const note of notes) {
      const decided = decisions[at] ?? decision.skip;
      const placed = decided === decision.add ? place(note) : [];
      if (at === run.cursor || cards + placed.length > cardsPerWrite || group.length >= notesPerWrite) {
        await flush();
        cards = 0;
      }
      group.push({ at, note, decided, placed });
      cards += placed.length;
      at += 1;
    }
  await flush();
  await restore?.finish();
  await finishImport(ports, run);
}

async function finishImport(ports: WritePorts, run: ImportRun): Promise<void> {
  const at = ports.now();
  await ports.transact(async ({ imports, record }) => {
    const done = await imports.move(run, ['running'], { state: 'done', finishedAt: at, changedAt: at });
    if (done) record([{ type: 'import-finished', run: done, startedAt: run.changedAt, at }]);
  });
  await ports.importFiles.remove(run.id);
}
