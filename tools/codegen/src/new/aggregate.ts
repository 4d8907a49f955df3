import type { Draft } from './draft.ts';
import { namesOf, type Names } from './names.ts';

/** Aggregate that a use case changes: what its service calls it on each layer. */
export interface Aggregate {
  /** Name in the domain, such as `card`. */
  noun: Names;
  /** Name in both surfaces, such as `flashcard`. */
  type: Names;
  /** Port in the unit of work, such as `cards`. */
  store: string;
  /** Whether the store inserts a list. */
  insertsMany: boolean;
  /** Path of one of them, such as `/flashcards/{id}`. */
  path: string;
}

const first = (pattern: RegExp, text: string) => pattern.exec(text)?.[1];

/**
 * Finds the aggregate of a subject by the conventions of the services: a store with `find`, `save` and `insert`, a
 * version, a builder for tests, and a route that deletes one by its id. Returns `null` for any other subject.
 */
export function aggregateOf(draft: Draft, service: Names, noun: Names): Aggregate | null {
  const source = `services/${service.kebab}/src`;
  const textOf = (file: string) => (draft.has(file) ? draft.read(file) : '');
  const ports = textOf(`${source}/use-cases/ports.ts`);
  const domain = textOf(`${source}/domain/${noun.kebab}.ts`);
  const contract = textOf(`libs/contracts/src/rest/${service.kebab}.ts`);
  const schema = textOf(`services/${service.kebab}/schema.graphql`);

  const stored = ports.split(`interface ${noun.pascal}Store {`)[1]?.split('\n}')[0] ?? '';
  const store = first(new RegExp(`(\\w+): ${noun.pascal}Store;`), ports);
  const type = first(new RegExp(`\\ntype (\\w*${noun.camel}) @key`, 'i'), schema);
  const path = first(new RegExp(`delete${type}: [^}]*path: '([^']*\\{id\\})'`), contract);
  const inserted = first(new RegExp(`insert\\(\\w+: ((?:readonly )?${noun.pascal}\\b(?:\\[\\])?)`), stored);
  const isFound = stored.includes(`find(ownerId: number, id: number): Promise<${noun.pascal} | null>`);
  const isSaved = new RegExp(`save\\(\\w+: ${noun.pascal}\\)`).test(stored);
  const isVersioned = /\bversion: number;/.test(domain) && /\bupdatedAt: Date;/.test(domain);
  const isBuilt = textOf(`${source}/testing/builders.ts`).includes(`export const a${noun.pascal} =`);
  if (!store || !type || !path || !inserted || !isFound || !isSaved || !isVersioned || !isBuilt) return null;
  const kebab = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
  return { noun, type: namesOf(kebab), store, insertsMany: inserted.endsWith('[]'), path };
}
