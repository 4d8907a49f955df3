import type { Principal } from '@kumbuka/identity';
import { activeAnswers, startOf, type MovedCard, type ReviewEntry } from '@kumbuka/schedule';
import { advance, advanceEach, beginAt } from '../../domain/advance.ts';
import { changesOf, decideChange, type Change } from '../../domain/change/change.ts';
import { decideMove, isUnmoved, movesOf, replanningOf, type Replanning } from '../../domain/change/replan.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import type { LearnerNow } from '../../domain/learner/dashboard.ts';
import { findLearner } from '../learner/read-learner.ts';
import type { Ports, ReviewStore } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

/** Cards that one replanning considers, by due day; another one continues after it. */
const cardsAtOnce = 10_000;
const cardsRead = 500;

const findMoves = async ({ cards }: Pick<Ports, 'cards'>, from: LearnerNow): Promise<MovedCard[]> =>
  movesOf(from, await cards.findPlanned(from.learner.ownerId, cardsAtOnce));

/** What replanning the learner's cards by the present settings would do. */
export const readReplanning =
  (ports: Pick<Ports, 'cards'>) =>
  async (from: LearnerNow): Promise<Replanning> =>
    replanningOf(from, await findMoves(ports, from));

/** Latest answer of a card; `null` for one that was only imported. */
function latestAnswer(log: readonly ReviewEntry[]): string | null {
  const { after } = startOf(log);
  return activeAnswers(log).findLast(({ seq }) => seq > after)?.id ?? null;
}

async function latestAnswers(
  { ofCards }: Pick<ReviewStore, 'ofCards'>,
  userId: number,
  cardIds: readonly number[],
): Promise<Map<number, string | null>> {
  const found = new Map<number, string | null>();
  for (let from = 0; from < cardIds.length; from += cardsRead) {
    const ids = cardIds.slice(from, from + cardsRead);
    const log = Map.groupBy(await ofCards(userId, ids), (entry) => ('cardId' in entry ? entry.cardId : 0));
    for (const id of ids) found.set(id, latestAnswer(log.get(id) ?? []));
  }
  return found;
}

type ReplanPorts = Pick<Ports, 'cards' | 'learners' | 'transact' | 'now' | 'newId'>;

/** Plans the learner's cards by the present settings, as one change that can be undone; `null` when no card moves. */
export const replanCards =
  (ports: ReplanPorts) =>
  async (principal: Pick<Principal, 'userId'>): Promise<Change | null> => {
    const { userId } = principal;
    const now = ports.now();
    const moves = await findMoves(ports, { learner: await findLearner(ports)(principal), now });
    if (moves.length === 0) return null;
    return ports.transact(userId, async (unit) => {
      const state = await unit.studies.load(userId, { cards: moves.map(({ cardId }) => cardId) });
      assertNotErased(state);
      const current = moves.filter((move) => isUnmoved(state, move));
      if (current.length === 0) return null;
      const answers = await latestAnswers(
        unit.reviews,
        userId,
        current.map(({ cardId }) => cardId),
      );
      const writing = () => ({ id: ports.newId(), now });
      const change = decideChange(state, { subject: 'replanned', cards: current.length }, writing());
      const moved = advanceEach(
        advance(beginAt(state), change, now),
        current,
        (before, move) => {
          const parts = { answerId: answers.get(move.cardId) ?? null, changeId: change.id };
          return decideMove(before, move, parts, writing());
        },
        now,
      );
      await saveAdvance(unit, moved, now);
      return changesOf([change])[0] ?? null;
    });
  };
