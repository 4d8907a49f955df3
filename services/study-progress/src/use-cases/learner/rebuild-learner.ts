import type { Settings } from '../../domain/learner/learner.ts';
import { beginAt, conclude } from '../../domain/advance.ts';
import { differencesOf, recordsOf, type Owned } from '../../domain/deck/owned.ts';
import { settingsOf } from '../../domain/learner/settings.ts';
import { rebuildInSteps } from '../../domain/rebuild.ts';
import type { StudyState } from '../../domain/study-state.ts';
import { takeOver } from '../../domain/take-over.ts';
import type { ReviewEntry } from '@kumbuka/schedule';
import { inSteps } from '../in-steps.ts';
import type { OwnershipList, Ports, StoredRow, StudySnapshot, StudyStore, UnitOfWork } from '../ports.ts';

type RebuildPorts = Pick<Ports, 'transact' | 'now'> & { ownerships: Pick<OwnershipList, 'ofOwner'> };
type SwapPorts = RebuildPorts & Pick<Ports, 'studies'>;

/** Stored data of a learner, read in one snapshot. */
interface LearnerRead {
  snapshot: StudySnapshot;
  log: ReviewEntry[];
  settings: Settings | null;
}

interface Comparison {
  present: StudyState;
  live: StoredRow[];
  rebuilt: StudyState;
  hash: string;
}

/** Differences between the listed and the stored decks; a new one may come from an event that has not arrived yet. */
type Differences = ReadonlySet<string>;
type Attempt = { differences: Differences } | { result: Comparison };

/** Maximum attempts, for a learner whose decks keep changing. */
const maxRounds = 20;
/** Attempts to swap rows that were prepared in advance. */
const maxPreparations = 5;

async function readLearner(
  { studies, reviews, settings }: UnitOfWork,
  ownerId: number,
): Promise<LearnerRead> {
  const snapshot = await studies.snapshot(ownerId);
  return { snapshot, log: await reviews.all(ownerId), settings: await settings.find(ownerId) };
}

/** Rebuilds a state from the log. Only versions come from the stored state. */
async function rebuildFrom(
  present: StudyState,
  { log, settings }: LearnerRead,
  owned: Owned,
): Promise<StudyState> {
  const { ownerId, learner } = present;
  // Settings older than the settings collection exist only in the learner's row.
  const set = settings ?? settingsOf(learner);
  const rebuilt = await inSteps(
    rebuildInSteps({ ownerId, settings: set, ...recordsOf(present, owned) }, log),
  );
  return takeOver(rebuilt, present, owned.decks);
}

async function compare(read: LearnerRead, owned: Owned, before: Differences): Promise<Attempt> {
  const { hash } = read.snapshot;
  const { state: present, rows: live } = read.snapshot.parse();
  if (present.erased) return { result: { present, live, rebuilt: present, hash } };
  const differences = differencesOf(present, owned);
  if ([...differences].some((each) => !before.has(each))) return { differences };
  return { result: { present, live, rebuilt: await rebuildFrom(present, read, owned), hash } };
}

async function untilSettled(
  { ownerships }: RebuildPorts,
  ownerId: number,
  attempt: (owned: Owned, before: Differences) => Promise<Attempt>,
): Promise<Comparison> {
  let before: Differences = new Set();
  for (let round = 0; round < maxRounds; round++) {
    const outcome = await attempt(await ownerships.ofOwner(ownerId), before);
    if ('result' in outcome) return outcome.result;
    before = outcome.differences;
  }
  throw new Error(`The decks of learner ${ownerId} keep changing.`);
}

/** Reads in a transaction and computes after it. */
const compareStored = (ports: RebuildPorts, ownerId: number): Promise<Comparison> =>
  untilSettled(ports, ownerId, async (owned, before) =>
    compare(await ports.transact(ownerId, (unit) => readLearner(unit, ownerId)), owned, before),
  );

/** Returns a learner's rows as stored, and as rebuilt from the log, the settings and decks. */
export const compareLearner =
  (ports: SwapPorts) =>
  async (ownerId: number): Promise<{ live: StoredRow[]; rebuilt: StoredRow[] }> => {
    const { live, rebuilt } = await compareStored(ports, ownerId);
    return { live, rebuilt: ports.studies.rowsOf(rebuilt) };
  };

function replacing(studies: StudyStore, { present, live, rebuilt }: Comparison, at: Date) {
  const { state, events } = conclude({ ...beginAt(present), state: rebuilt }, at);
  return { replacement: studies.replacementOf(live, state), events };
}

/** Computes the rows, then swaps them in a short transaction. Returns `false` when a stored row changed in between. */
async function swapPrepared(ports: SwapPorts, ownerId: number): Promise<boolean> {
  const comparison = await compareStored(ports, ownerId);
  const { replacement, events } = replacing(ports.studies, comparison, ports.now());
  return ports.transact(ownerId, async ({ studies, record }) => {
    if ((await studies.snapshot(ownerId)).hash !== comparison.hash) return false;
    await studies.replace(replacement);
    record(events);
    return true;
  });
}

/** Computes and swaps in one transaction, which keeps other writers away. */
const swapClaimed = (ports: SwapPorts, ownerId: number) =>
  untilSettled(ports, ownerId, (owned, before) =>
    ports.transact(ownerId, async (unit) => {
      await unit.studies.claim(ownerId);
      const attempt = await compare(await readLearner(unit, ownerId), owned, before);
      if ('differences' in attempt) await unit.studies.release(ownerId);
      else {
        const { replacement, events } = replacing(unit.studies, attempt.result, ports.now());
        await unit.studies.replace(replacement);
        unit.record(events);
      }
      return attempt;
    }),
  );

/**
 * Replaces a learner's projections by rebuilt ones and publishes decks whose progress changed. A learner who keeps
 * answering is claimed, so that a stream of answers cannot delay it forever.
 */
export const rebuildLearner =
  (ports: SwapPorts) =>
  async (ownerId: number): Promise<void> => {
    for (let attempt = 0; attempt < maxPreparations; attempt++)
      if (await swapPrepared(ports, ownerId)) return;
    await swapClaimed(ports, ownerId);
  };
