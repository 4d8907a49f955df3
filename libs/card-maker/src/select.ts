import { isBlank, termKey } from '@kumbuka/text';
import type { Candidate, Draft } from './draft.ts';

export interface Selection {
  cards: Draft[];
  /** Lines of lists that repeat a selected card. */
  repeats: Draft[];
}

const inOrder = (left: Candidate, right: Candidate) => left.at - right.at || left.rank - right.rank;
const draftOf = ({ question, answer, source }: Candidate): Draft => ({ question, answer, source });

/** Takes items that are evenly spread, at most `max`. */
export function evenlySpread<Item>(items: readonly Item[], max: number): Item[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, index) => items[Math.floor((index * items.length) / max)]).filter(
    (item) => item !== undefined,
  );
}

/** Selects the surest cards, each question once. Of equally sure ones those are taken that are evenly spread over the text. */
export function select(
  candidates: readonly Candidate[],
  repeats: readonly Candidate[],
  count: number,
): Selection {
  const questions = new Set<string>();
  const fit = candidates.toSorted(inOrder).filter(({ question, answer }) => {
    const key = termKey(question);
    if (isBlank(question) || isBlank(answer) || questions.has(key)) return false;
    questions.add(key);
    return true;
  });
  const taken: Candidate[] = [];
  for (const rank of new Set(fit.map((each) => each.rank).toSorted((one, other) => one - other))) {
    const own = fit.filter((each) => each.rank === rank);
    const isPair = rank === 0;
    taken.push(...(isPair ? own.slice(0, count - taken.length) : evenlySpread(own, count - taken.length)));
  }
  const selected = new Set(taken.map(({ question }) => question));
  return {
    cards: taken.toSorted(inOrder).map(draftOf),
    repeats: repeats.filter(({ question }) => selected.has(question)).map(draftOf),
  };
}
