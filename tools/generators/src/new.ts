import { workspaceRoot } from '@kumbuka/supergraph/subgraphs';
import { createDraft } from './new/draft.ts';
import { NameRefused, ownedName } from './new/names.ts';
import { newEvent } from './new/new-event.ts';
import { newUseCase } from './new/new-use-case.ts';

const usage = `npm run new -- use-case <service>/<verb-noun>      such as decks/archive-deck: both surfaces and a test
npm run new -- event <service>/<thing-happened>    such as decks/deck-archived: contract, envelope and a test
A service is a copy of its like: CONTRIBUTING.md has the recipe.`;

const kinds = { 'use-case': newUseCase, event: newEvent };
const isKind = (word: string): word is keyof typeof kinds => Object.hasOwn(kinds, word);

async function run([kind = '', text = '', ...more]: readonly string[]) {
  if (!isKind(kind) || text === '' || more.length > 0) throw new NameRefused(usage);
  const { service, name } = ownedName(text);
  const draft = createDraft(workspaceRoot);
  kinds[kind](draft, service, name);
  for (const line of await draft.write()) console.log(line);
  console.log('Now: npm run generate, then make it do what it is for.');
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
