import { beginAt, conclude } from '../domain/advance.ts';
import { doubtsOf, recordsOf, type Owned } from '../domain/deck/owned.ts';
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

/** Maximum attempts, for a learner whose decks keep changing. */
const roundsMost = 20;

/** Rebuilds from the log; only versions come from the present state. */
async function rebuildFrom({ reviews, settings }: UnitOfWork, present: StudyState, owned: Owned) {
  const { ownerId } = present;
  const log = await reviews.all(ownerId);
  // Settings older than the settings collection exist only in the learner's row.
  const set = (await settings.find(ownerId)) ?? settingsOf(present.learner);
  return takeOver(
    rebuild({ ownerId, settings: set, ...recordsOf(present, owned) }, log),
    present,
    owned.decks,
  );
}

/** Compares in one transaction, once the listed and the stored decks agree. */
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

/** Returns a learner's rows as stored, and as rebuilt from the log, the settings and decks. */
export const compareLearner =
  (ports: RebuildPorts) =>
  (ownerId: number): Promise<{ live: StoredRow[]; rebuilt: StoredRow[] }> =>
    compareIn(ports, ownerId, false, async ({ studies }, { rebuilt }) => ({
      live: await studies.rows(ownerId),
      rebuilt: studies.rowsOf(rebuilt),
    }));

/**
 * Replaces a learner's projections by rebuilt ones and publishes decks whose progress changed. It claims the
 * learner first, so that a stream of answers cannot delay it forever.
 */
export const rebuildLearner =
  (ports: RebuildPorts) =>
  (ownerId: number): Promise<void> =>
    compareIn(ports, ownerId, true, async ({ studies, record }, { present, rebuilt }) => {
      const { state, events } = conclude({ ...beginAt(present), state: rebuilt }, ports.now());
      await studies.replaceAll(state);
      record(events);
    });
