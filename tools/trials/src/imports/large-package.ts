import { builtInNoteTypes, writeApkg, type CollectionNote } from '@kumbuka/card-files';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, deflateSync } from 'node:zlib';

export interface LargePackage {
  notes: number;
  pictures: number;
  reviews: number;
}

const [width, height] = [160, 120];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of 160 by 120 pixels that differs from any other number's. */
function pictureOf(number: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let at = 0; at < rows.length; at++)
    if (at % (1 + width * 3) > 0) rows[at] = (number * 37 + ((at * 31) % 251) * (1 + (number % 7))) % 256;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const dayMs = 86_400_000;
const begun = Date.UTC(2024, 0, 1);

/** Reviews of a card, days apart. */
function historyOf(card: number, count: number) {
  const times = Array.from({ length: count }, (_none, at) => begun + card * 1_000 + at * 7 * dayMs + at);
  const same = (value: number) => times.map(() => value);
  return {
    times,
    ratings: times.map((_time, at) => ((card + at) % 6 === 0 ? 1 : 3)),
    intervals: same(7),
    lastIntervals: same(7),
    factors: same(2_500),
    durations: same(4_000),
    kinds: same(1),
  };
}

function noteOf(number: number, { notes, pictures, reviews }: LargePackage): CollectionNote {
  const isReversed = number % 2 === 0;
  const picture = number % Math.floor(notes / pictures) === 0 ? `\n\n![p](<p${number}.png>)` : '';
  const [front, back] = [`Question ${number}${picture}`, `Answer ${number} of many`];
  const cards = Math.ceil(notes * 1.5);
  const card = (ordinal: number, sides: readonly [string, string]) => ({
    number: ordinal,
    deck: `Large::Part ${number % 12}`,
    front: sides[0],
    back: sides[1],
    suspended: false,
    flag: 0,
    schedule: {
      state: 'review' as const,
      dueDay: 20_700 + (number % 60),
      lastDay: 20_600,
      interval: 100,
      stability: 100,
      difficulty: 5,
      isDerived: false,
      ease: 2.5,
      lapses: 1,
      reviews: Math.floor(reviews / cards),
    },
    history: historyOf(number * 2 + ordinal, Math.floor(reviews / cards)),
  });
  const type = builtInNoteTypes[isReversed ? 'basic-reversed' : 'basic'];
  return {
    guid: `large-${number}`,
    type: type.id,
    kind: type.kind,
    format: 'rich',
    fields: [front, back],
    tags: ['large'],
    cards: [card(1, [front, back]), ...(isReversed ? [card(2, [back, front])] : [])],
  };
}

/** Writes an Anki package of many notes with schedules, reviews and pictures into a folder. Returns its path. */
export async function writeLargePackage(folder: string, size: LargePackage): Promise<string> {
  const step = Math.floor(size.notes / size.pictures);
  async function* notes() {
    for (let from = 0; from < size.notes; from += 500)
      yield Array.from({ length: Math.min(500, size.notes - from) }, (_none, at) => noteOf(from + at, size));
  }
  async function* media() {
    for (let number = 0; number < size.notes; number += step)
      yield { name: `p${number}.png`, open: async () => Readable.from([pictureOf(number)]) };
  }
  const path = join(folder, 'large.apkg');
  const stream = await writeApkg(
    {
      noteTypes: Object.values(builtInNoteTypes),
      notes: notes(),
      media: media(),
      zone: 'Africa/Nairobi',
      dayStartHour: 4,
      at: new Date(),
    },
    join(folder, 'building'),
  );
  await pipeline(stream, createWriteStream(path));
  return path;
}
