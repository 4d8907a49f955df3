import nlp from 'compromise';

/** A pattern by which compromise mends tags, and what a clause must hold for it to be worth a try. */
interface Pattern {
  match: string;
  needs: readonly string[];
  wants: readonly string[];
  minWant: number;
  ifNo?: readonly string[];
  minWords: number;
}

/** All patterns by the words and tags that lead to them; `always` are those that nothing leads to. */
interface Net {
  hooks: Record<string, Pattern[]>;
  always: Pattern[];
}

type Clause = readonly object[];
type Pointer = number[];

interface Methods {
  one: {
    cacheDoc(clauses: readonly Clause[]): Set<string>[];
    match(clauses: readonly Clause[], pattern: Pattern): { ptrs: Pointer[] };
  };
}

/** A pattern with its place on each hook; patterns are tried in the order of their first place that a clause leads to. */
interface Hung {
  pattern: Pattern;
  places: Map<string, number>;
}

const hungOf = new WeakMap<Net, Map<string, Hung[]>>();

function hang(net: Net): Map<string, Hung[]> {
  const hung = new Map<Pattern, Hung>();
  let place = 0;
  for (const [word, patterns] of Object.entries(net.hooks))
    for (const pattern of patterns) {
      const entry = hung.get(pattern) ?? { pattern, places: new Map() };
      hung.set(pattern, entry);
      entry.places.set(word, place++);
    }
  const crowd = (word: string) => net.hooks[word]?.length ?? 0;
  // Patterns of several words are found by their rarest word.
  const doors = ({ needs, wants }: Pattern) =>
    needs.length > 0 ? needs.toSorted((one, other) => crowd(one) - crowd(other)).slice(0, 1) : wants;
  const byWord = new Map<string, Hung[]>();
  for (const each of hung.values())
    for (const word of new Set(doors(each.pattern))) byWord.set(word, [...(byWord.get(word) ?? []), each]);
  return byWord;
}

function hungBy(net: Net): Map<string, Hung[]> {
  const entries = hungOf.get(net) ?? hang(net);
  hungOf.set(net, entries);
  return entries;
}

function isWorthTrying({ needs, wants, minWant, ifNo }: Pattern, held: ReadonlySet<string>): boolean {
  const has = (word: string) => held.has(word);
  if (!needs.every(has) || ifNo?.some(has)) return false;
  return wants.length === 0 || wants.filter(has).length >= minWant;
}

const firstPlace = ({ places }: Hung, held: ReadonlySet<string>) =>
  Math.min(...[...places].flatMap(([word, place]) => (held.has(word) ? [place] : [])));

/** The patterns that may match a clause of these words and tags. */
function worthy(net: Net, held: ReadonlySet<string>): Pattern[] {
  const hung = hungBy(net);
  const found = new Set([...held].flatMap((word) => hung.get(word) ?? []));
  return [...found]
    .filter(({ pattern }) => isWorthTrying(pattern, held))
    .map((each) => ({ pattern: each.pattern, place: firstPlace(each, held) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ pattern }) => pattern);
}

/**
 * The matches of all patterns. compromise's own goes through its whole net for each clause; this one starts from the few
 * words that the clause has. The result is the same.
 */
function bulkMatch(clauses: readonly Clause[], net: Net, { one }: Methods) {
  const helds = one.cacheDoc(clauses);
  return clauses.flatMap((clause, at) =>
    [...worthy(net, helds[at] ?? new Set()), ...net.always]
      .filter(({ minWords }) => clause.length >= minWords)
      .flatMap((pattern) =>
        one.match([clause], pattern).ptrs.map(([, ...place]) => ({ ...pattern, pointer: [at, ...place] })),
      ),
  );
}

nlp.plugin({ methods: { one: { bulkMatch } } });

/** Phrases cost as much again as the rest, and only verbs need them. */
const phrases = 'chunks';
const hooks: string[] = nlp.hooks();
hooks.splice(hooks.indexOf(phrases), 1);

export interface Term {
  text: string;
  pre: string;
  post: string;
  tags?: Set<string>;
}

/** The words of a sentence with their tags. */
export const termsOf = (sentence: string): Term[] => nlp(sentence).termList();

interface Model {
  one: { lexicon: Record<string, string | string[]> };
}
const { lexicon } = (nlp.model() as Model).one;
const isVerb = (word: string) => [lexicon[word]].flat().some((tag) => tag === 'Infinitive');

/** The tagger guesses: `hanged` -> `hange`. Its guess counts where it is a verb that it knows, or no other one is. */
function regularRoot(verb: string, guess: string): string | null {
  const stem = verb.slice(0, -2);
  const roots = [stem, `${stem}e`, stem.slice(0, -1), stem.replace(/i$/, 'y')];
  const verbs = roots.filter((root, at) => isVerb(root) && (at !== 2 || /(.)\1$/.test(stem)));
  if (verbs.length > 0) return verbs.includes(guess) ? guess : (verbs[0] ?? null);
  // `e` is silent behind these; behind others the verb is its stem.
  const isSafe =
    guess === stem
      ? /(?:[^aeiou][^aeiouscgzvu]|[aeiou]{2}[^aeiouszvcg]|[wxy]|sh|ch|ss)$/.test(stem)
      : /(?:at|iz|is|uc|yz|rs|[aiou]b|[aiou]v|lv|rv|[aiou]d|ur|ir)e$/.test(guess) && guess === `${stem}e`;
  return isSafe ? guess : null;
}

/** `gained` -> `gain`; null where the tagger does not know. */
export function infinitiveOf(verb: string): string | null {
  const word = nlp(verb);
  word.compute(phrases);
  word.tag('PastTense');
  const root = word.verbs().toInfinitive().text('normal');
  if (!/^[a-z]+$/.test(root) || root === verb) return null;
  return verb.endsWith('ed') ? regularRoot(verb, root) : root;
}
