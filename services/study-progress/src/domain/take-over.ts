import type { StudyState } from './study-state.ts';

interface Versioned {
  version: number;
}

const withVersions = <Row extends Versioned>(
  rows: ReadonlyMap<number, Row>,
  known: ReadonlyMap<number, Versioned>,
): ReadonlyMap<number, Row> =>
  new Map(
    [...rows].map(([id, row]) => [id, { ...row, version: known.get(id)?.version ?? row.version }] as const),
  );

/**
 * A rebuilt state with the aggregate versions of the known one, which others have seen: how often a deck looked other
 * than before depends on how many answers came at once, and that is in no log. Tombstones of what was never answered
 * stay as they are.
 */
export function takeOver(rebuilt: StudyState, known: StudyState): StudyState {
  const { learner } = rebuilt;
  const tombstones = [...known.cards].filter(
    ([id, card]) => card.kind === 'removed-card' && !rebuilt.cards.has(id),
  );
  return {
    ...rebuilt,
    learner: { ...learner, version: known.learner.version, seq: Math.max(learner.seq, known.learner.seq) },
    decks: withVersions(rebuilt.decks, known.decks),
    cards: withVersions(new Map([...rebuilt.cards, ...tombstones]), known.cards),
  };
}
