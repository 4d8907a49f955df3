/** Tables of schema 11, which every Anki since 2.0 reads. */
export const tables = `
create table col (
  id integer primary key, crt integer not null, mod integer not null, scm integer not null, ver integer not null,
  dty integer not null, usn integer not null, ls integer not null, conf text not null, models text not null,
  decks text not null, dconf text not null, tags text not null
);
create table notes (
  id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null,
  tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null,
  data text not null
);
create table cards (
  id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null,
  usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null,
  factor integer not null, reps integer not null, lapses integer not null, left integer not null,
  odue integer not null, odid integer not null, flags integer not null, data text not null
);
create table revlog (
  id integer primary key, cid integer not null, usn integer not null, ease integer not null, ivl integer not null,
  lastIvl integer not null, factor integer not null, time integer not null, type integer not null
);
create table graves (usn integer not null, oid integer not null, type integer not null);
`;

export const indexes = `
create index ix_notes_usn on notes (usn);
create index ix_cards_usn on cards (usn);
create index ix_revlog_usn on revlog (usn);
create index ix_cards_nid on cards (nid);
create index ix_cards_sched on cards (did, queue, due);
create index ix_revlog_cid on revlog (cid);
create index ix_notes_csum on notes (csum);
`;

/** Settings of a deck; the file needs one set. */
export const deckSettings = {
  1: {
    id: 1,
    mod: 0,
    name: 'Default',
    usn: 0,
    maxTaken: 60,
    autoplay: true,
    timer: 0,
    replayq: true,
    dyn: false,
    new: { bury: false, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 0], order: 1, perDay: 20 },
    rev: { bury: false, ease4: 1.3, ivlFct: 1, maxIvl: 36_500, perDay: 200, hardFactor: 1.2 },
    lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
  },
};

export const deckRow = (id: number, name: string, changed: number) => ({
  id,
  name,
  mod: changed,
  usn: -1,
  lrnToday: [0, 0],
  revToday: [0, 0],
  newToday: [0, 0],
  timeToday: [0, 0],
  collapsed: false,
  browserCollapsed: false,
  desc: '',
  dyn: 0,
  conf: 1,
  extendNew: 0,
  extendRev: 0,
});

const fieldRow = (name: string, ord: number) => ({
  name,
  ord,
  sticky: false,
  rtl: false,
  font: 'Arial',
  size: 20,
});

const templateRow = ({ name, front, back }: { name: string; front: string; back: string }, ord: number) => ({
  name,
  ord,
  qfmt: front,
  afmt: back,
  bqfmt: '',
  bafmt: '',
  did: null,
});

interface NoteTypeText {
  name: string;
  fields: readonly string[];
  templates: readonly { name: string; front: string; back: string }[];
  isCloze: boolean;
  css: string;
  kind?: string;
}

/** Number by which Anki knows its image occlusion, and opens its editor of areas. */
const stockOcclusion = 6;

export const noteTypeRow = (id: number, { name, fields, templates, isCloze, css, kind }: NoteTypeText) => ({
  id,
  name,
  type: isCloze ? 1 : 0,
  mod: 0,
  usn: -1,
  sortf: 0,
  did: null,
  ...(kind === 'image-occlusion' && { originalStockKind: stockOcclusion }),
  tmpls: templates.map(templateRow),
  flds: fields.map(fieldRow),
  css,
  latexPre:
    '\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n\\usepackage[utf8]{inputenc}\n\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n\\setlength{\\parindent}{0in}\n\\begin{document}\n',
  latexPost: '\\end{document}',
  latexsvg: false,
  req: templates.map((_, at) => [at, 'any', [0]]),
});
