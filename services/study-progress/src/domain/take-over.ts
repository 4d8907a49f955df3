import { removedCard } from './card/card.ts';
import type { OwnedDeck } from './deck/owned.ts';
import type { StudyState } from './study-state.ts';

interface Versioned {
  version: number;
}

const withVersions = <Row extends Versioned>(
  rows: ReadonlyMap<number, Row>,
  present: ReadonlyMap<number, Versioned>,
): ReadonlyMap<number, Row> =>
  new Map(
    [...rows].map(([id, row]) => [id, { ...row, version: present.get(id)?.version ?? row.version }] as const),
  );

/** Raises versions to those that the decks service has stored, in case the local rows were lost. */
const withStoredVersions = (decks: StudyState['decks'], owned: readonly OwnedDeck[]): StudyState['decks'] =>
  owned.reduce((all, { deckId, progressVersion }) => {
    const deck = all.get(deckId);
    if (!deck || deck.version >= progressVersion) return all;
    return new Map(all).set(deckId, { ...deck, version: progressVersion });
  }, decks);

/**
 * Copies the aggregate versions of the present state into a rebuilt one, because consumers have seen them and
 * the log does not contain them (one change per batch of answers). Deleted cards without answers keep their
 * tombstones.
 */
export function takeOver(
  rebuilt: StudyState,
  present: StudyState,
  owned: readonly OwnedDeck[] = [],
): StudyState {
  const { learner } = rebuilt;
  const tombstones = [...present.cards].flatMap(([id, card]) =>
    rebuilt.cards.has(id) ? [] : [[id, removedCard(card, card.cardVersion)] as const],
  );
  return {
    ...rebuilt,
    learner: {
      ...learner,
      version: present.learner.version,
      seq: Math.max(learner.seq, present.learner.seq),
    },
    decks: withStoredVersions(withVersions(rebuilt.decks, present.decks), owned),
    cards: withVersions(new Map([...rebuilt.cards, ...tombstones]), present.cards),
  };
}
