import { Unavailable } from '@kumbuka/contracts';
import { failWhenLost, isUnavailable } from '@kumbuka/event-bus';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createFoundation, type Foundation, type ServiceConfig } from '../foundation.ts';
import type { Mongo } from '../stores/mongo.ts';
import { rebuildProjection, type Rebuilding } from './rebuild-projection.ts';

/** Differences were found and not corrected. */
const DIFFERENT = 2;
const USAGE = 64;
/** A store or service was lost; running the command again may help. */
const INTERRUPTED = 75;
/** Milliseconds in which MongoDB must be reached at the start. */
const reachedWithinMs = 30_000;

interface Words {
  userId: number | null;
  swap: boolean;
}

function readWords(args: readonly string[]): Words | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { user: { type: 'string' }, swap: { type: 'boolean', default: false } },
    });
    const userId = values.user === undefined ? null : Number(values.user);
    if (userId !== null && (!Number.isSafeInteger(userId) || userId < 1)) return null;
    return { userId, swap: values.swap };
  } catch {
    return null;
  }
}

/** Only one owner. */
async function* only(userId: number): AsyncGenerator<number> {
  yield userId;
}

async function reach({ start }: Mongo, withinMs: number) {
  const late = new AbortController();
  const isLate = pause(withinMs, true, { signal: late.signal }).catch(() => true);
  if (await Promise.race([start().then(() => false), isLate])) throw new Unavailable();
  late.abort();
}

/** Prints one report per projection; returns whether differences remain. */
async function report(
  { connection }: Foundation,
  rebuildings: readonly Rebuilding[],
  { userId, swap }: Words,
): Promise<boolean> {
  let isDifferent = false;
  for (const rebuilding of rebuildings) {
    const whose = userId === null ? rebuilding : { ...rebuilding, owners: () => only(userId) };
    const result = await rebuildProjection(connection, whose, swap);
    console.log(JSON.stringify(result));
    isDifferent ||= result.owned.length > 0 && !swap;
  }
  return isDifferent;
}

/**
 * Command `[--user <id>] [--swap]` of a service: rebuilds its projections, prints one report per line and
 * returns the exit code, 2 while differences remain. Ends with 75 when the store is lost, because a command on a broken
 * socket may never end by itself.
 */
export async function runRebuild(
  config: ServiceConfig,
  rebuildingsOf: (foundation: Foundation) => readonly Rebuilding[],
  args: readonly string[],
  withinMs = reachedWithinMs,
): Promise<number> {
  const words = readWords(args);
  if (!words) {
    console.error('Usage: [--user <id>] [--swap]');
    return USAGE;
  }
  const foundation = createFoundation(config, {}, { patienceMs: withinMs });
  const { mongo, connection } = foundation;
  try {
    await reach(mongo, withinMs);
    const work = () => report(foundation, rebuildingsOf(foundation), words);
    return (await failWhenLost(connection, work)) ? DIFFERENT : 0;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    console.error('The store or a service was lost. What was swapped stays; run the command again.');
    return INTERRUPTED;
  } finally {
    await mongo.stop();
  }
}
