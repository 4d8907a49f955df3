import type { Media, MissingMedia, PreparedMedia, StoredMedia } from '../../domain/media.ts';

/** Rows of stored pictures and sounds. */
export interface MediaStore {
  /** Not limited to an owner: whoever knows the name may read it. */
  find(name: string): Promise<Media | null>;
  findByHash(ownerId: number, hash: string): Promise<Media | null>;
  /** Number and bytes of all files of an account. */
  sizeOf(ownerId: number): Promise<{ files: number; bytes: number }>;
  insert(media: Media): Promise<void>;
  /** Removes those of some files that are still unused since a time, and returns their names. */
  removeUnused(ownerId: number, names: readonly string[], before: Date): Promise<string[]>;
  removeAll(ownerId: number): Promise<void>;
  /** A page of accounts with files that are older than a time, by id. */
  ownersAfter(ownerId: number, before: Date, limit: number): Promise<number[]>;
  /** All files of an account, the largest first. */
  list(ownerId: number): Promise<StoredMedia[]>;
  /** Stores since when files are unused; `null` for used ones. */
  mark(ownerId: number, names: readonly string[], unusedSince: Date | null): Promise<void>;
  /** Cards that show one of some files. */
  cardsShowing(ownerId: number, names: ReadonlySet<string>, limit: number): Promise<MissingMedia[]>;
  /** Names that texts of cards and notes of an account contain. */
  usedNames(ownerId: number): Promise<Set<string>>;
}

/** Object store with the bytes, in a folder for each account. */
export interface MediaFiles {
  /** False without an object store. */
  canStore: boolean;
  put(ownerId: number, name: string, bytes: Buffer): Promise<void>;
  /** `null` when there is no such file. */
  get(ownerId: number, name: string): Promise<Buffer | null>;
  remove(ownerId: number, name: string): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}

/** Makes a picture or sound anew from the bytes of an upload. Throws `MediaUnreadable`. */
export type PrepareMedia = (bytes: Buffer) => Promise<PreparedMedia>;

/** Dependencies of the use-cases about pictures and sounds. */
export interface MediaPorts {
  media: MediaStore;
  mediaFiles: MediaFiles;
  prepareMedia: PrepareMedia;
  /** 32 random characters. */
  newMediaToken(): string;
  hashOfMedia(bytes: Buffer): string;
}
