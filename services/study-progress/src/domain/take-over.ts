import { removedCard } from './card/card.ts';
import type { OwnedDeck } from './deck/owned.ts';
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

/** Where the known rows were lost, others may have seen more than the log tells. */
const withToldVersions = (decks: StudyState['decks'], told: readonly OwnedDeck[]): StudyState['decks'] =>
  told.reduce((all, { deckId, progressVersion }) => {
    const deck = all.get(deckId);
    if (!deck || deck.version >= progressVersion) return all;
    return new Map(all).set(deckId, { ...deck, version: progressVersion });
  }, decks);

/**
 * A rebuilt state with the aggregate versions of the known one, which others have seen: how often a deck looked other
 * than before depends on how many answers came at once, and that is in no log. What was never answered and is gone
 * keeps its tombstone.
 */
export function takeOver(
  rebuilt: StudyState,
  known: StudyState,
  told: readonly OwnedDeck[] = [],
): StudyState {
  const { learner } = rebuilt;
  const tombstones = [...known.cards].flatMap(([id, card]) =>
    rebuilt.cards.has(id) ? [] : [[id, removedCard(card, card.cardVersion)] as const],
  );
  return {
    ...rebuilt,
    learner: { ...learner, version: known.learner.version, seq: Math.max(learner.seq, known.learner.seq) },
    decks: withToldVersions(withVersions(rebuilt.decks, known.decks), told),
    cards: withVersions(new Map([...rebuilt.cards, ...tombstones]), known.cards),
  };
}
