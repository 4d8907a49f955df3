import type {
  CardFileContents,
  CollectionNote,
  MediaFile,
  Report,
  ReportCode,
} from '@kumbuka/card-files/collection';
import { mediaReferences, withMediaAddresses } from '@kumbuka/card-files/collection';
import { addressOfMedia, limits, mediaLimits, ProductError } from '@kumbuka/contracts';
import { countCodePoints } from '@kumbuka/text';
import { storeTogether, type StorePorts } from '../media/store-media.ts';
import type { ImportFiles } from './ports.ts';

export type ImportMediaPorts = StorePorts & { importFiles: Pick<ImportFiles, 'readMedia'> };

type Sides = Pick<CollectionNote['cards'][number], 'front' | 'back'>;
/** Gives the pictures and sounds of a text their addresses. */
type Address = (text: string) => string;

/** Text of a note without files: the words of each picture, or its name. */
export const withoutMedia =
  ({ format }: Pick<CollectionNote, 'format'>): Address =>
  (text) =>
    format === 'rich' ? withMediaAddresses(text, () => undefined) : text;

export const addressSides = <Card extends Sides>(card: Card, address: Address): Card => ({
  ...card,
  front: address(card.front),
  back: address(card.back),
});

export const addressNote = (note: CollectionNote, address: Address): CollectionNote => ({
  ...note,
  fields: note.fields.map(address),
  cards: note.cards.map((card) => addressSides(card, address)),
});

const isTooLong = ({ front, back }: Sides) =>
  countCodePoints(front) > limits.cardSide || countCodePoints(back) > limits.cardSide;

/** Files that are listed one by one; further ones are only counted. */
const maxListed = 200;

/** Collects which files could not be stored, each once. `earlier` are the reports of a run that goes on. */
function createLosses(earlier: readonly Report[]) {
  const listed = new Set(earlier.map(({ code, text }) => `${code}:${text}`));
  let fresh: Report[] = [];
  const unlisted = new Map<ReportCode, number>();
  return {
    add(code: ReportCode, { name }: MediaFile) {
      const text = [...name].slice(0, 100).join('');
      if (listed.has(`${code}:${text}`)) return;
      if (listed.size < maxListed) {
        listed.add(`${code}:${text}`);
        fresh.push({ code, count: 1, text });
      } else unlisted.set(code, (unlisted.get(code) ?? 0) + 1);
    },
    /** Losses since the last call. */
    take(): Report[] {
      const taken = [...fresh, ...Array.from(unlisted, ([code, count]) => ({ code, count }))];
      fresh = [];
      unlisted.clear();
      return taken;
    },
  };
}

/** Files that are stored together; more would take much memory. */
const togetherAtMost = { files: 8, bytes: 16 * 1024 * 1024 };
function* together(files: readonly MediaFile[]): Generator<MediaFile[]> {
  let [group, bytes]: [MediaFile[], number] = [[], 0];
  for (const file of files) {
    if (group.length === togetherAtMost.files || bytes + file.size > togetherAtMost.bytes) {
      if (group.length > 0) yield group;
      [group, bytes] = [[], 0];
    }
    group.push(file);
    bytes += file.size;
  }
  if (group.length > 0) yield group;
}

const namesIn = ({ format, fields, cards }: CollectionNote): string[] =>
  format === 'rich'
    ? [...fields, ...cards.flatMap(({ front, back }) => [front, back])].flatMap(mediaReferences)
    : [];

export interface MediaImport {
  /** Stores the files of some notes. */
  storeOf(notes: readonly CollectionNote[]): Promise<void>;
  /** Gives the stored files of a note their addresses. */
  addressesOf(note: CollectionNote): Address;
  /** Reports of files that could not be stored since the last call. */
  takeReports(): Report[];
}

/**
 * Stores the files that a note shows, each once. One that is missing, unreadable or too large, or that the account has no
 * room for, becomes its words; so does every one without an object store, and every one of a note that their addresses
 * would make too long.
 */
export function createMediaImport(
  ports: ImportMediaPorts,
  ownerId: number,
  { media, reports }: Pick<CardFileContents, 'media' | 'reports'>,
): MediaImport {
  const files = new Map(media.map((file) => [file.name, file]));
  const addresses = new Map<string, string | undefined>();
  const losses = createLosses(reports);
  const store = storeTogether(ports);

  function codeOf({ code }: ProductError): ReportCode {
    return code === 'LIMIT_REACHED' ? 'media-no-room' : 'bad-media';
  }
  async function storeFiles(group: readonly MediaFile[]) {
    const uploads = await Promise.all(group.map((file) => ports.importFiles.readMedia(file)));
    const stored = await store(uploads, { userId: ownerId });
    for (const [at, file] of group.entries()) {
      const outcome = stored[at];
      const isStored = outcome !== undefined && !(outcome instanceof ProductError);
      addresses.set(file.name, isStored ? addressOfMedia(outcome.name) : undefined);
      if (outcome instanceof ProductError) losses.add(codeOf(outcome), file);
    }
  }

  return {
    takeReports: losses.take,
    async storeOf(notes) {
      if (!ports.mediaFiles.canStore) return;
      const names = new Set(notes.flatMap(namesIn).filter((name) => !addresses.has(name)));
      const wanted = [...names].flatMap((name) => files.get(name) ?? []);
      for (const file of wanted.filter(({ size }) => size > mediaLimits.fileBytes)) {
        addresses.set(file.name, undefined);
        losses.add('media-too-large', file);
      }
      for (const group of together(wanted.filter(({ size }) => size <= mediaLimits.fileBytes)))
        await storeFiles(group);
    },
    addressesOf(note) {
      if (!ports.mediaFiles.canStore) return withoutMedia(note);
      if (note.format !== 'rich') return (text) => text;
      const address: Address = (text) => withMediaAddresses(text, (name) => addresses.get(name));
      const sides = note.cards.map((card) => addressSides(card, address));
      return sides.some(isTooLong) ? withoutMedia(note) : address;
    },
  };
}
