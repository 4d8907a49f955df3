import type { QueuedChange } from './queued.ts';

/** Stores a change of the signed-in learner. */
export type KeepChange = (change: Omit<QueuedChange, 'kind'>) => Promise<void> | void;

let keeper: KeepChange | null = null;

/** The outbox of the signed-in learner; null on the pages of visitors. */
export const changeKeeper = (): KeepChange | null => keeper;

/** Sets the outbox that takes changes. Returns a function that ends it. */
export function keepChangesBy(keep: KeepChange): () => void {
  keeper = keep;
  return () => {
    if (keeper === keep) keeper = null;
  };
}
