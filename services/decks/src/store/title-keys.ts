import mongoose, { type AnyBulkWriteOperation, type Connection } from 'mongoose';
import { titleKeyOf, titleKeyRule } from '../domain/deck.ts';
import { deckCollection, type DeckRow } from './deck-rows.ts';

/** Keys that another rule made, such as those of an older process during a rollout. */
const keysOfOtherRules = () => ({
  $or: [
    { titleKey: mongoose.trusted({ $lt: titleKeyRule }) },
    { titleKey: mongoose.trusted({ $gte: `${titleKeyRule}\uffff` }) },
  ],
});

/** Changes nothing when the title was replaced in the meantime. */
const keyUpdate = (
  ownerId: number,
  { _id, title }: Pick<DeckRow, '_id' | 'title'>,
): AnyBulkWriteOperation<DeckRow> => ({
  updateOne: { filter: { _id, ownerId, title }, update: { $set: { titleKey: titleKeyOf(title) } } },
});

/** Rewrites keys of other rules, so that a list by title is complete during and after a rollout. */
export async function renewTitleKeys(connection: Connection, ownerId: number): Promise<void> {
  const decks = deckCollection.on(connection);
  const rows = await decks
    .find({ ownerId, ...keysOfOtherRules() }, { title: 1 })
    .lean<Pick<DeckRow, '_id' | 'title'>[]>();
  if (rows.length > 0)
    await decks.bulkWrite(
      rows.map((row) => keyUpdate(ownerId, row)),
      { ordered: false },
    );
}
