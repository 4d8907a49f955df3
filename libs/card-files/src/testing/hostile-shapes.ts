import initSqlJs, { type Database } from 'sql.js';
import { readFileSync } from 'node:fs';
import { createDeflateRaw, crc32, inflateRawSync, zstdCompressSync } from 'node:zlib';
import { fixture } from './fixtures.ts';
import { rawZip, type RawEntry } from './zip.ts';

/** A file that tries to do harm, or is only strange, made when it is needed. */
export interface HostileShape {
  fileName: string;
  make(): Promise<Buffer>;
}

const mib = 1024 * 1024;

/** Entries of a fixture, read without its own reader. */
function entriesOf(path: string): RawEntry[] {
  const file = readFileSync(fixture(path));
  const entries: RawEntry[] = [];
  let at = file.readUInt32LE(file.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
  while (file.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [method, storedSize] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset));
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const stored = file.subarray(start, start + storedSize);
    const name = file.toString('latin1', at + 46, at + 46 + nameLength!);
    entries.push({ name, bytes: method === 0 ? stored : inflateRawSync(stored) });
    at += 46 + nameLength! + extra! + comment!;
  }
  return entries;
}

/** Three notes, as Anki 2.1 writes them. */
const legacy = () => entriesOf('hostile/duplicate-guids.apkg');
const collectionName = 'collection.anki21';

const replaced = (entries: readonly RawEntry[], name: string, change: Partial<RawEntry>): RawEntry[] =>
  entries.map((entry) => (entry.name === name ? { ...entry, ...change } : entry));
const legacyWith = (name: string, change: Partial<RawEntry>) => rawZip(replaced(legacy(), name, change));

async function edited(change: (database: Database) => void): Promise<Buffer> {
  const SQL = await initSqlJs();
  const found = legacy().find(({ name }) => name === collectionName);
  const database = new SQL.Database(found?.bytes);
  database.create_function('pad', (size: number, unit: string) => String(unit).repeat(size));
  change(database);
  const bytes = Buffer.from(database.export());
  database.close();
  return legacyWith(collectionName, { bytes });
}

const sql =
  (...statements: string[]) =>
  () =>
    edited((database) => {
      for (const statement of statements) database.run(statement);
    });

/** Changes the note types of the collection. */
const models = (change: (model: Record<string, unknown>) => void) => () =>
  edited((database) => {
    const all = JSON.parse(String(database.exec('select models from col')[0]?.values[0]?.[0]));
    for (const model of Object.values(all)) change(model as Record<string, unknown>);
    database.run('update col set models = ?', [JSON.stringify(all)]);
  });

/** Deflates one repeated block without ever holding the whole. */
async function deflated(block: Buffer, times: number) {
  const stream = createDeflateRaw({ level: 6 });
  const output: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => output.push(chunk));
  let crc = 0;
  for (let n = 0; n < times; n += 1) {
    crc = crc32(block, crc);
    if (!stream.write(block)) await new Promise((resolve) => stream.once('drain', resolve));
  }
  await new Promise<void>((resolve) => stream.end(() => resolve()));
  return { stored: Buffer.concat(output), crc, size: block.length * times };
}

/** A long entry whose bytes exist only deflated. */
const bomb = async (name: string, block: Buffer, times: number): Promise<RawEntry> => ({
  name,
  bytes: Buffer.alloc(0),
  ...(await deflated(block, times)),
});

const note = (fields: string[], more: object = {}) => ({
  guid: 'g1',
  type: 'basic',
  kind: 'basic',
  format: 'plain',
  fields,
  tags: [],
  cards: [{ id: 7, number: 1, deck: 'Geo', front: fields[0], back: fields[1], suspended: false, flag: 0 }],
  ...more,
});
/** Cards of an archive as the export writes them, one note in each line. */
const ownJson = (notes: readonly unknown[]) =>
  [
    '{"kumbuka":1,"account":{"decks":[]},"noteTypes":[],"notes":[',
    notes.map((each) => JSON.stringify(each)).join(',\n'),
    ']}\n',
  ].join('\n');
const ownCards = (): RawEntry => ({ name: 'kumbuka.json', bytes: Buffer.from(ownJson([note(['q', 'a'])])) });
const own = (...entries: RawEntry[]) => rawZip([ownCards(), ...entries]);
const text = (content: string | Buffer) => async () => Buffer.from(content);
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const apkg = (make: HostileShape['make']): HostileShape => ({ fileName: 'cards.apkg', make });
const archive = (make: HostileShape['make']): HostileShape => ({ fileName: 'Kumbuka.zip', make });
const file = (fileName: string, make: HostileShape['make']): HostileShape => ({ fileName, make });
const csv = (make: HostileShape['make']) => file('cards.csv', make);
const zip = (make: () => Buffer) => apkg(async () => make());

const zipShapes: Record<string, HostileShape> = {
  'a collection outside the folder': zip(() =>
    rawZip([...legacy(), { name: '../../../tmp/collection.anki21b', bytes: Buffer.from('x') }]),
  ),
  'only entries outside the folder': zip(() =>
    rawZip(legacy().map((entry) => ({ ...entry, name: `../${String(entry.name)}` }))),
  ),
  'two collections of one name': zip(() =>
    rawZip([...legacy(), { name: collectionName, bytes: Buffer.from('not a database') }]),
  ),
  'a collection that is a link': zip(() =>
    legacyWith(collectionName, { bytes: Buffer.from('/etc/passwd'), mode: 0o120_777 }),
  ),
  'a picture that is a link': zip(() =>
    legacyWith('0', { bytes: Buffer.from('/etc/passwd'), mode: 0o120_777 }),
  ),
  'a size that is too small': zip(() => legacyWith(collectionName, { size: 10 })),
  'a size that is too large': zip(() => legacyWith(collectionName, { size: 100 * mib })),
  'a stored size beyond the file': zip(() => legacyWith(collectionName, { storedSize: 900 * mib })),
  'an encrypted picture': zip(() => legacyWith('0', { flags: 1 })),
  'encryption by AES': zip(() => rawZip(legacy().map((entry) => ({ ...entry, flags: 1, method: 99 })))),
  'an unknown compression': zip(() => legacyWith(collectionName, { method: 14 })),
  zip64: zip(() => rawZip(legacy().map((entry) => ({ ...entry, isZip64: true })))),
  'a size of zip64 beyond all numbers': zip(() =>
    legacyWith(collectionName, { isZip64: true, size: 2 ** 60, storedSize: 2 ** 60 }),
  ),
  'data descriptors': zip(() => rawZip(legacy().map((entry) => ({ ...entry, isDescribed: true })))),
  'a wrong checksum of the collection': zip(() => legacyWith(collectionName, { crc: 1 })),
  'a wrong checksum of a picture': zip(() => legacyWith('0', { crc: 1 })),
  'more entries than it has': zip(() => rawZip(legacy(), 60_000)),
  'fewer entries than it has': zip(() => rawZip(legacy(), 1)),
  'a program before the archive': zip(() => Buffer.concat([Buffer.from('#!/bin/sh\n'), rawZip(legacy())])),
  'six thousand empty pictures': zip(() => {
    const names = Array.from({ length: 6_000 }, (_, at) => String(at));
    const list = Object.fromEntries(names.map((name) => [name, `picture-${name}.png`]));
    return rawZip([
      ...legacy().filter(({ name }) => name === collectionName),
      ...names.map((name) => ({ name, bytes: Buffer.alloc(0), method: 0 })),
      { name: 'media', bytes: Buffer.from(JSON.stringify(list)) },
    ]);
  }),
};

const collectionShapes: Record<string, HostileShape> = {
  'a virtual table': apkg(
    sql(
      'pragma writable_schema=on',
      `insert into sqlite_master values ('table','v','v',0,'create virtual table v using fts5(a)')`,
    ),
  ),
  'a computed column behind a comment': apkg(
    sql(
      'drop table revlog',
      'create table revlog (id, cid as/**/(1), usn, ease, ivl, lastIvl, factor, time, type)',
    ),
  ),
  'a constraint that takes all memory': apkg(
    sql('create table t (a check (length(hex(zeroblob(150000000))) > 0))', 'insert into t values (1)'),
  ),
  'an index on an expression': apkg(sql('create index i on notes (abs(length(flds)))')),
  'values of other types': apkg(
    sql(
      `update notes set flds = zeroblob(100), tags = 1.5, mod = 'x', guid = zeroblob(9)`,
      `update cards set due = 'x', ivl = zeroblob(3), factor = 'x', data = zeroblob(9), ord = '1e999'`,
      `update revlog set ease = 'x', time = 1e300`,
    ),
  ),
  'numbers beyond all calendars': apkg(
    sql(
      'update col set crt = 9e18',
      'update cards set type = 2, queue = 2, due = 9e15, ivl = 9e15, factor = 9e15, reps = 9e15, lapses = 9e15, odue = -9e15',
      'update revlog set ivl = 9e15, lastIvl = -9e15, factor = 9e15, time = 9e15',
    ),
  ),
  'settings without a word': apkg(
    sql(`update col set models = 'null', decks = '[]', conf = '7', dconf = ''`),
  ),
  'settings of a depth of 200,000': apkg(
    sql(
      `update col set models = pad(200000, '[') || pad(200000, ']')`,
      `update col set decks = pad(200000, '{"a":') || '1' || pad(200000, '}')`,
    ),
  ),
  'note types named like prototypes': apkg(
    sql(
      `update col set models = replace(models, '"name": "Front"', '"name": "__proto__"')`,
      `update col set decks = '{"__proto__":{"id":"constructor","name":"toString"},"1":{"id":1,"name":{"a":1}}}'`,
    ),
  ),
  'a deck of 2,000 levels': apkg(
    sql(
      `update col set decks = '{"1":{"id":1,"name":"' || pad(2000, 'a::') || 'b"}}'`,
      'update cards set did = 1',
    ),
  ),
  'a deck name of a megabyte': apkg(
    sql(
      `update col set decks = '{"1":{"id":1,"name":"' || pad(1000000, 'a') || '"}}'`,
      'update cards set did = 1',
    ),
  ),
  'cards of no note, and of no deck': apkg(
    sql(
      'update cards set nid = -1 where id = (select min(id) from cards)',
      'update cards set did = 424242 where nid > 0',
    ),
  ),
  'cards with impossible numbers': apkg(
    sql('update cards set ord = 70000', 'update cards set ord = -5 where id = (select min(id) from cards)'),
  ),
  'names with controls and directions': apkg(
    sql(
      `update notes set guid = char(0) || char(8238) || 'x', tags = ' ' || char(8238) || 'gnp.exe a' || char(0) || 'b '`,
      `update notes set flds = char(8238) || 'evil' || char(0) || char(65279) || char(31) || 'back'`,
    ),
  ),
  'text that is no UTF-8': apkg(
    sql(`update notes set flds = cast(x'fffe80c0' || x'1f' || x'f0288cbc' as text)`),
  ),
  'a file in UTF-16': apkg(async () => {
    const SQL = await initSqlJs();
    const database = new SQL.Database();
    database.run('pragma encoding = "UTF-16le"; create table notes (id); insert into notes values (1)');
    return legacyWith(collectionName, { bytes: Buffer.from(database.export()) });
  }),
  'a template that repeats its front 5,000 times': apkg(
    models((model) => {
      for (const each of model['tmpls'] as Record<string, unknown>[])
        each['afmt'] = '{{FrontSide}}'.repeat(5_000);
    }),
  ),
  'a template of unclosed sections': apkg(
    models((model) => {
      for (const each of model['tmpls'] as Record<string, unknown>[])
        each['qfmt'] = `${'{{#Front}}'.repeat(9_000)}{{Front}}`;
    }),
  ),
  'a template with 20,000 filters': apkg(
    models((model) => {
      for (const each of model['tmpls'] as Record<string, unknown>[])
        each['qfmt'] = `{{${'hint:'.repeat(19_000)}Front}}`;
    }),
  ),
};

const mapShapes: Record<string, HostileShape> = Object.fromEntries(
  [
    ['null', 'null'],
    ['a list', '[["a"]]'],
    ['a number', '7'],
    ['no JSON', '{"0":'],
    ['a depth of 200,000', deep(200_000)],
    ['prototypes', '{"__proto__":"a.png","0":"__proto__","1":"constructor"}'],
  ].map(([what, bytes]) => [
    `a media list of ${what}`,
    zip(() => legacyWith('media', { bytes: Buffer.from(bytes ?? '') })),
  ]),
);

const currentWith = (change: (entries: RawEntry[]) => RawEntry[]) =>
  zip(() => rawZip(change(entriesOf('hostile/media-sizes-lie.apkg'))));
const currentShapes: Record<string, HostileShape> = {
  'no version': currentWith((entries) => replaced(entries, 'meta', { bytes: Buffer.alloc(0) })),
  'a version of garbage': currentWith((entries) =>
    replaced(entries, 'meta', { bytes: Buffer.alloc(20, 0xff) }),
  ),
  'a version of a megabyte': currentWith((entries) =>
    replaced(entries, 'meta', { bytes: Buffer.alloc(mib, 8) }),
  ),
  'a media list that ends within a number': currentWith((entries) =>
    replaced(entries, 'media', { bytes: zstdCompressSync(Buffer.from([10, 0xff, 0xff, 0xff])) }),
  ),
  'a media list of two million entries': currentWith((entries) =>
    replaced(entries, 'media', { bytes: zstdCompressSync(Buffer.alloc(4_000_000, Buffer.from([10, 0]))) }),
  ),
  'a zstd frame that is cut': currentWith((entries) =>
    entries.map((entry) =>
      entry.name === 'collection.anki21b'
        ? { ...entry, bytes: entry.bytes.subarray(0, entry.bytes.length / 2) }
        : entry,
    ),
  ),
  'a zstd frame with a window of 2 GiB': currentWith((entries) =>
    replaced(entries, 'collection.anki21b', {
      bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 1, 0, 0]),
    }),
  ),
};

const archiveShapes: Record<string, HostileShape> = {
  'cards that are null': archive(async () => rawZip([{ name: 'kumbuka.json', bytes: Buffer.from('null') }])),
  'cards of a depth of 500,000': archive(async () =>
    rawZip([
      { name: 'kumbuka.json', bytes: Buffer.from(`{"kumbuka":1,"noteTypes":[],"notes":${deep(500_000)}}`) },
    ]),
  ),
  'cards of other types': archive(async () =>
    rawZip([
      { name: 'kumbuka.json', bytes: Buffer.from(ownJson([note(['q', 'a'], { cards: { length: 1 } })])) },
    ]),
  ),
  'cards that expand to 300 MiB': archive(async () =>
    rawZip([await bomb('kumbuka.json', Buffer.alloc(mib, ' '), 300)]),
  ),
  'a log of zeros of 100 MiB': archive(async () => own(await bomb('study.ndjson', Buffer.alloc(mib), 100))),
  'a log of zeros of 200 MiB': archive(async () => own(await bomb('study.ndjson', Buffer.alloc(mib), 200))),
  'a log of 100 million empty lines': archive(async () =>
    own(await bomb('study.ndjson', Buffer.alloc(mib, '\n'), 100)),
  ),
  'a log of a depth of 500,000': archive(async () =>
    own({ name: 'study.ndjson', bytes: Buffer.from(deep(500_000)) }),
  ),
  'an empty log': archive(async () => own({ name: 'study.ndjson', bytes: Buffer.alloc(0) })),
  'a log that is a link': archive(async () =>
    own({ name: 'study.ndjson', bytes: Buffer.from('/etc/passwd'), mode: 0o120_777 }),
  ),
  'a log with a wrong checksum': archive(async () =>
    own({ name: 'study.ndjson', bytes: Buffer.from('{}\n'), crc: 1 }),
  ),
  'two lists of cards': archive(async () => own({ ...ownCards(), bytes: Buffer.from('{"kumbuka":2}') })),
  'media of 5 GiB that share their bytes': archive(async () => {
    const shared = await bomb('0', Buffer.alloc(mib), 60);
    const names = Array.from({ length: 90 }, (_, at) => String(at));
    const fields = [names.map((name) => `![](<${name}.png>)`).join(' '), 'a'];
    return rawZip([
      shared,
      ...names.slice(1).map((name) => ({ ...shared, name, offset: 0 })),
      { name: 'kumbuka.json', bytes: Buffer.from(ownJson([note(fields, { format: 'rich' })])) },
      {
        name: 'media',
        bytes: Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, `${name}.png`])))),
      },
    ]);
  }),
  'payments of 100 MiB, which nobody reads': archive(async () =>
    own(await bomb('payments.json', Buffer.alloc(mib), 100)),
  ),
};

const lines = (count: number, end: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `front ${at},back ${at}${end(at)}`).join('');
const mixed = (at: number) => ['\n', '\r\n', '\r'][at % 3]!;

const textShapes: Record<string, HostileShape> = {
  'a field of 10 MB': csv(text(`front,back\nq1,${'x'.repeat(10_000_000)}\nq2,a2\n`)),
  'only a field of 10 MB': csv(text(`q1,${'x'.repeat(10_000_000)}\n`)),
  'a quoted field of 500,000 lines': csv(text(`front,back\nq1,"${'x\n'.repeat(500_000)}"\nq2,a2\n`)),
  NULs: csv(text('front,back\nq\0one,a\nq2,a2\n')),
  'NULs after a long beginning': csv(text(`${lines(20_000, () => '\n')}q\0x,a\n`)),
  'UTF-16 without a mark': csv(
    text(
      Buffer.from(
        lines(50, () => '\n'),
        'utf16le',
      ),
    ),
  ),
  'UTF-16 of another order without a mark': csv(
    text(
      Buffer.from(
        lines(50, () => '\n'),
        'utf16le',
      ).swap16(),
    ),
  ),
  'UTF-16 of an odd length': csv(
    text(
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(
          lines(5, () => '\n'),
          'utf16le',
        ),
        Buffer.from('x'),
      ]),
    ),
  ),
  'UTF-16 of Chinese without a mark': csv(
    text(Buffer.from('苹果,苹\n香蕉,香\n葡萄,葡\n'.repeat(20), 'utf16le')),
  ),
  'UTF-32': csv(
    text(Buffer.from([...lines(5, () => '\n')].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0]))),
  ),
  'mixed line ends': csv(text(lines(9, mixed))),
  'only returns as line ends': csv(text(lines(9, () => '\r'))),
  'a quotation mark that never ends': csv(text(`q1,a1\n"q2,a2\n${lines(2_000, () => '\n')}`)),
  '60 MB of quotation marks': csv(text('"'.repeat(60_000_000))),
  '60 MB of commas': csv(text(','.repeat(60_000_000))),
  '60 MB of line ends': csv(text('\n'.repeat(60_000_000))),
  '60 MB of one word': csv(text('x'.repeat(60_000_000))),
  'a million columns': csv(text(`${'a,'.repeat(1_000_000)}\n1,2\n`)),
  '65 MiB': csv(text('q,a\n'.repeat(17 * mib))),
  'only a mark': csv(text('\uFEFF')),
  'only blanks': csv(text(' \n\t\r\n')),
  'bytes that are no text': csv(
    text(Buffer.from(Array.from({ length: 4_000 }, (_, at) => 128 + ((at * 31) % 127)))),
  ),
  'a line of Excel that names its separator': csv(text('sep=;\nFront;Back\nq1;a1\nq2;a2\n')),
  'a web page': csv(text('<!doctype html><html><script>window.pwned=1</script><body>q,a</body></html>')),
  'settings of Anki without sense': file(
    'cards.txt',
    text(
      '#separator:\u0000\n#html:maybe\n#guid column:99999999999\n#deck column:-1\n#tags column:0\n#notetype column:1e9\nq\ta\n',
    ),
  ),
  'settings of Anki with a column twice': file(
    'cards.txt',
    text('#separator:tab\n#guid column:1\n#deck column:1\n#tags column:1\nq\ta\tb\n'),
  ),
  'a list of 30 MB of dividers': file('cards.md', text('---\n'.repeat(7_500_000))),
  'a list of unclosed gaps': file('cards.md', text(`${'{{'.repeat(500_000)}\n---\nback\n`)),
  'a list with a side of 20 MB': file(
    'cards.txt',
    text(`Q: ${'x'.repeat(20_000_000)}\nA: a\n\nQ: b\nA: c\n`),
  ),
  'JSON of another program': file('cards.json', text('{"cards":[{"q":"a","a":"b"}]}')),
  'JSON of a depth of 500,000': file(
    'cards.json',
    text(`{"kumbuka":1,"noteTypes":[],"notes":[\n${deep(500_000)}\n]}\n`),
  ),
  'JSON that ends too early': file('cards.json', text('{"kumbuka":1,"noteTypes":[')),
};

/** Files by what is wrong with them. */
export const hostileShapes: Record<string, HostileShape> = {
  ...zipShapes,
  ...collectionShapes,
  ...mapShapes,
  ...currentShapes,
  ...archiveShapes,
  ...textShapes,
};
