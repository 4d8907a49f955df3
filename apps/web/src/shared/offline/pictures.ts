import { addressOfMedia, mediaNamesIn } from '@kumbuka/contracts/media';

/** Pictures of one deck that are loaded ahead at most. */
const maxAhead = 500;

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Loads the pictures of cards, which the service worker stores; not for a learner who saves data. */
export async function keepPictures(texts: readonly string[]): Promise<void> {
  if (!navigator.serviceWorker?.controller || savesData()) return;
  const names = new Set(texts.flatMap(mediaNamesIn).filter((name) => name.endsWith('.webp')));
  for (const name of [...names].slice(0, maxAhead)) {
    const response = await fetch(addressOfMedia(name)).catch(() => null);
    if (!response) return;
    await response.arrayBuffer().catch(() => {});
  }
}
