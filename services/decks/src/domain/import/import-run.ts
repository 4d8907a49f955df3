import type { CardFileHead, ColumnMapping } from '@kumbuka/card-files/collection';
import type { DeckSize } from '../deck.ts';

/**
 * `uploading`, `reading` (in the background), `ready` (the learner decides), `running` (in the background), then `done` or
 * `failed`. An undo goes through `undoing` (in the background) to `undone`.
 */
export const importStates = [
  'uploading',
  'reading',
  'ready',
  'running',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof importStates)[number];

/** States in which a process works on the import. */
export const workingStates = ['reading', 'running', 'undoing'] as const satisfies readonly ImportState[];
/** States in which the file is kept. */
export const keepingStates = [
  'uploading',
  'reading',
  'ready',
  'running',
] as const satisfies readonly ImportState[];

/** How to read the file, as far as the learner chose. */
export interface ImportOptions {
  encoding?: string | undefined;
  columns?: ColumnMapping | undefined;
  /** Deck of cards for which the file names none. */
  deck?: string | undefined;
  /** Paths of decks that are left out. */
  skippedDecks: readonly string[];
  /** Whether cards that differ from the file take its texts. */
  updatesChanged: boolean;
  /** Whether its cards are added as soon as the file was read, without a preview. */
  startsAlone?: boolean | undefined;
  /** The learner's calendar when the file was read first. */
  calendar?: Calendar | undefined;
}

/** Zone of a learner and the hour at which the day begins. */
export interface Calendar {
  zone: string;
  dayStartHour: number;
}

/** Numbers of notes and cards by what the import does with them. */
export interface ImportCounts {
  /** Cards that are added. */
  added: number;
  /** Cards that the account has already. */
  existing: number;
  /** Notes whose text differs from the account's. */
  changed: number;
  /** Of these, the ones that took the text of the file. */
  updated: number;
  /** Cards that could not be added. */
  refused: number;
  /** Cards whose schedule was taken over. */
  scheduled: number;
}

export const noCounts: ImportCounts = {
  added: 0,
  existing: 0,
  changed: 0,
  updated: 0,
  refused: 0,
  scheduled: 0,
};

/** Cards of one deck of the file that go to one deck of the account. */
export interface ImportPart {
  /** Deck of the file. */
  path: string;
  /** From 1; a deck that is too large for one continues in the next. */
  number: number;
  title: string;
  deckId: number;
  /** Size of an existing deck before the import; `null` for a deck that the import creates. */
  before: DeckSize | null;
  /** The cards have consecutive ids. */
  firstCardId: number;
  cards: number;
  /** `shown`: the deck exists. `done`: its schedules were handed over. */
  state: 'waiting' | 'shown' | 'done';
}

/**
 * What comes back from the archive of an account: `everything` into an account without decks and answers, otherwise the
 * `cards` with their due days and earlier reviews, as from any other file.
 */
export interface Restoration {
  scope: 'everything' | 'cards';
  /** First id for cards that the log names and the archive does not have. 0 before the plan. */
  lostCardId: number;
  /** Deck in which these cards are remembered. */
  lostDeckId: number;
}

/** Import of one file. */
export interface ImportRun {
  id: string;
  ownerId: number;
  fileName: string;
  /** Bytes of the file, and of them the received ones. */
  size: number;
  received: number;
  /** Last change of the file in milliseconds since 1970, as the device says; with name and size it identifies the file. */
  modifiedAt: number;
  state: ImportState;
  options: ImportOptions;
  /** What was recognised; `null` until it was read. */
  head: CardFileHead | null;
  counts: ImportCounts;
  parts: readonly ImportPart[];
  /** Of the archive of an account. */
  restoration: Restoration | null;
  /** Notes of the file that were processed. */
  cursor: number;
  /** Code of the reason for a failure. */
  failure: string | null;
  createdAt: Date;
  changedAt: Date;
  finishedAt: Date | null;
}

/** Parts whose decks are complete; none after an undo. */
export const completeParts = ({ state, parts }: ImportRun): readonly ImportPart[] =>
  state === 'undone' ? [] : parts.filter((part) => part.state === 'done');

const undoHours = 24;
/** Whether a finished import can still be undone. */
export const canBeUndone = ({ state, finishedAt }: ImportRun, now: Date): boolean =>
  (state === 'done' || state === 'failed') &&
  finishedAt !== null &&
  now.getTime() - finishedAt.getTime() < undoHours * 3_600_000;

/** Whether an import of the account blocks another one. An upload or a preview can be replaced. */
export const isBusy = ({ state }: ImportRun): boolean => state === 'running' || state === 'undoing';

export interface NewImport {
  fileName: string;
  size: number;
  modifiedAt: number;
  startsAlone?: boolean;
}

export const newImport = (
  { fileName, size, modifiedAt, startsAlone }: NewImport,
  { id, ownerId, at }: { id: string; ownerId: number; at: Date },
): ImportRun => ({
  id,
  ownerId,
  fileName,
  size,
  received: 0,
  modifiedAt,
  state: 'uploading',
  options: { skippedDecks: [], updatesChanged: false, ...(startsAlone ? { startsAlone } : {}) },
  head: null,
  counts: noCounts,
  parts: [],
  restoration: null,
  cursor: 0,
  failure: null,
  createdAt: at,
  changedAt: at,
  finishedAt: null,
});
