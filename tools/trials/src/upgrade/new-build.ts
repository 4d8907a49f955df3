import { makeScratchCopy } from '@kumbuka/codegen/scratch-copy';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One place in a file of the copy, as it is and as it is to be. */
type Edit = readonly [file: string, before: string, after: string];

/** The time of a card's birth gets another name, and where the card came from is demanded. */
const contract = `export const cardAddedV3 = nextVersion(
  cardAdded,
  z.object({ ...cardV2, addedAt: time, origin: z.enum(['learner', 'unknown']) }),
  ({ createdAt, ...told }) => ({ ...told, addedAt: createdAt, origin: 'unknown' as const }),
);
const cardEditedFields = `;

const edits: readonly Edit[] = [
  ['libs/contracts/src/events/decks.ts', 'const cardEditedFields = ', contract],
  [
    'libs/contracts/src/events/decks.ts',
    '  cardAdded,\n  cardEdited,',
    '  cardAdded,\n  cardAddedV3,\n  cardEdited,',
  ],
  ['services/study-progress/src/events/consumes.ts', '\n  cardAdded,\n', '\n  cardAddedV3,\n'],
  [
    'services/study-progress/src/events/consumes.ts',
    'on(cardAdded, ({ data: { userId: ownerId, deckId, cardId, createdAt }',
    'on(cardAddedV3, ({ data: { userId: ownerId, deckId, cardId, addedAt: createdAt }',
  ],
  ['services/admin/src/events/consumes.ts', '\n  cardAdded,\n', '\n  cardAddedV3,\n'],
  ['services/admin/src/events/consumes.ts', 'hear(cardAdded,', 'hear(cardAddedV3,'],
  ['services/decks/src/events/publishes.ts', '\n  cardAdded,\n', '\n  cardAddedV3,\n'],
  [
    'services/decks/src/events/publishes.ts',
    'const data = { ...cardIds(card), createdAt: iso(card.createdAt) };\n      return newEvent(cardAdded,',
    "const data = { ...cardIds(card), addedAt: iso(card.createdAt), origin: 'learner' as const };\n      return newEvent(cardAddedV3,",
  ],
];

function apply(root: string, [file, before, after]: Edit) {
  const path = join(root, file);
  const pieces = readFileSync(path, 'utf8').split(before);
  if (pieces.length !== 2)
    throw new Error(`${file} has ${pieces.length - 1} times what is to be changed: ${before}`);
  writeFileSync(path, pieces.join(after));
}

/**
 * A copy of the repository in which decks tells of new cards by version 3 of the event, and its readers understand
 * both. Snapshots are made anew there as for any change, and types are checked; throws when either refuses it.
 */
export function makeNewBuild(): string {
  const root = makeScratchCopy();
  for (const edit of edits) apply(root, edit);
  const node = (...words: string[]) => execFileSync(process.execPath, words, { cwd: root, stdio: 'pipe' });
  node('tools/codegen/src/contracts/update.ts');
  for (const project of ['services/decks', 'services/study-progress', 'services/admin'])
    node('node_modules/typescript-7/bin/tsc', '-p', `${project}/tsconfig.json`, '--noEmit');
  return root;
}

/** The versions of the event that the documents of a build name. */
export function documentedVersions(root: string): number[] {
  const document = readFileSync(join(root, 'docs/events/asyncapi.json'), 'utf8');
  const { components }: { components: { messages: object } } = JSON.parse(document);
  return Object.keys(components.messages)
    .flatMap((name) => /^decks\.card-added\.v(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number);
}
