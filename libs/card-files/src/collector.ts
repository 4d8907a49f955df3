import type {
  CardFileHead,
  CollectionNote,
  FileFormat,
  MediaFile,
  NoteType,
  Rejection,
  Report,
} from './collection.ts';
import { CardFileRejected } from './collection.ts';
import { fileLimits } from './limits.ts';
import { createReporter, type Reporter } from './reports.ts';

/** Where the notes of a file go. */
export interface Sink {
  note(note: CollectionNote): void;
}

/** Why a file has no card that can be imported. */
function reasonFor(reports: readonly Report[]): Rejection {
  const codes = new Set(reports.map(({ code }) => code));
  if (codes.has('side-too-long') || codes.has('field-too-long')) return 'sides-too-long';
  return codes.size > 0 ? 'no-usable-cards' : 'no-cards';
}

/** Counts what goes through, and shows the first cards. */
export interface Collector extends Sink {
  reporter: Reporter;
  head(format: FileFormat, noteTypes: NoteType[], media: readonly Pick<MediaFile, 'size'>[]): CardFileHead;
}

export function createCollector(sink: Sink): Collector {
  const reporter = createReporter();
  const decks = new Map<string, number>();
  const counts = { notes: 0, cards: 0, studied: 0, suspended: 0, answers: 0 };
  const sample: CardFileHead['sample'] = [];
  return {
    reporter,
    note(note) {
      counts.notes += 1;
      for (const { deck, front, back, suspended, schedule, history } of note.cards) {
        counts.cards += 1;
        decks.set(deck, (decks.get(deck) ?? 0) + 1);
        if (schedule) counts.studied += 1;
        if (suspended) counts.suspended += 1;
        for (const rating of history?.ratings ?? []) if (rating > 0) counts.answers += 1;
        if (sample.length < fileLimits.sample) sample.push({ front, back, format: note.format, deck });
      }
      sink.note(note);
    },
    head(format, noteTypes, media) {
      if (counts.cards === 0) throw new CardFileRejected(reasonFor(reporter.list()));
      return {
        format,
        counts: {
          ...counts,
          media: media.length,
          mediaBytes: media.reduce((sum, { size }) => sum + size, 0),
        },
        decks: [...decks]
          .map(([name, cards]) => ({ name, cards }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
        noteTypes,
        reports: reporter.list(),
        sample,
      };
    },
  };
}
