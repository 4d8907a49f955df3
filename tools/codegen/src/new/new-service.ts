import { addLineAfter, addTo } from './anchors.ts';
import type { Draft } from './draft.ts';
import { NameRefused, namesOf, type Names } from './names.ts';
import { newUseCase } from './new-use-case.ts';
import * as parts from './service-parts.ts';

/** What every service has alike is taken from this one. */
const model = 'decks';
const asOfModel = ['tsconfig.json', 'vitest.config.ts', 'src/main.ts'];
/** Packages of the model that a new service does not need yet. */
const ownOfModel = ['dataloader', 'fastify'];

function packageJson(text: string, { kebab }: Names): string {
  const of = JSON.parse(text.replaceAll(model, kebab));
  for (const name of ownOfModel) {
    delete of.dependencies[name];
    delete of.devDependencies[name];
  }
  return JSON.stringify(of);
}

/** Its events and routes, none yet, and their places among those of all. */
function addContracts(draft: Draft, { kebab, camel }: Names) {
  const contracts = 'libs/contracts/src';
  draft.add(`${contracts}/events/${kebab}.ts`, parts.events(camel));
  draft.add(`${contracts}/rest/${kebab}.ts`, parts.restRoutes(camel));
  const indexes = [
    {
      index: `${contracts}/events/index.ts`,
      name: `${camel}Events`,
      all: 'events',
      item: `...${camel}Events`,
    },
    {
      index: `${contracts}/rest/index.ts`,
      name: `${camel}Routes`,
      all: 'restRoutes',
      item: `...Object.values(${camel}Routes)`,
    },
  ];
  for (const { index, name, all, item } of indexes) {
    draft.edit(index, addTo(all, item));
    draft.edit(index, addLineAfter('import {', `import { ${name} } from './${kebab}.ts';`));
    draft.edit(index, addLineAfter('export * from', `export * from './${kebab}.ts';`));
  }
}

/** A service that knows learners and forgets them, with a first use-case that does nothing yet but say when. */
export function newService(draft: Draft, service: Names) {
  const { kebab, words } = service;
  const folder = `services/${kebab}`;
  if (draft.has(folder)) throw new NameRefused(`There is a service ${kebab} already.`);
  draft.edit('libs/contracts/src/services.ts', addTo('services', `  '${kebab}': '${words}.'`));
  draft.edit('libs/contracts/src/events/access.ts', addTo('consumedServices', `  '${kebab}': ['auth']`));
  draft.add(`${folder}/package.json`, packageJson(draft.read(`services/${model}/package.json`), service));
  for (const file of asOfModel)
    draft.add(
      `${folder}/${file}`,
      draft.read(`services/${model}/${file}`).replaceAll(`'${model}'`, `'${kebab}'`),
    );
  for (const [file, text] of Object.entries(parts.filesOf(service))) draft.add(`${folder}/${file}`, text);
  addContracts(draft, service);
  newUseCase(draft, service, namesOf(`try-${kebab}`));
}
