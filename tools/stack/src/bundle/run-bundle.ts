import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, SourceMap, type SourceMapPayload, type SourceOrigin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';

/** What a chunk of the bundle is wrapped in: a function of the five names that CommonJS promises. */
type Chunk = (
  require: (name: string) => unknown,
  module: { exports: object },
  exports: object,
  file: string,
  directory: string,
) => void;

/** Where V8's own form of a chunk is kept. */
const codeOf = (file: string): string => `${file}.code`;

function compile(file: string): Script {
  const source = `(function(require,module,exports,__filename,__dirname){${readFileSync(file, 'utf8')}\n})`;
  return new Script(source, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(existsSync(codeOf(file)) && { cachedData: readFileSync(codeOf(file)) }),
  });
}

/** Keeps what V8 made of a chunk. */
function keepCode(file: string, script: Script): void {
  const unfinished = `${codeOf(file)}.${process.pid}`;
  writeFileSync(unfinished, script.createCachedData(), { flush: true });
  renameSync(unfinished, codeOf(file));
}

/** There while V8's code is that of a rehearsal, which has not run what a start does once everything is made. */
const markOf = (directory: string): string => join(directory, 'rehearsed');

/**
 * Runs the bundle of a process out of a directory. Its `started` tells when everything that a start needs is compiled: then
 * that is kept, so that the next start compiles nothing. Packages are found as from the source `from`. A rehearsal ends
 * when it has kept what it compiled.
 */
export function runBundle(directory: string, from: string): void {
  const scripts = new Map<string, Script>();
  const loaded = new Map<string, { exports: object }>();
  const requirePackage = createRequire(from);
  const isChunk = (name: string): boolean => name.startsWith('./') && existsSync(join(directory, name));
  const requireAny = (name: string): unknown => (isChunk(name) ? load(basename(name)) : requirePackage(name));

  function load(name: string): object {
    const known = loaded.get(name);
    if (known) return known.exports;
    const file = join(directory, name);
    const module = { exports: {} };
    loaded.set(name, module);
    const script = compile(file);
    scripts.set(file, script);
    const chunk: Chunk = script.runInThisContext();
    chunk(requireAny, module, module.exports, file, directory);
    return module.exports;
  }

  function keepAll(): void {
    const rehearsed = existsSync(markOf(directory));
    for (const [file, script] of scripts)
      if (rehearsed || script.cachedDataRejected !== false) keepCode(file, script);
    if (rehearsed) rmSync(markOf(directory), { force: true });
  }

  leadToSources(directory);
  const application: { started?: Promise<void> } = load('application.cjs');
  void application.started?.then(() => {
    keepAll();
    if (!process.argv.includes('--rehearse')) return;
    writeFileSync(markOf(directory), '');
    process.exit(0);
  });
}

/** Has the frames of stack traces that are in a chunk with a map name the places in its sources. */
function leadToSources(directory: string): void {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (file: string): SourceMap | null => {
    const known = maps.get(file);
    if (known !== undefined) return known;
    const map = file.startsWith(directory) && existsSync(`${file}.map`) ? readMap(`${file}.map`) : null;
    maps.set(file, map);
    return map;
  };
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${placed(frame, mapOf)}`)].join(
      '\n',
    );
}

function readMap(file: string): SourceMap {
  const payload: SourceMapPayload = JSON.parse(readFileSync(file, 'utf8'));
  return new SourceMap(payload);
}

const isKnown = (origin: object): origin is SourceOrigin => 'fileName' in origin;

function placed(frame: NodeJS.CallSite, mapOf: (file: string) => SourceMap | null): string {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  if (!file || line === null || column === null) return String(frame);
  const origin = mapOf(file)?.findOrigin(line, column) ?? {};
  if (!isKnown(origin)) return String(frame);
  const source = join(dirname(file), origin.fileName);
  return String(frame).replace(
    `${file}:${line}:${column}`,
    `${source}:${origin.lineNumber}:${origin.columnNumber}`,
  );
}
