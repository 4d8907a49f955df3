import type { Block } from './blocks.ts';
import { gapQuestion } from './cloze.ts';
import type { Candidate } from './draft.ts';
import { isFormula } from './glossary-cards.ts';
import type { ListedPair } from './pair-lists.ts';

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

/** `Ghana: _____`, with the separator of the line if it has one. */
function gapOf({ front, back, source }: ListedPair): string {
  const between = source.slice(source.indexOf(front) + front.length, source.lastIndexOf(back));
  const isSeparator = /^\s*[^\p{L}\p{N}]{1,4}\s*$/u.test(between);
  const separator = isSeparator ? between.replaceAll('\t', ': ') : ': ';
  return gapQuestion(`${front}${separator}${back}`, back, 'Fill in the gap:');
}

function questionOf(pair: ListedPair, relation: Relation | null): string {
  const { front, back, style } = pair;
  if (front.endsWith('?')) return front;
  if (relation) return `${relation.questionWord} is the ${relation.noun} of ${front}?`;
  if (isFormula(back)) return `What is the formula for ${front}?`;
  return style === 'words' ? `What does "${front}" mean?` : gapOf(pair);
}

/** Makes a card from every line of the lists of pairs. */
export function pairListCards(blocks: readonly Block[]): Candidate[] {
  let relation: Relation | null = null;
  return blocks.flatMap((block, at) => {
    if (block.kind !== 'pair') {
      relation = block.kind === 'heading' || block.text.endsWith(':') ? relationOf(block.text) : null;
      return [];
    }
    const { pair } = block;
    const score = relation || pair.style === 'words' ? 0.96 : 0.65;
    const question = questionOf(pair, relation);
    return [{ question, answer: pair.back, source: pair.source, score, at, isPair: true as const }];
  });
}
