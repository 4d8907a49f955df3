import { template } from '../../templates.ts';
import type { MadeCard, NoteKind } from '../kind.ts';
import { readMasks } from './masks.ts';
import { partsOfAddress, sidesOfMasks, type Parts } from './parts.ts';

/** The first picture of a Markdown text; its address may be in angle brackets. */
const picture = /!\[((?:[^\]\\]|\\.)*)\]\((<(?:[^<>\\\n]|\\.)*>|[^()\s<>]*)\)/;

/** The field of the picture with the parts of one side drawn over it. */
function withParts(image: string, parts: Parts): string {
  const place = `(${parts.position}/${parts.total})`;
  const [whole, words = '', address = ''] = picture.exec(image) ?? [];
  if (whole === undefined) return `${image} ${place}`;
  const end = partsOfAddress(parts);
  const drawn = address.startsWith('<') ? `${address.slice(0, -1)}${end}>` : `${address}${end}`;
  return image.replace(whole, () => `![${[words, place].filter(Boolean).join(' ')}](${drawn})`);
}

/** A label is plain text in a rich side. */
const escaped = (label: string) => label.replaceAll(/[\\`*_<>[\]#$|&~]/g, String.raw`\$&`);

const joined = (...texts: string[]) => texts.filter((text) => text.trim() !== '').join('\n\n');

function cardsOf([occlusion = '', image = '', header = '', extra = '']: readonly string[]): MadeCard[] {
  const { masks } = readMasks(occlusion);
  const numbers = [...new Set(masks.map(({ number }) => number))].toSorted((a, b) => a - b);
  return numbers.map((number) => {
    const { front, back } = sidesOfMasks(masks, number);
    const labels = masks.flatMap((mask) => (mask.number === number && mask.label ? [mask.label] : []));
    return {
      number,
      front: joined(header, withParts(image, front)),
      // The picture has the room of a question that is answered already.
      back: joined(
        labels.length > 0 ? escaped([...new Set(labels)].join(', ')) : header,
        withParts(image, back),
        extra,
      ),
    };
  });
}

/** A picture with covered parts; one card for each number. */
export const imageOcclusion: NoteKind = {
  id: 'image-occlusion',
  name: template('Covered parts of a picture', 'Sehemu za picha zilizofunikwa'),
  fields: [
    { label: template('Covered parts', 'Sehemu zilizofunikwa') },
    { label: template('Picture', 'Picha') },
    { label: template('Question above the picture', 'Swali juu ya picha'), isOptional: true },
    { label: template('More with the answer', 'Zaidi pamoja na jibu'), isOptional: true },
    { label: template('Notes to yourself', 'Maelezo kwako mwenyewe'), isOptional: true },
  ],
  isRich: true,
  cardsOf,
  withoutCards: {
    en: 'Cover at least one part of the picture.',
    sw: 'Funika angalau sehemu moja ya picha.',
  },
};
