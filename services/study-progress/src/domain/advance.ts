import { changedDecks, eventsOf, type DomainEvent } from './events.ts';
import { evolve } from './evolve.ts';
import type { LogEntry } from './log-entry.ts';
import type { ReviewEntry } from '@kumbuka/schedule';
import { putDeck, type StudyState } from './study-state.ts';

/** Progress of one unit of work: its initial and current state, and the entries and events to store. */
export interface Advance {
  readonly before: StudyState;
  readonly state: StudyState;
  /** New entries of the review log. */
  readonly entries: readonly ReviewEntry[];
  readonly events: readonly DomainEvent[];
}

export const beginAt = (state: StudyState): Advance => ({ before: state, state, entries: [], events: [] });

/** Whether an entry belongs to the review log. */
export const isReview = (entry: LogEntry): entry is ReviewEntry => 'seq' in entry;

/** Applies one more entry. */
export function advance({ before, state, entries, events }: Advance, entry: LogEntry, at: Date): Advance {
  const after = evolve(state, entry);
  return {
    before,
    state: after,
    entries: isReview(entry) ? [...entries, entry] : entries,
    events: [...events, ...eventsOf(state, after, entry, at)],
  };
}

/** Cards that are changed together: each entry copies the cards of its state. */
const cardsOfGroup = 200;

/** Applies one entry for each of many cards. `decide` sees the state after the entries before it. */
export function advanceEach<Item extends { cardId: number }>(
  work: Advance,
  items: readonly Item[],
  decide: (state: StudyState, item: Item) => ReviewEntry,
  at: Date,
): Advance {
  const cards = new Map(work.state.cards);
  const entries = [...work.entries];
  const events = [...work.events];
  let { state } = work;
  for (let from = 0; from < items.length; from += cardsOfGroup) {
    const group = items.slice(from, from + cardsOfGroup);
    const ofGroup = new Map(
      group.flatMap(({ cardId }) => {
        const card = cards.get(cardId);
        return card ? [[cardId, card] as const] : [];
      }),
    );
    const begun = beginAt({ ...state, cards: ofGroup });
    const done = group.reduce((each, item) => advance(each, decide(each.state, item), at), begun);
    for (const [cardId, card] of done.state.cards) cards.set(cardId, card);
    entries.push(...done.entries);
    events.push(...done.events);
    state = done.state;
  }
  return { before: work.before, state: { ...state, cards }, entries, events };
}

/** Adds an event for every deck whose published progress changed. */
export function conclude(work: Advance, at: Date): Advance {
  const decks = changedDecks(work.before, work.state);
  return {
    ...work,
    state: decks.reduce(putDeck, work.state),
    events: [...work.events, ...decks.map((deck) => ({ type: 'deck-progress-changed', deck, at }) as const)],
  };
}
