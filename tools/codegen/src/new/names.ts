import { serviceNames } from '@kumbuka/contracts';

/** Spellings of a kebab-case name. */
export interface Names {
  kebab: string;
  camel: string;
  pascal: string;
  /** As the start of a sentence. */
  words: string;
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export class NameRejected extends Error {
  readonly code = 'NAME_REFUSED';
}

export const noService = (name: string) =>
  new NameRejected(`There is no service ${name}; there are ${serviceNames.join(', ')}.`);

/** Spellings of a kebab-case name. Throws `NameRejected` for any other name. */
export function namesOf(kebab: string): Names {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kebab))
    throw new NameRejected(`${kebab} is not a kebab-case name such as archive-deck.`);
  const pascal = kebab.split('-').map(upper).join('');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { kebab, camel, pascal, words: upper(kebab.replaceAll('-', ' ')) };
}

/** Parses `decks/deck-archived` into the service and the name. */
export function ownedName(text: string): { service: Names; name: Names } {
  const [service = '', name = '', ...more] = text.split('/');
  if (name === '' || more.length > 0)
    throw new NameRejected(`${text} is not a service and a name such as decks/deck-archived.`);
  return { service: namesOf(service), name: namesOf(name) };
}

interface UseCasePath {
  service: Names;
  /** Folder of the subject; `null` in a service whose use cases are in one folder. */
  subject: Names | null;
  name: Names;
}

/** Parses `decks/deck/archive-deck`, or `ai/archive-generation` for a service without folders of subjects. */
export function useCasePath(text: string, subjectsOf: (service: string) => readonly string[]): UseCasePath {
  const [service = '', ...rest] = text.split('/');
  const [name = '', subject = null, ...more] = rest.toReversed();
  if (name === '' || more.length > 0)
    throw new NameRejected(`${text} is not a path such as decks/deck/archive-deck.`);
  const path = {
    service: namesOf(service),
    subject: subject === null ? null : namesOf(subject),
    name: namesOf(name),
  };
  const subjects = subjectsOf(service);
  if (subjects.length === 0 && subject !== null)
    throw new NameRejected(`The use cases of ${service} have no folders, such as ${service}/${name}.`);
  if (subjects.length > 0 && !subjects.includes(subject ?? ''))
    throw new NameRejected(
      `Name the subject of the use case, such as ${service}/${subjects[0]}/${name}; there are ${subjects.join(', ')}.`,
    );
  return path;
}
