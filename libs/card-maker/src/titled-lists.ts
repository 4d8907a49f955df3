import type { Block } from './blocks.ts';
import type { Candidate } from './draft.ts';
import { isEntry } from './glossary-entries.ts';
import { isTerm, phraseInQuestion } from './subject.ts';
import { clauseOf } from './verbs.ts';
import type { Vocabulary } from './vocabulary.ts';
import { capitalised, hasTag, tagSentence } from './words.ts';

const fewestItems = 2;
const maxItems = 10;
const maxItem = 90;
const maxAnswer = 500;
const introduction =
  /\s*(?:(?:include|includes|are|is|were|such as)?\s*(?:the following|as follows)?)?\s*:?\s*$/i;
const plural = /s$|^(?:criteria|phenomena|bacteria|media|data|people|women|men|children)$/i;
/** Two words alone, such as 'Main points', ask about nothing in particular. */
const vagueAdjective = /^(?:main|key|some|other|important|learning|more|study)$/i;

/** `Plants need:` becomes `What do plants need?`; `null` for another title. */
function questionOfClause(title: string, vocabulary: Vocabulary): string | null {
  const tagged = tagSentence(title);
  const clause = clauseOf(tagged);
  if (!clause || clause.auxiliary === 'did') return null;
  const { subject, auxiliary, infinitive } = clause;
  const rest = tagged.words.slice(subject + 1).map(({ lower }) => lower);
  if (rest.length > 1 || /^(?:include|follow)$/.test(infinitive)) return null;
  return `What ${auxiliary} ${phraseInQuestion(tagged, subject, vocabulary)} ${[infinitive, ...rest].join(' ')}?`;
}

/** `Functions of the blood` becomes `What are the functions of the blood?`; `null` without a noun in the plural. */
function questionOfTerm(title: string, vocabulary: Vocabulary): string | null {
  const tagged = tagSentence(title.replace(introduction, ''));
  const { words } = tagged;
  const preposition = words.findIndex(({ lower }) => /^(?:of|in|for|on|to|between|by|from)$/.test(lower));
  const noun = words[(preposition < 0 ? words.length : preposition) - 1];
  if (!noun || words.length < 2 || !isTerm(tagged, words.length)) return null;
  if (!plural.test(noun.text) || !hasTag(noun, 'Noun')) return null;
  if (preposition < 0 && vagueAdjective.test(words[0]?.text ?? '')) return null;
  const phrase = phraseInQuestion(tagged, words.length, vocabulary);
  return `What are ${/^(?:the|some) /i.test(phrase) ? phrase : `the ${phrase}`}?`;
}

function questionOf(title: string, vocabulary: Vocabulary): string | null {
  const bare = title.replace(/^\d+(?:\.\d+)*[.)]?\s+/, '').replace(/:\s*$/, '');
  const isClause = /:\s*$/.test(title);
  return (isClause ? questionOfClause(bare, vocabulary) : null) ?? questionOfTerm(bare, vocabulary);
}

const itemOf = (text: string) => text.replace(/[.;,\s]+$/, '');

function bulletsFrom(blocks: readonly Block[], from: number): Block[] {
  let to = from;
  while (blocks[to]?.kind === 'bullet') to++;
  return blocks.slice(from, to);
}

const isTitle = ({ kind, text }: Block) => kind === 'heading' || (kind === 'paragraph' && text.endsWith(':'));

/** Whether at least half of the items are statements, so that the list is not an enumeration. */
const hasStatements = (items: readonly string[]) =>
  items.filter((item) => clauseOf(tagSentence(item)) !== null).length * 2 >= items.length;

/** Makes a card from each list with a title; the answer is the whole list. */
export function titledListCards(blocks: readonly Block[], vocabulary: Vocabulary): Candidate[] {
  return blocks.flatMap((block, at) => {
    if (!isTitle(block)) return [];
    const bullets = bulletsFrom(blocks, at + 1);
    const items = bullets.map(({ text }) => itemOf(text));
    const answer = capitalised(items.join('; '));
    if (items.length < fewestItems || items.length > maxItems || answer.length > maxAnswer) return [];
    if (bullets.some(isEntry)) return [];
    if (items.some((item) => item.length > maxItem || item.endsWith('?'))) return [];
    if (hasStatements(items) && !/\b(?:of|for)\b/i.test(block.text)) return [];
    const question = questionOf(block.text.split(/(?<=[.!?])\s+/).at(-1) ?? '', vocabulary);
    return question ? [{ question, answer, source: block.text, score: 0.88, at }] : [];
  });
}
