import { conclude, type Advance } from '../domain/advance.ts';
import type { StudyState } from '../domain/study-state.ts';
import type { UnitOfWork } from './ports.ts';

/** Saves what a piece of work did: the state, the log and the events; without a change it writes nothing. */
export async function saveAdvance(
  { studies, reviews, record }: UnitOfWork,
  work: Advance,
  at: Date,
): Promise<StudyState> {
  const { before, state, entries, events } = conclude(work, at);
  await studies.save(before, state);
  await reviews.append(entries);
  record(events);
  return state;
}
