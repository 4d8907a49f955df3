import { mediaLimits, ProductError } from '@kumbuka/contracts';
import { dayMs } from '@kumbuka/contracts/study-day';
import type { Principal } from '@kumbuka/identity';
import { workingStates } from '../../domain/import/import-run.ts';
import type { Ports } from '../ports.ts';
import { beyondUndo, markUnused, readStorage, unusedBefore, type Storage } from './read-storage.ts';

const ownersAtOnce = 100;
/** Of these imports of an account one can be in work. */
const latestImports = 10;

type RemovePorts = Pick<Ports, 'media' | 'mediaFiles'>;

async function removeOf(
  { media, mediaFiles }: RemovePorts,
  ownerId: number,
  { at, before }: { at: Date; before: Date },
) {
  const { files } = await markUnused({ media }, ownerId, at);
  const names = unusedBefore(files, before).map(({ name }) => name);
  // The row goes first: a file without a row is never served.
  for (const name of await media.removeUnused(ownerId, names, before)) await mediaFiles.remove(ownerId, name);
}

/** Removes pictures and sounds that no card has shown for some days. */
export const removeUnusedMedia =
  (ports: RemovePorts) =>
  async (at: Date, isOver: () => boolean): Promise<void> => {
    const before = new Date(at.getTime() - mediaLimits.unusedDays * dayMs);
    for (let after = 0; !isOver();) {
      const owners = await ports.media.ownersAfter(after, beyondUndo(at), ownersAtOnce);
      for (const ownerId of owners) {
        if (isOver()) return;
        await removeOf(ports, ownerId, { at, before });
      }
      const last = owners.at(-1);
      if (last === undefined) return;
      after = last;
    }
  };

/** Removes the unused files of an account at its request; none that an undo or an import in work may need. */
export const removeOwnUnusedMedia =
  (ports: RemovePorts & Pick<Ports, 'imports' | 'now'>) =>
  async (principal: Pick<Principal, 'userId'>): Promise<Storage> => {
    const { userId } = principal;
    const runs = await ports.imports.latest(userId, latestImports);
    if (runs.some(({ state }) => workingStates.some((working) => working === state)))
      throw new ProductError('IMPORT_RUNNING');
    const at = ports.now();
    await removeOf(ports, userId, { at, before: beyondUndo(at) });
    return readStorage(ports)(principal);
  };
