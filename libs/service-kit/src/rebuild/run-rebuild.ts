import { Unavailable } from '@kumbuka/contracts';
import { failWhenLost, isUnavailable, withTimeout } from '@kumbuka/event-bus';
import { parseArgs } from 'node:util';
import { createFoundation, type Foundation, type ServiceConfig } from '../foundation.ts';
import { rebuildProjection, type Rebuilding } from './rebuild-projection.ts';

/** Differences were found and not corrected. */
const DIFFERENT = 2;
const USAGE = 64;
/** A store or service was lost; running the command again may help. */
const INTERRUPTED = 75;
/** Milliseconds in which MongoDB must be reached at the start. */
const reachedWithinMs = 30_000;

interface Options {
  userId: number | null;
  swap: boolean;
}

function readOptions(args: readonly string[]): Options | null {
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

async function* only(userId: number): AsyncGenerator<number> {
  yield userId;
}

/** Prints one report per projection; returns whether differences remain. */
async function report(
  { connection }: Foundation,
  rebuildings: readonly Rebuilding[],
  { userId, swap }: Options,
): Promise<boolean> {
  let isDifferent = false;
  for (const rebuilding of rebuildings) {
    const chosen = userId === null ? rebuilding : { ...rebuilding, owners: () => only(userId) };
    const result = await rebuildProjection(connection, chosen, swap);
    console.log(JSON.stringify(result));
    isDifferent ||= result.owned.length > 0 && !swap;
  }
  return isDifferent;
}

/**
 * Runs the command `[--user <id>] [--swap]` of a service: rebuilds its projections and prints one report per line. Returns
 * the exit code: 2 while differences remain, 75 when the store is lost. Without the timeouts, a command on a broken
 * socket might never end.
 */
export async function runRebuild(
  config: ServiceConfig,
  rebuildingsOf: (foundation: Foundation) => readonly Rebuilding[],
  args: readonly string[],
  withinMs = reachedWithinMs,
): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.error('Usage: [--user <id>] [--swap]');
    return USAGE;
  }
  const foundation = createFoundation(config, {}, { timeoutMs: withinMs });
  const { mongo, connection } = foundation;
  try {
    await withTimeout(withinMs, mongo.start(), () => new Unavailable());
    const work = () => report(foundation, rebuildingsOf(foundation), options);
    return (await failWhenLost(connection, work)) ? DIFFERENT : 0;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    console.error('The store or a service was lost. Swapped rows stay; run the command again.');
    return INTERRUPTED;
  } finally {
    await mongo.stop();
  }
}
