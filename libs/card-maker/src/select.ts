import { isBlank, termKey } from '@kumbuka/text';
import type { Candidate, Draft } from './draft.ts';

const leastScore = 0.45;
/** A second card of the same source has to be a good one. */
const leastSecond = 0.6;
/** Questions that begin alike are of one kind: what is, in which year, fill in. */
const kindOf = ({ question }: Candidate) => question.toLowerCase().split(' ').slice(0, 2).join(' ');
/** Penalty of each further card of one kind, so that a text of many dates gets other questions, too. */
const monotony = 0.015;

/** A candidate with what it is compared by. */
interface KeyedCandidate extends Candidate {
  kind: string;
  questionKey: string;
  answerKey: string;
}

const keyed = (candidate: Candidate): KeyedCandidate => ({
  ...candidate,
  kind: kindOf(candidate),
  questionKey: termKey(candidate.question),
  answerKey: `${termKey(candidate.answer)}@${candidate.source}`,
});

/** `2010` was asked with `27 August 2010`. */
const isYearOf = (year: string, date: string) => /^\d{4}$/.test(year) && date.endsWith(` ${year}`);

interface Pool {
  /** Cards of one source that may be taken. */
  most: number;
  count: number;
}

/** Takes the best that are left, one after the other. */
function takeFrom(left: KeyedCandidate[], taken: KeyedCandidate[], { most, count }: Pool) {
  const kinds = new Map<string, number>();
  const sources = new Map<string, number>();
  const [questions, answerKeys] = [new Set<string>(), new Set<string>()];
  const note = ({ kind, source, questionKey, answerKey }: KeyedCandidate) => {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    sources.set(source, (sources.get(source) ?? 0) + 1);
    questions.add(questionKey);
    answerKeys.add(answerKey);
  };
  const isYearOfTaken = (one: KeyedCandidate) =>
    taken.some((other) => other.source === one.source && !one.isListed && isYearOf(one.answer, other.answer));
  const isNew = (one: KeyedCandidate) =>
    !questions.has(one.questionKey) &&
    !answerKeys.has(one.answerKey) &&
    (sources.get(one.source) ?? 0) < most &&
    !isYearOfTaken(one);
  const worth = ({ score, kind }: KeyedCandidate) => score - monotony * (kinds.get(kind) ?? 0);
  taken.forEach(note);
  let open = left.filter(isNew);
  while (taken.length < count && open.length > 0) {
    const best = open.reduce((first, next) => (worth(next) > worth(first) ? next : first));
    taken.push(best);
    note(best);
    open = open.filter(isNew);
  }
}

const inOrder = (left: Candidate, right: Candidate) => left.at - right.at || right.score - left.score;

export interface Selection {
  cards: Draft[];
  /** Lines of lists that repeat a card that was taken. */
  repeats: Draft[];
}

const draftOf = ({ question, answer, source }: Candidate): Draft => ({ question, answer, source });

/** Takes the best candidates, each question and answer once; a second one of the same source only when others are short. */
export function select(candidates: readonly Candidate[], count: number): Selection {
  const fit = candidates
    .filter(({ score, question, answer }) => score >= leastScore && !isBlank(question) && !isBlank(answer))
    .toSorted(inOrder)
    .map(keyed);
  const taken: KeyedCandidate[] = [];
  takeFrom(fit, taken, { most: 1, count });
  takeFrom(
    fit.filter(({ score }) => score >= leastSecond),
    taken,
    { most: 2, count },
  );
  const questionKeys = new Set(taken.map((each) => each.questionKey));
  const repeats = fit.filter(
    (each) => each.isListed && !taken.includes(each) && questionKeys.has(each.questionKey),
  );
  return { cards: taken.toSorted(inOrder).map(draftOf), repeats: repeats.map(draftOf) };
}
