import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { NameRejected } from './names.ts';

/** Pending changes of files. Nothing is written before `write`, so that a rejection changes nothing. */
export interface Draft {
  has(file: string): boolean;
  read(file: string): string;
  /** Names of the folders in a folder, as it is stored. */
  foldersIn(folder: string): string[];
  /** Names of the files in a folder, as it is stored. */
  filesIn(folder: string): string[];
  /** Adds a file. Throws `NameRejected` when it exists. */
  add(file: string, text: string): void;
  /** Changes the text of an existing file. */
  edit(file: string, change: (text: string) => string): void;
  /** Formats and writes the files. Returns their paths, new ones first. */
  write(): Promise<string[]>;
}

async function formatted(file: string, text: string): Promise<string> {
  if (file.endsWith('.graphql')) return text;
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

export function createDraft(root: string): Draft {
  const texts = new Map<string, string>();
  const added = new Set<string>();
  const read = (file: string) => texts.get(file) ?? readFileSync(join(root, file), 'utf8');
  const has = (file: string) => texts.has(file) || existsSync(join(root, file));
  const entriesOf = (folder: string) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder), { withFileTypes: true }) : [];
  return {
    has,
    read,
    foldersIn: (folder) =>
      entriesOf(folder)
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    filesIn: (folder) =>
      entriesOf(folder)
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    add(file, text) {
      if (has(file)) throw new NameRejected(`${file} already exists.`);
      texts.set(file, text);
      added.add(file);
    },
    edit: (file, change) => void texts.set(file, change(read(file))),
    async write() {
      const files = [...texts.keys()].toSorted(
        (one, other) => Number(added.has(other)) - Number(added.has(one)),
      );
      // Formatting throws for a text that cannot be parsed, so all of it comes before the first write.
      const ready = await Promise.all(
        files.map(async (file) => ({
          path: join(root, file),
          text: await formatted(join(root, file), texts.get(file) ?? ''),
        })),
      );
      for (const { path, text } of ready) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
      return files.map((file) => `${added.has(file) ? 'created' : 'changed'} ${file}`);
    },
  };
}
