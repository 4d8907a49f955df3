import type { Block } from './blocks.ts';
import { gapIn } from './cloze.ts';
import type { Candidate } from './draft.ts';
import type { ListedPair } from './word-lists.ts';

/** Question that a title asks of each line below it, with its question word. */
const relations = new Map(
  Object.entries({
    who: 'author founder president leader inventor discoverer king queen governor composer painter',
    what: 'headquarters capital symbol currency meaning plural singular opposite formula unit year date language function name population area colour flag',
  }).flatMap(([word, nouns]) => nouns.split(' ').map((noun) => [noun, word] as const)),
);

const singular = (noun: string) =>
  noun === 'headquarters' ? noun : noun.replace(/ies$/, 'y').replace(/s$/, '');

interface Relation {
  pronoun: string;
  what: string;
}

/** `Headquarters of counties` asks for the headquarters of each; null where a title names no such relation. */
function relationOf(title: string): Relation | null {
  const [, noun = '', rest = ''] =
    /^(?:the )?([\p{L}]+)(?:(?: of| in) ([^:.]+))?[:.]?$/iu.exec(title.trim()) ?? [];
  const what = singular(noun.toLowerCase());
  const pronoun = relations.get(what);
  if (!pronoun) return null;
  // `Years of independence` below which countries stand, but `Capitals of countries`.
  const isPart = rest !== '' && !/s$|\b(?:people|Africa|Europe|Asia|Kenya|the world)$/i.test(rest);
  return { pronoun, what: isPart ? `${what} of ${rest}` : what };
}

const isFormula = (text: string) => /^\S{1,12}\s*=\s*\S/.test(text) && text.split(/\s+/).length <= 14;

function questionOf({ front, back, style, source }: ListedPair, relation: Relation | null): string {
  if (front.endsWith('?')) return front;
  if (relation) return `${relation.pronoun === 'who' ? 'Who' : 'What'} is the ${relation.what} of ${front}?`;
  if (isFormula(back)) return `What is the formula for ${front}?`;
  if (style === 'words') return `What does "${front}" mean?`;
  const joint = source.slice(source.indexOf(front) + front.length, source.lastIndexOf(back));
  return gapIn(
    `${front}${/^\s*[^\p{L}\p{N}]{1,4}\s*$/u.test(joint) ? joint.replaceAll('\t', ': ') : ': '}${back}`,
    back,
    'Fill in the gap:',
  );
}

/** Cards of lists of pairs. No pair is left out. */
export function listedCards(blocks: readonly Block[]): Candidate[] {
  let relation: Relation | null = null;
  return blocks.flatMap((block, at) => {
    if (block.kind !== 'listed') {
      relation = block.kind === 'heading' || block.text.endsWith(':') ? relationOf(block.text) : null;
      return [];
    }
    const { back, source } = block.pair;
    return [
      {
        question: questionOf(block.pair, relation),
        answer: back,
        source,
        score: relation || block.pair.style === 'words' ? 0.96 : 0.65,
        at,
        isListed: true as const,
      },
    ];
  });
}
