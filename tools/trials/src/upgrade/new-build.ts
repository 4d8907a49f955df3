import { makeScratchCopy } from '@kumbuka/codegen/scratch-copy';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Change of a file in the copy. Patterns leave out what has nothing to do with the version. */
type Edit = readonly [file: string, before: string | RegExp, after: string];

/** Version 3 of the event: renames the creation time of the card and requires its origin. */
const contract = `export const cardAddedV3 = nextVersion(
  cardAdded,
  z.object({ ...cardIds, noteId: id.optional(), addedAt: time, origin: z.enum(['learner', 'unknown']) }),
  ({ createdAt, ...rest }) => ({ ...rest, addedAt: createdAt, origin: 'unknown' as const }),
);
export const cardEdited = inVersion2(`;

export const edits: readonly Edit[] = [
  [
    'libs/contracts/src/events/decks.ts',
    'import { defineEvent, type EventContract }',
    'import { defineEvent, nextVersion, type EventContract }',
  ],
  ['libs/contracts/src/events/decks.ts', 'export const cardEdited = inVersion2(', contract],
  [
    'libs/contracts/src/events/decks.ts',
    '  cardAdded,\n  cardsAdded,',
    '  cardAdded,\n  cardAddedV3,\n  cardsAdded,',
  ],
  ['services/study-progress/src/events/consumes.ts', '\n  cardAdded,\n', '\n  cardAddedV3,\n'],
  [
    'services/study-progress/src/events/consumes.ts',
    /on\(cardAdded, (\(\{ data: \{[^}]*)\bcreatedAt\b/,
    'on(cardAddedV3, $1addedAt: createdAt',
  ],
  ['services/admin/src/events/consumes.ts', '\n  cardAdded,\n', '\n  cardAddedV3,\n'],
  ['services/admin/src/events/consumes.ts', 'updateOn(cardAdded,', 'updateOn(cardAddedV3,'],
  ['services/decks/src/events/publishes.ts', '\n  cardAdded,\n', '\n  cardAddedV3,\n'],
  [
    'services/decks/src/events/publishes.ts',
    /createdAt: iso\(card\.createdAt\) \};(\s*)return newEvent\(cardAdded,/,
    "addedAt: iso(card.createdAt), origin: 'learner' as const };$1return newEvent(cardAddedV3,",
  ],
];

const count = (text: string, before: string | RegExp): number =>
  typeof before === 'string'
    ? text.split(before).length - 1
    : [...text.matchAll(new RegExp(before, 'g'))].length;

/** Changes files below a folder. Throws unless each contains the text to change exactly once. */
export function applyEdits(root: string): void {
  for (const [file, before, after] of edits) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const found = count(text, before);
    if (found !== 1) throw new Error(`${file} contains the text to change ${found} times: ${before}`);
    writeFileSync(path, text.replace(before, after));
  }
}

/**
 * Creates a copy of the repository in which decks publishes new cards by version 3 of the event and its readers
 * understand both versions. Updates the snapshots and checks the types there, and throws when either fails.
 */
export function makeNewBuild(): string {
  const root = makeScratchCopy();
  applyEdits(root);
  const node = (...words: string[]) => execFileSync(process.execPath, words, { cwd: root, stdio: 'pipe' });
  node('tools/codegen/src/contracts/update.ts');
  for (const project of ['services/decks', 'services/study-progress', 'services/admin'])
    node('node_modules/typescript-7/bin/tsc', '-p', `${project}/tsconfig.json`, '--noEmit');
  return root;
}

/** Returns the documented versions of the event in a build. */
export function documentedVersions(root: string): number[] {
  const document = readFileSync(join(root, 'docs/events/asyncapi.json'), 'utf8');
  const { components }: { components: { messages: object } } = JSON.parse(document);
  return Object.keys(components.messages)
    .flatMap((name) => /^decks\.card-added\.v(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number);
}
