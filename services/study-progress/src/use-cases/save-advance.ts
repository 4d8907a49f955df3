import { conclude, type Advance } from '../domain/advance.ts';
import { unsampledDecks, withSamples, type StudyState } from '../domain/study-state.ts';
import type { UnitOfWork } from './ports.ts';

/** Draws samples for decks that lost a sampled card or never had a sample. */
async function withAllSamples({ cards }: UnitOfWork, before: StudyState, state: StudyState) {
  const decks = unsampledDecks(state).filter((deck) => before.decks.get(deck.deckId) !== deck);
  if (decks.length === 0) return state;
  const outlines = await cards.outlines(
    state.ownerId,
    decks.map(({ deckId }) => deckId),
  );
  return withSamples(state, decks, outlines);
}

/** Saves the state, the log entries and the events of a unit of work; writes nothing without a change. */
export async function saveAdvance(unit: UnitOfWork, work: Advance, at: Date): Promise<StudyState> {
  const { before, state: concluded, entries, events } = conclude(work, at);
  const state = await withAllSamples(unit, before, concluded);
  await unit.studies.save(before, state);
  await unit.reviews.append(entries);
  unit.record(events);
  return state;
}
