import type { Candidate, Draft } from './draft.ts';

const leastScore = 0.45;
/** A second card of the same source has to be a good one. */
const leastSecond = 0.6;
const key = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Questions that begin alike are of one kind: what is, in which year, fill in. */
const kindOf = ({ question }: Candidate) => question.toLowerCase().split(' ').slice(0, 2).join(' ');
/** What each further card of one kind costs, so that a text of many dates asks for more than dates. */
const monotony = 0.015;

interface Pool {
  /** Cards of one source that may be taken. */
  most: number;
  count: number;
}

/** Takes the best that are left, one after the other. */
function takeFrom(left: Candidate[], taken: Candidate[], { most, count }: Pool) {
  const kinds = new Map<string, number>();
  const sources = new Map<string, number>();
  const [questions, facts] = [new Set<string>(), new Set<string>()];
  const note = (candidate: Candidate) => {
    kinds.set(kindOf(candidate), (kinds.get(kindOf(candidate)) ?? 0) + 1);
    sources.set(candidate.source, (sources.get(candidate.source) ?? 0) + 1);
    questions.add(key(candidate.question));
    facts.add(factOf(candidate));
  };
  const isNew = (candidate: Candidate) =>
    !questions.has(key(candidate.question)) &&
    !facts.has(factOf(candidate)) &&
    (sources.get(candidate.source) ?? 0) < most;
  const worth = (candidate: Candidate) => candidate.score - monotony * (kinds.get(kindOf(candidate)) ?? 0);
  taken.forEach(note);
  let open = left.filter(isNew);
  while (taken.length < count && open.length > 0) {
    const best = open.reduce((first, next) => (worth(next) > worth(first) ? next : first));
    taken.push(best);
    note(best);
    open = open.filter(isNew);
  }
}

const factOf = ({ answer, source }: Candidate) => `${key(answer)}@${source}`;
const inOrder = (left: Candidate, right: Candidate) => left.at - right.at || right.score - left.score;

/** Takes the best candidates, each question and answer once; a second one of the same source only when others are short. */
export function select(candidates: readonly Candidate[], count: number): Draft[] {
  const fit = candidates
    .filter(
      ({ score, question, answer }) =>
        score >= leastScore && question.length > 5 && /[\p{L}\p{N}]/u.test(answer),
    )
    .toSorted(inOrder);
  const taken: Candidate[] = [];
  takeFrom(fit, taken, { most: 1, count });
  takeFrom(
    fit.filter(({ score }) => score >= leastSecond),
    taken,
    { most: 2, count },
  );
  return taken.toSorted(inOrder).map(({ question, answer, source }) => ({ question, answer, source }));
}
