import { DeckNotFound } from '../../domain/errors.ts';
import type { ImportPart, ImportRun } from '../../domain/import/import-run.ts';
import { deleteCards } from '../card/delete-cards.ts';
import { deleteDeck } from '../deck/delete-deck.ts';
import type { Ports } from '../ports.ts';
import { RunReplaced } from './write-import.ts';

type UndoPorts = Pick<
  Ports,
  'imports' | 'decks' | 'cards' | 'notes' | 'noteSources' | 'importFiles' | 'studies' | 'transact' | 'now'
>;

const cardsAtOnce = 500;

class HasOtherCards extends Error {
  override readonly name = 'HasOtherCards';
}

/** Deletes a deck that the import created, unless the learner has put other cards into it. */
async function removeDeck(ports: UndoPorts, run: ImportRun, part: ImportPart): Promise<void> {
  const { ownerId } = run;
  const { deckId, firstCardId, cards } = part;
  await deleteDeck(ports)(deckId, { userId: ownerId }, null, async (unit, deck) => {
    const own = await unit.cards.countInRange(ownerId, deckId, firstCardId, cards);
    if (own !== deck.cardCount) throw new HasOtherCards();
  }).catch((error: unknown) => {
    if (!(error instanceof HasOtherCards) && !(error instanceof DeckNotFound)) throw error;
  });
}

/** Deletes the cards of a part wherever they are now. Cards of a deck that was never shown have no events. */
async function removeCards(ports: UndoPorts, run: ImportRun, part: ImportPart): Promise<void> {
  const { ownerId } = run;
  const deckIds = new Set<number>();
  for (;;) {
    const cards = await ports.cards.findInRange(ownerId, part.firstCardId, part.cards, cardsAtOnce);
    if (cards.length === 0) return;
    for (const { deckId } of cards) deckIds.add(deckId);
    const shown = new Set((await ports.decks.findMany(ownerId, [...deckIds])).map(({ id }) => id));
    const [known, hidden] = [
      cards.filter((card) => shown.has(card.deckId)),
      cards.filter((card) => !shown.has(card.deckId)),
    ];
    if (known.length > 0)
      await deleteCards(ports)(
        known.map(({ id }) => ({ id, expectedVersion: null })),
        { userId: ownerId },
      );
    if (hidden.length > 0)
      await ports.transact(async (unit) => {
        await unit.cards.removeMany(
          ownerId,
          hidden.map(({ id }) => id),
        );
        await unit.notes.removeMany(
          ownerId,
          hidden.flatMap(({ noteId }) => noteId ?? []),
        );
      });
  }
}

/** Takes back everything that an import added. Cards that the learner added to its decks stay with these decks. */
export async function undoRun(ports: UndoPorts, run: ImportRun, signal: AbortSignal): Promise<void> {
  for (const part of run.parts) {
    if (signal.aborted) throw new RunReplaced();
    if (part.before === null) await removeDeck(ports, run, part);
    await removeCards(ports, run, part);
    await ports.imports.beat(run, ports.now());
  }
  await ports.noteSources.removeOfImport(run.ownerId, run.id);
  if (run.restoration?.scope === 'everything') await ports.studies.removeRestored(run.ownerId, run.id);
  const at = ports.now();
  await ports.imports.move(run, ['undoing'], { state: 'undone', changedAt: at });
  await ports.importFiles.remove(run.id);
}
