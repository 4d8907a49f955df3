import type { Block } from './blocks.ts';
import type { Candidate } from './draft.ts';
import { sentencesOf } from './sentences.ts';
import { capitalised } from './words.ts';

const questionLabel = /^(?:q(?:uestion)?\s*\d*\s*[:.)]\s*|swali\s*\d*\s*[:.)]\s*|\d{1,2}[.)]\s*)/i;
const answerLabel = /^(?:a(?:ns(?:wer)?)?\s*\d*\s*[:.)]\s*|jibu\s*\d*\s*[:.)]\s*)/i;
const speakerName = /^\p{Lu}[\p{L}. ]{0,24}:\s+/u;
const questionStart =
  /^(?:what|who|whom|whose|which|when|where|why|how|in which|in what|at what|name|define|explain|nini|nani|lini|kwa nini|je|wapi|taja|eleza)\b/i;
const task = /^(?:name|list|define|state|explain|describe|give|outline|taja|eleza|orodhesha)\s+\S+.*[.?:]$/i;
const contextWord =
  /\b(?:this|these|those|it|they|them|he|she|i|you|your|we|us|our|me|my|here|above|below)\b/i;
/** What a speaker says before the answer. */
const interjection =
  /^(?:well|yes|no|right|exactly|correct|sure|ok(?:ay)?|good (?:question|point)|great question|hmm|so|oh)[,.!:]?\s+(?=\S)/i;
const maxAnswer = 360;

const speechIn = (text: string) => text.replace(speakerName, '').trim();

/** Joins the first sentences of an answer, at most two. */
function answerIn(texts: readonly string[]): string {
  let answer = '';
  for (const sentence of texts.flatMap((text) => sentencesOf(text))) {
    const next = `${answer} ${sentence}`.trim();
    if (sentence.endsWith('?') || next.length > maxAnswer || (answer !== '' && sentencesOf(next).length > 2))
      break;
    answer = next;
  }
  let bare = answer;
  while (interjection.test(bare)) bare = bare.replace(interjection, '');
  return capitalised(bare);
}

const isQuestion = (text: string) =>
  /\?["')]*$/.test(text) &&
  questionStart.test(text) &&
  !contextWord.test(text) &&
  text.split(' ').length >= 3;

const firstPersonOrReader = /\b(?:i|you|we|my|your)\b/i;

/** Whether an answer is part of a conversation; `we call it osmosis` is not. */
const isPersonal = (answer: string) =>
  firstPersonOrReader.test(answer) && !/\bwe (?:use|call|say)\b/i.test(answer);

function candidateOf(question: string, texts: readonly string[], at: number): Candidate[] {
  const answer = answerIn(texts);
  const [source = question] = texts.flatMap((text) => sentencesOf(text));
  return answer.length < 2 || isPersonal(answer) ? [] : [{ question, answer, source, score: 0.97, at }];
}

function candidatesIn(block: Block, next: Block | undefined, at: number): Candidate[] {
  const speech = speechIn(block.text);
  const sentences = sentencesOf(speech.replace(questionLabel, ''));
  return sentences.flatMap((sentence, index) => {
    const question = sentence.replace(questionLabel, '');
    const isTask = index === 0 && questionLabel.test(speech) && task.test(question);
    if (!isQuestion(question) && !isTask) return [];
    const rest = sentences.slice(index + 1).map((text) => text.replace(answerLabel, ''));
    const after = next && next.kind !== 'row' ? [speechIn(next.text.replace(answerLabel, ''))] : [];
    return candidateOf(question, rest.length > 0 ? rest : after, at);
  });
}

/** Makes cards from questions that the text itself answers, in the same block or the next. */
export const questionCards = (blocks: readonly Block[]): Candidate[] =>
  blocks.flatMap((block, at) =>
    block.kind === 'row' || block.kind === 'pair' || block.kind === 'code'
      ? []
      : candidatesIn(block, blocks[at + 1], at),
  );

/** Removes the speaker of a dialogue line. */
export const withoutSpeaker = (text: string, speakers: ReadonlySet<string>): string => {
  const name = speakerName.exec(text)?.[0];
  return name && speakers.has(name.trim()) ? speechIn(text) : text;
};

/** Finds the names before the colon of several lines. */
export function speakersOf(blocks: readonly Block[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { text } of blocks) {
    const name = speakerName.exec(text)?.[0].trim();
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
}
