type Values = Record<string, string>;

export type Side = 'mine' | 'theirs';

interface Compared<V extends Values> {
  /** The texts that both began with. */
  base: V;
  mine: V;
  theirs: V;
}

/** Names of the fields in which the two texts differ. */
export function differing<V extends Values>(mine: V, theirs: V): (keyof V & string)[] {
  return Object.keys(mine).filter((name) => mine[name] !== theirs[name]);
}

/** Preselects a side for each conflicting field: the saved text where the learner changed nothing, else the typed text. */
export function firstChoices<V extends Values>({ base, mine, theirs }: Compared<V>): Record<string, Side> {
  const names = differing(mine, theirs);
  return Object.fromEntries(names.map((name) => [name, mine[name] === base[name] ? 'theirs' : 'mine']));
}

export function chosenTexts<V extends Values>(
  { mine, theirs }: Omit<Compared<V>, 'base'>,
  choices: Record<string, Side>,
): V {
  const taken = Object.keys(mine).filter((name) => choices[name] === 'theirs');
  return { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) };
}
