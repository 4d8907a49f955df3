import { identityKey, searchKey, sortKey } from '@kumbuka/text';

export type DeckSort = 'created' | 'title' | 'last_studied' | 'difficulty' | 'recent' | 'due';

/** Filter of a list of decks; missing and empty fields match everything. */
export interface DeckFilter {
  titleContains?: string | undefined;
  subject?: string | undefined;
  category?: string | undefined;
  difficulty?: number | undefined;
}

/** Filter of the store: the search text as a key, and every spelling of a subject or category. */
export interface DeckMatch {
  titleKey: string | null;
  subjects?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  difficulty?: number | undefined;
}

/** Subjects and categories of a learner's decks. */
export interface DeckFacets {
  subjects: string[];
  categories: string[];
}

/** Key that a title or a card must contain; `null` without a search. */
export const keyToFind = (containing: string | undefined): string | null =>
  (containing && searchKey(containing)) || null;

/** Key that a subject or category must have; empty without a filter. */
const keyOf = (name: string | undefined): string => (name ? identityKey(name) : '');

/** Spellings of one name; `undefined` when an empty name matches everything. */
function spellingsOf(name: string | undefined, all: readonly string[]): readonly string[] | undefined {
  const key = keyOf(name);
  return key === '' ? undefined : all.filter((each) => identityKey(each) === key);
}

/** Whether a filter needs the spellings of subjects and categories. */
export const namesFacets = ({ subject, category }: DeckFilter): boolean =>
  keyOf(subject) !== '' || keyOf(category) !== '';

export const matchOf = (
  { titleContains, subject, category, difficulty }: DeckFilter,
  spellings: DeckFacets,
): DeckMatch => ({
  titleKey: keyToFind(titleContains),
  subjects: spellingsOf(subject, spellings.subjects),
  categories: spellingsOf(category, spellings.categories),
  difficulty,
});

export const matchesAll = (match: DeckMatch): boolean =>
  Object.values(match).every((wanted) => wanted === null || wanted === undefined);

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/** One name of each that is spelt in several ways, the first, in alphabetical order. */
function namesOf(spellings: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const each of spellings) if (!names.has(identityKey(each))) names.set(identityKey(each), each);
  return [...names.values()].toSorted((left, right) => compare(sortKey(left), sortKey(right)));
}

export const facetsOf = ({ subjects, categories }: DeckFacets): DeckFacets => ({
  subjects: namesOf(subjects),
  categories: namesOf(categories),
});
