import { act } from './act.ts';
import { aggregateOf } from './aggregate.ts';
import { addImport, addTo } from './anchors.ts';
import { changeOfAggregate } from './change-of-aggregate.ts';
import type { Draft } from './draft.ts';
import { NameRejected, namesOf, noService, useCasePath, type Names } from './names.ts';
import { newEvent } from './new-event.ts';

/** Folders of subjects in the use cases of a service. */
const subjectsOf = (draft: Draft) => (service: string) =>
  draft.foldersIn(`services/${service}/src/use-cases`);

/** `archive-deck` without folders is about a deck. */
const lastWord = ({ kebab }: Names) => namesOf(kebab.split('-').at(-1) ?? kebab);

function register(draft: Draft, { service, name, folder }: { service: Names; name: Names; folder: string }) {
  const source = `services/${service.kebab}/src`;
  const list = `${source}/use-cases/use-cases.ts`;
  // Its file may be in any folder.
  if (draft.read(list).includes(`/${name.kebab}.ts'`))
    throw new NameRejected(`The use-case ${name.kebab} already exists.`);
  draft.edit(list, addTo('createUseCases', `  ${name.camel}: ${name.camel}(ports)`));
  draft.edit(list, addImport([name.camel], `./${folder}${name.kebab}.ts`));
  draft.edit(`libs/contracts/src/rest/${service.kebab}.ts`, addImport(['defineRoute'], './route.ts'));
  draft.edit(`${source}/http/routes.ts`, addImport([`${service.camel}Routes`], '@kumbuka/contracts'));
  draft.edit(`${source}/http/routes.ts`, addImport(['handle'], '@kumbuka/service-kit'));
}

/** A use case in REST and GraphQL with its domain function, transaction, event and tests. */
export function newUseCase(draft: Draft, text: string, event: string | undefined) {
  const [owner = ''] = text.split('/');
  const service = namesOf(owner);
  if (!draft.has(`services/${service.kebab}/src/app.ts`)) throw noService(service.kebab);
  if (service.kebab === 'admin')
    throw new NameRejected('Use cases of admin check and audit the operator; copy one of them.');
  const { subject, name } = useCasePath(text, subjectsOf(draft));
  const place = { service, name, folder: subject ? `${subject.kebab}/` : '' };
  register(draft, place);
  const about = subject ?? lastWord(name);
  const aggregate = aggregateOf(draft, service, about);
  if (aggregate === null) {
    if (event !== undefined)
      throw new NameRejected(
        `The generator cannot change a ${about.kebab} of ${service.kebab}, because its store and routes are not like those of a deck. Leave ${event} out, run npm run new -- event ${service.kebab}/${event} afterwards, and record the event by hand.`,
      );
    return act(draft, place);
  }
  const { kebab: noun } = aggregate.noun;
  if (!event?.startsWith(`${noun}-`))
    throw new NameRejected(
      `Name the event too, such as ${text} ${noun}-archived: every change of a ${noun} is one.`,
    );
  newEvent(draft, service, namesOf(event));
  changeOfAggregate(draft, place, aggregate, namesOf(event));
}
