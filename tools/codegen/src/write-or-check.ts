import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { workspaceRoot } from './workspace.ts';

export interface GeneratedFile {
  file: string;
  text: string;
}

const isCurrent = ({ file, text }: GeneratedFile) => existsSync(file) && readFileSync(file, 'utf8') === text;

/** Returns the files whose content on disk differs from the generated one. */
export const staleFiles = (files: readonly GeneratedFile[]) => files.filter((each) => !isCurrent(each));

export function writeFile({ file, text }: GeneratedFile) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes outdated files; with `--check`, lists them and exits with 1. */
export function writeOrCheck(files: readonly GeneratedFile[], command: string) {
  const stale = staleFiles(files);
  const names = stale.map(({ file }) => relative(workspaceRoot, file)).join(', ');
  if (!process.argv.includes('--check')) {
    stale.forEach(writeFile);
    console.log(stale.length > 0 ? `written: ${names}` : 'nothing to write');
    return;
  }
  if (stale.length === 0) return;
  console.error(`out of date: ${names}\nrun: ${command}`);
  process.exitCode = 1;
}
