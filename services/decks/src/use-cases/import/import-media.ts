import type { CardFileContents, CollectionNote, MediaFile } from '@kumbuka/card-files/collection';
import { mediaReferences, withMediaAddresses } from '@kumbuka/card-files/collection';
import { addressOfMedia, limits, mediaLimits, ProductError } from '@kumbuka/contracts';
import { countCodePoints } from '@kumbuka/text';
import { storeMedia, type StorePorts } from '../media/store-media.ts';
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

/**
 * Stores the files that a note shows, each once. One that is missing, unreadable or too large, or that the account has no
 * room for, becomes its words; so does every one without an object store, and every one of a note that their addresses
 * would make too long.
 */
export function createMediaImport(
  ports: ImportMediaPorts,
  ownerId: number,
  { media }: Pick<CardFileContents, 'media'>,
): (note: CollectionNote) => Promise<Address> {
  const files = new Map(media.map((file) => [file.name, file]));
  const addresses = new Map<string, string | undefined>();
  const store = storeMedia(ports);

  async function addressOf(file: MediaFile): Promise<string | undefined> {
    if (file.size > mediaLimits.fileBytes) return undefined;
    try {
      const { name } = await store(await ports.importFiles.readMedia(file), { userId: ownerId });
      return addressOfMedia(name);
    } catch (error) {
      if (error instanceof ProductError && error.status < 500) return undefined;
      throw error;
    }
  }

  return async (note) => {
    if (!ports.mediaFiles.canStore) return withoutMedia(note);
    if (note.format !== 'rich') return (text) => text;
    const texts = [...note.fields, ...note.cards.flatMap(({ front, back }) => [front, back])];
    for (const name of new Set(texts.flatMap(mediaReferences))) {
      const file = files.get(name);
      if (file && !addresses.has(name)) addresses.set(name, await addressOf(file));
    }
    const address: Address = (text) => withMediaAddresses(text, (name) => addresses.get(name));
    const sides = note.cards.map((card) => addressSides(card, address));
    return sides.some(isTooLong) ? withoutMedia(note) : address;
  };
}
