import { CardFileRejected, type NoteTemplate } from '../collection.ts';
import { fileLimits } from '../limits.ts';
import { blob, integer, text, type ForeignDatabase } from './database.ts';
import { numberField, textField } from './protobuf.ts';

export interface AnkiNoteType {
  id: string;
  name: string;
  isCloze: boolean;
  css: string;
  fields: string[];
  templates: NoteTemplate[];
  /** Whether Anki made it as its image occlusion. */
  isOcclusion: boolean;
}

export interface AnkiDeck {
  /** Levels joined by `::`. */
  name: string;
  isFiltered: boolean;
}

export interface AnkiSettings {
  /** Seconds since 1970 at which day 0 began. */
  createdAt: number;
  /** Minutes by which the owner's clock was behind UTC, where the file says so. */
  creationOffset: number | null;
}

export interface AnkiSchema {
  noteTypes: Map<string, AnkiNoteType>;
  decks: Map<string, AnkiDeck>;
  settings: AnkiSettings;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] =>
  (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []).filter(isObject);
const words = (value: unknown) => (typeof value === 'string' ? value.slice(0, fileLimits.templateText) : '');

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CardFileRejected('damaged', 'settings');
  }
}

const stockOcclusion = 6;
const occlusionFields = ['Occlusion', 'Image'];
const isOcclusionType = (kind: unknown, isCloze: boolean, fields: readonly string[], name: string) =>
  isCloze &&
  (kind === stockOcclusion ||
    (/image occlusion/i.test(name) && occlusionFields.every((each, at) => fields[at] === each)));

/** Note types and decks of a schema 11: JSON in the table `col`. */
function readJsonSchema([conf, models, decks, createdAt]: readonly (string | number)[]): AnkiSchema {
  const settings = parse(String(conf));
  const offset = isObject(settings) ? settings['creationOffset'] : undefined;
  const noteTypes = objects(parse(String(models))).map((model): AnkiNoteType => {
    const [name, isCloze] = [words(model['name']), model['type'] === 1];
    const fields = objects(model['flds']).map((field) => words(field['name']));
    return {
      id: text(model['id'] as number),
      name,
      isCloze,
      css: words(model['css']),
      fields,
      templates: objects(model['tmpls']).map((each) => ({
        name: words(each['name']),
        front: words(each['qfmt']),
        back: words(each['afmt']),
      })),
      isOcclusion: isOcclusionType(model['originalStockKind'], isCloze, fields, name),
    };
  });
  return {
    noteTypes: new Map(noteTypes.map((each) => [each.id, each])),
    decks: new Map(
      objects(parse(String(decks))).map((deck) => [
        text(deck['id'] as number),
        { name: words(deck['name']), isFiltered: deck['dyn'] === 1 },
      ]),
    ),
    settings: { createdAt: Number(createdAt), creationOffset: typeof offset === 'number' ? offset : null },
  };
}

const grouped = <Value>(rows: Iterable<readonly [string, Value]>): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const [key, value] of rows) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
};

/** Note types and decks of a schema 18: tables with protobuf. */
function readTables(database: ForeignDatabase, createdAt: number): AnkiSchema {
  const fields = grouped(
    [
      ...database.rows(`select ntid, name from fields order by ntid, ord limit ${fileLimits.noteTypes * 20}`),
    ].map(([id, name]) => [text(id), text(name).slice(0, fileLimits.deckName)] as const),
  );
  const templates = grouped(
    [
      ...database.rows(
        `select ntid, name, config from templates where length(config) < ${fileLimits.templateText * 4} order by ntid, ord limit ${fileLimits.noteTypes * 5}`,
      ),
    ].map(
      ([id, name, config]) =>
        [
          text(id),
          {
            name: text(name),
            front: words(textField(blob(config), 1)),
            back: words(textField(blob(config), 2)),
          },
        ] as const,
    ),
  );
  const noteTypes = [
    ...database.rows(
      `select id, name, config from notetypes where length(config) < ${fileLimits.templateText * 4} limit ${fileLimits.noteTypes}`,
    ),
  ].map(([value, named, bytes]): AnkiNoteType => {
    const [id, name, config] = [text(value), text(named), blob(bytes)];
    const isCloze = numberField(config, 1) === 1;
    const own = fields.get(id) ?? [];
    return {
      id,
      name,
      isCloze,
      css: words(textField(config, 3)),
      fields: own,
      templates: templates.get(id) ?? [],
      isOcclusion: isOcclusionType(numberField(config, 9), isCloze, own, name),
    };
  });
  const decks = [
    ...database.rows(
      `select id, name, kind from decks where length(kind) < 100000 limit ${fileLimits.decks}`,
    ),
  ].map(
    ([id, name, kind]) =>
      [
        text(id),
        { name: text(name).replaceAll('\u001F', '::'), isFiltered: blob(kind)[0] === 0x12 },
      ] as const,
  );
  const [offset] = [
    ...database.rows(
      "select cast(val as text) from config where key = 'creationOffset' and length(val) < 20",
    ),
  ];
  const minutes = Number(offset?.[0] ?? Number.NaN);
  return {
    noteTypes: new Map(noteTypes.map((each) => [each.id, each])),
    decks: new Map(decks),
    settings: { createdAt, creationOffset: Number.isFinite(minutes) ? minutes : null },
  };
}

const mebibyte = 1024 * 1024;

/** Reads what a collection says about its note types, decks and days. */
export function readSchema(database: ForeignDatabase): AnkiSchema {
  for (const table of ['col', 'notes', 'cards', 'revlog'])
    if (!database.hasTable(table)) throw new CardFileRejected('damaged', `no table ${table}`);
  if (database.hasTable('notetypes')) {
    const [row] = [...database.rows('select crt from col limit 1')];
    return readTables(database, integer(row?.[0]));
  }
  const [row] = [
    ...database.rows(
      `select substr(conf, 1, ${mebibyte}), substr(models, 1, ${32 * mebibyte}), substr(decks, 1, ${8 * mebibyte}), crt from col limit 1`,
    ),
  ];
  if (!row) throw new CardFileRejected('damaged', 'no settings');
  return readJsonSchema([text(row[0]) || '{}', text(row[1]) || '{}', text(row[2]) || '{}', integer(row[3])]);
}
