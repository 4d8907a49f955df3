import { countCodePoints } from '@kumbuka/text';
import type { CollectionCard, TextFormat } from './collection.ts';
import { convertHtml, type Converted, type ResolveMedia } from './html/to-markdown.ts';
import { fileLimits } from './limits.ts';

/** HTML texts of one note, converted together: they are plain when all of them are. */
export function convertTogether(
  texts: readonly string[],
  resolve: ResolveMedia,
): { format: TextFormat; texts: string[]; media: string[]; omitted: Converted['omitted'] } {
  const all = texts.map((html) => convertHtml(html, resolve));
  const isPlain = all.every(({ plain }) => plain !== null);
  return {
    format: isPlain ? 'plain' : 'rich',
    texts: all.map(({ rich, plain }) => (isPlain ? (plain ?? '') : rich)),
    media: all.flatMap(({ media }) => media),
    omitted: {
      script: all.some(({ omitted }) => omitted.script),
      formatting: all.some(({ omitted }) => omitted.formatting),
      remote: all.some(({ omitted }) => omitted.remote),
      latex: all.some(({ omitted }) => omitted.latex),
    },
  };
}

export const isTooLong = ({ front, back }: Pick<CollectionCard, 'front' | 'back'>): boolean =>
  countCodePoints(front) > fileLimits.side || countCodePoints(back) > fileLimits.side;
