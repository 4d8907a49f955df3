import type { Block } from './blocks.ts';
import type { Candidate } from './draft.ts';
import { sentencesOf } from './sentences.ts';
import { capitalised } from './words.ts';

const questionLabel = /^(?:q(?:uestion)?\s*\d*\s*[:.)]\s*|swali\s*\d*\s*[:.)]\s*|\d{1,2}[.)]\s*)/i;
const answerLabel = /^(?:a(?:ns(?:wer)?)?\s*\d*\s*[:.)]\s*|jibu\s*\d*\s*[:.)]\s*)/i;
const speaker = /^\p{Lu}[\p{L}. ]{0,24}:\s+/u;
const open =
  /^(?:what|who|whom|whose|which|when|where|why|how|in which|in what|at what|name|define|explain|nini|nani|lini|kwa nini|je|wapi|taja|eleza)\b/i;
const task = /^(?:name|list|define|state|explain|describe|give|outline|taja|eleza|orodhesha)\s+\S+.*[.?:]$/i;
const leaning = /\b(?:this|these|those|it|they|them|he|she|i|you|your|we|us|our|me|my|here|above|below)\b/i;
const opening =
  /^(?:well|yes|no|right|exactly|correct|sure|ok(?:ay)?|good (?:question|point)|great question|hmm|so|oh)[,.!:]?\s+(?=\S)/i;
const mostAnswer = 360;

const said = (text: string) => text.replace(speaker, '').trim();

/** The sentences of an answer, as many as fit. */
function answerIn(texts: readonly string[]): string {
  let answer = '';
  for (const sentence of texts.flatMap((text) => sentencesOf(text))) {
    const next = `${answer} ${sentence}`.trim();
    if (sentence.endsWith('?') || next.length > mostAnswer || (answer !== '' && sentencesOf(next).length > 2))
      break;
    answer = next;
  }
  let bare = answer;
  while (opening.test(bare)) bare = bare.replace(opening, '');
  return capitalised(bare);
}

const isQuestion = (text: string) =>
  /\?["')]*$/.test(text) && open.test(text) && !leaning.test(text) && text.split(' ').length >= 3;

/** Cards of questions that the text asks and answers itself. */
export function questionCards(blocks: readonly Block[]): Candidate[] {
  const cards: Candidate[] = [];
  const add = (question: string, texts: readonly string[], at: number) => {
    const answer = answerIn(texts);
    const [source = question] = texts.flatMap((text) => sentencesOf(text));
    if (answer.split(' ').length < 1 || answer.length < 2) return;
    if (/\b(?:i|you|we|my|your)\b/i.test(answer) && !/\bwe (?:use|call|say)\b/i.test(answer)) return;
    cards.push({ question, answer, source, score: 0.97, at });
  };
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'row' || block.kind === 'listed' || block.kind === 'code') continue;
    const sentences = sentencesOf(said(block.text).replace(questionLabel, ''));
    for (const [index, sentence] of sentences.entries()) {
      const question = sentence.replace(questionLabel, '');
      const isTask = index === 0 && questionLabel.test(said(block.text)) && task.test(question);
      if (!isQuestion(question) && !isTask) continue;
      const rest = sentences.slice(index + 1);
      const next = blocks[at + 1];
      const after = next && next.kind !== 'row' ? [said(next.text.replace(answerLabel, ''))] : [];
      add(question, rest.length > 0 ? rest.map((text) => text.replace(answerLabel, '')) : after, at);
    }
  }
  return cards;
}

/** Speech of a dialogue line, without the speaker. */
export const withoutSpeaker = (text: string, speakers: ReadonlySet<string>): string => {
  const name = speaker.exec(text)?.[0];
  return name && speakers.has(name.trim()) ? said(text) : text;
};

/** Names that stand before several lines. */
export function speakersOf(blocks: readonly Block[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { text } of blocks) {
    const name = speaker.exec(text)?.[0].trim();
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
}
