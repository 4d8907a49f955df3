import { makeScratchCopy } from '@kumbuka/codegen/scratch-copy';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Change of a file in the copy. */
type Edit = readonly [file: string, before: string, after: string];

/** Version 3 of the event: renames the creation time of the card and requires its origin. */
const contract = `export const cardAddedV3 = nextVersion(
  cardAdded,
  z.object({ ...cardIds, addedAt: time, origin: z.enum(['learner', 'unknown']) }),
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
    'on(cardAdded, ({ data: { userId: ownerId, deckId, cardId, createdAt }',
    'on(cardAddedV3, ({ data: { userId: ownerId, deckId, cardId, addedAt: createdAt }',
  ],
  ['services/admin/src/events/consumes.ts', '\n  cardAdded,\n', '\n  cardAddedV3,\n'],
  ['services/admin/src/events/consumes.ts', 'updateOn(cardAdded,', 'updateOn(cardAddedV3,'],
  ['services/decks/src/events/publishes.ts', '\n  cardAdded,\n', '\n  cardAddedV3,\n'],
  [
    'services/decks/src/events/publishes.ts',
    'const data = { ...cardIds(card), createdAt: iso(card.createdAt) };\n      return newEvent(cardAdded,',
    "const data = { ...cardIds(card), addedAt: iso(card.createdAt), origin: 'learner' as const };\n      return newEvent(cardAddedV3,",
  ],
];

/** Changes files below a folder. Throws unless each contains the text to change exactly once. */
export function applyEdits(root: string): void {
  for (const [file, before, after] of edits) {
    const path = join(root, file);
    const pieces = readFileSync(path, 'utf8').split(before);
    if (pieces.length !== 2)
      throw new Error(`${file} contains the text to change ${pieces.length - 1} times: ${before}`);
    writeFileSync(path, pieces.join(after));
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
