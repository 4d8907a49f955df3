import { mediaLimits, type MediaEnding } from '@kumbuka/contracts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { MediaUnreadable } from '../domain/errors.ts';
import type { PreparedMedia } from '../domain/media.ts';

const pictures: ReadonlySet<string> = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);
const sounds: Readonly<Record<string, MediaEnding>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/ogg': 'ogg',
  'audio/ogg; codecs=opus': 'ogg',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
};

/** Draws a picture anew: turned as its camera held it, no larger than needed, and without metadata. */
async function preparePicture(bytes: Buffer): Promise<PreparedMedia> {
  const picture = sharp(bytes, { limitInputPixels: mediaLimits.pixels, failOn: 'error' })
    .rotate()
    .resize({ width: mediaLimits.side, height: mediaLimits.side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 });
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { bytes: data, ending: 'webp', size: { width: info.width, height: info.height } };
}

/** Prepares an upload for storing, by what its bytes are. Throws `MediaUnreadable`. */
export async function prepareMedia(bytes: Buffer): Promise<PreparedMedia> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const ending = type && sounds[type.mime];
  if (ending) return { bytes, ending };
  if (!type || !pictures.has(type.mime)) throw new MediaUnreadable();
  return preparePicture(bytes).catch(() => {
    throw new MediaUnreadable();
  });
}
