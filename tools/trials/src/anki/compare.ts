/** What `look.py` prints. */
export interface SeenPackage {
  notes: { guid: string; tags: string[]; type: string; fields: string[] }[];
  cards: SeenCard[];
  media: string[];
  missing: string[];
  problems: string[];
  isStudied?: boolean;
}

interface SeenCard {
  key: string;
  text: string;
  deck: string;
  suspended: boolean;
  isNew: boolean;
  type: number;
  due: string | null;
  interval: number | null;
  ease: number;
  lapses: number;
  reviews: number;
  stability: number | null;
  difficulty: number | null;
  flag: number;
  /** Class and shape of each area that covers a picture. */
  areas: [string, string][];
  answers: number[][];
  details: number[][];
}

export interface Difference {
  /** `must`: the learner would lose something. `should`: Anki can hold it, and a loss is documented. */
  level: 'must' | 'should';
  what: string;
  where: string;
}

const words = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
const isNear = (a: number, b: number, tolerance: number) => Math.abs(a - b) <= tolerance;

/** Memory as FSRS states it; the ease where a card has none. */
function keepsMemory(before: SeenCard, after: SeenCard): boolean {
  if (before.isNew) return true;
  if (before.stability === null || before.difficulty === null) return before.ease === after.ease;
  return (
    after.stability !== null &&
    after.difficulty !== null &&
    isNear(before.stability, after.stability, Math.max(0.01, before.stability * 0.005)) &&
    isNear(before.difficulty, after.difficulty, 0.02)
  );
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const drawsLatex = ({ text }: SeenCard) => text.includes('LATEX');

const ofCard: readonly [Difference['level'], string, (before: SeenCard, after: SeenCard) => boolean][] = [
  ['must', 'text', (a, b) => drawsLatex(a) || words(a.text) === words(b.text)],
  ['must', 'areas of a picture', (a, b) => same(a.areas, b.areas)],
  ['must', 'deck', (a, b) => a.deck === b.deck],
  ['must', 'suspended', (a, b) => a.suspended === b.suspended],
  ['must', 'new or studied', (a, b) => a.isNew === b.isNew],
  ['must', 'due day', (a, b) => a.due === b.due],
  ['must', 'interval', (a, b) => a.interval === null || a.interval === b.interval],
  ['must', 'lapses and reviews', (a, b) => same([a.lapses, a.reviews], [b.lapses, b.reviews])],
  ['must', 'memory', keepsMemory],
  ['must', 'answers', (a, b) => same(a.answers, b.answers)],
  ['should', 'flag', (a, b) => a.flag === b.flag],
  ['should', 'kind of card', (a, b) => a.type === b.type],
  ['should', 'details of answers', (a, b) => same(a.details, b.details)],
];

const withoutMarks = (tags: readonly string[]) => tags.filter((tag) => !['marked', 'leech'].includes(tag));

/** Compares a package with what came back from it. */
export function compare(before: SeenPackage, after: SeenPackage): Difference[] {
  const found: Difference[] = [];
  const check = (level: Difference['level'], what: string, where: string, isKept: boolean) => {
    if (!isKept) found.push({ level, what, where });
  };
  const cards = new Map(after.cards.map((card) => [card.key, card]));
  for (const card of before.cards) {
    const other = cards.get(card.key);
    check('must', 'card exists', card.key, other !== undefined);
    for (const [level, what, isKept] of other ? ofCard : [])
      check(level, what, card.key, isKept(card, other ?? card));
  }
  const notes = new Map(after.notes.map((note) => [note.guid, note]));
  for (const note of before.notes) {
    const other = notes.get(note.guid);
    check('must', 'guid', note.guid, other !== undefined);
    check('must', 'tags', note.guid, same(withoutMarks(note.tags), withoutMarks(other?.tags ?? [])));
    check('should', 'marks', note.guid, same(note.tags, other?.tags));
    check('should', 'note type', note.guid, note.type === other?.type);
    check('should', 'fields', note.guid, same(note.fields, other?.fields));
  }
  check(
    'must',
    'number of notes and cards',
    '',
    same([before.notes.length, before.cards.length], [after.notes.length, after.cards.length]),
  );
  check('must', 'media', '', same(before.media, after.media) && same(before.missing, after.missing));
  check('must', 'database', after.problems.join('; '), after.problems.length === 0);
  check('must', 'study in Anki', '', after.isStudied === true);
  return found;
}
