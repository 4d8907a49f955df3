/** Area of a picture that cards cover; numbers are shares of its width and height. */
export interface Mask {
  /** Number of the card that asks for it; several areas may share one. */
  number: number;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Whether it is also covered while another area is asked for. */
  staysCovered: boolean;
  /** Plain words for what is below it; may be empty. */
  label: string;
}

export const maxMaskNumber = 499;
const maxLabel = 200;
const shapes = /\{\{c(\d{1,3})::image-occlusion:([a-z]+)((?::[a-z]+=[^:{}]*)*)(?:::([^{}]*))?\}\}/g;

const share = (value: string | undefined): number => {
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
};
const within = (value: number) => Math.min(1, Math.max(0, value));

function boxOf(shape: string, properties: ReadonlyMap<string, string>) {
  const [left, top] = [share(properties.get('left')), share(properties.get('top'))];
  if (shape === 'ellipse')
    return { left, top, width: 2 * share(properties.get('rx')), height: 2 * share(properties.get('ry')) };
  if (shape !== 'polygon')
    return { left, top, width: share(properties.get('width')), height: share(properties.get('height')) };
  const points = (properties.get('points') ?? '').split(' ').map((point) => point.split(',').map(share));
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { left: x, top: y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const propertiesOf = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list
      .split(':')
      .filter(Boolean)
      .map((each) => {
        const at = each.indexOf('=');
        return [each.slice(0, at), each.slice(at + 1)] as const;
      }),
  );

/** A label that can stand in the field of the note. */
const cleanLabel = (label: string): string =>
  [...label.replaceAll(/[{}\s]+/g, ' ').replaceAll(/:{2,}/g, ':')].slice(0, maxLabel).join('').trim();

/**
 * Reads the areas of the field of an image occlusion, as Anki writes it. Shapes other than rectangles become their bounding
 * boxes; `others` names them.
 */
export function readMasks(field: string): { masks: Mask[]; others: string[] } {
  const masks: Mask[] = [];
  const others: string[] = [];
  for (const [, digits, shape = '', list = '', label = ''] of field.matchAll(shapes)) {
    if (shape !== 'rect') others.push(shape);
    const number = Number(digits);
    if (shape === 'text' || number < 1 || number > maxMaskNumber) continue;
    const properties = propertiesOf(list);
    const { left, top, width, height } = boxOf(shape, properties);
    const [x, y] = [within(left), within(top)];
    const mask = {
      number,
      left: x,
      top: y,
      width: Math.min(1 - x, within(width)),
      height: Math.min(1 - y, within(height)),
      staysCovered: properties.get('oi') === '1',
      label: cleanLabel(label),
    };
    if (mask.width > 0 && mask.height > 0) masks.push(mask);
  }
  return { masks, others };
}

const rounded = (value: number) => String(Math.round(value * 10_000) / 10_000);

/** Areas as text, one rectangle in each line. */
export const writeMasks = (masks: readonly Mask[]): string =>
  masks
    .map(({ number, left, top, width, height, staysCovered, label }) => {
      const box = `left=${rounded(left)}:top=${rounded(top)}:width=${rounded(width)}:height=${rounded(height)}`;
      const words = cleanLabel(label);
      return `{{c${number}::image-occlusion:rect:${box}${staysCovered ? ':oi=1' : ''}${words === '' ? '' : `::${words}`}}}`;
    })
    .join('\n');
