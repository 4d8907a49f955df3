import nlp from 'compromise';

/** Pattern with which compromise corrects tags, and the words and tags that a clause needs for a match. */
interface Pattern {
  match: string;
  needs: readonly string[];
  wants: readonly string[];
  minWant: number;
  ifNo?: readonly string[];
  minWords: number;
}

/** Patterns of compromise by the words and tags of their clauses; `always` are those without any. */
interface Net {
  hooks: Record<string, Pattern[]>;
  always: Pattern[];
}

type Clause = readonly object[];
type Pointer = number[];

interface Methods {
  one: {
    /** The words and tags of each clause. */
    cacheDoc(clauses: readonly Clause[]): Set<string>[];
    match(clauses: readonly Clause[], pattern: Pattern): { ptrs: Pointer[] };
  };
}

/** Pattern with its position under each word. The first position under a word of the clause decides the order. */
interface IndexedPattern {
  pattern: Pattern;
  positions: Map<string, number>;
}

/** Patterns by a word or tag that a matching clause must have. */
type PatternIndex = ReadonlyMap<string, IndexedPattern[]>;

function indexPatterns({ hooks }: Net): PatternIndex {
  const indexed = new Map<Pattern, IndexedPattern>();
  let position = 0;
  for (const [word, patterns] of Object.entries(hooks))
    for (const pattern of patterns) {
      const entry = indexed.get(pattern) ?? { pattern, positions: new Map() };
      indexed.set(pattern, entry);
      entry.positions.set(word, position++);
    }
  const patternCount = (word: string) => hooks[word]?.length ?? 0;
  // A pattern that needs several words is indexed by the rarest one.
  const indexWords = ({ needs, wants }: Pattern) =>
    needs.length > 0
      ? needs.toSorted((one, other) => patternCount(one) - patternCount(other)).slice(0, 1)
      : wants;
  const index = new Map<string, IndexedPattern[]>();
  for (const entry of indexed.values())
    for (const word of new Set(indexWords(entry.pattern)))
      index.set(word, [...(index.get(word) ?? []), entry]);
  return index;
}

const indexes = new WeakMap<Net, PatternIndex>();

function indexOf(net: Net): PatternIndex {
  const index = indexes.get(net) ?? indexPatterns(net);
  indexes.set(net, index);
  return index;
}

function mayMatch({ needs, wants, minWant, ifNo }: Pattern, wordsAndTags: ReadonlySet<string>): boolean {
  const has = (word: string) => wordsAndTags.has(word);
  if (!needs.every(has) || ifNo?.some(has)) return false;
  return wants.length === 0 || wants.filter(has).length >= minWant;
}

const firstPosition = ({ positions }: IndexedPattern, wordsAndTags: ReadonlySet<string>) =>
  Math.min(...[...positions].flatMap(([word, position]) => (wordsAndTags.has(word) ? [position] : [])));

/** Returns the patterns that may match a clause with these words and tags, in the order of compromise. */
function patternsFor(net: Net, wordsAndTags: ReadonlySet<string>): Pattern[] {
  const index = indexOf(net);
  const found = new Set([...wordsAndTags].flatMap((word) => index.get(word) ?? []));
  return [...found]
    .filter(({ pattern }) => mayMatch(pattern, wordsAndTags))
    .map((entry) => ({ pattern: entry.pattern, position: firstPosition(entry, wordsAndTags) }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ pattern }) => pattern);
}

/**
 * Matches all patterns. compromise searches its whole net for each clause; this function starts from the few words of the
 * clause. The result is the same.
 */
function bulkMatch(clauses: readonly Clause[], net: Net, { one }: Methods) {
  const wordsAndTags = one.cacheDoc(clauses);
  return clauses.flatMap((clause, at) =>
    [...patternsFor(net, wordsAndTags[at] ?? new Set()), ...net.always]
      .filter(({ minWords }) => clause.length >= minWords)
      .flatMap((pattern) =>
        one.match([clause], pattern).ptrs.map(([, ...place]) => ({ ...pattern, pointer: [at, ...place] })),
      ),
  );
}

nlp.plugin({ methods: { one: { bulkMatch } } });

/** Finding phrases doubles the cost, and only the infinitives of verbs need them. */
const phrases = 'chunks';
const hooks: string[] = nlp.hooks();
hooks.splice(hooks.indexOf(phrases), 1);

export interface Term {
  text: string;
  pre: string;
  post: string;
  tags?: Set<string>;
}

/** Tags the words of a sentence. */
export const termsOf = (sentence: string): Term[] => nlp(sentence).termList();

interface Model {
  one: { lexicon: Record<string, string | string[]> };
}
const { lexicon } = (nlp.model() as Model).one;
const isVerb = (word: string) => [lexicon[word]].flat().some((tag) => tag === 'Infinitive');

/**
 * Checks the infinitive that the tagger guesses, such as `hange` for `hanged`. A root that is in the lexicon has priority;
 * without one the guess must be safe by its spelling.
 */
function regularRoot(verb: string, guess: string): string | null {
  const stem = verb.slice(0, -2);
  const roots = [stem, `${stem}e`, stem.slice(0, -1), stem.replace(/i$/, 'y')];
  const verbs = roots.filter((root, at) => isVerb(root) && (at !== 2 || /(.)\1$/.test(stem)));
  if (verbs.length > 0) return verbs.includes(guess) ? guess : (verbs[0] ?? null);
  // After these letters the final `e` is silent; after others the verb is its stem.
  const isSafe =
    guess === stem
      ? /(?:[^aeiou][^aeiouscgzvu]|[aeiou]{2}[^aeiouszvcg]|[wxy]|sh|ch|ss)$/.test(stem)
      : /(?:at|iz|is|uc|yz|rs|[aiou]b|[aiou]v|lv|rv|[aiou]d|ur|ir)e$/.test(guess) && guess === `${stem}e`;
  return isSafe ? guess : null;
}

/** `gained` -> `gain`; `null` when the infinitive is uncertain. */
export function infinitiveOf(verb: string): string | null {
  const word = nlp(verb);
  word.compute(phrases);
  word.tag('PastTense');
  const root = word.verbs().toInfinitive().text('normal');
  if (!/^[a-z]+$/.test(root) || root === verb) return null;
  return verb.endsWith('ed') ? regularRoot(verb, root) : root;
}
