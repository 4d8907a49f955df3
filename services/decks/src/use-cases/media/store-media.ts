import { mediaLimits } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { LimitReached } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner.ts';
import { nameOfMedia, type Media } from '../../domain/media.ts';
import type { Ports } from '../ports.ts';

export type StorePorts = Pick<
  Ports,
  'media' | 'mediaFiles' | 'prepareMedia' | 'newMediaToken' | 'hashOfMedia' | 'transact' | 'now'
>;

/** Stores a picture or sound of an account, once for the same bytes. The file exists before its row does. */
export const storeMedia =
  (ports: StorePorts) =>
  async (upload: Buffer, { userId }: Pick<Principal, 'userId'>): Promise<Media> => {
    const prepared = await ports.prepareMedia(upload);
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
    try {
      return await ports.transact(async (unit) => {
        // The learner's row makes parallel uploads and an erasure wait for each other.
        assertNotErased(await unit.learners.lock(userId));
        const meanwhile = await unit.media.findByHash(userId, hash);
        if (meanwhile) return meanwhile;
        const total = await unit.media.totalBytes(userId);
        if (total + bytes > mediaLimits.accountBytes) throw new LimitReached('TOO_MUCH_MEDIA');
        await unit.media.insert(media);
        return media;
      });
    } finally {
      const stored = await ports.media.find(name).catch(() => media);
      if (!stored) await ports.mediaFiles.remove(userId, name);
    }
  };
