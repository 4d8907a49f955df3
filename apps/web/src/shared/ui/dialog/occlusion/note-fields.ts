import { readMasks, writeMasks, type Mask } from '@kumbuka/contracts/kinds';

/** Texts of the form; the fields of the note are made of them and the parts. */
export type OcclusionValues = {
  words: string;
  header: string;
  extra: string;
};

export interface OcclusionNote {
  masks: readonly Mask[];
  /** Address of the picture; empty before one was chosen. */
  address: string;
  values: OcclusionValues;
  /** Texts around the picture and a field that the form does not show; an import may bring them. */
  before: string;
  after: string;
  comments: string;
}

export const emptyNote: OcclusionNote = {
  masks: [],
  address: '',
  values: { words: '', header: '', extra: '' },
  before: '',
  after: '',
  comments: '',
};

const picture = /!\[((?:[^\]\\]|\\.)*)\]\((\/media\/[^()\s]+)\)/;
const escaped = (words: string) =>
  words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\[\]]/g, String.raw`\$&`);

export function noteOf(fields: readonly string[]): OcclusionNote {
  const [occlusion = '', image = '', header = '', extra = '', comments = ''] = fields;
  const found = picture.exec(image);
  const [whole, words = '', address = ''] = found ?? [image];
  const index = found?.index ?? 0;
  return {
    masks: readMasks(occlusion).masks,
    address,
    before: image.slice(0, index),
    after: image.slice(index + whole.length),
    values: { words: words.replaceAll(/\\(.)/g, '$1'), header, extra },
    comments,
  };
}

export const fieldsOf = ({ masks, address, before, after, values, comments }: OcclusionNote): string[] => [
  writeMasks(masks),
  address === '' ? before + after : `${before}![${escaped(values.words)}](${address})${after}`,
  values.header,
  values.extra,
  comments,
];
