import type { Principal } from '@kumbuka/identity';
import {
  standardParameters,
  type ChangedEntry,
  type ChangeUndoneEntry,
  type RescheduledEntry,
  type ReviewEntry,
} from '@kumbuka/schedule';
import { advance, advanceEach, beginAt, type Advance } from '../../domain/advance.ts';
import { changesOf, decideChangeUndo, type Change } from '../../domain/change/change.ts';
import { decideRescheduleUndo, dueDayWithout } from '../../domain/change/undo-change.ts';
import { ChangeNotFound } from '../../domain/errors.ts';
import type { Writing } from '../../domain/answer/writing.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import { versionWithout } from '../../domain/learner/own-weights.ts';
import { decideWeights, weightsOf } from '../../domain/learner/parameters.ts';
import { putPast, setsOf, type StudyState } from '../../domain/study-state.ts';
import { historyOf } from '../answer/read-past.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';
import { withSessionAgain } from '../session/undo-session.ts';

/** Changes that a learner can undo: the newest ones. */
const changesKept = 500;
const cardsRead = 500;

/** Due days that the cards of a change have without it. */
async function dueDaysWithout(
  { reviews }: UnitOfWork,
  state: StudyState,
  parts: readonly RescheduledEntry[],
): Promise<Map<string, number | null>> {
  const found = new Map<string, number | null>();
  for (let from = 0; from < parts.length; from += cardsRead) {
    const group = parts.slice(from, from + cardsRead);
    const cardIds = group.map(({ cardId }) => cardId);
    const entries = await reviews.ofCards(state.ownerId, cardIds);
    const log = Map.groupBy(entries, (entry: ReviewEntry) => ('cardId' in entry ? entry.cardId : 0));
    for (const part of group) {
      const ofCard = log.get(part.cardId) ?? [];
      const history = await historyOf(reviews, state, part.cardId, ofCard);
      const read = putPast(state, part.cardId, { ...history, othersLastStudied: null });
      found.set(part.id, dueDayWithout(part, ofCard, setsOf(read, part.cardId)));
    }
  }
  return found;
}

/** Gives the learner the weights that apply without a change. */
async function withoutWeights(
  { reviews }: UnitOfWork,
  work: Advance,
  { changeId, entries }: { changeId: string; entries: readonly (ChangedEntry | ChangeUndoneEntry)[] },
  writing: Writing,
): Promise<Advance> {
  const version = versionWithout(entries, changeId);
  const [set] = version === null ? [] : await reviews.parameters(work.state.ownerId, [version]);
  const weights = set?.weights ?? standardParameters.weights;
  if (weights.join() === weightsOf(work.state.learner).join()) return work;
  return advance(work, decideWeights(work.state, weights, writing), writing.now);
}

/** Gives the answers of an undone session again. */
async function againAsChange(
  { now, newId }: Pick<Ports, 'now' | 'newId'>,
  unit: UnitOfWork,
  userId: number,
  { change, entry }: { change: Change; entry: ChangedEntry },
): Promise<Change> {
  const at = now();
  const writing = () => ({ id: newId(), now: at });
  const again = await withSessionAgain(unit, userId, entry.id, writing);
  await saveAdvance(unit, advance(again, decideChangeUndo(again.state, entry, writing()), at), at);
  return { ...change, undoneAt: at };
}

/** Takes back everything that a change did; undoing it again changes nothing. */
export const undoChange =
  (ports: Pick<Ports, 'transact' | 'now' | 'newId'>) =>
  (changeId: string, { userId }: Pick<Principal, 'userId'>): Promise<Change> =>
    ports.transact(userId, async (unit) => {
      const entries = await unit.reviews.changes(userId, changesKept);
      const change = changesOf(entries).find(({ id }) => id === changeId);
      const entry = entries.find(
        (each): each is ChangedEntry => each.kind === 'changed' && each.id === changeId,
      );
      if (!change || !entry) throw new ChangeNotFound();
      if (change.undoneAt) return change;
      if (entry.subject === 'session') return againAsChange(ports, unit, userId, { change, entry });
      const parts = await unit.reviews.ofChange(userId, changeId);
      const state = await unit.studies.load(userId, { cards: parts.map(({ cardId }) => cardId) });
      assertNotErased(state);
      const now = ports.now();
      const writing = () => ({ id: ports.newId(), now });
      const dueDays = await dueDaysWithout(unit, state, parts);
      const undone = advanceEach(
        beginAt(state),
        parts,
        (before, part) => decideRescheduleUndo(before, part, dueDays.get(part.id) ?? null, writing()),
        now,
      );
      const restored =
        entry.subject === 'weights'
          ? await withoutWeights(unit, undone, { changeId, entries }, writing())
          : undone;
      const ended = advance(restored, decideChangeUndo(restored.state, entry, writing()), now);
      await saveAdvance(unit, ended, now);
      return { ...change, undoneAt: now };
    });
