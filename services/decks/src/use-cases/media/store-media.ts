import { mediaLimits, ProductError } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { LimitReached } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner.ts';
import { nameOfMedia, type Media, type PreparedMedia } from '../../domain/media.ts';
import type { Ports } from '../ports.ts';

export type StorePorts = Pick<
  Ports,
  'media' | 'mediaFiles' | 'prepareMedia' | 'newMediaToken' | 'hashOfMedia' | 'transact' | 'now'
>;

/** The row of a stored file, or why it is not stored. */
type Stored = Media | ProductError;
type Owner = Pick<Principal, 'userId'>;

interface New {
  media: Media;
  prepared: PreparedMedia;
}

/** A file that is stored already, or is put now; its row does not exist yet. */
async function put(ports: StorePorts, upload: Buffer, { userId }: Owner): Promise<Stored | New> {
  let prepared: PreparedMedia;
  try {
    prepared = await ports.prepareMedia(upload);
  } catch (error) {
    if (error instanceof ProductError && error.status < 500) return error;
    throw error;
  }
  const hash = ports.hashOfMedia(prepared.bytes);
  const known = await ports.media.findByHash(userId, hash);
  // Its time as an unused file begins anew, so that a card can be written with it.
  if (known) await ports.media.mark(userId, [known.name], null);
  const existing = known && (await ports.media.findByHash(userId, hash));
  if (existing) return existing;
  const name = nameOfMedia(ports.newMediaToken(), prepared);
  const bytes = prepared.bytes.length;
  const media: Media = { name, ownerId: userId, hash, bytes, createdAt: ports.now() };
  await ports.mediaFiles.put(userId, name, prepared.bytes);
  return { media, prepared };
}

const isNew = (each: Stored | New): each is New => 'prepared' in each;

/** A decoded picture takes up to 200 MB. */
const preparedAtOnce = 2;

/** Puts files. When one fails, none of the others stays. */
async function putTogether(ports: StorePorts, uploads: readonly Buffer[], owner: Owner) {
  const settled: PromiseSettledResult<Stored | New>[] = [];
  const hasFailed = () => settled.some(({ status }) => status === 'rejected');
  for (let at = 0; at < uploads.length && !hasFailed(); at += preparedAtOnce) {
    const group = uploads.slice(at, at + preparedAtOnce);
    settled.push(...(await Promise.allSettled(group.map((upload) => put(ports, upload, owner)))));
  }
  const failed = settled.find((each) => each.status === 'rejected');
  const outcomes = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (!failed) return outcomes;
  await Promise.allSettled(
    outcomes.filter(isNew).map(({ media }) => ports.mediaFiles.remove(owner.userId, media.name)),
  );
  throw failed.reason;
}

/** Adds the rows of files, as far as the account has room. */
const addRows = ({ transact }: StorePorts, outcomes: readonly (Stored | New)[], { userId }: Owner) =>
  transact(async (unit): Promise<Stored[]> => {
    // The learner's row makes parallel uploads and an erasure wait for each other.
    assertNotErased(await unit.learners.lock(userId));
    const total = await unit.media.sizeOf(userId);
    const results: Stored[] = [];
    for (const outcome of outcomes) {
      if (!isNew(outcome)) {
        results.push(outcome);
        continue;
      }
      const { media } = outcome;
      const meanwhile = await unit.media.findByHash(userId, media.hash);
      const hasRoom =
        total.bytes + media.bytes <= mediaLimits.accountBytes && total.files < mediaLimits.accountFiles;
      if (!meanwhile && hasRoom) {
        await unit.media.insert(media);
        total.bytes += media.bytes;
        total.files += 1;
      }
      results.push(meanwhile ?? (hasRoom ? media : new LimitReached('TOO_MUCH_MEDIA')));
    }
    return results;
  });

/**
 * Stores pictures and sounds of an account, each once for the same bytes, and returns what became of each. The files exist
 * before their rows do.
 */
export const storeTogether =
  (ports: StorePorts) =>
  async (uploads: readonly Buffer[], owner: Owner): Promise<Stored[]> => {
    const outcomes = await putTogether(ports, uploads, owner);
    const fresh = outcomes.filter(isNew);
    if (fresh.length === 0) return outcomes.filter((each): each is Stored => !isNew(each));
    try {
      return await addRows(ports, outcomes, owner);
    } finally {
      for (const { media } of fresh) {
        const stored = await ports.media.find(media.name).catch(() => media);
        if (!stored) await ports.mediaFiles.remove(owner.userId, media.name);
      }
    }
  };

/** Stores a picture or sound of an account. */
export const storeMedia =
  (ports: StorePorts) =>
  async (upload: Buffer, owner: Owner): Promise<Media> => {
    const [stored] = await storeTogether(ports)([upload], owner);
    if (!stored || stored instanceof ProductError) throw stored ?? new Error('Nothing was stored.');
    return stored;
  };
