import type { LatestFit, StudyLogEntry, StudyParameters, StudySettings } from '@kumbuka/contracts';
import { createHash } from 'node:crypto';
import type { Day } from '@kumbuka/contracts/study-day';

/** What a file was read as. */
export const fileFormats = [
  'anki-package',
  'anki-collection',
  'anki-text',
  'table',
  'pairs',
  'markdown',
  'kumbuka',
] as const;
export type FileFormat = (typeof fileFormats)[number];

/** How the fields and sides of a note are written. */
export type TextFormat = 'plain' | 'rich';

/** Kinds of our own; `custom` notes bring templates, and their sides are rendered by the reader. */
export type CollectionKind = 'basic' | 'basic-reversed' | 'cloze' | 'typed' | 'image-occlusion' | 'custom';

export interface NoteTemplate {
  name: string;
  /** Templates of Anki, in HTML. */
  front: string;
  back: string;
}

/** Note type; once for all its notes. */
export interface NoteType {
  /** Unique in the file; written again on export, so that Anki recognises it. */
  id: string;
  name: string;
  kind: CollectionKind;
  fields: readonly string[];
  templates: readonly NoteTemplate[];
  /** Whether a card is made for each number of `{{c1::...}}` rather than for each template. */
  isCloze: boolean;
  /** Only written again; never applied. */
  css: string;
}

/** State of a card that was studied elsewhere. Stored whole in `schedule-imported`, so that an export returns it. */
export interface CardSchedule {
  state: 'learning' | 'review' | 'relearning';
  dueDay: Day;
  /** Milliseconds since 1970 of a card that was due at a moment; the schedule uses only the day. */
  dueAt?: number;
  /** Day of the last answer. */
  lastDay: Day;
  /** Milliseconds since 1970 of the last answer, where known. */
  lastAt?: number;
  /** Days; 0 while learning. */
  interval: number;
  /** Memory state, always present: of the source, or derived from interval and ease. */
  stability: number;
  difficulty: number;
  /** Whether stability and difficulty were derived. They are then not written again. */
  isDerived: boolean;
  /** Ease factor such as 2.5; 0 when the source had none. */
  ease: number;
  lapses: number;
  /** Number of answers so far as the source counts them; it may differ from the history. */
  reviews: number;
  /** Settings of Anki that are only written again. */
  anki?: { left?: number; desiredRetention?: number; decay?: number; custom?: string };
}

/**
 * Earlier answers of one card as arrays of equal length, by ascending time. Rating 0 is a change by hand and no answer;
 * it is kept for the export.
 */
export interface CardHistory {
  /** Milliseconds since 1970; unique in a collection. */
  times: number[];
  /** 0 to 4. */
  ratings: number[];
  /** Days when positive, seconds when negative. */
  intervals: number[];
  lastIntervals: number[];
  /** Ease or difficulty as Anki codes them. */
  factors: number[];
  /** Milliseconds. */
  durations: number[];
  /** 0 learning, 1 review, 2 relearning, 3 filtered, 4 by hand, 5 rescheduled. */
  kinds: number[];
}

export interface CollectionCard {
  /** Id in an archive of an account, by which its log names the card. */
  id?: number;
  /** Number among the cards of its note, from 1: direction, template or number of the gap. */
  number: number;
  /** Deck path with levels joined by `::`. */
  deck: string;
  /** Sides in the note's format; the back does not repeat the front. */
  front: string;
  back: string;
  suspended: boolean;
  /** 0 none, 1 to 7 the colours of Anki. */
  flag: number;
  /** Order of new cards. */
  position?: number;
  /** Absent for a new card. */
  schedule?: CardSchedule;
  history?: CardHistory;
}

export interface CollectionNote {
  /** Identity of the note across collections; `null` when the file names none. */
  guid: string | null;
  /** `NoteType.id`. */
  type: string;
  kind: CollectionKind;
  format: TextFormat;
  /** Fields in the note's format, in the order of the note type. */
  fields: string[];
  /**
   * Fields as the source wrote them, in HTML, where they cannot be derived from `fields`. Drop them when the note is
   * edited; while they are present an export writes them.
   */
  sourceFields?: string[];
  tags: string[];
  /** Modification time in milliseconds since 1970, where known. */
  changedAt?: number;
  /** First physical line, from 1, of a text file. */
  line?: number;
  cards: CollectionCard[];
}

/** Digest of what a learner can see of a note, to find changed notes. */
export const digestOf = ({ fields, tags, format, cards }: CollectionNote): string =>
  createHash('sha256')
    .update(
      JSON.stringify([format, fields, tags, cards.map(({ number, front, back }) => [number, front, back])]),
    )
    .digest('base64url');

/** Media file that a note refers to. Its bytes are in the folder of the contents, under a name of our own. */
export interface MediaFile {
  /** Name by which fields refer to it, in NFC. Never a path. */
  name: string;
  /** Bytes, counted. */
  size: number;
  /** Hexadecimal digest, computed. */
  sha256: string;
  /** Absolute path of the bytes; their type has not been looked at. */
  path: string;
}

/** Everything that a reader can report, with what it concerns. A report never stops an import. */
export const reportCodes = [
  /** `count` cards of a filtered deck go to their home deck. */
  'filtered-deck',
  /** `count` cards were learning; they are due on their day, without steps. */
  'learning-steps',
  /** `count` cards were buried and are not any more. */
  'buried',
  /** Style sheet of a note type. */
  'css',
  /** Script of a note type or field, which is gone. */
  'script',
  /** Colours, fonts, frames, forms and positions, which are gone. */
  'formatting',
  /** Picture, sound or frame from another server, which is gone. */
  'remote-media',
  /** Speech of a template. */
  'speech',
  /** LaTeX that is shown as code. */
  'latex',
  /** Shape of an image occlusion that is shown as its bounding box. */
  'shape',
  /** Template that could not be rendered. */
  'template',
  /** Card of a note for which the note type has no side. */
  'empty-side',
  /** Side with more than 10,000 characters; its card is left out. */
  'side-too-long',
  /** Field that is too long to be read; its note is left out. */
  'field-too-long',
  /** Note without a card or without a known note type. */
  'no-card',
  /** Cloze number out of range. */
  'cloze',
  /** `count` notes with a guid that an earlier note has. */
  'duplicate-guid',
  /** Repeats an earlier card: same front and back. */
  'duplicate',
  /** Differs from an earlier card only by case, accents or width. */
  'similar',
  /** Media file that a note refers to and the file does not contain. */
  'missing-media',
  /** `count` media files that nothing refers to. */
  'unused-media',
  /** Media file that is empty, damaged, of a kind that is not shown, too large to be read, or has an impossible name. */
  'bad-media',
  /** Media file that is larger than the product stores. */
  'media-too-large',
  /** Media file for which the account has no room. */
  'media-no-room',
  /** Size or digest that the file states is wrong; the bytes are taken as they are. */
  'media-mismatch',
  /** `count` answers of cards that no longer exist. */
  'reviews-without-card',
  /** `count` answers whose values make no sense. */
  'bad-reviews',
  /** Schedule whose values make no sense; the card is new. */
  'bad-schedule',
  /** Line without a front or without a back. */
  'no-front',
  'no-back',
  /** Line that does not divide into two sides. */
  'no-separator',
  /** Cells after the last named column. */
  'extra-cells',
  /** Tag or deck name that was shortened. */
  'name-shortened',
] as const;
export type ReportCode = (typeof reportCodes)[number];

/** Without a place: `count` further ones that are not listed one by one. */
export interface Report {
  code: ReportCode;
  /** Number of things concerned, 1 or more. */
  count: number;
  /** Guid of the note. */
  note?: string;
  /** Name of the note type. */
  noteType?: string;
  /** First physical line, from 1. */
  line?: number;
  /** Name of a media file or deck, or the beginning of the text; at most 100 characters, plain text. */
  text?: string;
}

/** Reasons for rejecting a whole file; each is one sentence for the learner. */
export const rejections = [
  'empty',
  'not-a-card-file',
  'not-anki',
  'damaged',
  'encrypted',
  'newer-anki',
  'needs-newer-anki-file',
  'expands-too-far',
  'too-many-entries',
  'unsafe-database',
  'too-large',
  'too-slow',
  'too-much-memory',
  'too-much-disk',
  'no-cards',
  /** It has cards, but reports name each of them. */
  'no-usable-cards',
  'sides-too-long',
  'unknown-encoding',
  'history-from-future',
  /** The reader met a file that nobody thought of. */
  'reader-failed',
] as const;
export type Rejection = (typeof rejections)[number];

export class CardFileRejected extends Error {
  readonly code: Rejection;
  constructor(code: Rejection, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`);
    this.name = 'CardFileRejected';
    this.code = code;
  }
}

/** Where the columns of a table go. Numbers are columns from 0; a column may be used once. */
export interface ColumnMapping {
  /** Whether the first row names the columns. */
  hasHeader: boolean;
  front: number;
  back: number;
  tags?: number | undefined;
  deck?: number | undefined;
  guid?: number | undefined;
  /** Column that says `plain` or `rich` for each row, as our own tables have it. */
  format?: number | undefined;
  /** Whether cells are HTML or Markdown rather than plain text. */
  cells?: 'text' | 'html' | 'markdown' | undefined;
}

export interface ReadOptions {
  /** Name that the learner's file has; its ending decides between text formats. */
  fileName: string;
  /** IANA zone of the account, and the hour at which its day begins. */
  zone: string;
  dayStartHour: number;
  /** Chosen encoding of a text file, such as `windows-1252`. */
  encoding?: string | undefined;
  columns?: ColumnMapping | undefined;
  /** Deck of cards whose file names none; otherwise the file's name without its ending. */
  deck?: string | undefined;
}

export interface Counts {
  notes: number;
  cards: number;
  /** Cards with a schedule. */
  studied: number;
  suspended: number;
  /** Answers with a rating of 1 to 4. */
  answers: number;
  /** Media files that are read, and their bytes. */
  media: number;
  mediaBytes: number;
}

export interface DeckCount {
  name: string;
  cards: number;
}

/** What was recognised in a table, for the learner to correct. */
export interface TableShape {
  separator: string;
  /** Names of the columns, or empty texts. */
  columns: string[];
  /** First rows, without the header. */
  rows: string[][];
  mapping: ColumnMapping;
}

/** Encodings to choose from, with the beginning of the text in each; absent when the encoding is certain. */
export interface EncodingChoice {
  encoding: string;
  sample: string;
}

/** Deck of an archive, as the learner described it. */
export interface ArchivedDeck {
  id: number;
  path: string;
  title: string;
  description: string;
  subject: string;
  category: string;
  difficulty: number;
  frontLanguage?: string | null;
  backLanguage?: string | null;
}

/** What the archive of a whole account has besides its notes. Payments in it are never read. */
export interface ArchivedAccount {
  decks: ArchivedDeck[];
  settings: StudySettings;
  fit: LatestFit;
  /** The newest sets of parameters of the log, newest first. */
  parameters: StudyParameters[];
  /** Entries of the review log, and the answers among them. */
  entries: number;
  answers: number;
  /** Different cards that the log names. */
  cards: number;
}

/** Everything about a file but its notes. */
export interface CardFileHead {
  format: FileFormat;
  counts: Counts;
  /** Decks that contain cards, by name. */
  decks: DeckCount[];
  noteTypes: NoteType[];
  reports: Report[];
  /** First cards, as they will be shown. */
  sample: { front: string; back: string; format: TextFormat; deck: string }[];
  table?: TableShape;
  encodings?: EncodingChoice[];
  /** Only of the archive of an account. */
  account?: ArchivedAccount;
}

/** Contents of a file that was read into a folder. */
export interface CardFileContents extends CardFileHead {
  media: MediaFile[];
  /** Notes in the order of the file, in batches; may be read several times. */
  notes(batchSize?: number): AsyncIterable<CollectionNote[]>;
  /** Review log of the archive of an account, in the order of writing. */
  log(): AsyncIterable<StudyLogEntry>;
}

/** What a writer of packages, tables and JSON takes. Notes are read once, in order, and never held together. */
export interface WritableCollection {
  noteTypes: readonly NoteType[];
  notes: AsyncIterable<readonly CollectionNote[]>;
  /** Media by name; a name that returns `null` is left out. */
  media: AsyncIterable<{ name: string; open(): Promise<NodeJS.ReadableStream | null> }>;
  /** Zone of the account and the hour at which its day begins. */
  zone: string;
  dayStartHour: number;
  /** Moment of the export. */
  at: Date;
  /** Decks of an archive. */
  account?: { decks: readonly object[] };
  /** Study and payments of a whole account, which only an archive holds. */
  archive?: {
    study: { settings: StudySettings; fit: LatestFit; entries: AsyncIterable<readonly StudyLogEntry[]> };
    payments: AsyncIterable<readonly object[]>;
  };
}

/**
 * Reads a whole file into an empty folder of the caller, in a process of its own that is killed when it takes too long, too
 * much memory or too much disk. The folder then holds the notes and the referenced media, so that a run can go on after a
 * restart: `openContents` reads it again. The caller removes the folder. Throws `CardFileRejected`.
 */
export type ReadCardFile = (
  path: string,
  options: ReadOptions,
  folder: string,
  signal?: AbortSignal,
) => Promise<CardFileContents>;
/** Reads a file for its preview, under the same limits, and writes nothing. Throws `CardFileRejected`. */
export type PreviewCardFile = (
  path: string,
  options: ReadOptions,
  signal?: AbortSignal,
) => Promise<CardFileHead>;
