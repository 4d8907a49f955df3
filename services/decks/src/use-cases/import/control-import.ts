import { limits, ProductError } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { assertNotErased } from '../../domain/learner.ts';
import { ImportNotFound, ImportNotThere } from '../../domain/errors.ts';
import {
  canBeUndone,
  isBusy,
  keepingStates,
  newImport,
  type ImportOptions,
  type ImportRun,
  type NewImport,
} from '../../domain/import/import-run.ts';
import type { Ports } from '../ports.ts';

type ControlPorts = Pick<
  Ports,
  | 'transact'
  | 'imports'
  | 'importFiles'
  | 'learners'
  | 'wakeImport'
  | 'newImportId'
  | 'now'
  | 'keptImportBytes'
>;

const dayMs = 86_400_000;
const shownImports = 10;

async function load(
  { imports }: Pick<Ports, 'imports'>,
  id: string,
  { userId }: Principal,
): Promise<ImportRun> {
  const run = await imports.find(userId, id);
  if (!run) throw new ImportNotFound();
  return run;
}

const isSameFile = (run: ImportRun, { fileName, size, modifiedAt, startsAlone = false }: NewImport) =>
  run.state === 'uploading' &&
  (run.options.startsAlone ?? false) === startsAlone &&
  run.fileName === fileName &&
  run.size === size &&
  run.modifiedAt === modifiedAt;

/** Drops an upload or a preview. Nothing was added yet. */
async function drop({ imports, importFiles, now }: ControlPorts, run: ImportRun): Promise<boolean> {
  const change = { state: 'undone', finishedAt: now(), changedAt: now(), head: null } as const;
  const dropped = await imports.move(run, ['uploading', 'reading', 'ready'], change);
  if (dropped) await importFiles.remove(run.id);
  return dropped !== null;
}

/** An archive holds all pictures and sounds of an account. */
const mostBytes = (fileName: string) =>
  /\.zip$/i.test(fileName) ? limits.importArchiveBytes : limits.importBytes;

async function assertMayImport(ports: ControlPorts, ownerId: number, { fileName, size }: NewImport) {
  const { imports, learners, now } = ports;
  const learner = await learners.find(ownerId);
  if (learner) assertNotErased(learner);
  if (size > mostBytes(fileName)) throw new ProductError('IMPORT_TOO_LARGE');
  const since = new Date(now().getTime() - dayMs);
  if ((await imports.countSince(ownerId, since)) >= limits.importsPerDay)
    throw new ProductError('TOO_MANY_IMPORTS');
  if ((await imports.keptBytes()) + size > ports.keptImportBytes) throw new ProductError('IMPORTS_FULL');
}

/**
 * Begins an import; the pieces of the file follow. The same file continues its upload. Another upload or preview of the
 * learner is dropped; a running import is not.
 */
export const createImport =
  (ports: ControlPorts) =>
  async (file: NewImport, { userId }: Principal): Promise<ImportRun> => {
    const open = (await ports.imports.latest(userId, shownImports)).filter(
      (run) => isBusy(run) || keepingStates.some((state) => state === run.state),
    );
    const same = open.find((run) => isSameFile(run, file));
    if (same) return same;
    await assertMayImport(ports, userId, file);
    for (const run of open)
      if (isBusy(run) || !(await drop(ports, run))) throw new ProductError('IMPORT_RUNNING');
    const run = newImport(file, { id: ports.newImportId(), ownerId: userId, at: ports.now() });
    await ports.transact(async (unit) => {
      // Conflicts with an erasure, which the row would outlive.
      assertNotErased(await unit.learners.lock(userId));
      await unit.imports.insert(run);
    });
    if (file.size > 0) return run;
    await ports.importFiles.write(run.id, 0, new Uint8Array());
    return beginReading(ports, run);
  };

async function beginReading(ports: ControlPorts, run: ImportRun): Promise<ImportRun> {
  const { imports, now, wakeImport } = ports;
  const reading = await imports.move(run, ['uploading'], { state: 'reading', changedAt: now() });
  if (reading) wakeImport(run);
  return reading ?? run;
}

/** Stores a piece of the file. A repeated piece changes nothing; the last one begins the reading. */
export const receivePart =
  (ports: ControlPorts) =>
  async (id: string, offset: number, bytes: Uint8Array, principal: Principal): Promise<ImportRun> => {
    const run = await load(ports, id, principal);
    const end = offset + bytes.length;
    if (end <= run.received) return run;
    if (run.state !== 'uploading') throw new ImportNotThere();
    if (offset !== run.received) throw new ProductError('IMPORT_PIECE_MISSING');
    if (end > run.size) throw new ProductError('IMPORT_TOO_LARGE');
    await ports.importFiles.write(id, offset, bytes);
    const isCounted = await ports.imports.receive(run, offset, end, ports.now());
    if (!isCounted) return load(ports, id, principal);
    // After the piece was counted, so that pieces of one moment see each other.
    if ((await ports.imports.keptBytes()) > ports.keptImportBytes) {
      await ports.imports.giveBack(run, offset);
      throw new ProductError('IMPORTS_FULL');
    }
    const received = { ...run, received: end };
    return end === run.size ? beginReading(ports, received) : received;
  };

/** Bytes that are stored at once. */
const storedAtOnce = 1024 * 1024;

async function* inPieces(content: AsyncIterable<Uint8Array>) {
  let [pieces, length]: [Uint8Array[], number] = [[], 0];
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
    if (length < storedAtOnce) continue;
    yield Buffer.concat(pieces);
    [pieces, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(pieces);
}

/**
 * Imports a file that is sent in one request, without a preview. A request that broke off can be repeated: it goes on behind
 * the bytes that arrived.
 */
export const importFile =
  (ports: ControlPorts) =>
  async (
    fileName: string,
    { bytes, content }: { bytes: number; content: AsyncIterable<Uint8Array> },
    principal: Principal,
  ): Promise<ImportRun> => {
    const file = { fileName, size: bytes, modifiedAt: 0, startsAlone: true };
    let run = await createImport(ports)(file, principal);
    const received = run.received;
    let offset = 0;
    for await (const piece of inPieces(content)) {
      const known = Math.min(Math.max(received - offset, 0), piece.length);
      if (known < piece.length)
        run = await receivePart(ports)(run.id, offset + known, piece.subarray(known), principal);
      offset += piece.length;
    }
    return run;
  };

/** Reads the file again with other options. */
export const prepareImport =
  (ports: ControlPorts) =>
  async (
    id: string,
    chosen: Pick<ImportOptions, 'encoding' | 'columns' | 'deck'>,
    principal: Principal,
  ): Promise<ImportRun> => {
    const run = await load(ports, id, principal);
    if (run.state !== 'ready') throw new ImportNotThere();
    await ports.importFiles.forgetContents(id);
    const options = { ...run.options, ...chosen };
    const reading = await ports.imports.move(run, ['ready'], {
      state: 'reading',
      options,
      changedAt: ports.now(),
    });
    if (!reading) return load(ports, id, principal);
    ports.wakeImport(run);
    return reading;
  };

/** Begins to add the cards. A repeat changes nothing. */
export const startImport =
  (ports: ControlPorts) =>
  async (
    id: string,
    chosen: Pick<ImportOptions, 'skippedDecks' | 'updatesChanged'>,
    principal: Principal,
  ): Promise<ImportRun> => {
    const run = await load(ports, id, principal);
    if (run.state === 'running' || run.state === 'done') return run;
    if (run.state !== 'ready') throw new ImportNotThere();
    const options = { ...run.options, ...chosen };
    const running = await ports.imports.move(run, ['ready'], {
      state: 'running',
      options,
      changedAt: ports.now(),
    });
    if (!running) return load(ports, id, principal);
    ports.wakeImport(run);
    return running;
  };

/** Drops an import before it runs, stops a running one and takes back what it added, or undoes a finished one. */
export const undoImport =
  (ports: ControlPorts) =>
  async (id: string, principal: Principal): Promise<ImportRun> => {
    const run = await load(ports, id, principal);
    if (run.state === 'undoing' || run.state === 'undone') return run;
    if (await drop(ports, run)) return load(ports, id, principal);
    const current = await load(ports, id, principal);
    if (current.state !== 'running' && !canBeUndone(current, ports.now()))
      throw new ProductError('UNDO_TOO_LATE');
    const change = { state: 'undoing', changedAt: ports.now() } as const;
    const undoing = await ports.imports.move(run, ['running', 'done', 'failed'], change);
    if (!undoing) throw new ProductError('IMPORT_RUNNING');
    ports.wakeImport(run);
    return undoing;
  };

export const readImport =
  (ports: Pick<Ports, 'imports'>) =>
  (id: string, principal: Principal): Promise<ImportRun> =>
    load(ports, id, principal);

/** The latest imports, newest first. */
export const listImports =
  ({ imports }: Pick<Ports, 'imports'>) =>
  ({ userId }: Principal): Promise<ImportRun[]> =>
    imports.latest(userId, shownImports);

const shownToOperators = 100;

/** The latest imports of all learners, for operators. */
export const listImportRuns =
  ({ imports }: Pick<Ports, 'imports'>) =>
  (only: { failed: boolean; ownerId?: number | undefined }): Promise<ImportRun[]> =>
    imports.latestOfAll(only, shownToOperators);
