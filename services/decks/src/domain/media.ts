import type { MediaEnding } from '@kumbuka/contracts';

/** Picture or sound as it is stored: made anew from an upload. */
export interface PreparedMedia {
  bytes: Buffer;
  ending: MediaEnding;
  /** In pixels; absent for sounds. */
  size?: { width: number; height: number };
}

/** Stored picture or sound. */
export interface Media {
  /** Last part of its address. */
  name: string;
  ownerId: number;
  /** Of its bytes, so that an account stores equal ones once. */
  hash: string;
  bytes: number;
  createdAt: Date;
}

/** A stored file with the moment since which no card is known to show it; `null` for a used one. */
export interface StoredMedia extends Pick<Media, 'name' | 'bytes' | 'createdAt'> {
  unusedSince: Date | null;
}

/** A place that shows a picture or sound which is not stored. */
export interface MissingMedia {
  deckId: number;
  cardId: number;
  /** Beginning of the text of the card. */
  text: string;
}

/** Name that nobody can guess; a picture's has its size, so that a page keeps its place. */
export const nameOfMedia = (token: string, { ending, size }: PreparedMedia): string =>
  size ? `${token}-${size.width}x${size.height}.${ending}` : `${token}.${ending}`;
