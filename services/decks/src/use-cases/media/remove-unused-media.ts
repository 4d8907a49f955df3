import { mediaLimits } from '@kumbuka/contracts';
import { dayMs } from '@kumbuka/contracts/study-day';
import type { Ports } from '../ports.ts';

const ownersAtOnce = 100;

type RemovePorts = Pick<Ports, 'media' | 'mediaFiles'>;

async function removeOf({ media, mediaFiles }: RemovePorts, ownerId: number, before: Date) {
  const [names, used] = [await media.namesBefore(ownerId, before), await media.usedNames(ownerId)];
  const unused = names.filter((name) => !used.has(name));
  // The row goes first: a file without a row is never served.
  await media.remove(ownerId, unused);
  for (const name of unused) await mediaFiles.remove(ownerId, name);
}

/** Removes pictures and sounds that no card shows and that are older than some days. */
export const removeUnusedMedia =
  (ports: RemovePorts) =>
  async (at: Date, isOver: () => boolean): Promise<void> => {
    const before = new Date(at.getTime() - mediaLimits.unusedDays * dayMs);
    for (let after = 0; !isOver();) {
      const owners = await ports.media.ownersAfter(after, before, ownersAtOnce);
      for (const ownerId of owners) {
        if (isOver()) return;
        await removeOf(ports, ownerId, before);
      }
      const last = owners.at(-1);
      if (last === undefined) return;
      after = last;
    }
  };
