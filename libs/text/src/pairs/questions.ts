import type { ListRecord } from './records.ts';

/** Labels of questions and answers, by language. A pair of single letters, such as `S` and `J`, needs a question mark. */
const labels: readonly (readonly [question: string, answer: string])[] = [
  ['q|question', 'a|ans|answer'],
  ['s|swali', 'j|jibu'],
  ['q|question', 'r|réponse|reponse'],
  ['p|pregunta|pergunta', 'r|respuesta|resposta'],
  ['f|frage', 'a|antwort'],
];

const labelled = (names: string) =>
  new RegExp(String.raw`^(?:${names})(?:\p{Zs}*(?:la\p{Zs}+)?\p{Nd}{1,3})?\p{Zs}*[:：]\p{Zs}*`, 'iu');
/** An answer behind the question of its line. */
const inline = (names: string, after = '') =>
  new RegExp(String.raw`${after}\p{Zs}+(?:${names})\p{Zs}*[:：]\p{Zs}*`, 'iu');
/** The next question in the line of an answer. */
const next = (names: string) =>
  new RegExp(String.raw`(?<=[.!?？؟])\p{Zs}+(?=(?:${names})(?:\p{Zs}*\p{Nd}{1,3})?\p{Zs}*[:：])`, 'iu');

const rules = labels.map(([question, answer]) => ({
  question: labelled(question),
  answer: labelled(answer),
  inline: inline(answer, '(?<=[?？؟])'),
  unmarked: inline(answer),
  next: next(question),
}));
type Rule = (typeof rules)[number];

interface Note {
  line: number;
  question: string[];
  answer: string[];
}

const isOneCharacter = (line: string) => /^\p{L}\p{Zs}*[:：]/u.test(line);
const endsInQuestionMark = (text: string) => /[?？؟]$/u.test(text);

/** The question of a line and its answers. `Q: Capital of Kenya A: Nairobi` needs no question mark; other letters do. */
function partsOf(rule: Rule, line: string): string[] {
  const text = line.replace(rule.question, '');
  const parts = text.split(rule.inline);
  const isPlain = parts.length === 1 && /^q/i.test(line) && !endsInQuestionMark(text);
  return isPlain ? text.split(rule.unmarked) : parts;
}

/** Adds a line to the open note, or opens the next one; returns the open note. */
function addLine(rule: Rule, line: string, at: number, open: Note | null, notes: Note[]): Note | null {
  if (rule.question.test(line)) {
    const [asked = '', ...answer] = partsOf(rule, line);
    if (open?.answer.length === 0) {
      open.question.push(asked);
      open.answer.push(...answer);
      return open;
    }
    const note = { line: at + 1, question: [asked], answer };
    notes.push(note);
    return note;
  }
  if (!open) notes.push({ line: at + 1, question: [line], answer: [] });
  else if (rule.answer.test(line)) open.answer.push(line.replace(rule.answer, ''));
  else (open.answer.length > 0 ? open.answer : open.question).push(line);
  return open;
}

/** Reads the lines by one pair of labels. A blank line ends an answer. */
function readBy(rule: Rule, lines: readonly string[]): ListRecord[] {
  const notes: Note[] = [];
  let open: Note | null = null;
  for (const [at, each] of lines.entries()) {
    const line = each.trim();
    const asked = rule.question.test(line) ? line.split(rule.next) : [line];
    if (line !== '') for (const part of asked) open = addLine(rule, part, at, open, notes);
    else if (open && open.answer.length > 0) open = null;
  }
  return notes.map(({ line, question, answer }) => ({
    line,
    fields: answer.length > 0 ? [question.join('\n'), answer.join('\n')] : [question.join('\n')],
  }));
}

/** Whether the labels mark questions: `Q: charge` above `A: area` are symbols of physics. */
function asks(records: readonly ListRecord[], lines: readonly string[], { question }: Rule): boolean {
  const asked = records.filter(({ fields }) => fields.length > 1 && fields[1] !== '');
  const labelLine = lines.find((each) => question.test(each.trim()))?.trim() ?? '';
  const isQuestion = ({ fields: [text = ''] }: ListRecord) =>
    endsInQuestionMark(text) ||
    (/^q/i.test(labelLine) && text.split(/\s+/).length > 1) ||
    !isOneCharacter(labelLine);
  const isMeant =
    (/^q/i.test(labelLine) && asked.length > 1) || asked.filter(isQuestion).length * 2 > asked.length;
  return asked.length > 0 && isMeant;
}

/**
 * Reads lines that begin with `Q:` and `A:` or the same in other languages; `null` when there are none. `isChosen`: the
 * learner says that the labels mark questions.
 */
export function readQuestions(text: string, isChosen = false): ListRecord[] | null {
  if (!/[:：]/.test(text)) return null;
  const lines = text.split('\n');
  for (const rule of rules) {
    if (!lines.some((each) => rule.question.test(each.trim()))) continue;
    const records = readBy(rule, lines);
    if (isChosen || asks(records, lines, rule)) return records;
  }
  return null;
}
