import type { ClientSession, Model } from 'mongoose';

/** Document of a user that outlives the account. */
interface Tombstone {
  /** Id of the user. */
  _id: number;
  /** `null` while the account exists. */
  erasedAt: Date | null;
}

/**
 * Returns the operation that turns a user's document into a tombstone: sets the remaining fields to `blank` and
 * creates the document of a user who has none. Tombstones are kept for ever, because an event may arrive any
 * time later.
 *
 * Not for admin and study-progress: there the tombstone is a state or a kind of the user's row and replaces the whole row.
 * Processes of earlier releases, which read the rows during a rollout or after a rollback, know no other form.
 */
export const eraserOf =
  <Row extends Tombstone>(
    model: Model<Row>,
    blank: Omit<NoInfer<Row>, keyof Tombstone>,
    session: ClientSession | null,
  ) =>
  async (_id: number, at: Date): Promise<void> => {
    await model.updateOne(
      { _id },
      { $set: { ...blank, erasedAt: at } },
      { ...(session && { session }), upsert: true },
    );
  };
