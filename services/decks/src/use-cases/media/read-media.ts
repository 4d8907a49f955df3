import { MediaNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

/** Bytes of a picture or sound by its name, which is its only protection. */
export const readMedia =
  ({ media, mediaFiles }: Pick<Ports, 'media' | 'mediaFiles'>) =>
  async (name: string): Promise<Buffer> => {
    const found = await media.find(name);
    const bytes = found && (await mediaFiles.get(found.ownerId, name));
    if (!bytes) throw new MediaNotFound();
    return bytes;
  };
