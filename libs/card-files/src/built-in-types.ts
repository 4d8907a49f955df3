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
/** Anki draws the areas over the picture when its script is called; an old Anki without it shows the picture. */
const drawn = [
  '<div style="display: none">{{cloze:Occlusion}}</div>',
  '{{#Header}}<div>{{Header}}</div>{{/Header}}',
  '<div id="image-occlusion-container">{{Image}}<canvas id="image-occlusion-canvas"></canvas></div>',
  '<script>if (typeof anki === "object" && anki.imageOcclusion) anki.imageOcclusion.setup();</script>',
].join('\n');
const occlusionCss = `
#image-occlusion-canvas {
    --inactive-shape-color: #ffeba2;
    --active-shape-color: #ff8e8e;
}
`;
const occlusionType: NoteType = {
  ...define(
    1_760_000_000_005,
    'Image Occlusion',
    'image-occlusion',
    ['Occlusion', 'Image', 'Header', 'Back Extra', 'Comments'],
    [
      {
        name: 'Image Occlusion',
        front: drawn,
        back: `${drawn}\n{{#Back Extra}}<div>{{Back Extra}}</div>{{/Back Extra}}`,
      },
    ],
    true,
  ),
  css: css + occlusionCss,
};

/** Note type of each kind of ours, for notes that were made here. */
export const builtInNoteTypes: Record<Exclude<NoteType['kind'], 'custom'>, NoteType> = {
  basic: basicType,
  'basic-reversed': reversedType,
  cloze: clozeType,
  typed: typedType,
  'image-occlusion': occlusionType,
};
