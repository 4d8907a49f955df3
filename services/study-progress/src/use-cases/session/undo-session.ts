import type { Principal } from '@kumbuka/identity';
import {
  activeAnswers,
  byTime,
  dayOfAnswer,
  parameterSets,
  type AnswerEntry,
  type ReviewEntry,
} from '@kumbuka/schedule';
import { advance, beginAt, type Advance } from '../../domain/advance.ts';
import { decideUndo } from '../../domain/answer/decide-answer.ts';
import { decideCorrection } from '../../domain/answer/reschedule.ts';
import type { Writing } from '../../domain/answer/writing.ts';
import { changesOf, decideChange, type Change } from '../../domain/change/change.ts';
import { AnswerNotLatest, ChangeNotFound, StudySessionNotFound } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import { versionsIn } from '../../domain/past/past-study.ts';
import {
  decideAgain,
  undoneAnswers,
  withOthers,
  type StudiedBeside,
} from '../../domain/session/undo-session.ts';
import { liveCard, pastOf, putPast, type StudyState } from '../../domain/study-state.ts';
import { readHistories } from '../answer/read-past.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';
import { endIdleSessions } from './finish-sessions.ts';

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** Loads everything that some answers touch, with the histories of their cards. */
async function loadFor(
  { studies, reviews }: Pick<UnitOfWork, 'studies' | 'reviews'>,
  userId: number,
  answers: readonly AnswerEntry[],
): Promise<StudyState> {
  const loaded = await studies.load(userId, {
    decks: distinct(answers.map(({ deckId }) => deckId)),
    cards: distinct(answers.map(({ cardId }) => cardId)),
    days: distinct(answers.map(dayOfAnswer)),
    sessions: distinct(answers.map(({ sessionId }) => sessionId)),
  });
  assertNotErased(loaded);
  const cardIds = distinct(answers.map(({ cardId }) => cardId)).filter((id) => liveCard(loaded, id));
  const histories = await readHistories(reviews, loaded, cardIds);
  const own = parameterSets(await reviews.parameters(userId, versionsIn(answers)));
  return histories.reduce(
    (state, { cardId, sets, ...history }) =>
      putPast(state, cardId, {
        ...history,
        sets: new Map([...own, ...(sets ?? [])]),
        othersLastStudied: null,
      }),
    loaded,
  );
}

async function studiedBeside({ studies }: UnitOfWork, state: StudyState): Promise<StudiedBeside> {
  const found = new Map<number, Date | null>();
  const cardIds = [...state.cards.keys()];
  for (const deckId of state.decks.keys())
    found.set(deckId, await studies.lastStudiedBeside(state.ownerId, deckId, cardIds));
  return found;
}

function corrected(work: Advance, cardId: number, writing: Writing): Advance {
  const correction = decideCorrection(work.state, cardId, writing);
  return correction ? advance(work, correction, writing.now) : work;
}

/** Larger sessions are not among those that are shown. The undo of each answer copies the cards of all. */
const undoneAtOnce = 1_000;

/** Undoes all answers of a session, as one change that can be undone. Refused once a card was answered again later. */
export const undoSession =
  (ports: Pick<Ports, 'transact' | 'now' | 'newId'>) =>
  (sessionId: string, { userId }: Pick<Principal, 'userId'>): Promise<Change> =>
    ports.transact(userId, async (unit) => {
      const given = activeAnswers(await unit.reviews.ofSession(userId, sessionId));
      if (given.length === 0 || given.length > undoneAtOnce) throw new StudySessionNotFound();
      const state = await loadFor(unit, userId, given);
      const answers = given.filter(({ cardId }) => liveCard(state, cardId));
      if (answers.some(({ id, cardId }) => pastOf(state, cardId).answers.at(-1)?.id !== id))
        throw new AnswerNotLatest();
      const beside = await studiedBeside(unit, state);
      const now = ports.now();
      const writing = () => ({ id: ports.newId(), now });
      const begun = endIdleSessions(beginAt(state), ports);
      const change = decideChange(begun.state, { subject: 'session', cards: answers.length }, writing());
      const undone = answers.toSorted(byTime).reduceRight(
        (work, answer) => {
          const prepared = { ...work, state: withOthers(work.state, answer.cardId, beside) };
          const undo = { ...decideUndo(prepared.state, answer, writing()), changeId: change.id };
          return corrected(advance(prepared, undo, now), answer.cardId, writing());
        },
        advance(begun, change, now),
      );
      await saveAdvance(unit, undone, now);
      return changesOf([change])[0] as Change;
    });

/** Gives the answers of an undone session again. */
export async function withSessionAgain(
  unit: UnitOfWork,
  userId: number,
  changeId: string,
  writing: () => Writing,
): Promise<Advance> {
  const undos = await unit.reviews.undoneBy(userId, changeId);
  // Only a restored log has such a change.
  if (undos.length > undoneAtOnce) throw new ChangeNotFound();
  const log = await unit.reviews.ofCards(userId, distinct(undos.map(({ cardId }) => cardId)));
  const answers = undoneAnswers(log, undos);
  const state = await loadFor(unit, userId, answers);
  const logs = Map.groupBy(log, (entry: ReviewEntry) => ('cardId' in entry ? entry.cardId : 0));
  return answers
    .filter(({ cardId }) => liveCard(state, cardId))
    .reduce((work, answer) => {
      const again = decideAgain(work.state, answer, logs.get(answer.cardId) ?? [], writing());
      return again ? corrected(advance(work, again, again.recordedAt), answer.cardId, writing()) : work;
    }, beginAt(state));
}
