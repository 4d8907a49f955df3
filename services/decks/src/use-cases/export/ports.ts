import type { CardHistory, CardSchedule, WritableCollection } from '@kumbuka/card-files/collection';
import type { ExportFormat, LatestFit, StudyLogEntry, StudySettings } from '@kumbuka/contracts';
import type { Calendar } from '../../domain/import/import-run.ts';

/** Study of a card; a new card has none. */
export interface CardStudy {
  schedule?: CardSchedule;
  history?: CardHistory;
}

/** Reads the study of cards from study-progress. */
export interface StudyExporter {
  calendarOf(ownerId: number): Promise<Calendar>;
  studyOf(ownerId: number, cardIds: readonly number[]): Promise<Map<number, CardStudy>>;
  /** Settings and the whole log, read while it is written. */
  logOf(ownerId: number): Promise<StudyOfAccount>;
}

export interface StudyOfAccount {
  settings: StudySettings;
  fit: LatestFit;
  /** Number of entries. */
  length: number;
  entries: AsyncIterable<StudyLogEntry[]>;
}

/** Reads the payments of an account, in pages. */
export interface PaymentReader {
  paymentsOf(ownerId: number): AsyncIterable<object[]>;
}

/** What goes into a file. */
export interface ExportedCollection extends Omit<WritableCollection, 'media'> {
  /** Pictures and sounds by name; `null` for one that is gone. */
  media: AsyncIterable<{ name: string; read(): Promise<Uint8Array | null> }>;
}

/** Writes files of cards as a stream; `onEnd` is called once, when the file is taken or the reader is gone. */
export interface ExportWriter {
  write(format: ExportFormat, collection: ExportedCollection, onEnd: () => void): Promise<ExportContent>;
}
/** A stream of bytes that only the border reads. */
export type ExportContent = NodeJS.ReadableStream;

export interface ExportPorts {
  studyExporter: StudyExporter;
  paymentReader: PaymentReader;
  exportWriter: ExportWriter;
}
