import { isBlank, termKey } from '@kumbuka/text';
import type { Candidate, Draft } from './draft.ts';

const minScore = 0.45;
/** A second card of the same source must be a good one. */
const minScoreOfSecond = 0.6;
/** Questions of one kind begin with the same words: what is, in which year, fill in. */
const kindOf = ({ question }: Candidate) => question.toLowerCase().split(' ').slice(0, 2).join(' ');
/** Penalty for each earlier card of the same kind, so that a text with many dates also gets other questions. */
const repetitionPenalty = 0.015;

/** Candidate with the keys for comparisons. */
interface KeyedCandidate extends Candidate {
  kind: string;
  questionKey: string;
  answerKey: string;
}

const withKeys = (candidate: Candidate): KeyedCandidate => ({
  ...candidate,
  kind: kindOf(candidate),
  questionKey: termKey(candidate.question),
  answerKey: `${termKey(candidate.answer)}@${candidate.source}`,
});

/** Whether a date already contains the year: `27 August 2010` and `2010`. */
const isYearOf = (year: string, date: string) => /^\d{4}$/.test(year) && date.endsWith(` ${year}`);

interface Limits {
  /** Maximum number of cards of one source. */
  perSource: number;
  count: number;
}

/** Adds the best of the candidates to `taken`, one at a time, because each changes the worth of the others. */
function takeBest(candidates: readonly KeyedCandidate[], taken: KeyedCandidate[], limits: Limits) {
  const kinds = new Map<string, number>();
  const sources = new Map<string, number>();
  const [questionKeys, answerKeys] = [new Set<string>(), new Set<string>()];
  const record = ({ kind, source, questionKey, answerKey }: KeyedCandidate) => {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    sources.set(source, (sources.get(source) ?? 0) + 1);
    questionKeys.add(questionKey);
    answerKeys.add(answerKey);
  };
  const isYearOfTaken = ({ source, isPair, answer }: KeyedCandidate) =>
    taken.some((other) => other.source === source && !isPair && isYearOf(answer, other.answer));
  const mayBeTaken = (candidate: KeyedCandidate) =>
    !questionKeys.has(candidate.questionKey) &&
    !answerKeys.has(candidate.answerKey) &&
    (sources.get(candidate.source) ?? 0) < limits.perSource &&
    !isYearOfTaken(candidate);
  const worth = ({ score, kind }: KeyedCandidate) => score - repetitionPenalty * (kinds.get(kind) ?? 0);
  taken.forEach(record);
  let open = candidates.filter(mayBeTaken);
  while (taken.length < limits.count && open.length > 0) {
    const best = open.reduce((first, next) => (worth(next) > worth(first) ? next : first));
    taken.push(best);
    record(best);
    open = open.filter(mayBeTaken);
  }
}

const inOrder = (left: Candidate, right: Candidate) => left.at - right.at || right.score - left.score;

export interface Selection {
  cards: Draft[];
  /** Lines of lists that repeat a selected card. */
  repeats: Draft[];
}

const draftOf = ({ question, answer, source }: Candidate): Draft => ({ question, answer, source });

/** Selects the best candidates, each question and answer once. Sources get a second card only when cards are missing. */
export function select(candidates: readonly Candidate[], count: number): Selection {
  const fit = candidates
    .filter(({ score, question, answer }) => score >= minScore && !isBlank(question) && !isBlank(answer))
    .toSorted(inOrder)
    .map(withKeys);
  const good = fit.filter(({ score }) => score >= minScoreOfSecond);
  const taken: KeyedCandidate[] = [];
  takeBest(fit, taken, { perSource: 1, count });
  takeBest(good, taken, { perSource: 2, count });
  const questionKeys = new Set(taken.map((each) => each.questionKey));
  const repeats = fit.filter(
    (each) => each.isPair && !taken.includes(each) && questionKeys.has(each.questionKey),
  );
  return { cards: taken.toSorted(inOrder).map(draftOf), repeats: repeats.map(draftOf) };
}
