import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { workspaceRoot } from '../workspace.ts';
import { staleFiles, writeFile } from '../write-or-check.ts';
import { graphqlTypes, orphanedFiles } from './graphql-types.ts';

const files = await graphqlTypes();
const stale = staleFiles(files);
const orphans = orphanedFiles(files);
stale.forEach(writeFile);
for (const file of orphans) rmSync(file);

const names = (paths: readonly string[]): string =>
  paths.map((path) => relative(workspaceRoot, path)).join(', ');
if (stale.length > 0) console.log(`written: ${names(stale.map(({ file }) => file))}`);
if (orphans.length > 0) console.log(`removed: ${names(orphans)}`);
