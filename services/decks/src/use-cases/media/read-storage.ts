import { mediaLimits } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { MissingMedia, StoredMedia } from '../../domain/media.ts';
import type { Ports } from '../ports.ts';

type StoragePorts = Pick<Ports, 'media' | 'now'>;

/** Room that the pictures and sounds of an account take. */
export interface Storage {
  usedBytes: number;
  limitBytes: number;
  files: number;
  unused: StoredMedia[];
  /** Of the unused ones, those that nothing can bring back. */
  removable: StoredMedia[];
  missing: MissingMedia[];
}

const shownMissing = 50;

/** Remembers since when each file is unused, and returns all of them. */
export async function markUnused(
  { media }: Pick<Ports, 'media'>,
  ownerId: number,
  at: Date,
): Promise<{ files: StoredMedia[]; used: ReadonlySet<string> }> {
  const files = await media.list(ownerId);
  const used = await media.usedNames(ownerId);
  const [left, back] = [
    files.filter(({ name, unusedSince }) => !used.has(name) && unusedSince === null),
    files.filter(({ name, unusedSince }) => used.has(name) && unusedSince !== null),
  ];
  const names = (some: readonly StoredMedia[]) => some.map(({ name }) => name);
  await media.mark(ownerId, names(left), at);
  await media.mark(ownerId, names(back), null);
  const since = (file: StoredMedia) => (used.has(file.name) ? null : (file.unusedSince ?? at));
  return { files: files.map((file) => ({ ...file, unusedSince: since(file) })), used };
}

/** Unused since a time; a newer file may be of a card that is being written. */
export const unusedBefore = (files: readonly StoredMedia[], before: Date): StoredMedia[] =>
  files.filter(
    ({ unusedSince, createdAt }) => unusedSince !== null && unusedSince <= before && createdAt <= before,
  );

/** Moment before which an unused file left its last card, so that no undo brings it back. */
export const beyondUndo = (at: Date): Date => new Date(at.getTime() - mediaLimits.undoMinutes * 60_000);

/** Room that an account uses, with the files that no card shows and the cards that miss theirs. */
export const readStorage =
  ({ media, now }: StoragePorts) =>
  async ({ userId }: Pick<Principal, 'userId'>): Promise<Storage> => {
    const { files, used } = await markUnused({ media }, userId, now());
    const stored = new Set(files.map(({ name }) => name));
    const absent = new Set([...used].filter((name) => !stored.has(name)));
    return {
      usedBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      limitBytes: mediaLimits.accountBytes,
      files: files.length,
      unused: files.filter(({ unusedSince }) => unusedSince !== null),
      removable: unusedBefore(files, beyondUndo(now())),
      missing: absent.size === 0 ? [] : await media.cardsShowing(userId, absent, shownMissing),
    };
  };
