import type { NoteType } from './collection.ts';

const css = `.card {
    font-family: arial;
    font-size: 20px;
    text-align: center;
    color: black;
    background-color: white;
}
`;
const answer = (field: string) => `{{FrontSide}}\n\n<hr id=answer>\n\n{{${field}}}`;
const sides = ['Front', 'Back'];

/**
 * Note types of our own kinds, as packages contain them. Their ids and names stay for ever: Anki knows a note type by its
 * id, and makes another one for each id that it does not know.
 */
const define = (
  id: number,
  name: string,
  kind: NoteType['kind'],
  fields: readonly string[],
  templates: NoteType['templates'],
  isCloze = false,
): NoteType => ({
  id: String(id),
  name: `Kumbuka ${name}`,
  kind,
  fields,
  templates,
  isCloze,
  css,
});

export const basicType = define(1_760_000_000_001, 'Basic', 'basic', sides, [
  { name: 'Card 1', front: '{{Front}}', back: answer('Back') },
]);
const reversedType = define(1_760_000_000_002, 'Basic (and reversed card)', 'basic-reversed', sides, [
  { name: 'Card 1', front: '{{Front}}', back: answer('Back') },
  { name: 'Card 2', front: '{{Back}}', back: answer('Front') },
]);
export const clozeType = define(
  1_760_000_000_003,
  'Cloze',
  'cloze',
  ['Text', 'Back Extra'],
  [{ name: 'Cloze', front: '{{cloze:Text}}', back: '{{cloze:Text}}<br>\n{{Back Extra}}' }],
  true,
);
const typedType = define(1_760_000_000_004, 'Basic (type in the answer)', 'typed', sides, [
  {
    name: 'Card 1',
    front: '{{Front}}\n\n{{type:Back}}',
    back: '{{Front}}\n\n<hr id=answer>\n\n{{type:Back}}',
  },
]);
const picture = '{{#Header}}<div>{{Header}}</div>{{/Header}}<div>{{Image}}</div>';
const occlusionType = define(
  1_760_000_000_005,
  'Image Occlusion',
  'image-occlusion',
  ['Occlusion', 'Image', 'Header', 'Back Extra', 'Comments'],
  [
    {
      name: 'Image Occlusion',
      front: `<div style="display: none">{{cloze:Occlusion}}</div>${picture}`,
      back: `<div style="display: none">{{cloze:Occlusion}}</div>${picture}{{#Back Extra}}<div>{{Back Extra}}</div>{{/Back Extra}}`,
    },
  ],
  true,
);

/** Note type of each kind of ours, for notes that were made here. */
export const builtInNoteTypes: Record<Exclude<NoteType['kind'], 'custom'>, NoteType> = {
  basic: basicType,
  'basic-reversed': reversedType,
  cloze: clozeType,
  typed: typedType,
  'image-occlusion': occlusionType,
};
