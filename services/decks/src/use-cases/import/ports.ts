import type { CardFileContents, MediaFile, NoteType, Report } from '@kumbuka/card-files/collection';
import type { ImportedStudyBody, LatestFit, RestoringBody, StudySettings } from '@kumbuka/contracts';
import type {
  Calendar,
  ImportCounts,
  ImportPart,
  ImportRun,
  ImportState,
  Restoration,
} from '../../domain/import/import-run.ts';
import type { NoteSource } from '../../domain/import/imported-note.ts';

export interface ImportKey {
  ownerId: number;
  id: string;
}

type Change = Partial<Omit<ImportRun, 'id' | 'ownerId' | 'createdAt'>>;

/** Imports of learners. */
export interface ImportStore {
  find(ownerId: number, id: string): Promise<ImportRun | null>;
  /** The latest ones first. */
  latest(ownerId: number, limit: number): Promise<ImportRun[]>;
  /** Imports of all learners, or of one, newest first. */
  latestOfAll(only: { failed: boolean; ownerId?: number | undefined }, limit: number): Promise<ImportRun[]>;
  countSince(ownerId: number, since: Date): Promise<number>;
  /** Bytes of all files that are kept, of any learner. An upload counts with what arrived. */
  keptBytes(): Promise<number>;
  /** Throws `ImportRunning` when the learner has an open import. */
  insert(run: ImportRun): Promise<void>;
  /** Counts received bytes; false when another call was faster. */
  receive(key: ImportKey, from: number, to: number, at: Date): Promise<boolean>;
  /** Uncounts the received bytes of an upload behind an offset. */
  giveBack(key: ImportKey, to: number): Promise<void>;
  /** Changes an import that is in one of the states; otherwise `null`. */
  move(key: ImportKey, from: readonly ImportState[], change: Change): Promise<ImportRun | null>;
  /** Stores the parts and what happens to each note. */
  savePlan(
    key: ImportKey,
    plan: { parts: readonly ImportPart[]; decisions: Uint8Array; restoration: Restoration | null },
  ): Promise<boolean>;
  decisions(key: ImportKey): Promise<Uint8Array>;
  /** Moves the cursor of a running import and adds counts; false when it is no longer there. */
  advance(key: ImportKey, from: number, to: number, added: Partial<ImportCounts>): Promise<boolean>;
  /** Changes the state of a part; false when it has another one. */
  movePart(
    key: ImportKey,
    index: number,
    from: ImportPart['state'],
    to: ImportPart['state'],
  ): Promise<boolean>;
  addCounts(key: ImportKey, added: Partial<ImportCounts>): Promise<void>;
  /** Adds to the reports of the file. */
  addReports(key: ImportKey, reports: readonly Report[]): Promise<void>;
  beat(key: ImportKey, at: Date): Promise<void>;
  /** Imports in work that no process works on. `attempts` counts the claims since the last progress. */
  claimIdle(now: Date): Promise<(ImportKey & { attempts: number })[]>;
  /** Uploads or previews without a change since a time. */
  abandoned(state: 'uploading' | 'ready', since: Date): Promise<ImportKey[]>;
  /** Ids, among some, of imports whose file is still needed. */
  keeping(ids: readonly string[]): Promise<string[]>;
  removeBefore(at: Date): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}

/** Identities of imported notes. */
export interface NoteSourceStore {
  findByGuids(ownerId: number, guids: readonly string[]): Promise<NoteSource[]>;
  /** Sources of the notes that made some cards. */
  findByCards(ownerId: number, cardIds: readonly number[]): Promise<NoteSource[]>;
  /** Replaces the sources of notes that are gone. */
  save(sources: readonly NoteSource[]): Promise<void>;
  removeOfImport(ownerId: number, importId: string): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}

/** Note types of other programs, once in an account. */
export interface NoteTypeStore {
  keep(ownerId: number, types: readonly NoteType[]): Promise<void>;
  list(ownerId: number): Promise<NoteType[]>;
  removeAll(ownerId: number): Promise<void>;
}

export type StudiedCard = ImportedStudyBody['cards'][number];

/** Files of imports, kept until the import ends. */
export interface ImportFiles {
  write(id: string, offset: number, bytes: Uint8Array): Promise<void>;
  /** Reads the file, or what an earlier call has read of it. Throws `CardFileRejected`, `UploadLost`. */
  read(run: ImportRun, calendar: Calendar): Promise<CardFileContents>;
  readMedia(file: MediaFile): Promise<Buffer>;
  /** Forgets what was read, because the options changed. */
  forgetContents(id: string): Promise<void>;
  /** Schedules and histories of cards, by part, until the part is shown. */
  clearStudy(id: string): Promise<void>;
  appendStudy(id: string, part: number, cards: readonly StudiedCard[]): Promise<void>;
  /** In batches that fit into one call. */
  readStudy(id: string, part: number): AsyncIterable<StudiedCard[]>;
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
}

/** Takes over the study of imported cards. */
export interface StudyImporter {
  calendarOf(ownerId: number): Promise<Calendar>;
  importStudy(ownerId: number, deckId: number, cards: readonly StudiedCard[]): Promise<number>;
  /** Whether a learner's log has no entry. */
  isUnstudied(ownerId: number): Promise<boolean>;
  /** Appends entries of an archive; `occupied` when the learner has a log of another origin. */
  restore(ownerId: number, body: RestoringBody): Promise<'accepted' | 'occupied' | 'invalid'>;
  /** Whether the restored log can be folded; otherwise it is gone. */
  check(ownerId: number, archived: { importId: string; settings: StudySettings }): Promise<boolean>;
  /** Folds the restored log onto the cards. */
  finish(
    ownerId: number,
    archived: { importId: string; settings: StudySettings; fit: LatestFit },
  ): Promise<void>;
  removeRestored(ownerId: number, importId: string): Promise<void>;
}

export interface ImportWorkPorts {
  importFiles: ImportFiles;
  studies: StudyImporter;
  isUnavailable(error: unknown): boolean;
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Begins or continues the work of an import in the background. */
  wakeImport(key: ImportKey): void;
  newImportId(): string;
}
