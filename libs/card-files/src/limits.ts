import { mediaLimits } from '@kumbuka/contracts/media';

const mib = 1024 * 1024;

/**
 * Limits of the archive of an account. An export checks cards, bytes and entries of the log first. It does not check
 * `logReviews`, `logAnswersOfCard` and `logReplays`, so the import refuses an archive beyond these.
 */
export const archiveLimits = {
  cards: 200_000,
  /** Bytes of the cards, of the review log, and of a line in them. */
  textBytes: 240 * mib,
  logBytes: 160 * mib,
  lineBytes: 32 * mib,
  /** Bytes of everything after expansion. */
  bytes: 1_000 * mib,
  /** Entries of the review log, and earlier reviews in them. */
  logEntries: 300_000,
  logReviews: 1_000_000,
  /** Answers of one card in the log, and answers that late entries and undos make its fold read again. */
  logAnswersOfCard: 5_000,
  logReplays: 20_000_000,
} as const;

/** Limits of a foreign file. Everything beyond them is rejected or reported, never read. */
export const fileLimits = {
  /** Entries of a zip file: as many as an archive with all pictures and sounds of an account has. */
  entries: mediaLimits.accountFiles + 10,
  /** Bytes of a collection after expansion. */
  collectionBytes: 160 * mib,
  /** Names in the list of media files, and its bytes after expansion. */
  mediaNames: 50_000,
  mediaMapBytes: 8 * mib,
  /** Bytes of one media file. */
  mediaBytes: 64 * mib,
  /** Bytes of all media files, and of all notes, that a read writes to disk. */
  diskBytes: 540 * mib,
  notesBytes: 240 * mib,
  /** Bytes of a text file. */
  textBytes: 64 * mib,
  /** UTF-16 units of the joined fields of a note. */
  noteText: 500_000,
  /** UTF-16 units of a field. */
  field: 100_000,
  fieldsPerNote: 200,
  notes: 250_000,
  cards: 500_000,
  answers: 3_000_000,
  noteTypes: 2_000,
  templates: 200,
  templateText: 100_000,
  decks: 10_000,
  deckName: 1_000,
  /** Code points of a side, as everywhere in the product. */
  side: 10_000,
  /** UTF-16 units that a template may produce. */
  rendered: 400_000,
  /** Deepest nesting of elements, templates and gaps that is kept. */
  elementDepth: 100,
  templateDepth: 8,
  tags: 50,
  tag: 100,
  /** Cards of the preview. */
  sample: 10,
} as const;

/** Limits of the process that reads a file. */
export const processLimits = {
  timeMs: 25_000,
  memoryBytes: 560 * mib,
  /** Megabytes of the JavaScript heap. */
  heapMegabytes: 384,
} as const;
