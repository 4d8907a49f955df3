import type { OwnershipList, Ports } from '../ports.ts';

/** Lists every learner known to study-progress or decks once. */
export async function* listLearners({
  learners,
  ownerships,
}: Pick<Ports, 'learners'> & { ownerships: Pick<OwnershipList, 'owners'> }): AsyncGenerator<number> {
  const listed = new Set(await learners.listAll());
  yield* listed;
  for await (const { ownerId, erased } of ownerships.owners())
    if (!erased && !listed.has(ownerId)) yield ownerId;
}
