import { generation as rules } from '@kumbuka/contracts';
import { cleanText, cut, isBlank, joinDividedWords, searchKey, termKey } from '@kumbuka/text';
import type { CardText, GeneratedCard } from './generation.ts';

/** Card as a provider makes it, before vetting. */
export interface Draft extends CardText {
  /** Source sentence as the provider names it. */
  source: string;
}

/** Invisible characters, except the joiners that letters and emoji of many languages need. */
const invisible = /[^\P{Cf}\u200c\u200d]|\p{Co}/gu;

/** Removes invisible characters and cuts a text to the length of a card's side. */
const cleaned = (text: string): string =>
  cut(cleanText(text).replaceAll(invisible, '').trim(), rules.cardSide).trim();

/** Normalises a text for the search of a source: line ends, quotes and emphasis do not count. */
const comparable = (text: string): string =>
  termKey(joinDividedWords(cleanText(text)))
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll('*', '');

/** Words of many questions, which distinguish none. */
const common = new Set(
  'what which who whom when where why how is are was were do does did the a an of in to and for'.split(' '),
);
const tokensOf = (text: string): Set<string> => {
  const words = searchKey(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [text];
  const distinctive = words.filter((word) => !common.has(word));
  return new Set(distinctive.length > 0 ? distinctive : words);
};

/** Share of common words from which two questions count as nearly the same. */
const nearlySame = 0.75;

interface Front {
  text: string;
  size: number;
}

/** Index of a deck's fronts by word, so that a search does not read the whole deck. */
export function createFronts() {
  const fronts: Front[] = [];
  const byToken = new Map<string, number[]>();

  return {
    add(texts: readonly string[]) {
      for (const text of texts) {
        const tokens = tokensOf(text);
        const at = fronts.push({ text, size: tokens.size }) - 1;
        for (const token of tokens) byToken.set(token, [...(byToken.get(token) ?? []), at].slice(-500));
      }
    },
    /** Returns the front that is nearly the same as a question; `null` for a new question. */
    nearest(question: string): string | null {
      const tokens = tokensOf(question);
      const shared = new Map<number, number>();
      for (const token of tokens)
        for (const at of byToken.get(token) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
      for (const [at, both] of shared) {
        const front = fronts[at];
        if (front && both / (front.size + tokens.size - both) >= nearlySame) return front.text;
      }
      return null;
    },
  };
}
export type Fronts = ReturnType<typeof createFronts>;

/** Maximum number of listed repeats. */
const maxRepeats = 100;

export interface VettingOptions {
  generationId: number;
  text: string;
  count: number;
  fronts: Fronts;
}

/** Accepts drafts one by one: each question once, cleaned, with a source only if the text contains it. */
export function createVetting({ generationId, text, count, fronts }: VettingOptions) {
  const whole = comparable(text);
  const questions = new Set<string>();
  const cards: GeneratedCard[] = [];
  const repeats = new Set<string>();

  const sourceIn = (source: string): string | null => {
    const said = termKey(cleaned(source));
    return said !== '' && whole.includes(comparable(said)) ? said : null;
  };

  return {
    cards,
    /** Questions of drafts that were dropped because an accepted card has them. */
    repeats: () => [...repeats].slice(0, maxRepeats),
    /** Returns the accepted card; `null` for a draft that is empty, a repeat or beyond the requested number. */
    take(draft: Draft): GeneratedCard | null {
      const [question, answer] = [cleaned(draft.question), cleaned(draft.answer)];
      const key = termKey(question);
      if (isBlank(question) || isBlank(answer)) return null;
      if (questions.has(key)) {
        repeats.add(question);
        return null;
      }
      if (cards.length >= count) return null;
      questions.add(key);
      const id = `${generationId}-${cards.length + 1}`;
      const card = {
        id,
        question,
        answer,
        source: sourceIn(draft.source),
        duplicateOf: fronts.nearest(question),
      };
      cards.push(card);
      return card;
    },
  };
}
