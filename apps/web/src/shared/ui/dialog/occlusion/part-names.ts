import { readMasks, type Mask } from '@kumbuka/contracts/kinds';
import { t } from '@lingui/core/macro';
import { percentLabel } from '../../../format/percent.ts';
import { placesOf } from './part-geometry.ts';

const percent = (value: number) => percentLabel(value * 100);

/** A rectangle in words. */
export function nameOf({ left, top, width, height, label }: Mask, place: number): string {
  const name = label.trim() === '' ? t`Part ${place}` : t`Part ${place}: ${label}`;
  return t`${name}. Left ${percent(left)}, top ${percent(top)}, width ${percent(width)}, height ${percent(height)}`;
}

/** The rectangles of a field in words, one in each line. */
export function namesIn(field: string): string {
  const { masks } = readMasks(field);
  const places = placesOf(masks);
  return masks.map((mask) => nameOf(mask, places.get(mask.number) ?? 1)).join('\n');
}
