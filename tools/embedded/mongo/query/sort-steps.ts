export interface Keyed<T> {
  key: string;
  value: T;
}

const RUN = 1024;

const byKey = (a: Keyed<unknown>, b: Keyed<unknown>): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Stable sort by key. It may pause at each yield. */
export function* sortInSteps<T>(list: Keyed<T>[]): Generator<undefined, Keyed<T>[]> {
  let runs: Keyed<T>[][] = [];
  for (let from = 0; from < list.length; from += RUN) {
    runs.push(list.slice(from, from + RUN).sort(byKey));
    if (list.length > RUN) yield undefined;
  }
  while (runs.length > 1) {
    const merged: Keyed<T>[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at]!, runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(left: Keyed<T>[], right: Keyed<T>[]): Generator<undefined, Keyed<T>[]> {
  const merged: Keyed<T>[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const takesRight = l === left.length || (r < right.length && right[r]!.key < left[l]!.key);
    merged.push(takesRight ? right[r++]! : left[l++]!);
    if (merged.length % RUN === 0) yield undefined;
  }
  return merged;
}
