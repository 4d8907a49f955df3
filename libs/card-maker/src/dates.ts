import type { SentenceRule } from './sentence-rule.ts';
import { withoutFullStop } from './sentences.ts';
import { isTerm, phraseInQuestion, refersBack } from './subject.ts';
import { infinitiveOf } from './tagger.ts';
import { verbAt } from './verbs.ts';
import type { Vocabulary } from './vocabulary.ts';
import { hasTag, span, tagSentence, type TaggedSentence } from './words.ts';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const year = String.raw`(?:1[0-9]{3}|20\d{2})`;
const day = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const datePattern = String.raw`(?:${day} (?:of )?(?:${months}),? ${year}|(?:${months})(?: ${day},)? ${year}|${year})`;
const leading = new RegExp(`^(?:In|On|By) (?:the year )?(${datePattern}),? (?=\\S)(?!and\\b|to\\b)(.+)$`);
const trailing = new RegExp(
  `^(.+?),? (?:in|on) (?:the year )?(${datePattern})(?=$|[,.;]|\\s+(?:and|when|after|by|as|with|under|following|at|to|because|but|while))`,
);
const clauseEnd =
  /(?:[;:]|, (?:and|which|who|but|when|where|making|after|while|so|with|although|leading|marking|becoming)\b| and (?:was|were|became|began|led|later|in|on|then|made|gave)\b).*$/;

/** `published the law`: another sentence says which law. */
const endsInReference =
  /\bthe (?:law|theory|book|novel|act|rule|idea|method|process|experiment|treaty|poem)$/;

const isYear = (text: string) => /^\d{4}$/.test(text);
const anyYear = new RegExp(`\\b${year}\\b`);
const maxWords = 22;

/** Turns a statement into a question about its date; `null` when its form is not understood. */
function whenQuestion(statement: TaggedSentence, date: string, vocabulary: Vocabulary): string | null {
  const at = verbAt(statement);
  const verb = statement.words[at];
  if (!verb || !isTerm(statement, at) || refersBack(statement, at, vocabulary)) return null;
  const when = isYear(date) ? 'In which year' : 'When';
  const [subject, rest] = [phraseInQuestion(statement, at, vocabulary), span(statement, at + 1)];
  if (/^(?:was|were)$/.test(verb.lower))
    return rest === '' ? null : `${when} ${verb.lower} ${subject} ${rest}?`;
  const infinitive = hasTag(verb, 'PastTense') ? infinitiveOf(verb.lower) : null;
  return infinitive && `${when} did ${subject} ${infinitive}${rest === '' ? '' : ` ${rest}`}?`;
}

/** Finds a date at the beginning or end of a clause, and the clause without it. */
function datedClause(sentence: string): { date: string; clause: string } | null {
  const [, first, after] = leading.exec(sentence) ?? [];
  if (first && after) return { date: first, clause: after.replace(clauseEnd, '') };
  const [, before, last] = trailing.exec(sentence) ?? [];
  return last && before ? { date: last, clause: before } : null;
}

/** `The treaty was signed in 1963`: in which year was it signed? */
const whenDidIt: SentenceRule = ({ sentence }, vocabulary) => {
  const { date, clause } = datedClause(withoutFullStop(sentence)) ?? {};
  if (!date || !clause || clause.split(' ').length > maxWords || clause.includes(',')) return [];
  if (anyYear.test(clause) || endsInReference.test(clause)) return [];
  const question = whenQuestion(tagSentence(clause), date, vocabulary);
  return question ? [{ question, answer: date, score: 0.87 }] : [];
};

export const dateRules: SentenceRule[] = [whenDidIt];
