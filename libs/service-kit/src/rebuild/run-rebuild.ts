import { parseArgs } from 'node:util';
import { createFoundation, type Foundation, type ServiceConfig } from '../foundation.ts';
import { rebuildProjection, type Rebuilding } from './rebuild-projection.ts';

/** Differences were found and not corrected. */
const DIFFERENT = 2;
const USAGE = 64;

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

/**
 * Command `[--user <id>] [--swap]` of a service: rebuilds its projections, prints one report per line and
 * returns the exit code, 2 while differences remain.
 */
export async function runRebuild(
  config: ServiceConfig,
  rebuildingsOf: (foundation: Foundation) => readonly Rebuilding[],
  args: readonly string[],
): Promise<number> {
  const words = readWords(args);
  if (!words) {
    console.error('Usage: [--user <id>] [--swap]');
    return USAGE;
  }
  const { userId, swap } = words;
  const foundation = createFoundation(config, {}, { isPatient: true });
  const { mongo, connection } = foundation;
  await mongo.start();
  let isDifferent = false;
  for (const rebuilding of rebuildingsOf(foundation)) {
    const whose = userId === null ? rebuilding : { ...rebuilding, owners: () => only(userId) };
    const report = await rebuildProjection(connection, whose, swap);
    console.log(JSON.stringify(report));
    isDifferent ||= report.owned.length > 0 && !swap;
  }
  await mongo.stop();
  return isDifferent ? DIFFERENT : 0;
}
