/** Address of the real servers of `npm run suite -- services`; unset for embedded ones. */
const lender = process.env['REAL_ENGINES'];
export const areServersReal = lender !== undefined;

/** Real server in a process of its own. */
export interface Lent {
  port: number;
  tell(word: string): Promise<void>;
}

async function ask(path: string): Promise<string> {
  const answer = await fetch(new URL(path, lender), { method: 'POST' });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The lender of real servers refused ${path}: ${text}`);
  return text;
}

/** `null` when the servers are embedded. */
export async function borrow(
  engine: 'kafka' | 'mongo' | 'redis',
  wishes: Record<string, string> = {},
): Promise<Lent | null> {
  if (lender === undefined) return null;
  const port = Number(await ask(`/${engine}?${new URLSearchParams(wishes)}`));
  return { port, tell: async (word) => void (await ask(`/${engine}/${port}/${word}`)) };
}
