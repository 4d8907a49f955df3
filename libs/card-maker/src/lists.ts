import type { Block } from './blocks.ts';
import type { Candidate } from './draft.ts';
import { isPair } from './pairs.ts';
import { clauseOf } from './verbs.ts';
import { insideQuestion, isTerm, type Vocabulary } from './subject.ts';
import { capitalised, is, tagged } from './words.ts';

const fewest = 2;
const most = 10;
const mostItem = 90;
const mostAnswer = 500;
const tail = /\s*(?:(?:include|includes|are|is|were|such as)?\s*(?:the following|as follows)?)?\s*:?\s*$/i;
const plural = /s$|^(?:criteria|phenomena|bacteria|media|data|people|women|men|children)$/i;

/** Plural noun in the title of a list; `null` when there is none. */
function questionOf(title: string, vocabulary: Vocabulary): string | null {
  const bare = title.replace(/^\d+(?:\.\d+)*[.)]?\s+/, '').replace(/:\s*$/, '');
  const sentence = tagged(bare);
  const clause = clauseOf(sentence);
  if (clause && clause.auxiliary !== 'did' && /:\s*$/.test(title)) {
    const rest = sentence.words.slice(clause.subject + 1).map(({ lower }) => lower);
    if (rest.length <= 1 && !/^(?:include|follow)$/.test(clause.infinitive))
      return `What ${clause.auxiliary} ${insideQuestion(sentence, clause.subject, vocabulary)} ${[clause.infinitive, ...rest].join(' ')}?`;
  }
  const named = tagged(bare.replace(tail, ''));
  const { words } = named;
  const head = words.findIndex(({ lower }) => /^(?:of|in|for|on|to|between|by|from)$/.test(lower));
  const noun = words[(head < 0 ? words.length : head) - 1];
  if (
    !noun ||
    words.length < 2 ||
    !isTerm(named, words.length) ||
    !plural.test(noun.text) ||
    !is(noun, 'Noun')
  )
    return null;
  // Two words alone, such as 'Main points', ask about nothing in particular.
  if (head < 0 && /^(?:main|key|some|other|important|learning|more|study)$/i.test(words[0]?.text ?? ''))
    return null;
  const text = insideQuestion(named, words.length, vocabulary);
  return `What are ${/^(?:the|some) /i.test(text) ? text : `the ${text}`}?`;
}

const itemOf = (text: string) => text.replace(/[.;,\s]+$/, '');

function bulletsFrom(blocks: readonly Block[], from: number): Block[] {
  let to = from;
  while (blocks[to]?.kind === 'bullet') to++;
  return blocks.slice(from, to);
}

/** Cards of lists with a title: all that stands under it. */
export function listCards(blocks: readonly Block[], vocabulary: Vocabulary): Candidate[] {
  return blocks.flatMap((block, at) => {
    const isTitle = block.kind === 'heading' || (block.kind === 'paragraph' && block.text.endsWith(':'));
    if (!isTitle) return [];
    const bullets = bulletsFrom(blocks, at + 1);
    const items = bullets.map(({ text }) => itemOf(text));
    const answer = capitalised(items.join('; '));
    if (items.length < fewest || items.length > most || answer.length > mostAnswer) return [];
    if (bullets.some(isPair) || items.some((item) => item.length > mostItem || item.endsWith('?'))) return [];
    const saysMore = items.filter((item) => clauseOf(tagged(item)) !== null).length * 2 >= items.length;
    if (saysMore && !/\b(?:of|for)\b/i.test(block.text)) return [];
    const question = questionOf(block.text.split(/(?<=[.!?])\s+/).at(-1) ?? '', vocabulary);
    return question ? [{ question, answer, source: block.text, score: 0.88, at }] : [];
  });
}
