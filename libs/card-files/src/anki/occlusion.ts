/** Area of a picture that a card hides; numbers are shares of its width and height. */
export interface Mask {
  number: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

const shapes = /\{\{c(\d{1,3})::image-occlusion:([a-z]+)((?::[a-z]+=[^:{}]*)*)(?:::[^{}]*)?\}\}/g;

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

/** Reads the masks of an image occlusion from its first field. Shapes other than rectangles become their bounding boxes. */
export function readMasks(field: string): { masks: Mask[]; others: string[] } {
  const masks: Mask[] = [];
  const others: string[] = [];
  for (const [, number, shape = '', list = ''] of field.matchAll(shapes)) {
    const properties = new Map(
      list
        .split(':')
        .filter(Boolean)
        .map((each) => {
          const at = each.indexOf('=');
          return [each.slice(0, at), each.slice(at + 1)] as const;
        }),
    );
    if (shape !== 'rect') others.push(shape);
    if (shape === 'text') continue;
    const { left, top, width, height } = boxOf(shape, properties);
    const [x, y] = [within(left), within(top)];
    const mask = {
      number: Number(number),
      left: x,
      top: y,
      width: Math.min(1 - x, within(width)),
      height: Math.min(1 - y, within(height)),
    };
    if (mask.width > 0 && mask.height > 0) masks.push(mask);
  }
  return { masks, others };
}

const rounded = (value: number) => String(Math.round(value * 10_000) / 10_000);

/** Masks as text, one rectangle in each line. */
export const writeMasks = (masks: readonly Mask[]): string =>
  masks
    .map(
      ({ number, left, top, width, height }) =>
        `{{c${number}::image-occlusion:rect:left=${rounded(left)}:top=${rounded(top)}:width=${rounded(width)}:height=${rounded(height)}}}`,
    )
    .join('\n');
