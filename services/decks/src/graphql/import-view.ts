import { withMediaMarks, type Report } from '@kumbuka/card-files/collection';
import { canBeUndone, completeParts, type ImportRun, type ImportState } from '../domain/import/import-run.ts';
import { titleOf } from '../domain/import/partition.ts';

const stateNames = {
  uploading: 'UPLOADING',
  reading: 'READING',
  ready: 'READY',
  running: 'RUNNING',
  done: 'DONE',
  failed: 'FAILED',
  undoing: 'UNDOING',
  undone: 'UNDONE',
} as const satisfies Record<ImportState, string>;

const shownDecks = 1_000;
const shownRows = 5;
const scopeNames = { everything: 'EVERYTHING', cards: 'CARDS' } as const;
const formatNames = { plain: 'PLAIN', rich: 'RICH' } as const;

function tableView({ head }: ImportRun) {
  if (!head?.table) return null;
  const { separator, columns, rows, mapping } = head.table;
  const { tags = null, deck = null, guid = null, cells = 'text', ...sides } = mapping;
  return {
    separator,
    columns,
    rows: rows.slice(0, shownRows),
    mapping: { ...sides, tags, deck, guid, cells },
  };
}

/** Pictures and sounds of the file have no addresses yet. */
const sampleText = (text: string, format: keyof typeof formatNames) =>
  format === 'rich' ? withMediaMarks(text) : text;

/** Joins the reports of a code that name nothing: each part of an import adds one. */
function summed(reports: readonly Report[]): Report[] {
  const sums = new Map<string, Report>();
  for (const [at, report] of reports.entries()) {
    const { code, count, ...named } = report;
    const key = Object.keys(named).length === 0 ? code : String(at);
    sums.set(key, { ...report, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}

export const importView = (run: ImportRun, now: Date) => ({
  id: run.id,
  state: stateNames[run.state],
  fileName: run.fileName,
  size: run.size,
  received: run.received,
  format: run.head?.format ?? null,
  notes: run.head?.counts.notes ?? 0,
  cards: run.head?.counts.cards ?? 0,
  studied: run.head?.counts.studied ?? 0,
  reviews: run.head?.counts.answers ?? 0,
  media: run.head?.counts.media ?? 0,
  decks: (run.head?.decks ?? [])
    .slice(0, shownDecks)
    .map(({ name, cards }) => ({ path: name, title: titleOf(name, 1), cards })),
  addedCards: run.counts.added,
  existingCards: run.counts.existing,
  changedNotes: run.counts.changed,
  updatedNotes: run.counts.updated,
  scheduledCards: run.counts.scheduled,
  processedNotes: run.cursor,
  reports: summed(run.head?.reports ?? []).map(({ code, count, line = null, text = null }) => ({
    code,
    count,
    line,
    text,
  })),
  sample: (run.head?.sample ?? []).map(({ front, back, format }) => ({
    frontText: sampleText(front, format),
    backText: sampleText(back, format),
    format: formatNames[format],
  })),
  table: tableView(run),
  encodings: run.head?.encodings ?? [],
  restores: run.restoration === null ? null : scopeNames[run.restoration.scope],
  archivedAnswers: run.head?.account?.answers ?? 0,
  failure: run.failure,
  /** Not in the schema; the `madeDecks` resolver needs it. */
  madeDeckIds: completeParts(run).map(({ deckId }) => deckId),
  canBeUndone: canBeUndone(run, now),
  createdAt: run.createdAt,
  finishedAt: run.finishedAt,
});
