import { loadSpecial } from '../../../shared/ui/card/side-content.tsx';

/** Milliseconds that formulas and pictures may take before the cards are printed without them. */
const patienceMs = 10_000;
const frameMs = 50;

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until formulas are drawn; they lose their mark. */
async function formulas(place: Element): Promise<void> {
  while (place.querySelector('[data-formula]')) await after(frameMs);
}

async function pictures(place: Element): Promise<void> {
  const addresses = [...place.querySelectorAll('img, image')].map(
    (each) => each.getAttribute('src') ?? each.getAttribute('href') ?? '',
  );
  await Promise.allSettled(
    [...new Set(addresses)].map((address) => {
      const image = new Image();
      image.src = address;
      return image.decode();
    }),
  );
}

/** Loads what draws rich cards, before they are put on the page. */
export const beforeDrawing = (hasRich: boolean): Promise<unknown> =>
  hasRich ? loadSpecial().catch(() => {}) : Promise.resolve();

/** Waits until the rich cards of an element can be printed. */
export const whenDrawn = (place: Element): Promise<unknown> =>
  Promise.race([formulas(place).then(() => pictures(place)), after(patienceMs)]);
