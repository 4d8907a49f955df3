import type { Block } from '../text/blocks.ts';
import { ranks, type Candidate } from '../draft.ts';
import { blank, gapInstruction } from '../questions/gaps.ts';
import type { Language } from '../text/language.ts';
import type { ListedPair } from './read-lists.ts';
import { endsSentence, wordCount } from '../text/sentences.ts';

/** Columns of meanings. */
const meanings =
  /^(?:meanings?|definitions?|translations?|english|kiswahili|swahili|french|german|spanish|arabic|maana|tafsiri|ufafanuzi|kiingereza)$/i;
/** Columns whose name says nothing about the backs. */
const isUnnamed = (column: string) => /^(?:.?|back|answers?|nyuma|jibu|majibu|names?|jina)$/i.test(column);

const meaningQuestion = (term: string, language: Language): string =>
  language === 'sw' ? `Nini maana ya "${term}"?` : `What does "${term}" mean?`;

/** `Ghana: _____`, with the separator of the line if it is not a column. */
function gapOf({ front, back, source }: ListedPair, language: Language): string {
  const from = source.indexOf(front) + front.length;
  const between = source.slice(from, source.indexOf(back.split('; ')[0] ?? back, from));
  const separator = /^\s*[^\p{L}\p{N}\t|;,]{1,4}\s*$/u.test(between) ? between : ': ';
  return `${gapInstruction(language)} "${front}${separator}${blank}"`;
}

const languages = 'english|kiswahili|swahili|french|german|spanish|arabic|kiingereza|kifaransa';
/** Titles of lists whose backs are meanings or translations. */
const ofWords =
  /(?<![\p{L}-])(?:vocabulary|glossary|dictionary|words?|(?:key|important|technical|useful|new) terms|^terms$|terminology|phrases?|definitions?|meanings?|msamiati|kamusi|maneno|istilahi|maana|faharasa|tafsiri|fasili)(?!\p{L})/iu;
/** `Lesson 3: English`, `Kiswahili to English`: a language counts only where the list is about it, not in `English history`. */
const ofLanguages = new RegExp(
  `(?<![\\p{L}-])(?:${languages})(?:\\s*[)\\]]?\\s*$|\\s*(?:to|and|na|[-–—/&])\\s*(?:${languages})(?!\\p{L}))`,
  'iu',
);
/** Titles of lists of words whose backs are other forms of the words. */
const ofForms =
  /(?<!\p{L})(?:opposites?|antonyms?|synonyms?|plurals?|tenses?|vinyume|kinyume|visawe|wingi|umoja)(?!\p{L})/iu;
/** Whether a title proves that the backs of its list are meanings. */
const namesMeanings = (title: string) =>
  (ofWords.test(title) || ofLanguages.test(title)) && !ofForms.test(title);

function questionOf(pair: ListedPair, title: string, language: Language): string {
  const { front, column, isNamed } = pair;
  if (/[?？؟.]$/.test(front) && wordCount(front) > 2) return front;
  if (!isUnnamed(column) && !meanings.test(column)) return `${front}: ${column.replace(/[?:]+$/, '')}?`;
  const saysMeaning = title === '' || namesMeanings(title);
  if (meanings.test(column) || (!isNamed && saysMeaning)) return meaningQuestion(front, language);
  return title === '' ? gapOf(pair, language) : `${title}: ${front}?`;
}

/** Makes cards from the named columns after the second. */
const furtherCards = ({ front, source, further }: ListedPair, at: number): Candidate[] =>
  front.endsWith('?')
    ? []
    : further
        .filter(
          ({ column }) =>
            !isUnnamed(column) && !/^(?:notes?|remarks?|comments?|tags?|maelezo)$/i.test(column),
        )
        .map(({ column, text }) => ({
          question: `${front}: ${column}?`,
          answer: text,
          source,
          rank: ranks.list,
          at,
        }));

/** A full stop at the end of a meaning is no part of it, unless it belongs to an abbreviation. */
const answerOf = (back: string) =>
  /[^.\p{Lu}]\.$/u.test(back) && !/\.\s/.test(back) ? back.slice(0, -1) : back;

/** Returns the title that stands directly above a list; empty when there is none. */
function titleAbove(blocks: readonly Block[], at: number): string {
  const block = blocks[at - 1];
  const isTitle = block?.kind === 'heading' || (block?.kind === 'paragraph' && /[:：]$/.test(block.text));
  const title = isTitle ? block.text.replace(/\s*[:：]$/, '').replace(/^\d+(?:\.\d+)*[.)]?\s+/, '') : '';
  return endsSentence(title) ? '' : title;
}

/** Cards of the lines of lists of pairs, and the repeated lines. */
export function pairCards(blocks: readonly Block[], language: Language) {
  const cards: Candidate[] = [];
  const repeats: Candidate[] = [];
  let title = '';
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'pair') continue;
    if (blocks[at - 1]?.kind !== 'pair') title = titleAbove(blocks, at);
    const { pair } = block;
    const question = questionOf(pair, title, language);
    const card = { question, answer: answerOf(pair.back), source: pair.source, rank: ranks.pair, at };
    (pair.isRepeat ? repeats : cards).push(card);
    if (!pair.isRepeat) cards.push(...furtherCards(pair, at));
  }
  return { cards, repeats };
}

const [fewestItems, maxItems, maxItem, maxAnswer] = [2, 12, 90, 500];

/** A bullet that is a sentence has a card of its own. Notes in Kiswahili without a full stop are phrases. */
export const isStatement = (text: string, language: Language): boolean =>
  wordCount(text) > 4 && (endsSentence(text) || (language !== 'sw' && /^\p{Lu}\p{Ll}/u.test(text)));

/** Lists whose order is to be learnt. */
const ofSteps = /^(?:steps|stages|procedure|method|how to|hatua|jinsi ya|namna ya)(?!\p{L})/iu;

/** Makes a card from each bullet list with a title; the answer is the whole list. */
export function bulletCards(blocks: readonly Block[], language: Language): Candidate[] {
  return blocks.flatMap((block, at) => {
    if (block.kind === 'bullet' || block.kind === 'pair' || blocks[at + 1]?.kind !== 'bullet') return [];
    const title = titleAbove(blocks, at + 1);
    if (title === '' || (wordCount(title) < 2 && !/[:：]$/.test(block.text))) return [];
    const rest = blocks.slice(at + 1);
    const end = rest.findIndex(({ kind }) => kind !== 'bullet');
    const items = rest.slice(0, end < 0 ? rest.length : end).map(({ text }) => text.replace(/[.;,\s]+$/, ''));
    const isShort = items.every((item) => item.length <= maxItem && !item.endsWith('?'));
    const answer = items.join('; ');
    const hasSentences =
      rest.slice(0, items.length).filter(({ text }) => isStatement(text, language)).length * 2 > items.length;
    if (
      !isShort ||
      (hasSentences && !ofSteps.test(title)) ||
      items.length < fewestItems ||
      items.length > maxItems
    )
      return [];
    if (answer.length > maxAnswer) return [];
    const question = `${gapInstruction(language, items.length)} "${title}: ${blank}"`;
    return [{ question, answer, source: block.text, rank: ranks.list, at }];
  });
}
