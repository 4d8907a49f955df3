import { study } from '@kumbuka/contracts';
import { isCardEntry, type Parameters, type ReviewEntry } from '@kumbuka/schedule';
import type { CardRecord } from '../../domain/deck/owned.ts';
import type { Settings } from '../../domain/learner/learner.ts';
import { checkSettings } from '../../domain/learner/settings.ts';
import { AnswerTaken } from '../../domain/errors.ts';
import { rebuildInSteps } from '../../domain/rebuild.ts';
import { inSteps } from '../in-steps.ts';
import type { Ports } from '../ports.ts';
import { rebuildLearner } from './rebuild-learner.ts';
import { replanReminder } from './set-reminder.ts';

/** Entry of an archive, which has no learner and no position here. */
export type ArchivedEntry = ReviewEntry extends infer Entry
  ? Entry extends ReviewEntry
    ? Omit<Entry, 'userId' | 'seq'>
    : never
  : never;

/** Entries of an archived log that belong together. */
export interface RestoredEntries {
  importId: string;
  /** Entries of the whole log. */
  total: number;
  /** The newest sets of parameters of the whole log, newest first. */
  parameters: readonly Parameters[];
  /** Position of the first entry. */
  from: number;
  entries: readonly ArchivedEntry[];
}

export type RestoreOutcome = 'accepted' | 'occupied' | 'invalid';

/** Ids of one archive stay apart from those of any other account; a log that is archived again keeps their length. */
const idIn = (importId: string, id: string) => `${importId}:${id.slice(id.lastIndexOf(':') + 1)}`;

/** The entry with its own names of other entries, in this learner's log. */
function restored(
  entry: ArchivedEntry,
  place: { importId: string; userId: number; seq: number },
): ReviewEntry {
  const { importId, userId, seq } = place;
  const named = (id: string) => idIn(importId, id);
  const own = { ...entry, id: named(entry.id), userId, seq };
  const ofChange = 'changeId' in own && own.changeId !== undefined ? { changeId: named(own.changeId) } : {};
  if (own.kind === 'undone') return { ...own, undoes: named(own.undoes), ...ofChange };
  if (own.kind === 'change-undone') return { ...own, ...ofChange };
  if (own.kind !== 'rescheduled') return own;
  const { answerId } = own;
  return { ...own, answerId: answerId === null ? null : named(answerId), ...ofChange };
}

/**
 * Appends entries of an archive to a log that is empty, or that the same import began. The first call takes all positions
 * and parameters of the archive, so that an answer that is given meanwhile follows it. A repeat changes nothing.
 */
export const restoreStudyLog =
  ({ transact }: Pick<Ports, 'transact'>) =>
  (
    ownerId: number,
    { importId, total, parameters, from, entries }: RestoredEntries,
  ): Promise<RestoreOutcome> =>
    transact(ownerId, async ({ studies, reviews }): Promise<RestoreOutcome> => {
      const state = await studies.load(ownerId, {});
      if (state.erased) return 'occupied';
      const done = await reviews.restoredUpTo(ownerId, importId);
      if (done === 0 && state.learner.seq > 0) return 'occupied';
      if (from > done + 1 || from + entries.length - 1 > total) return 'invalid';
      if (done === 0) {
        const [newest = null, ...earlierParameters] = parameters;
        const learner = { ...state.learner, seq: total, parameters: newest, earlierParameters };
        await studies.save(state, { ...state, learner });
      } else {
        // Conflicts with an erasure, which the entries would outlive.
        await studies.claim(ownerId);
        await studies.release(ownerId);
      }
      const all = entries.map((entry, at) => restored(entry, { importId, userId: ownerId, seq: from + at }));
      await reviews.append(all.filter(({ seq }) => seq > done));
      return 'accepted';
    }).catch((error: unknown): RestoreOutcome => {
      if (error instanceof AnswerTaken) return 'invalid';
      throw error;
    });

/** Decks and cards that a log names, as if all of them existed. */
function namedIn(log: readonly ReviewEntry[]) {
  const cards = new Map<number, CardRecord>();
  for (const entry of log)
    if (isCardEntry(entry)) {
      const { cardId, deckId, userId: ownerId } = entry;
      cards.set(cardId, { kind: 'card', cardId, deckId, ownerId, cardVersion: 1 });
    }
  const deckIds = new Set([...cards.values()].map(({ deckId }) => deckId));
  return {
    cards: [...cards.values()],
    decks: [...deckIds].map((deckId) => ({ kind: 'deck', deckId, deckVersion: 1 }) as const),
  };
}

async function foldsWith(ownerId: number, log: readonly ReviewEntry[], settings: Settings): Promise<boolean> {
  try {
    checkSettings(settings);
    const steps = rebuildInSteps({ ownerId, settings, ...namedIn(log) }, log);
    return (await inSteps(steps)).learner.sessions.length <= study.openSessions;
  } catch {
    return false;
  }
}

/** A repeated call waits for the fold that is under way, instead of adding another one. */
function oneAtATime<Result>() {
  const running = new Map<string, Promise<Result>>();
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const result = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}

type CheckPorts = Pick<Ports, 'reviews' | 'transact' | 'studies' | 'ownerships' | 'now'>;
interface Check {
  importId: string;
  settings: Settings;
}

/** Whether a restored log can be folded with archived settings; one that contradicts itself is removed. */
export const checkRestoredLog = (ports: CheckPorts) => {
  const once = oneAtATime<boolean>();
  return (ownerId: number, check: Check): Promise<boolean> =>
    once(`${ownerId}:${check.importId}`, () => checkOnce(ports)(ownerId, check));
};

const checkOnce =
  (ports: CheckPorts) =>
  async (ownerId: number, { importId, settings }: Check): Promise<boolean> => {
    const log = await ports.reviews.all(ownerId);
    const isValid = await foldsWith(ownerId, log, settings);
    if (!isValid) await removeRestoredLog(ports)(ownerId, importId);
    return isValid;
  };

type FinishPorts = Pick<Ports, 'transact' | 'studies' | 'ownerships' | 'learners' | 'fits' | 'now'>;
interface Finish {
  settings: Settings;
  fit: { at: Date; seq: number; reviews: number } | null;
}

/** Takes over archived settings, and folds the restored log onto the cards that exist now. */
export const finishRestoring = (ports: FinishPorts) => {
  const once = oneAtATime<void>();
  return (ownerId: number, finish: Finish): Promise<void> =>
    once(String(ownerId), () => finishOnce(ports)(ownerId, finish));
};

const finishOnce =
  (ports: FinishPorts) =>
  async (ownerId: number, { settings, fit }: Finish): Promise<void> => {
    checkSettings(settings);
    const isErased = await ports.transact(ownerId, async (unit) => {
      const { erased } = await unit.studies.load(ownerId, {});
      if (erased) return true;
      await unit.studies.claim(ownerId);
      await unit.studies.release(ownerId);
      await unit.settings.save(ownerId, settings);
      await replanReminder(unit, ownerId, { clock: settings, now: ports.now() });
      return false;
    });
    if (isErased) return;
    await rebuildLearner(ports)(ownerId);
    const now = ports.now();
    // Without it the weights would be fitted at once, although they are those of the archive.
    if (!fit || fit.at > now || !(await ports.fits.claim(ownerId, null, now))) return;
    await ports.fits.finish({ ownerId, ...fit });
    // Deleted meanwhile: the deletion may have passed this row already.
    if ((await ports.learners.find(ownerId)).seq === 0) await ports.fits.erase(ownerId);
  };

/** Removes what an import restored. A log without later entries is empty again. */
export const removeRestoredLog =
  (ports: Pick<Ports, 'transact' | 'studies' | 'reviews' | 'ownerships' | 'now'>) =>
  async (ownerId: number, importId: string): Promise<void> => {
    const isErased = await ports.transact(ownerId, async ({ studies }) => {
      const { erased } = await studies.load(ownerId, {});
      if (erased) return true;
      await studies.claim(ownerId);
      await studies.release(ownerId);
      return false;
    });
    if (isErased) return;
    // Outside the transaction, which a long log would outlast. An earlier attempt may have ended after it.
    await ports.reviews.removeRestored(ownerId, importId);
    await rebuildLearner(ports)(ownerId);
    await ports.transact(ownerId, async ({ studies, reviews }) => {
      const state = await studies.load(ownerId, {});
      const isEmpty = (await reviews.after(ownerId, 0, 1)).length === 0;
      if (isEmpty && !state.erased)
        await studies.save(state, { ...state, learner: { ...state.learner, seq: 0 } });
    });
  };
