import { readParts, type PartState } from '@kumbuka/contracts/kinds';
import { partsAttribute } from '@kumbuka/content';
import { t } from '@lingui/core/macro';

const namespace = 'http://www.w3.org/2000/svg';

function svg(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

const place = /\s*\(\d{1,3}\/\d{1,3}\)$/;

/** What is seen, in words. */
function nameOf(words: string, state: PartState | undefined, position: number, total: number): string {
  const seen =
    state === 'asked' ? t`Part ${position} of ${total} is covered` : t`Part ${position} of ${total} is shown`;
  return words === '' ? seen : `${words}. ${seen}`;
}

/** Share of a part that its question mark takes. */
const markShare = 0.7;

/**
 * Draws the parts of the pictures of an element over them. A drawing scales, prints and keeps its geometry before the picture
 * is there, and shows no part uncovered.
 */
export function drawParts(box: Element): void {
  for (const image of box.querySelectorAll<HTMLImageElement>(`img[${partsAttribute}]`)) {
    const read = readParts(image.getAttribute(partsAttribute) ?? '');
    if (!read) continue;
    const [width, height] = ['width', 'height'].map((name) => Number(image.getAttribute(name))) as [
      number,
      number,
    ];
    const { position, total, parts } = read;
    const own = parts.find(({ state }) => state !== 'covered');
    const drawing = svg('svg', {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': nameOf(image.alt.replace(place, ''), own?.state, position, total),
    });
    // The width decides the height, so that the box is the picture.
    drawing.style.setProperty('--ratio', String(width / height));
    drawing.append(svg('image', { href: image.getAttribute('src') ?? '', width, height }));
    for (const { state, ...part } of parts) {
      const [x, y, w, h] = [part.left * width, part.top * height, part.width * width, part.height * height];
      drawing.append(svg('rect', { 'data-part': state, x, y, width: w, height: h }));
      if (state !== 'asked') continue;
      const mark = svg('text', {
        x: x + w / 2,
        y: y + h / 2,
        'font-size': Math.min(w, h) * markShare,
        'text-anchor': 'middle',
        'dominant-baseline': 'central',
      });
      mark.textContent = '?';
      drawing.append(mark);
    }
    image.replaceWith(drawing);
  }
}
