/** What the owner of some facts tells: users by id, and the one to go on after; null at the end. */
interface ToldPage<Told> {
  users: readonly Told[];
  next: number | null;
}

/** Everybody who has a row of what was told, after one of them, by id. */
type ListKept = (after: number) => Promise<readonly number[]>;

/** What another service tells of users, asked for by the page: one question for many rows to compare. */
export function createToldAhead<Told extends { userId: number }>(
  list: (after: number) => Promise<ToldPage<Told>>,
) {
  let ahead = new Map<number, Told>();

  async function* listTold(): AsyncGenerator<number> {
    let after: number | null = 0;
    while (after !== null) {
      const page: ToldPage<Told> = await list(after);
      ahead = new Map(page.users.map((user) => [user.userId, user]));
      yield* ahead.keys();
      after = page.next;
    }
    ahead.clear();
  }

  return {
    /** Everybody of whom something is told, then whoever has a row without; each once. */
    async *listEverybody(listKept: ListKept): AsyncGenerator<number> {
      const told = new Set<number>();
      for await (const userId of listTold()) {
        told.add(userId);
        yield userId;
      }
      for (let kept = await listKept(0); kept.length > 0; kept = await listKept(kept.at(-1) ?? 0))
        yield* kept.filter((userId) => !told.has(userId));
    },
    /** Undefined when the page at hand does not tell of them. */
    of: (userId: number): Told | undefined => ahead.get(userId),
  };
}
