import type { Ports } from '../ports.ts';

const ownersAtOnce = 500;

/** Ids of all users who ever had a deck. */
export async function* listOwnerIds({ learners }: Pick<Ports, 'learners'>): AsyncGenerator<number> {
  let after = 0;
  for (;;) {
    const found = await learners.listAfter(after, ownersAtOnce);
    yield* found.map(({ id }) => id);
    const last = found.at(-1);
    if (!last || found.length < ownersAtOnce) return;
    after = last.id;
  }
}
