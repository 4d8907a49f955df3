import { posix } from 'node:path';
import { workspaceRoot } from './workspace.ts';
import { createDraft, type Draft } from './new/draft.ts';
import { NameRejected, ownedName } from './new/names.ts';
import { newEvent } from './new/new-event.ts';
import { newUseCase } from './new/new-use-case.ts';

const usage = `npm run new -- use-case <service>/<subject>/<verb-noun> <thing-happened>
    such as decks/deck/archive-deck deck-archived: domain function, transaction, event, REST, GraphQL and tests.
    Services without folders in use-cases take no subject. Only changes of decks and cards take an event.
npm run new -- event <service>/<thing-happened>
    such as decks/deck-archived: contract, envelope and a test`;

type Kind = (draft: Draft, text: string, event: string | undefined) => void;

/** Next steps of the author of a use case `<service>/<subject>/<verb-noun>`. */
function afterUseCase(text: string) {
  const [service = '', ...path] = text.split('/');
  const subject = path.slice(0, -1).join('/');
  return `npm run generate, and the use case works. Then write
  the rule       in the new file of services/${service}/src/domain
  the path       in libs/contracts/src/rest/${service}.ts
  the arguments  there and in services/${service}/src/graphql/inputs.ts
  the texts      the route's summary, the descriptions in services/${service}/schema.graphql and that of an event in
                 libs/contracts/src/events/${service}.ts; OpenAPI, AsyncAPI and docs/map.md show them
  a new error    in services/${service}/src/domain/errors.ts, the route's errors, libs/contracts/src/error-catalogue.ts and
                 libs/contracts/src/kiswahili/errors.ts
  what it loads and saves, as its neighbours in services/${posix.join(service, 'src/use-cases', subject)} do,
and run npm run generate again.`;
}

const kinds: Record<string, { make: Kind; next: (text: string) => string }> = {
  'use-case': {
    make: newUseCase,
    next: afterUseCase,
  },
  event: {
    make(draft, text, more) {
      if (more !== undefined) throw new NameRejected(usage);
      const { service, name } = ownedName(text);
      newEvent(draft, service, name);
    },
    next: (text) =>
      `npm run generate; then return it from the domain function whose use case records it, and describe it in libs/contracts/src/events/${text.split('/')[0]}.ts.`,
  },
};

async function run([kind = '', text = '', event, ...more]: readonly string[]) {
  const generator = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!generator || text === '' || more.length > 0) throw new NameRejected(usage);
  const draft = createDraft(workspaceRoot);
  generator.make(draft, text, event);
  for (const line of await draft.write()) console.log(line);
  console.log(`Now: ${generator.next(text)}`);
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
