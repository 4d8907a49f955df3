import { conclude, type Advance } from '../domain/advance.ts';
import { unsampledDecks, withSamples, type StudyState } from '../domain/study-state.ts';
import type { UnitOfWork } from './ports.ts';

/** Samples the decks that lost a card of their sample, or never had one. */
async function withAllSamples({ cards }: UnitOfWork, before: StudyState, state: StudyState) {
  const decks = unsampledDecks(state).filter((deck) => before.decks.get(deck.deckId) !== deck);
  if (decks.length === 0) return state;
  const outlines = await cards.outlines(
    state.ownerId,
    decks.map(({ deckId }) => deckId),
  );
  return withSamples(state, decks, outlines);
}

/** Saves what a piece of work did: the state, the log and the events; without a change it writes nothing. */
export async function saveAdvance(unit: UnitOfWork, work: Advance, at: Date): Promise<StudyState> {
  const { before, state: concluded, entries, events } = conclude(work, at);
  const state = await withAllSamples(unit, before, concluded);
  await unit.studies.save(before, state);
  await unit.reviews.append(entries);
  unit.record(events);
  return state;
}
