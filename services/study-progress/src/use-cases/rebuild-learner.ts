import { beginAt, conclude } from '../domain/advance.ts';
import { doubtsOf, knownOf, type Owned } from '../domain/deck/owned.ts';
import { settingsOf } from '../domain/learner/settings.ts';
import { rebuild } from '../domain/rebuild.ts';
import type { StudyState } from '../domain/study-state.ts';
import { takeOver } from '../domain/take-over.ts';
import type { OwnershipList, Ports, StoredRow, UnitOfWork } from './ports.ts';

type RebuildPorts = Pick<Ports, 'transact' | 'now'> & { ownerships: Pick<OwnershipList, 'ofOwner'> };

interface ComparedStates {
  present: StudyState;
  rebuilt: StudyState;
}

/** While a learner changes decks all the time, what decks says is a step behind. */
const roundsMost = 20;

/** Everything of the log; of the present state only versions are taken over. */
async function rebuildFrom({ reviews, settings }: UnitOfWork, present: StudyState, owned: Owned) {
  const { ownerId } = present;
  const log = await reviews.all(ownerId);
  // What was set before settings had a place of their own stands in the learner's row only.
  const set = (await settings.find(ownerId)) ?? settingsOf(present.learner);
  return takeOver(rebuild({ ownerId, settings: set, ...knownOf(present, owned) }, log), present, owned.decks);
}

/** Compares in one transaction, once what decks says and what the state knows can be told apart. */
async function compareIn<Result>(
  { transact, ownerships }: RebuildPorts,
  ownerId: number,
  willReplace: boolean,
  conclusion: (unit: UnitOfWork, compared: ComparedStates) => Promise<Result>,
): Promise<Result> {
  let doubted: ReadonlySet<string> = new Set();
  for (let round = 0; round < roundsMost; round++) {
    const owned = await ownerships.ofOwner(ownerId);
    const attempt = await transact(ownerId, async (unit) => {
      const { studies } = unit;
      const present = await (willReplace ? studies.claimAll(ownerId) : studies.loadAll(ownerId));
      const doubts = present.erased ? new Set<string>() : doubtsOf(present, owned);
      if ([...doubts].some((doubt) => !doubted.has(doubt))) {
        if (willReplace) await studies.release(ownerId);
        return { doubts };
      }
      const rebuilt = present.erased ? present : await rebuildFrom(unit, present, owned);
      return { result: await conclusion(unit, { present, rebuilt }) };
    });
    if ('result' in attempt) return attempt.result;
    doubted = attempt.doubts;
  }
  throw new Error(`What decks says of learner ${ownerId} goes on changing.`);
}

/** A learner's rows as they are, and as the log, the settings and decks say they should be. */
export const compareLearner =
  (ports: RebuildPorts) =>
  (ownerId: number): Promise<{ live: StoredRow[]; rebuilt: StoredRow[] }> =>
    compareIn(ports, ownerId, false, async ({ studies }, { rebuilt }) => ({
      live: await studies.rows(ownerId),
      rebuilt: studies.rowsOf(rebuilt),
    }));

/**
 * Makes every projection of a learner what it should be, and tells of the decks that look other than before. It claims
 * the learner first: answers wait for it, and however many come, they do not overtake it for ever.
 */
export const rebuildLearner =
  (ports: RebuildPorts) =>
  (ownerId: number): Promise<void> =>
    compareIn(ports, ownerId, true, async ({ studies, record }, { present, rebuilt }) => {
      const { state, events } = conclude({ ...beginAt(present), state: rebuilt }, ports.now());
      await studies.replaceAll(state);
      record(events);
    });
