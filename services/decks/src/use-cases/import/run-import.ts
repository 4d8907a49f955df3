import { CardFileRejected, type CardFileHead, type CardFileContents } from '@kumbuka/card-files/collection';
import { ProductError } from '@kumbuka/contracts';
import type { ImportRun, ImportState } from '../../domain/import/import-run.ts';
import { UploadLost } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';
import { decideNotes } from './decide-notes.ts';
import { HistoryInvalid, scopeOf } from './restore-account.ts';
import type { ImportKey } from './ports.ts';
import { undoRun } from './undo-run.ts';
import { RunReplaced, writeImport, type WritePorts } from './write-import.ts';

export type RunPorts = WritePorts;

export const importKeyOf = ({ ownerId, id }: ImportKey) => `${ownerId}:${id}`;
const parseKey = (key: string): ImportKey => {
  const at = key.indexOf(':');
  return { ownerId: Number(key.slice(0, at)), id: key.slice(at + 1) };
};

const shownReports = 200;
const shownSamples = 5;

/** What the learner sees of a file. Templates stay out of it, because they may be large. */
const headOf = ({
  format,
  counts,
  decks,
  noteTypes,
  reports,
  sample,
  table,
  encodings,
  account,
}: CardFileContents): CardFileHead => ({
  format,
  counts,
  decks,
  noteTypes: noteTypes.map((type) => ({ ...type, templates: [], css: '' })),
  reports: reports.slice(0, shownReports),
  sample: sample.slice(0, shownSamples),
  ...(table ? { table } : {}),
  ...(encodings ? { encodings } : {}),
  ...(account ? { account: { ...account, decks: [] } } : {}),
});

async function readFile(ports: RunPorts, run: ImportRun, signal: AbortSignal): Promise<void> {
  const calendar = run.options.calendar ?? (await ports.studies.calendarOf(run.ownerId));
  const contents = await ports.importFiles.read(run, calendar);
  const { counts } = await decideNotes(ports, run, contents);
  const options = { ...run.options, calendar };
  const state = options.startsAlone ? 'running' : 'ready';
  const restoration = contents.account
    ? { scope: await scopeOf(ports, run.ownerId), lostCardId: 0, lostDeckId: 0 }
    : null;
  const head = headOf(contents);
  const change = { state, options, head, counts, restoration, changedAt: ports.now() } as const;
  const read = await ports.imports.move(run, ['reading'], change);
  if (read?.state === 'running') await writeImport(ports, read, signal);
}

/** Code of a failure that a repeat would meet again; `null` for any other error. */
function failureOf(error: unknown): string | null {
  if (error instanceof CardFileRejected) return error.code;
  if (error instanceof UploadLost) return 'upload-lost';
  if (error instanceof HistoryInvalid) return 'history-invalid';
  if (error instanceof ProductError && error.status < 500 && error.status !== 429)
    return error.code === 'LIMIT_REACHED' ? 'limit-reached' : 'refused';
  return null;
}

/** Ends an import whose file cannot be imported. What was added stays until the learner undoes it. */
async function failImport(
  ports: Pick<Ports, 'imports' | 'transact' | 'importFiles' | 'studies' | 'now'>,
  key: ImportKey,
  failure: string,
) {
  // The step that failed has written to the row.
  const run = await ports.imports.find(key.ownerId, key.id);
  if (!run) return;
  const from: ImportState[] = ['reading', 'running'];
  const at = ports.now();
  // A log without its fold would contradict the cards.
  if (run.state === 'running' && run.restoration?.scope === 'everything')
    await ports.studies.removeRestored(run.ownerId, run.id);
  await ports.transact(async ({ imports, record }) => {
    const end = { state: 'failed', failure, finishedAt: at, changedAt: at } as const;
    // Before the plan is stored, the counts say what the preview promised.
    const counts = run.parts.length === 0 ? { counts: { ...run.counts, added: 0 } } : {};
    const failed = await imports.move(run, from, { ...end, ...counts });
    if (failed) record([{ type: 'import-finished', run: failed, startedAt: run.changedAt, at }]);
  });
  await ports.importFiles.remove(run.id);
}

const steps: Partial<
  Record<ImportState, (ports: RunPorts, run: ImportRun, signal: AbortSignal) => Promise<void>>
> = {
  reading: readFile,
  running: writeImport,
  undoing: undoRun,
};

const beatMs = 4_000;
/** Shows other processes that this one works on the import, also during a long read. */
function keepBeating({ imports, now }: RunPorts, key: ImportKey): () => void {
  const timer = setInterval(() => void imports.beat(key, now()).catch(() => undefined), beatMs);
  return () => clearInterval(timer);
}

/**
 * Works on an import until it ends, waits for the learner, or the signal aborts; another run resumes it. An outage of a store
 * or service is waited out.
 */
export const runImport =
  (ports: RunPorts) =>
  async (name: string, signal: AbortSignal): Promise<void> => {
    const key = parseKey(name);
    const stopBeating = keepBeating(ports, key);
    try {
      await workOn(ports, key, signal);
    } finally {
      stopBeating();
    }
  };

async function workOn(ports: RunPorts, key: ImportKey, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const run = await ports.imports.find(key.ownerId, key.id);
    const step = run && steps[run.state];
    if (!run || !step) return;
    try {
      return await step(ports, run, signal);
    } catch (error) {
      if (error instanceof RunReplaced) return;
      const failure = failureOf(error);
      if (failure !== null) return failImport(ports, key, failure);
      if (!ports.isUnavailable(error)) throw error;
      await ports.pause(Math.min(2 ** failures * 200, 10_000), signal);
    }
  }
}

/** A process that ends while it works on the same import this often was ended by it. */
const maxAttempts = 3;

/** Resumes imports that no process works on; gives up those that ended their process again and again. */
export const resumeImports =
  (ports: Pick<Ports, 'imports' | 'wakeImport' | 'transact' | 'importFiles' | 'studies' | 'now'>) =>
  async (): Promise<void> => {
    for (const { attempts, ...key } of await ports.imports.claimIdle(ports.now())) {
      const run = attempts > maxAttempts ? await ports.imports.find(key.ownerId, key.id) : null;
      if (run && run.state !== 'undoing') await failImport(ports, run, 'interrupted');
      else ports.wakeImport(key);
    }
  };

/** Ages at which an import that nobody goes on with is dropped; bytes of an upload hold space that others need. */
const abandonedMs = { uploading: 15 * 60_000, ready: 24 * 3_600_000 } as const;
const keptMs = 30 * 24 * 3_600_000;

/** Drops uploads that stand still and previews of yesterday, and removes files that no import needs. */
export const tidyImports =
  (ports: Pick<Ports, 'imports' | 'importFiles' | 'now'>) => async (): Promise<void> => {
    const { imports, importFiles } = ports;
    const now = ports.now();
    for (const state of ['uploading', 'ready'] as const)
      for (const key of await imports.abandoned(state, new Date(now.getTime() - abandonedMs[state])))
        await imports.move(key, [state], { state: 'undone', finishedAt: now, head: null });
    await imports.removeBefore(new Date(now.getTime() - keptMs));
    const stored = await importFiles.list();
    const needed = new Set(await imports.keeping(stored));
    for (const id of stored) if (!needed.has(id)) await importFiles.remove(id);
  };
