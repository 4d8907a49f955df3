import type { OwnershipList, Ports } from './ports.ts';

/** Everybody of whom study-progress or decks knows something, each once. */
export async function* listLearners({
  learners,
  ownerships,
}: Pick<Ports, 'learners'> & { ownerships: Pick<OwnershipList, 'owners'> }): AsyncGenerator<number> {
  const known = new Set(await learners.listAll());
  yield* known;
  for await (const { ownerId, erased } of ownerships.owners())
    if (!erased && !known.has(ownerId)) yield ownerId;
}
