import { addressOfMedia, mediaNamesIn } from '@kumbuka/contracts/media';
import { readToken, userOf } from '../auth/token.ts';
import { savesData } from '../browser/idle.ts';

/** Pictures that may still be loaded ahead; a learner without Save-Data may pay for them as well. */
export interface PictureAllowance {
  left: number;
}

/** Loads the pictures of cards, which the service worker stores; not for a learner who saves data. */
export async function keepPictures(texts: readonly string[], allowance: PictureAllowance): Promise<void> {
  if (!navigator.serviceWorker?.controller || savesData()) return;
  const names = new Set(texts.flatMap(mediaNamesIn).filter((name) => name.endsWith('.webp')));
  const owner = userOf(readToken());
  for (const name of names) {
    // A sign-out deletes the pictures.
    if (allowance.left <= 0 || userOf(readToken()) !== owner) return;
    const address = addressOfMedia(name);
    if (await globalThis.caches?.match(address).catch(() => undefined)) continue;
    allowance.left -= 1;
    const response = await fetch(address).catch(() => null);
    if (!response) return;
    await response.arrayBuffer().catch(() => {});
  }
}
