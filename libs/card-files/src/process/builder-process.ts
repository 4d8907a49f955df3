import { readFileSync, writeFileSync } from 'node:fs';
import { buildCollection } from '../write/build-collection.ts';
import type { BuildTask } from './build-in-process.ts';
import { readNotes } from './spool.ts';

const { folder, target, options } = JSON.parse(readFileSync(0, 'utf8')) as BuildTask;
writeFileSync(target, await buildCollection(readNotes(folder), options));
