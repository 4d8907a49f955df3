import { addressOfMedia, mediaNamesIn } from '@kumbuka/contracts/media';

/** Pictures that may still be loaded ahead; a learner without Save-Data may pay for them as well. */
export interface PictureAllowance {
  left: number;
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Loads the pictures of cards, which the service worker stores; not for a learner who saves data. */
export async function keepPictures(texts: readonly string[], allowance: PictureAllowance): Promise<void> {
  if (!navigator.serviceWorker?.controller || savesData()) return;
  const names = new Set(texts.flatMap(mediaNamesIn).filter((name) => name.endsWith('.webp')));
  for (const name of names) {
    if (allowance.left <= 0) return;
    allowance.left -= 1;
    const response = await fetch(addressOfMedia(name)).catch(() => null);
    if (!response) return;
    await response.arrayBuffer().catch(() => {});
  }
}
