import type { Ports } from '../ports.ts';

type ErasePorts = Pick<
  Ports,
  | 'learners'
  | 'decks'
  | 'cards'
  | 'notes'
  | 'trash'
  | 'insertions'
  | 'media'
  | 'mediaFiles'
  | 'imports'
  | 'noteSources'
  | 'noteTypes'
  | 'forgetResponses'
>;

/**
 * Erases a learner's data in idempotent steps: the tombstone blocks new decks, then decks are removed, then
 * cards in batches and stored responses. No transaction grows with the amount of data.
 */
export const eraseLearner =
  ({
    learners,
    decks,
    cards,
    notes,
    trash,
    insertions,
    media,
    mediaFiles,
    imports,
    noteSources,
    noteTypes,
    forgetResponses,
  }: ErasePorts) =>
  async (learnerId: number, at: Date): Promise<void> => {
    await learners.erase(learnerId, at);
    // A running import writes cards in the transaction that finds it, so it ends here.
    await imports.removeAll(learnerId);
    await decks.removeAll(learnerId);
    while (await cards.removeSome(learnerId));
    await notes.removeAll(learnerId);
    await trash.removeAll(learnerId);
    await insertions.removeAll(learnerId);
    await media.removeAll(learnerId);
    await mediaFiles.removeAll(learnerId);
    await noteSources.removeAll(learnerId);
    await noteTypes.removeAll(learnerId);
    await forgetResponses(learnerId);
  };
