import { blocksOf, normalise, type Block } from './text/blocks.ts';
import { ranks, type Candidate, type Draft } from './draft.ts';
import {
  englishQuestion,
  isSelfContained,
  whatEntryMeans,
  withoutConnectives,
  type Question,
} from './questions/english.ts';
import { countWords, gapOf } from './questions/gaps.ts';
import { languageOf, type Language } from './text/language.ts';
import { bulletCards, isStatement, pairCards } from './lists/list-cards.ts';
import { evenlySpread, select, type Selection } from './select.ts';
import { endsSentence, sentencesOf } from './text/sentences.ts';
import { isSelfContainedSwahili, swahiliQuestion } from './questions/swahili.ts';
import { textWordsOf, type TextWords } from './text/text-words.ts';

/** Limit of examined sentences; of a longer text evenly spread ones are examined. */
const maxSentences = 160;
const [fewestWords, fewestWordsOfGap, maxWords, maxCharacters] = [4, 6, 45, 400];

/** `Extra:` or `Def.:` before a whole sentence. */
const label = /^\p{Lu}\p{Ll}{2,15}\.?:\s+(?=\p{Lu}|(?:the|an?)\s)/u;
const speakerName = /^\p{Lu}[\p{L}. ]{0,24}:\s+/u;

/** Names before the colon of several blocks: speakers of a dialogue. */
function speakersOf(blocks: readonly Block[]): Set<string> {
  const names = blocks.flatMap(({ kind, text }) => (kind === 'pair' ? [] : (speakerName.exec(text) ?? [])));
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}

/** A first word that refers to the sentence before, in other languages that many learners study. */
const openingReference =
  /^(?:il|elle|ils|elles|ce|cela|cette|ces|ella|ello|esto|esta|este|estos|estas|él|ellos|ele|ela|isso|isto|er|sie|es|dies|diese|dieser|dieses|هذا|هذه|ذلك|تلك|وهو|وهي|یہ|این|آن|यह|ये|वह|वे|इस|ይህ|ይህም|እሱ|እሷ|它|他|她|这|那|これ|それ|그것|nó|đó|bu|o)(?![\p{L}\p{M}])/iu;

const selfContained: Readonly<Record<Language, (sentence: string) => boolean>> = {
  en: isSelfContained,
  sw: isSelfContainedSwahili,
  other: (sentence) => !openingReference.test(sentence) && !/[!！"«»“”]/.test(sentence),
};

/** Scripts that end no sentence with a sign of their own. */
const withoutStops = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** An answer begins with a capital, unless its first word is one such as `mRNA` or part of a formula. */
const capitalised = (answer: string) =>
  /^\p{Ll}+(?=[\s,]|$)(?!\s*[=+*/^])/u.test(answer)
    ? answer.charAt(0).toUpperCase() + answer.slice(1)
    : answer;

function questionIn(sentence: string, language: Language, words: TextWords): Question | null {
  if (language === 'en') return englishQuestion(sentence, words);
  return language === 'sw' ? swahiliQuestion(sentence) : null;
}

/** The question that a sentence proves, else the sentence with a gap; nothing for one that needs the sentences around it. */
function cardOf(
  sentence: string,
  language: Language,
  words: TextWords,
  isBullet: boolean,
): (Question & { rank: number }) | null {
  const entry = language === 'en' ? whatEntryMeans(sentence) : null;
  if (entry) return { ...entry, answer: capitalised(entry.answer), rank: ranks.question };
  if (!selfContained[language](sentence)) return null;
  const question = questionIn(sentence, language, words);
  if (question) return { ...question, answer: capitalised(question.answer), rank: ranks.question };
  const isWhole = isBullet || endsSentence(sentence) || withoutStops.test(sentence);
  if (!isWhole || (countWords(sentence) < fewestWordsOfGap && language === 'en')) return null;
  const gap = gapOf(sentence, words, language);
  return gap && { ...gap, rank: ranks.gap };
}

function isExamined(sentence: string): boolean {
  const words = countWords(sentence);
  return (
    words >= fewestWords && words <= maxWords && sentence.length < maxCharacters && !/[?？؟]/.test(sentence)
  );
}

/** Sentence with its place in the text. */
interface PlacedSentence {
  sentence: string;
  at: number;
  /** Whether it is the statement of a bullet, which needs no full stop. */
  isBullet: boolean;
}

function placedSentences(blocks: readonly Block[], language: Language): PlacedSentence[] {
  const speakers = speakersOf(blocks);
  return blocks.flatMap(({ kind, text }, at) => {
    if (kind !== 'paragraph' && kind !== 'bullet') return [];
    const name = speakerName.exec(text)?.[0] ?? '';
    const speech = speakers.has(name) ? text.slice(name.length) : text;
    return sentencesOf(speech).map((sentence, order) => ({
      sentence,
      at: at + order / 1000,
      isBullet: kind === 'bullet' && isStatement(text, language),
    }));
  });
}

/** Cards of the sentences of a text, one of each sentence. */
function sentenceCards(blocks: readonly Block[], languageOfText: Language): Candidate[] {
  const placed = placedSentences(blocks, languageOfText);
  const words = textWordsOf(blocks.flatMap(({ kind, text }) => (kind === 'code' ? [] : sentencesOf(text))));
  const examined = placed.filter(({ sentence }) => isExamined(sentence));
  return evenlySpread(examined, maxSentences).flatMap(({ sentence, at, isBullet }) => {
    const own = languageOf(sentence);
    const language = own === 'other' ? languageOfText : own;
    const said =
      language === 'en'
        ? withoutConnectives(whatEntryMeans(sentence) ? sentence : sentence.replace(label, ''))
        : sentence;
    const card = cardOf(said, language, words, isBullet);
    return card ? [{ ...card, source: sentence, at }] : [];
  });
}

/**
 * Makes at most `count` cards from a study text. A question is asked only where the text proves it: pairs of a list, `X is a
 * ...`, dates of named events. Other sentences have a gap. The same text always gives the same cards.
 */
export function readCards(text: string, count: number): Selection {
  const blocks = blocksOf(normalise(text));
  const language = languageOf(blocks.map((block) => block.text).join(' '));
  const { cards, repeats } = pairCards(blocks, language);
  return select(
    [...cards, ...bulletCards(blocks, language), ...sentenceCards(blocks, language)],
    repeats,
    count,
  );
}

/** Returns the cards of `readCards` without the repeats. */
export const makeCards = (text: string, count: number): Draft[] => readCards(text, count).cards;
