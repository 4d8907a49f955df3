import type { Made, Maker } from './making.ts';
import { insideQuestion, isTerm, leansBack, type Vocabulary } from './subject.ts';
import { infinitiveOf } from './tagger.ts';
import { is, span, tagged as tag, type Tagged } from './words.ts';
import { verbAt } from './verbs.ts';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const year = String.raw`(?:1[0-9]{3}|20\d{2})`;
const day = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const date = String.raw`(?:${day} (?:of )?(?:${months}),? ${year}|(?:${months})(?: ${day},)? ${year}|${year})`;
const leading = new RegExp(`^(?:In|On|By) (?:the year )?(${date}),? (?=\\S)(?!and\\b|to\\b)(.+)$`);
const trailing = new RegExp(
  `^(.+?),? (?:in|on) (?:the year )?(${date})(?=$|[,.;]|\\s+(?:and|when|after|by|as|with|under|following|at|to|because|but|while))`,
);
const clauseEnd =
  /(?:[;:]|, (?:and|which|who|but|when|where|making|after|while|so|with|although|leading|marking|becoming)\b| and (?:was|were|became|began|led|later|in|on|then|made|gave)\b).*$/;

/** `published the law`: which one stands in another sentence. */
const pointsBack = /\bthe (?:law|theory|book|novel|act|rule|idea|method|process|experiment|treaty|poem)$/;

const isYear = (text: string) => /^\d{4}$/.test(text);
const whenOf = (text: string) => (isYear(text) ? 'In which year' : 'When');

/** `was signed at Lancaster House` behind its subject; null where the statement begins otherwise. */
function whenQuestion(statement: Tagged, when: string, vocabulary: Vocabulary): string | null {
  const { words } = statement;
  const at = verbAt(statement);
  const verb = words[at];
  if (!verb || !isTerm(statement, at) || leansBack(statement, at, vocabulary)) return null;
  const [subject, rest] = [insideQuestion(statement, at, vocabulary), span(statement, at + 1)];
  if (/^(?:was|were)$/.test(verb.lower))
    return rest === '' ? null : `${when} ${verb.lower} ${subject} ${rest}?`;
  const infinitive = is(verb, 'PastTense') ? infinitiveOf(verb.lower) : null;
  return infinitive && `${when} did ${subject} ${infinitive}${rest === '' ? '' : ` ${rest}`}?`;
}

/** `The treaty was signed in 1963`: in which year was it signed? */
const ofDate: Maker = ({ sentence }, vocabulary): Made[] => {
  const plain = sentence.replace(/[.\s]+$/, '');
  const [, first, after] = leading.exec(plain) ?? [];
  const [, before, last] = trailing.exec(plain) ?? [];
  const [when, clause] = first && after ? [first, after.replace(clauseEnd, '')] : [last, before];
  if (
    !when ||
    !clause ||
    clause.split(' ').length > 22 ||
    new RegExp(`\\b${year}\\b`).test(clause) ||
    /,/.test(clause) ||
    pointsBack.test(clause)
  )
    return [];
  const question = whenQuestion(tag(clause), whenOf(when), vocabulary);
  return question ? [{ question, answer: when, score: 0.87 }] : [];
};

export const dates: Maker[] = [ofDate];
