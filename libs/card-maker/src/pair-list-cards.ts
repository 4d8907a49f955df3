import type { Block } from './blocks.ts';
import { gapQuestion } from './cloze.ts';
import type { Candidate } from './draft.ts';
import { isFormula } from './glossary-cards.ts';
import type { Language } from './language.ts';
import type { ListedPair } from './pair-lists.ts';
import { swahiliGapOptions } from './swahili.ts';

/** Relations that a title may name, with their question words. */
const questionWords = new Map(
  Object.entries({
    Who: 'author founder president leader inventor discoverer king queen governor composer painter',
    What: 'headquarters capital symbol currency meaning plural singular opposite formula unit year date language function name population area colour flag',
  }).flatMap(([word, nouns]) => nouns.split(' ').map((noun) => [noun, word] as const)),
);

const singular = (noun: string) =>
  noun === 'headquarters' ? noun : noun.replace(/ies$/, 'y').replace(/s$/, '');

interface Relation {
  questionWord: string;
  noun: string;
}

/** `Headquarters of counties` relates each county to its headquarters; `null` when the title names no relation. */
function relationOf(title: string): Relation | null {
  const [, plural = '', rest = ''] =
    /^(?:the )?([\p{L}]+)(?:(?: of| in) ([^:.]+))?[:.]?$/iu.exec(title.trim()) ?? [];
  const noun = singular(plural.toLowerCase());
  const questionWord = questionWords.get(noun);
  if (!questionWord) return null;
  // `Years of independence` asks for the year of independence, `Capitals of countries` only for the capital.
  const isPart = rest !== '' && !/s$|\b(?:people|Africa|Europe|Asia|Kenya|the world)$/i.test(rest);
  return { questionWord, noun: isPart ? `${noun} of ${rest}` : noun };
}

/** Columns of meanings. */
const meanings =
  /^(?:meanings?|definitions?|translations?|english|kiswahili|swahili|french|german|spanish|arabic|maana|tafsiri|ufafanuzi|kiingereza)$/i;
/** Columns whose name says nothing about the backs. */
const isUnnamed = (column: string) => /^(?:back|answers?|nyuma|jibu|majibu|names?|jina)?$/i.test(column);
/** `What is the date of Battle of Adwa?` is no English. */
const isTime = ({ noun }: Relation) => noun === 'year' || noun === 'date';

/** Returns the relation of the title when it is more exact than the name of the column: `year of independence`. */
function relationIn(title: Relation | null, column: string): Relation | null {
  const own = isUnnamed(column) || meanings.test(column) ? null : relationOf(column);
  if (!own || title?.noun.startsWith(own.noun)) return title;
  return isTime(own) ? null : own;
}

/** `Ghana: _____`, with the separator of the line if it is not a column. */
function gapOf({ front, back, source }: ListedPair, language: Language): string {
  const between = source.slice(source.indexOf(front) + front.length, source.lastIndexOf(back));
  const separator = /^\s*[^\p{L}\p{N}\t|;,]{1,4}\s*$/u.test(between) ? between : ': ';
  const instruction = language === 'sw' ? swahiliGapOptions.instruction : 'Fill in the gap:';
  return gapQuestion(`${front}${separator}${back}`, back, instruction);
}

const questionAbout = ({ questionWord, noun }: Relation, front: string) =>
  `${questionWord} is the ${noun} of ${front}?`;

function questionOf(pair: ListedPair, relation: Relation | null, language: Language): string {
  const { front, back, style, column } = pair;
  if (front.endsWith('?')) return front;
  if (relation) return questionAbout(relation, front);
  if (isFormula(back)) return `What is the formula for ${front}?`;
  if (style === 'words' || meanings.test(column)) return `What does "${front}" mean?`;
  return isUnnamed(column) ? gapOf(pair, language) : `${front}: ${column.replace(/[?:]+$/, '')}?`;
}

/** Below every card of a second column, so that a line has that card first. */
const furtherScore = 0.6;

/** Makes cards from the columns after the second whose names are relations, such as `Currency`. */
function furtherCards({ front, source, further }: ListedPair, at: number): Candidate[] {
  if (front.endsWith('?')) return [];
  return further.flatMap(({ column, text }) => {
    const relation = relationIn(null, column);
    return relation
      ? [{ question: questionAbout(relation, front), answer: text, source, score: furtherScore, at }]
      : [];
  });
}

/** Makes a card from every line of the lists of pairs, and more from the named columns after the second. */
export function pairListCards(blocks: readonly Block[], language: Language): Candidate[] {
  let title: Relation | null = null;
  return blocks.flatMap((block, at) => {
    if (block.kind !== 'pair') {
      title = block.kind === 'heading' || block.text.endsWith(':') ? relationOf(block.text) : null;
      return [];
    }
    const { pair } = block;
    const relation = relationIn(title, pair.column);
    const score = relation || pair.style === 'words' ? 0.96 : 0.65;
    const question = questionOf(pair, relation, language);
    const card = { question, answer: pair.back, source: pair.source, score, at, isPair: true as const };
    return [card, ...furtherCards(pair, at)];
  });
}
