import { workspaceRoot } from './workspace.ts';
import { createDraft, type Draft } from './new/draft.ts';
import { NameRefused, ownedName, type Names } from './new/names.ts';
import { newEvent } from './new/new-event.ts';
import { newUseCase } from './new/new-use-case.ts';

const usage = `npm run new -- use-case <service>/<verb-noun>      such as decks/archive-deck: domain function, transaction, REST, GraphQL and tests
npm run new -- event <service>/<thing-happened>    such as decks/deck-archived: contract, envelope and a test`;

type Kind = (draft: Draft, text: string) => void;
const owned =
  (make: (draft: Draft, service: Names, name: Names) => void): Kind =>
  (draft, text) => {
    const { service, name } = ownedName(text);
    make(draft, service, name);
  };
const kinds: Record<string, { make: Kind; next: string }> = {
  'use-case': {
    make: owned(newUseCase),
    next: 'write path, arguments and result; npm run generate; then load, decide, save and record: see services/decks/src/use-cases/card/edit-card.ts.',
  },
  event: {
    make: owned(newEvent),
    next: 'npm run generate; then return it from the domain function whose use-case records it.',
  },
};

async function run([kind = '', text = '', ...more]: readonly string[]) {
  const generator = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!generator || text === '' || more.length > 0) throw new NameRefused(usage);
  const draft = createDraft(workspaceRoot);
  generator.make(draft, text);
  for (const line of await draft.write()) console.log(line);
  console.log(`Now: ${generator.next}`);
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
